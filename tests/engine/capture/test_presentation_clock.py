"""Tests of placing frames on the timeline, in numbers alone. One second is 1000 samples here."""

from hypothesis import given
from hypothesis import strategies as st

from engine.capture.presentation_clock import Placement, PresentationClock

FRAME = 20
NOTHING = Placement(0, 0, is_hole=False)


def clock_after(frames: int, *, limit: int | None = None) -> PresentationClock:
    clock = PresentationClock(rate_hz=1000, limit=limit)
    for number in range(frames):
        assert clock.place(number * FRAME, FRAME) == NOTHING
    return clock


def test_a_late_first_frame_has_silence_in_front() -> None:
    clock = PresentationClock(rate_hz=1000)
    assert clock.place(1500, FRAME) == Placement(1500, 0, is_hole=False)
    assert clock.position == 1520


def test_what_lies_before_zero_is_cut_off() -> None:
    clock = PresentationClock(rate_hz=1000)
    assert clock.place(-50, FRAME) == Placement(0, 20, is_hole=False)
    assert clock.place(-30, FRAME) == Placement(0, 20, is_hole=False)
    assert clock.place(-10, FRAME) == Placement(0, 10, is_hole=False)
    assert clock.place(10, FRAME) == NOTHING
    assert clock.position == 30


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=200))
def test_jitter_never_makes_a_hole(jitter: list[int]) -> None:
    clock = PresentationClock(rate_hz=1000)
    clock.place(0, FRAME)
    for number, off in enumerate(jitter, start=1):
        assert clock.place(number * FRAME + off, FRAME) == NOTHING


def test_a_hole_is_filled_to_the_sample() -> None:
    clock = clock_after(10)
    assert clock.place(1000, FRAME) == Placement(800, 0, is_hole=True)
    assert clock.place(1020, FRAME) == NOTHING


def test_after_damage_a_small_difference_counts() -> None:
    assert clock_after(10).place(240, FRAME) == NOTHING
    assert clock_after(10).place(240, FRAME, is_after_damage=True) == Placement(40, 0, is_hole=True)


def test_a_known_loss_moves_all_later_times() -> None:
    clock = clock_after(10)
    assert clock.place(220, FRAME, is_after_damage=True, lost=500) == Placement(500, 0, is_hole=True)
    assert clock.place(240, FRAME) == NOTHING
    assert clock.position == 740


def test_one_wrong_time_changes_nothing() -> None:
    for wrong in (90_000, -5_000, 10**15):
        clock = clock_after(10)
        assert clock.place(wrong, FRAME) == NOTHING
        assert clock.place(220, FRAME) == NOTHING
        assert clock.position == 240


def test_times_that_start_over_go_on_where_they_were() -> None:
    clock = clock_after(100)
    for number in range(50):
        assert clock.place(number * FRAME, FRAME) == NOTHING
    assert clock.place(50 * FRAME + 500, FRAME) == Placement(500, 0, is_hole=True)


def test_a_long_pause_is_believed_when_later_frames_agree() -> None:
    clock = clock_after(10)
    placements = [clock.place(60_000 + number * FRAME, FRAME) for number in range(10)]
    assert sum(placement.silence for placement in placements) == 60_000 - 200
    assert clock.position == 60_000 + 10 * FRAME


def test_no_time_beyond_the_limit_is_believed() -> None:
    clock = clock_after(10, limit=5_000)
    for number in range(10):
        assert clock.place(20_000 + number * FRAME, FRAME) == NOTHING
    for number in range(20, 30):
        assert clock.place(number * FRAME, FRAME) == NOTHING
    assert clock.position == 600


def test_frames_without_times_follow_each_other() -> None:
    clock = clock_after(10)
    assert clock.place(None, FRAME) == NOTHING
    assert clock.position == 220
