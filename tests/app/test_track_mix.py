import numpy as np
import pytest
from numpy.typing import NDArray

from app.track_mix import ReadTrack, TrackMix, mixed_down
from engine.contract.audio import Samples

RATE = 16_000


def track(samples: NDArray[np.float32]) -> ReadTrack:
    def read(start: int, stop: int) -> Samples:
        return samples[start:stop]

    return read


def tone(hertz: float, seconds: float) -> NDArray[np.float32]:
    return (0.3 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * RATE)) / RATE)).astype(np.float32)


def heard(mix: TrackMix) -> NDArray[np.float32]:
    parts: list[NDArray[np.float32]] = []
    while (block := mix.read()) is not None:
        parts.append(block)
    return np.concatenate(parts, axis=1)


def pitch_of(samples: NDArray[np.float32], rate_hz: int) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum)) * rate_hz / len(samples)


def test_as_spoken_every_sample_is_given_as_it_is() -> None:
    one, other = tone(300, 1.05), tone(500, 0.7)
    sound = heard(TrackMix([track(one), track(other)], start=160, length=len(one), out_rate_hz=RATE))
    assert np.array_equal(sound[0], one[160:])
    assert np.array_equal(sound[1][: len(other) - 160], other[160:])
    assert not sound[1][len(other) - 160 :].any()


@pytest.mark.parametrize("rate", [0.5, 1.0, 1.5, 3.0])
def test_faster_and_slower_keep_the_pitch(rate: float) -> None:
    sound = tone(440, 4)
    given = heard(TrackMix([track(sound), track(sound)], start=0, length=len(sound), rate=rate, out_rate_hz=48_000))
    assert given.shape[1] / 48_000 == pytest.approx(4 / rate, abs=0.1)
    assert pitch_of(given[0], 48_000) == pytest.approx(440, abs=6)


@pytest.mark.parametrize("rate", [0.5, 1.25, 3.0])
def test_both_tracks_stay_on_one_clock(rate: float) -> None:
    rng = np.random.default_rng(3)
    sound = (rng.standard_normal(5 * RATE) * 0.1).astype(np.float32)
    given = heard(TrackMix([track(sound), track(sound)], start=0, length=len(sound), rate=rate, out_rate_hz=44_100))
    assert np.array_equal(given[0], given[1])


def test_each_track_has_its_own_level_and_nothing_crackles() -> None:
    block = np.array([[0.2, 0.9], [0.1, 0.9]], np.float32)
    assert mixed_down(block, [1.0, 0.0]).tolist()[0] == pytest.approx(0.2)
    assert mixed_down(block, [0.5, 2.0]).tolist()[0] == pytest.approx(0.3)
    assert mixed_down(block, [1.0, 1.0]).max() < 1


def test_after_the_end_there_is_nothing() -> None:
    mix = TrackMix([track(tone(300, 0.1))] * 2, start=1600, length=1600, out_rate_hz=RATE)
    assert mix.read() is None
