from app.recording.live_supervision import (
    MOST_DEATHS,
    MOST_SKIPS,
    SKIPPED,
    Answer,
    LivePatience,
    LiveSupervision,
    stretch_to_skip,
)
from engine.contract.audio import SampleIndex
from engine.contract.engine import DeviceReport
from engine.contract.messages import DeviceChosen, JobProgressed, Stage, TrackSettled

SETTLED = TrackSettled("job", 0, SampleIndex(16_000))
DEVICE = DeviceChosen("job", DeviceReport("cpu", "int8", "Fake"))


def listening(patience: LivePatience | None = None) -> LiveSupervision:
    supervision = LiveSupervision(patience or LivePatience())
    supervision.hear(SETTLED)
    return supervision


def test_an_engine_that_died_is_asked_again():
    supervision = listening()
    assert supervision.died([0]) is Answer.AGAIN


def test_deaths_at_the_same_place_give_the_place_up():
    supervision = listening()
    assert [supervision.died([500]) for _ in range(MOST_DEATHS)] == [Answer.AGAIN, Answer.AGAIN, Answer.SKIP]


def test_what_was_settled_in_between_is_another_place():
    supervision = listening()
    assert [supervision.died([mark]) for mark in range(0, 10_000, 1000)] == [Answer.AGAIN] * 10


def test_an_engine_that_never_listens_is_given_up():
    supervision = LiveSupervision(LivePatience())
    supervision.hear(JobProgressed("job", Stage.LOADING, 0, 0))
    assert [supervision.died([0]) for _ in range(MOST_DEATHS)][-1] is Answer.GIVE_UP


def test_deaths_while_it_listened_do_not_count_for_one_while_it_loads():
    supervision = listening()
    assert [supervision.died([0]) for _ in range(MOST_DEATHS - 1)] == [Answer.AGAIN] * (MOST_DEATHS - 1)
    supervision.begin()
    assert supervision.died([0]) is Answer.AGAIN
    supervision.begin()
    supervision.hear(SETTLED)
    assert supervision.died([0]) is Answer.SKIP


def test_deaths_while_it_loads_count_in_a_row_only():
    supervision = LiveSupervision(LivePatience())
    for place in range(10):
        supervision.begin()
        assert supervision.died([place]) is Answer.AGAIN
        supervision.begin()
        supervision.hear(SETTLED)
        assert supervision.died([place]) is Answer.AGAIN


def test_too_many_stretches_are_not_given_up():
    supervision = listening()
    answers = [supervision.died([place]) for place in range(MOST_SKIPS + 1) for _ in range(MOST_DEATHS)]
    assert answers.count(Answer.SKIP) == MOST_SKIPS
    assert answers[-1] is Answer.GIVE_UP


def test_another_try_of_a_person_counts_anew():
    supervision = listening()
    supervision.died([0])
    supervision.died([0])
    supervision.forgive()
    assert supervision.died([0]) is Answer.AGAIN


def test_a_silent_engine_hangs_and_one_that_loads_has_more_time():
    patience = LivePatience(loading_s=100, going_s=10)
    supervision = LiveSupervision(patience)
    for _ in range(100):
        supervision.wait(0.5)
    assert not supervision.is_hung
    supervision.hear(SETTLED)
    for _ in range(21):
        supervision.wait(0.5)
    assert supervision.is_hung


def test_an_engine_that_is_slow_as_a_rule_has_time():
    supervision = listening(LivePatience(going_s=10))
    for _ in range(10):
        supervision.wait(0.5)
    supervision.hear(SETTLED)
    for _ in range(100):
        supervision.wait(0.5)
    assert not supervision.is_hung


def test_a_computer_that_slept_did_not_wait():
    supervision = listening(LivePatience(going_s=10))
    supervision.wait(36_000)
    assert not supervision.is_hung


def test_the_track_that_is_furthest_behind_is_skipped():
    assert stretch_to_skip([16_000, 0], [1_000_000, 900_000]) == (0, 16_000, 16_000 + SKIPPED)
    assert stretch_to_skip([16_000, 0], [32_000, 900_000]) == (1, 0, SKIPPED)
    assert stretch_to_skip([16_000, 0], [32_000, 8000]) == (0, 16_000, 32_000)
    assert stretch_to_skip([32_000], [32_000]) is None
