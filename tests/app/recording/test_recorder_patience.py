from app.recording.recorder_patience import RecorderPatience, RecorderWatch


def recording(patience: RecorderPatience | None = None) -> RecorderWatch:
    watch = RecorderWatch(patience or RecorderPatience())
    watch.begin()
    watch.started()
    return watch


def test_a_recorder_that_died_is_started_again_at_once():
    watch = recording()
    watch.see(0.0)
    watch.see(60.0)
    assert watch.died(has_begun=True) == 0.0


def test_one_that_dies_again_and_again_is_given_time_and_then_up():
    watch = recording()
    waits = [watch.died(has_begun=True) for _ in range(8)]
    assert waits[0] == 0.0
    assert all(wait is not None and 0 < wait <= 5.0 for wait in waits[1:-1])
    assert waits[-1] is None


def test_one_that_recorded_for_a_while_is_forgiven():
    watch = recording()
    for n in range(20):
        watch.begin()
        watch.started()
        watch.see(n * 100.0)
        watch.see(n * 100.0 + 30)
        assert watch.died(has_begun=True) == 0.0


def test_one_that_recorded_for_some_seconds_is_replaced_at_once_however_often():
    """Case 14: each further wait would be sound that is missing."""
    watch = recording()
    for n in range(20):
        watch.begin()
        watch.started()
        watch.see(n * 10.0)
        assert not watch.is_steady
        watch.see(n * 10.0 + 3)
        assert watch.is_steady
        assert watch.died(has_begun=True) == 0.0


def test_one_that_never_begins_is_given_up_sooner():
    watch = RecorderWatch(RecorderPatience())
    waits = [watch.died(has_begun=False) for _ in range(3)]
    assert waits[-1] is None


def test_one_that_says_nothing_hangs():
    watch = recording(RecorderPatience(going_s=5))
    for _ in range(9):
        watch.wait(0.5)
    assert not watch.is_hung
    watch.hear()
    for _ in range(11):
        watch.wait(0.5)
    assert watch.is_hung
