import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import EngineSession, SpanAudio
from engine.contract.options import RecognitionOptions
from engine.recognition.elsewhere import Elsewhere
from engine.recognition.fallback_engine import FallbackEngine, FarSession
from tests.builders.waiting import wait_until
from tests.fakes.fake_speech_engine import FAKE_CPU, FakeSpeechEngine, scripted_line
from tests.fakes.far_places import FAR_CARD, FakeDoors, Mood, far_session


def stretch(number: int) -> SpanAudio:
    """Two seconds of it."""
    start, stop = SampleIndex(number * 2 * SAMPLE_RATE_HZ), SampleIndex((number + 1) * 2 * SAMPLE_RATE_HZ)
    span = SpeechSpan(0, start, stop)
    return SpanAudio((span,), np.zeros(span.length, np.float32), (span,))


STRETCHES = [stretch(number) for number in range(12)]
HERE = [scripted_line(f"here {number}", 2 * number + 0.2, 2 * number + 1.5) for number in range(12)]
THERE = [scripted_line(f"there {number}", 2 * number + 0.2, 2 * number + 1.5) for number in range(12)]


class File:
    """An engine with a worker and this computer behind it."""

    def __init__(self, *, patience: int = 0) -> None:
        self.mood = Mood()
        self.near = FakeSpeechEngine(HERE, parallel=1)
        self.far = FakeSpeechEngine(THERE, batch_size=8, parallel=3, device=FAR_CARD)
        self.doors: FakeDoors[FarSession] = FakeDoors(
            lambda: far_session(self.mood, self.far), self.mood, patience=patience
        )
        self.elsewhere: Elsewhere[FarSession] = Elsewhere(self.doors)
        assert self.elsewhere.wait(5.0, Cancellation())
        self.loads = 0
        self.engine = FallbackEngine(self.elsewhere, load=self._load)
        self.session: EngineSession = self.engine.open_session(RecognitionOptions())

    def ask(self, *numbers: int, cancellation: Cancellation | None = None) -> list[str]:
        asked = [STRETCHES[number] for number in numbers]
        found = self.session.recognise(asked, cancellation or Cancellation(), language="en")
        return [line.text for lines in found for line in lines]

    def close(self) -> None:
        self.mood.freed.set()
        self.session.close()
        self.engine.close()

    def _load(self) -> FakeSpeechEngine:
        self.loads += 1
        return self.near


@pytest.fixture
def file() -> Iterator[File]:
    made = File()
    yield made
    made.close()


def test_a_worker_answers_and_this_computer_loads_nothing(file: File):
    assert file.ask(0, 1) == ["there 0", "there 1"]
    assert file.engine.device == FAR_CARD
    assert (file.engine.batch_size, file.engine.parallel) == (8, 3)
    assert file.loads == 0


def test_the_same_question_is_answered_here_when_the_worker_fails(file: File):
    file.mood.fails = 1
    assert file.ask(0, 1) == ["here 0", "here 1"]
    assert file.ask(2) == ["here 2"]
    assert file.loads == 1
    assert file.engine.device.device == FAKE_CPU.device
    assert file.engine.device.missed_worker == "desk-gpu"
    assert (file.engine.batch_size, file.engine.parallel) == (2, 1)


def test_a_worker_that_comes_back_goes_on_with_the_next_question(file: File):
    file.mood.fails = 1
    assert file.ask(0) == ["here 0"]
    file.mood.is_there = True
    wait_until(lambda: file.elsewhere.asked is not None)
    assert file.ask(1) == ["there 1"]
    assert file.engine.device == FAR_CARD


def test_one_question_that_a_worker_cannot_answer_does_not_end_the_conversation():
    file = File(patience=3)
    file.mood.fails = 1
    assert file.ask(0) == ["here 0"]
    assert file.ask(1) == ["there 1"]
    assert len(file.doors.conversations) == 1
    file.close()


def test_every_question_of_many_threads_is_answered_once_whatever_befalls_the_worker(file: File):
    """Case 85."""
    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(file.ask, number) for number in range(12)]
        file.mood.fails = 1
        answers = [text for each in asked for text in each.result()]
    assert [int(text.split()[1]) for text in answers] == list(range(12))
    assert file.near.sessions[0].busiest <= 1 if file.near.sessions else True


def test_this_computer_is_asked_by_no_more_threads_than_it_likes(file: File):
    file.mood.fails = 1
    together = threading.Barrier(3, timeout=5.0)

    def ask(number: int) -> list[str]:
        together.wait()
        return file.ask(number)

    file.ask(0)
    with ThreadPoolExecutor(3) as pool:
        assert [text for texts in pool.map(ask, range(1, 4)) for text in texts] == ["here 1", "here 2", "here 3"]
    assert file.near.sessions[0].busiest == 1


def test_a_job_on_a_worker_is_cancelled_at_once_and_the_worker_is_told(file: File):
    """Case 64."""
    file.mood.hangs = True
    cancellation = Cancellation()
    threading.Timer(0.1, cancellation.request).start()
    with pytest.raises(Cancelled):
        file.ask(0, cancellation=cancellation)
    assert file.loads == 0
    file.engine.close()
    assert file.mood.closed.wait(5.0)


def test_the_language_is_voted_on_by_the_worker_or_here(file: File):
    assert file.session.guess_language(STRETCHES[:1], Cancellation()).language == "en"
    assert len(file.far.voters) == 1
    file.mood.fails = 1
    assert file.session.guess_language(STRETCHES[:2], Cancellation()).language == "en"
    assert len(file.near.voters) == 2
