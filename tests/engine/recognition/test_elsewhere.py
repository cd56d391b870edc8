import threading
import time
from collections.abc import Iterator

import pytest

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import RecogniserFailed
from engine.recognition.elsewhere import IDLE_S, Elsewhere, PassedOver, Unanswered
from tests.builders.waiting import wait_until
from tests.fakes.far_places import FAR_CARD, MOST_PASSES, FakeDoors, Mood

Asked = list[int]


class Place:
    """A worker that is asked for numbers."""

    def __init__(self, *, idle_s: float = IDLE_S) -> None:
        self.mood = Mood()
        self.doors: FakeDoors[Asked] = FakeDoors(lambda: [], self.mood)
        self.elsewhere: Elsewhere[Asked] = Elsewhere(self.doors, idle_s=idle_s)

    def ask(
        self,
        number: int,
        *,
        within_s: float = 20.0,
        may_pass_over: bool = False,
        cancellation: Cancellation | None = None,
    ) -> int:
        def work(asked: Asked, _: Cancellation) -> int:
            self.mood.suffer()
            asked.append(number)
            return number

        return self.elsewhere.ask(
            work, within_s=within_s, allowed_s=1.0, may_pass_over=may_pass_over, cancellation=cancellation
        )

    def come_back(self) -> None:
        self.mood.hangs = False
        self.mood.is_there = True
        wait_until(lambda: self.elsewhere.asked is not None)


@pytest.fixture
def place() -> Iterator[Place]:
    made = Place()
    assert made.elsewhere.wait(20.0, Cancellation())
    yield made
    made.elsewhere.close()
    made.elsewhere.close()


def test_a_worker_that_is_there_is_asked(place: Place):
    assert place.ask(1) == 1
    assert place.elsewhere.device == FAR_CARD
    assert place.elsewhere.missed == ""


def test_a_question_that_hangs_is_given_back_at_its_deadline_and_the_worker_left(place: Place):
    """Case 85."""
    place.mood.hangs = True
    with pytest.raises(Unanswered):
        place.ask(1, within_s=0.1)
    assert place.elsewhere.device is None
    assert place.elsewhere.missed == "desk-gpu"
    assert place.doors.conversations[0].errors == [None]
    assert place.mood.closed.wait(5.0)


def test_what_a_worker_says_too_late_is_nobodys_answer(place: Place):
    place.mood.hangs = True
    with pytest.raises(Unanswered):
        place.ask(1, within_s=0.1)
    asked = place.doors.conversations[0].asked
    wait_until(lambda: asked == [1])  # it answers when the conversation ends
    assert place.doors.conversations[0].took_s == []
    place.come_back()
    assert place.ask(2) == 2


def test_without_a_worker_a_question_comes_back_at_once(place: Place):
    place.mood.hangs = True
    with pytest.raises(Unanswered):
        place.ask(1, within_s=0.05)
    wait_until(lambda: place.mood.asked == 1)
    with pytest.raises(Unanswered):
        place.ask(2)
    assert place.mood.asked == 1


def test_a_worker_that_comes_back_is_asked_again_in_a_new_conversation(place: Place):
    place.mood.fails = 1
    with pytest.raises(Unanswered):
        place.ask(1)
    place.come_back()
    assert place.elsewhere.device is None, "it has not answered yet"
    assert place.ask(2) == 2
    assert place.elsewhere.device == FAR_CARD
    assert len(place.doors.conversations) == 2


def test_an_error_of_a_worker_is_noted_and_answered_here(place: Place):
    place.mood.fails = 1
    with pytest.raises(Unanswered):
        place.ask(1)
    (error,) = place.doors.conversations[0].errors
    assert isinstance(error, RecogniserFailed)


def test_a_busy_worker_passes_over_what_does_not_keep_and_is_not_blamed(place: Place):
    place.mood.is_busy = True
    with pytest.raises(PassedOver):
        place.ask(1, may_pass_over=True)
    place.mood.is_busy = False
    assert place.ask(2) == 2
    assert place.doors.conversations[0].errors == []
    assert place.elsewhere.device == FAR_CARD


def test_a_worker_that_never_has_time_is_left(place: Place):
    place.mood.is_busy = True
    for number in range(MOST_PASSES):
        with pytest.raises(PassedOver):
            place.ask(number, may_pass_over=True)
    with pytest.raises(Unanswered):
        place.ask(9, may_pass_over=True)
    assert place.elsewhere.device is None


def test_what_does_not_keep_is_answered_here_where_the_worker_fails(place: Place):
    place.mood.fails = 1
    with pytest.raises(Unanswered):
        place.ask(1, may_pass_over=True)


def test_final_words_that_a_busy_worker_refuses_are_a_trouble(place: Place):
    place.mood.is_busy = True
    with pytest.raises(Unanswered):
        place.ask(1)
    assert len(place.doors.conversations[0].errors) == 1


def test_whatever_comes_from_another_machine_ends_no_meeting_here(place: Place, capsys: pytest.CaptureFixture[str]):
    def work(asked: Asked, _: Cancellation) -> int:
        raise ValueError("a number that is none")

    with pytest.raises(Unanswered):
        place.elsewhere.ask(work, within_s=5.0, allowed_s=1.0)
    assert "a number that is none" in capsys.readouterr().err


def test_a_job_that_is_cancelled_does_not_wait_for_the_worker(place: Place):
    """Case 64."""
    place.mood.hangs = True
    cancellation = Cancellation()
    threading.Timer(0.1, cancellation.request).start()
    began_s = time.monotonic()
    with pytest.raises(Cancelled):
        place.ask(1, within_s=20.0, cancellation=cancellation)
    assert time.monotonic() - began_s < 10.0
    assert place.doors.conversations[0].taken_back == 1
    assert place.doors.conversations[0].errors == [], "it says nothing about the worker"


def test_waiting_for_a_worker_ends_when_there_is_none():
    mood = Mood()
    mood.is_there = False
    elsewhere: Elsewhere[Asked] = Elsewhere(FakeDoors(lambda: [], mood))
    assert not elsewhere.wait(20.0, Cancellation())
    elsewhere.close()


def test_many_threads_may_ask_while_the_worker_goes_and_comes(place: Place):
    answered: list[int] = []
    unanswered: list[int] = []

    def ask(first: int) -> None:
        for number in range(first, first + 50):
            try:
                answered.append(place.ask(number, within_s=5.0))
            except Unanswered:
                unanswered.append(number)

    threads = [threading.Thread(target=ask, args=(first,)) for first in (0, 100, 200)]
    for thread in threads:
        thread.start()
    place.mood.fails = 2
    for thread in threads:
        thread.join()
    assert sorted(answered + unanswered) == [n + m for n in (0, 100, 200) for m in range(50)]


def test_a_worker_that_a_person_turned_off_is_left_before_the_next_question(place: Place):
    assert place.ask(1) == 1
    place.mood.is_wanted = False
    with pytest.raises(Unanswered) as caught:
        place.ask(2)
    assert not caught.value.was_asked
    assert place.elsewhere.device is None
    assert place.mood.closed.wait(5.0)
    assert place.elsewhere.missed == ""
    place.mood.is_wanted = True
    wait_until(lambda: place.elsewhere.asked is not None)
    assert place.ask(3) == 3


def test_a_worker_that_goes_while_nobody_speaks_is_missed_and_asked_again_when_it_is_back():
    """Case 85."""
    place = Place(idle_s=0.02)
    assert place.elsewhere.wait(5.0, Cancellation())
    assert place.ask(1) == 1
    place.mood.is_there = False
    wait_until(lambda: place.elsewhere.device is None)
    assert place.elsewhere.missed == "desk-gpu"
    assert place.mood.asked == 1, "nobody asked anything meanwhile"
    place.come_back()
    assert place.ask(2) == 2
    place.mood.is_wanted = False
    wait_until(lambda: place.elsewhere.device is None)
    place.elsewhere.close()
