import numpy as np
import pytest

from engine.capture.track_timeline import NewRate, Piece, Silence, TimedBlock, TrackTimeline

BLOCK = np.ones(9600, np.float32)
"""A fifth of a second."""


class Track:
    """Appends what the timeline says, in seconds."""

    def __init__(self, rate_hz: int = 48_000) -> None:
        self.timeline = TrackTimeline(rate_hz=rate_hz, position_s=0.0)
        self.rate_hz = rate_hz
        self.length_s = 0.0
        self.gaps: list[tuple[float, float]] = []
        self.rates: list[int] = []
        self.sound_s = 0.0

    def take(self, pieces: list[Piece]) -> None:
        for piece in pieces:
            match piece:
                case Silence():
                    self.gaps.append((round(self.length_s, 3), round(piece.length_s, 3)))
                    self.length_s += piece.length_s
                case NewRate():
                    self.rates.append(piece.rate_hz)
                    self.rate_hz = piece.rate_hz
                case _:
                    self.length_s += piece.shape[0] / self.rate_hz
                    self.sound_s += piece.shape[0] / self.rate_hz

    def deliver(
        self, start_s: float, stop_s: float, *, rate_hz: int = 48_000, has_times: bool = True, delay_s: float = 0.003
    ) -> None:
        """Blocks of 20 ms as a device with this real rate delivers them."""
        for number in range(round((stop_s - start_s) * 50)):
            at_s = start_s + number * 0.02
            block = TimedBlock(np.ones(rate_hz // 50, np.float32), at_s + 0.02 + delay_s, at_s if has_times else None)
            self.take(self.timeline.place(block))


def test_blocks_in_time_are_appended_as_they_are():
    track = Track()
    track.deliver(0, 60)
    assert track.gaps == []
    assert track.length_s == pytest.approx(60, abs=0.01)


@pytest.mark.parametrize("missing_s", [0.010, 0.5, 12.0])
def test_samples_that_were_dropped_become_silence_of_the_same_length(missing_s: float):
    """Case 8, a and c: 480 samples of 48 kHz, and half a second, by the device's times."""
    track = Track()
    track.deliver(0, 10)
    track.deliver(10 + missing_s, 20 + missing_s)
    track.take(track.timeline.release())
    assert track.gaps == [(10.0, pytest.approx(missing_s, abs=0.001))]
    assert track.length_s == pytest.approx(20 + missing_s, abs=0.02)


def test_a_hiccup_of_our_own_is_no_gap():
    """Case 8: the interpreter is held for 800 ms, then everything that waited comes at once."""
    track = Track()
    track.deliver(0, 10, has_times=False)
    for number in range(40):
        track.take(track.timeline.look(10.02))
        block = TimedBlock(np.ones(960, np.float32), 10.823 + number * 0.0005)
        track.take(track.timeline.place(block))
    track.deliver(10.8, 20, has_times=False)
    track.take(track.timeline.release())
    assert track.gaps == []
    assert track.length_s == pytest.approx(20, abs=0.05)
    assert track.sound_s == pytest.approx(20, abs=0.05)


@pytest.mark.parametrize(
    ("before", "after", "has_times"),
    [
        (48_000, 24_000, True),
        (48_000, 24_000, False),
        (48_000, 16_000, False),
        (16_000, 48_000, True),
        (16_000, 48_000, False),
        (48_000, 44_100, True),
        (48_000, 44_100, False),
        (44_100, 48_000, False),
        (24_000, 48_000, False),
    ],
)
def test_a_device_that_changes_its_rate_keeps_time_and_pitch(before: int, after: int, has_times: bool):
    """Case 5: 20 s at one rate, 20 s at another, and not a word about it."""
    track = Track(before)
    track.deliver(0, 20, rate_hz=before, has_times=has_times)
    track.deliver(20, 40, rate_hz=after, has_times=has_times)
    track.take(track.timeline.release())
    assert track.rates == [after]
    assert track.length_s == pytest.approx(40, abs=0.05 if has_times else 0.12)
    assert sum(length for _, length in track.gaps) < 0.2  # nothing was stretched with silence meanwhile


@pytest.mark.parametrize("has_times", [True, False])
@pytest.mark.parametrize("stumble_s", [0.1, 0.2, 0.4])
def test_a_device_that_stumbles_once_is_not_taken_for_one_with_another_rate(stumble_s: float, has_times: bool):
    """Case 5: as PulseAudio does when a stream begins."""
    track = Track()
    track.deliver(0, 0.1, has_times=has_times)
    track.deliver(0.1 + stumble_s, 0.2 + stumble_s, has_times=has_times)
    track.deliver(0.2 + 2 * stumble_s, 10, has_times=has_times)
    track.take(track.timeline.release())
    assert track.rates == []
    assert track.length_s == pytest.approx(10, abs=0.07)


@pytest.mark.parametrize("has_times", [True, False])
@pytest.mark.parametrize("parts_per_million", [-200, 200])
def test_a_clock_that_drifts_is_followed_without_a_gap(parts_per_million: int, has_times: bool):
    """Ten minutes; without care the track would be 120 ms off."""
    track = Track()
    rate = 1 + parts_per_million / 1e6
    for number in range(30_000):
        at_s = number * 0.02 / rate
        captured_s = at_s if has_times else None
        track.take(track.timeline.place(TimedBlock(np.ones(960, np.float32), at_s + 0.023, captured_s)))
    assert track.gaps == []
    assert track.length_s == pytest.approx(600 / rate, abs=0.01)


def test_a_source_that_rests_is_filled_with_silence_by_the_clock():
    """Case 9: 20 s of nothing, 5 s of sound, 12 s of nothing, 5 s, 30 s of nothing, 5 s."""
    track = Track()
    for start_s, stop_s in ((20, 25), (37, 42), (72, 77)):
        while track.timeline.end_s < start_s - 0.4:
            track.take(track.timeline.rest(track.timeline.end_s + 0.35))
        track.deliver(start_s, stop_s, has_times=False)
    track.take(track.timeline.release())
    assert track.length_s == pytest.approx(77, abs=0.05)
    assert track.sound_s == pytest.approx(15, abs=0.05)


def test_times_that_jump_about_are_followed_on_the_whole_and_not_step_by_step():
    """Case 8, b: a sound system whose times are only roughly right, though not a sample is missing."""
    track = Track()
    chance = np.random.default_rng(8)
    for number in range(5000):
        at_s = number * 0.02
        wrong_s = float(chance.uniform(0, 0.02))
        track.take(track.timeline.place(TimedBlock(np.ones(960, np.float32), at_s + 0.05, at_s + wrong_s)))
    track.take(track.timeline.release())
    assert sum(length for _, length in track.gaps) < 0.02
    assert track.length_s == pytest.approx(100, abs=0.05)


def test_times_that_go_back_by_a_period_after_each_hiccup_tell_of_no_gap_but_of_a_real_one():
    """Case 8, b: PulseAudio on a busy computer, not a sample missing; and then a quarter of a second."""
    track = Track()
    wrong_s = 0.0
    for number in range(2000):
        at_s = number * 0.02 + (0.25 if number >= 1500 else 0.0)
        if number % 60 == 30:
            wrong_s = 0.02 - wrong_s
        track.take(track.timeline.place(TimedBlock(np.ones(960, np.float32), at_s + 0.03 + wrong_s, at_s + wrong_s)))
    track.take(track.timeline.release())
    told = [gap for gap in track.gaps if gap[0] > 2]
    assert told == [(pytest.approx(30, abs=0.03), pytest.approx(0.25, abs=0.03))]
    assert track.length_s == pytest.approx(40.25, abs=0.03)


def test_what_is_held_when_it_ends_is_not_lost():
    track = Track()
    track.deliver(0, 1)
    track.deliver(1.3, 1.32)
    assert track.length_s == pytest.approx(1)
    track.take(track.timeline.release())
    assert (track.length_s, track.timeline.release()) == (pytest.approx(1.32), [])


def test_an_empty_block_is_nothing():
    track = Track()
    assert track.timeline.place(TimedBlock(np.zeros(0, np.float32), 5.0)) == []


def test_a_sound_system_that_corrects_its_times_while_nothing_is_missing_leaves_no_gap():
    """Case 8: PulseAudio says at first that its blocks are 0.6 s old, and within a second that they are not."""
    track = Track()
    for number in range(3000):
        arrived_s = 0.62 + number * 0.02
        age_s = 0.02 + max(0.0, 0.6 - number * 0.01)
        track.take(track.timeline.place(TimedBlock(np.ones(960, np.float32), arrived_s, arrived_s - age_s)))
    track.take(track.timeline.release())
    assert len(track.gaps) == 1  # before the first block
    assert track.gaps[0][0] == 0
    assert track.length_s == pytest.approx(60.6, abs=0.02)


def test_two_clocks_that_differ_by_100_ppm_stay_together_for_three_hours():
    """Each track within 100 ms of the clock at any time, and so of the other one; without care it would be a second."""
    tracks = [Track(), Track()]
    rates = [1 - 50e-6, 1 + 50e-6]
    furthest_s = 0.0
    for number in range(3 * 3600 * 5):
        at_s = number * 0.2
        for track, rate in zip(tracks, rates, strict=True):
            begun_s = at_s / rate
            track.take(track.timeline.place(TimedBlock(BLOCK, begun_s + 0.203, begun_s if rate < 1 else None)))
            furthest_s = max(furthest_s, abs(track.length_s - (begun_s + 0.2)))
    assert furthest_s < 0.05
    assert abs(tracks[0].length_s - tracks[1].length_s * rates[1] / rates[0]) < 0.1
    assert [track.gaps for track in tracks] == [[], []]
