import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.importing.job_progress import JobProgress
from engine.contract.messages import Stage

HOUR = 3600 * 16_000


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def recognise(progress: JobProgress, clock: Clock, *, speed: float, seconds: float, step_s: float = 1.0) -> None:
    """Let it run at so many seconds of sound a second."""
    done = 0.0
    progress.update(Stage.RECOGNISING, 0, HOUR)
    for _ in range(round(seconds / step_s)):
        clock.now_s += step_s
        done += speed * step_s * 16_000
        progress.update(Stage.RECOGNISING, round(done), HOUR)


def test_all_stages_together_go_from_nothing_to_all():
    progress = JobProgress(clock=Clock())
    seen = [progress.fraction]
    for stage, done, total in [
        (Stage.READING, 0, 0),
        (Stage.READING, 50, 100),
        (Stage.READING, 100, 100),
        (Stage.LOADING, 0, 0),
        (Stage.RECOGNISING, 0, 100),
        (Stage.RECOGNISING, 50, 100),
        (Stage.RECOGNISING, 100, 100),
    ]:
        progress.update(stage, done, total)
        seen.append(progress.fraction)
    assert seen == sorted(seen)
    assert seen[3] == pytest.approx(0.05)
    assert seen[-1] == pytest.approx(1.0)


@given(st.lists(st.tuples(st.sampled_from(list(Stage)), st.integers(-5, 2000), st.integers(-5, 1000))))
def test_it_never_goes_back_whatever_is_said(updates: list[tuple[Stage, int, int]]):
    clock = Clock()
    progress = JobProgress(clock=clock)
    last = 0.0
    for stage, done, total in updates:
        clock.now_s += 1.0
        progress.update(stage, done, total)
        assert last <= progress.fraction <= 1.0
        last = progress.fraction
        left = progress.seconds_left
        assert left is None or left >= 0.0


def test_no_time_left_is_told_before_it_was_measured():
    clock = Clock()
    progress = JobProgress(clock=clock)
    progress.update(Stage.READING, 50, 100)
    assert progress.seconds_left is None
    recognise(progress, clock, speed=10, seconds=2)
    assert progress.seconds_left is None
    for second in (3, 4):
        clock.now_s += 1
        progress.update(Stage.RECOGNISING, second * 160_000, HOUR)
    assert progress.seconds_left is not None


def test_the_time_left_is_what_the_measured_speed_says():
    clock = Clock()
    progress = JobProgress(clock=clock)
    recognise(progress, clock, speed=10, seconds=120)
    assert progress.seconds_left == pytest.approx((3600 - 1200) / 10, rel=0.01)


def test_the_time_left_goes_down_between_two_updates():
    clock = Clock()
    progress = JobProgress(clock=clock)
    recognise(progress, clock, speed=10, seconds=60)
    before = progress.seconds_left
    clock.now_s += 7
    assert before is not None
    assert progress.seconds_left == pytest.approx(before - 7)


def test_a_lasting_change_of_speed_is_believed_and_a_hiccup_is_not():
    clock = Clock()
    progress = JobProgress(clock=clock)
    recognise(progress, clock, speed=10, seconds=60)
    steady = progress.seconds_left
    progress.update(Stage.RECOGNISING, 601 * 16_000, HOUR)
    clock.now_s += 2
    progress.update(Stage.RECOGNISING, 602 * 16_000, HOUR)
    assert steady is not None
    assert progress.seconds_left == pytest.approx(steady, rel=0.1)
    done = 602.0
    for _ in range(120):
        clock.now_s += 1
        done += 5
        progress.update(Stage.RECOGNISING, round(done * 16_000), HOUR)
    assert progress.seconds_left == pytest.approx((3600 - done) / 5, rel=0.05)


def test_a_resumed_job_is_measured_from_where_it_began():
    clock = Clock()
    progress = JobProgress(clock=clock)
    for second in range(10):
        progress.update(Stage.RECOGNISING, HOUR // 2 + second * 160_000, HOUR)
        clock.now_s += 1
    assert progress.seconds_left == pytest.approx((1800 - 90) / 10 - 1)


def test_an_engine_that_was_started_again_is_measured_anew():
    clock = Clock()
    progress = JobProgress(clock=clock)
    recognise(progress, clock, speed=10, seconds=60)
    progress.pause()
    assert progress.seconds_left is None


def test_it_is_announced_at_most_ten_times_a_second():
    clock = Clock()
    progress = JobProgress(clock=clock)
    told = 0
    for number in range(100):
        progress.update(Stage.RECOGNISING, number, 100)
        told += progress.is_due()
        clock.now_s += 0.01
    assert 9 <= told <= 11


def test_a_new_stage_is_announced_at_once_and_nothing_new_is_not_repeated():
    clock = Clock()
    progress = JobProgress(clock=clock)
    assert progress.is_due()
    assert not progress.is_due()
    progress.update(Stage.LOADING, 0, 0)
    assert progress.is_due()
    clock.now_s += 50
    assert not progress.is_due()


def test_the_countdown_is_told_every_second_without_news():
    clock = Clock()
    progress = JobProgress(clock=clock)
    recognise(progress, clock, speed=10, seconds=60)
    assert progress.is_due()
    clock.now_s += 0.5
    assert not progress.is_due()
    clock.now_s += 0.6
    assert progress.is_due()
