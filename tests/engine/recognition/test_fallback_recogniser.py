import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import RecogniserFailed, SpeechModelMissing, WorkerUnreachable
from engine.contract.heard import AlignedWord, Heard
from engine.recognition.elsewhere import Elsewhere, PassedOver
from engine.recognition.fallback_recogniser import (
    FASTER_HERE,
    IN_TIME_S,
    LATE_MOST_S,
    LATE_S,
    LOADING_LATE_S,
    FallbackRecogniser,
    FarRecogniser,
    LeftWindow,
    patience_with,
)
from tests.builders.waiting import wait_until
from tests.fakes.fake_speech_engine import FAKE_CPU
from tests.fakes.far_places import FAR_CARD, FakeDoors, FarReciter, Mood, NearReciter

WINDOW = np.zeros(16_000, np.float32)


class Meeting:
    """A recogniser with a worker and this computer behind it."""

    def __init__(
        self, *, is_there: bool = True, load: Callable[[], NearReciter] | None = None, late_s: float = 20.0
    ) -> None:
        self.mood = Mood()
        self.mood.is_there = is_there
        self.near = NearReciter()
        self.far = FarReciter(self.mood)
        self.cancellation = Cancellation()
        self.doors: FakeDoors[FarRecogniser] = FakeDoors(lambda: self.far, self.mood)
        self.elsewhere: Elsewhere[FarRecogniser] = Elsewhere(self.doors)
        self.told: list[LeftWindow] = []
        self.recogniser = FallbackRecogniser(
            self.elsewhere,
            load=load or (lambda: self.near),
            model="base",
            cancellation=self.cancellation,
            late_s=late_s,
            tell=self.told.append,
        )

    def read(self, *said: str) -> Heard:
        return self.recogniser.understand(WINDOW, said=said, language="en", careful=True)

    def text(self) -> str:
        return "".join(word.text for word in self.read().words)

    def come_back(self) -> None:
        self.mood.hangs = False
        self.mood.is_there = True
        wait_until(lambda: self.elsewhere.asked is not None)


@pytest.fixture
def meeting() -> Iterator[Meeting]:
    yield from opened(Meeting())


@pytest.fixture
def hasty() -> Iterator[Meeting]:
    """One that waits little for a worker."""
    yield from opened(Meeting(late_s=0.2))


def opened(made: Meeting) -> Iterator[Meeting]:
    made.recogniser.get_ready(20.0)
    yield made
    made.mood.freed.set()
    made.recogniser.close()


def test_a_window_is_read_by_the_worker_alone(meeting: Meeting):
    assert meeting.text() == " far"
    assert meeting.near.asked == 0
    assert meeting.recogniser.device == FAR_CARD


def test_a_window_that_the_worker_does_not_read_in_time_is_read_here_once(hasty: Meeting):
    """Case 85."""
    hasty.mood.hangs = True
    assert hasty.text() == " near"
    assert hasty.text() == " near"
    assert hasty.mood.asked == 1
    assert hasty.near.asked == 2
    assert len(hasty.told) == 1, "the second one was asked of nobody else"
    assert hasty.told[0].seconds >= hasty.told[0].waited_s >= 0.2
    assert hasty.recogniser.device.worker == ""
    assert hasty.recogniser.device.missed_worker == "desk-gpu"
    assert hasty.recogniser.device.refused == ("“desk-gpu” does not answer.",)


def test_a_worker_that_comes_back_reads_again_and_no_window_twice(meeting: Meeting):
    meeting.mood.fails = 1
    assert meeting.text() == " near"
    meeting.come_back()
    assert meeting.text() == " far"
    assert meeting.recogniser.device == FAR_CARD
    assert (meeting.mood.answered, meeting.near.asked) == (1, 1)


def test_what_fails_at_the_worker_is_no_failure_of_this_computers_device(meeting: Meeting):
    """Case 92."""
    meeting.mood.fails = 9
    for _ in range(9):
        assert meeting.text() == " near"


def test_a_device_that_fails_here_as_well_says_so(meeting: Meeting):
    def fail() -> None:
        raise RecogniserFailed("cpu", "out of memory")

    meeting.near.before = fail
    meeting.mood.fails = 1
    with pytest.raises(RecogniserFailed):
        meeting.read()


def test_this_computer_learns_how_the_worker_wrote_the_words_before_it_goes_on(meeting: Meeting):
    meeting.text()
    meeting.mood.fails = 1
    meeting.read(" far")
    assert [(word.text, word.tokens) for word in meeting.near.learned] == [(" far", (7, 8))]


def test_a_worker_that_comes_back_learns_how_this_computer_wrote_what_its_window_begins_with(meeting: Meeting):
    meeting.mood.fails = 1
    meeting.read()
    meeting.come_back()
    meeting.read(" near")
    assert [(word.text, word.tokens) for word in meeting.far.learned] == [(" near", (9,))]


def test_another_worker_learns_how_the_one_before_wrote_what_its_window_begins_with(meeting: Meeting):
    meeting.read()
    meeting.mood.fails = 1
    meeting.read(" far")
    meeting.far = FarReciter(meeting.mood)
    meeting.come_back()
    meeting.read(" far")
    assert [(word.text, word.tokens) for word in meeting.far.learned] == [(" far", (7, 8))]


def test_what_was_written_before_it_was_made_is_known_to_whoever_answers(meeting: Meeting):
    meeting.recogniser.learn([AlignedWord(0, 0, " old", 1.0, (3,))])
    meeting.read(" old")
    assert [(word.text, word.tokens) for word in meeting.far.learned] == [(" old", (3,))]
    meeting.mood.fails = 1
    meeting.read(" old")
    assert (" old", (3,)) in [(word.text, word.tokens) for word in meeting.near.learned]


def test_the_worker_is_told_whose_window_it_is(meeting: Meeting):
    meeting.recogniser.turn_to(1, is_tentative=True)
    meeting.read()
    meeting.recogniser.turn_to(0, is_tentative=False)
    assert meeting.recogniser.guess_language(WINDOW) == ("en", 0.8)
    assert meeting.far.turns == [(1, True), (0, False)]


def test_a_busy_worker_passes_over_words_of_somebody_who_still_speaks_and_this_computer_does_not_read_them(
    meeting: Meeting,
):
    meeting.mood.is_busy = True
    meeting.recogniser.turn_to(0, is_tentative=True)
    with pytest.raises(PassedOver):
        meeting.read()
    assert (meeting.near.asked, meeting.told) == (0, [])
    assert meeting.recogniser.device == FAR_CARD


def test_final_words_that_a_busy_worker_refuses_are_read_here(meeting: Meeting):
    meeting.mood.is_busy = True
    meeting.recogniser.turn_to(0, is_tentative=False)
    assert meeting.text() == " near"
    assert len(meeting.told) == 1


def test_the_language_is_guessed_here_where_the_worker_does_not(meeting: Meeting):
    meeting.mood.fails = 1
    assert meeting.recogniser.guess_language(WINDOW) == ("de", 0.7)


def test_without_a_worker_it_begins_here():
    meeting = Meeting(is_there=False)
    meeting.recogniser.get_ready(20.0)
    assert meeting.text() == " near"
    assert meeting.recogniser.device.device == FAKE_CPU.device
    meeting.recogniser.close()


def test_with_a_worker_nobody_waits_until_this_computer_is_loaded():
    loaded = threading.Event()

    def load() -> NearReciter:
        assert loaded.wait(20.0)
        return NearReciter()

    meeting = Meeting(load=load)
    meeting.recogniser.get_ready(20.0)
    assert meeting.text() == " far"
    loaded.set()
    meeting.recogniser.close()


def test_as_long_as_this_computer_loads_a_worker_that_comes_back_is_asked_again():
    """Case 85."""
    loaded = threading.Event()

    def load() -> NearReciter:
        assert loaded.wait(60.0)
        return NearReciter()

    meeting = Meeting(load=load)
    meeting.recogniser.get_ready(20.0)
    meeting.mood.fails = 1
    with ThreadPoolExecutor(1) as pool:
        text = pool.submit(meeting.text)
        wait_until(lambda: not meeting.mood.is_there)
        meeting.come_back()
        assert text.result(60.0) == " far"
    assert (meeting.mood.answered, meeting.told) == (1, [])
    loaded.set()
    meeting.recogniser.close()


def test_a_fast_computer_waits_a_second_and_takes_nobody_who_is_much_slower_than_itself():
    assert patience_with(0.0) == (LATE_S, IN_TIME_S)
    assert patience_with(0.4) == (LATE_S, pytest.approx(FASTER_HERE * 0.4))
    assert patience_with(0.7) == (LATE_S, IN_TIME_S)


def test_a_computer_that_does_not_keep_up_itself_leaves_no_worker_that_is_faster():
    late_s, allowed_s = patience_with(1.5)
    assert (late_s, allowed_s) == (1.5, 1.5)
    assert patience_with(9.0)[0] == LATE_MOST_S


def test_a_computer_that_cannot_read_yet_has_patience():
    assert patience_with(None) == (LOADING_LATE_S, LOADING_LATE_S)


def test_a_worker_is_enough_where_the_speech_model_is_not_on_this_computer():
    def load() -> NearReciter:
        raise SpeechModelMissing("base")

    meeting = Meeting(load=load)
    meeting.recogniser.get_ready(20.0)
    assert meeting.text() == " far"
    meeting.mood.fails = 1
    with pytest.raises(WorkerUnreachable):
        meeting.read()
    meeting.recogniser.close()


def test_a_speech_model_that_nobody_has_is_named():
    def load() -> NearReciter:
        raise SpeechModelMissing("base")

    meeting = Meeting(is_there=False, load=load)
    meeting.doors.is_known = False
    with pytest.raises(SpeechModelMissing):
        meeting.recogniser.get_ready(20.0)
    meeting.recogniser.close()


def test_a_smaller_speech_model_that_takes_over_here_is_told():
    meeting = Meeting(is_there=False)
    meeting.near.model = "tiny"
    meeting.recogniser.get_ready(20.0)
    assert meeting.recogniser.device.model == "tiny"
    meeting.recogniser.close()


def test_a_smaller_model_that_writes_in_another_way_takes_over_no_tokens_and_gives_none(meeting: Meeting):
    meeting.near.model = "tiny.en"
    meeting.text()
    meeting.mood.fails = 1
    assert [word.tokens for word in meeting.read(" far").words] == [()]
    assert meeting.near.learned == []
    meeting.come_back()
    meeting.read(" near")
    assert [(word.text, word.tokens) for word in meeting.far.learned[-1:]] == [(" near", ())]


def test_a_meeting_that_is_cancelled_waits_for_nobody(meeting: Meeting):
    """Case 64."""
    meeting.mood.hangs = True
    meeting.cancellation.request()
    with pytest.raises(Cancelled):
        meeting.read()
