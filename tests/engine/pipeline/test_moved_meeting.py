"""A meeting that moves from one worker to another, and to this computer, goes on in its language and with its terms.

Two workers on loopback, a live job as the engine process runs it. Whoever guesses the language guesses another one, so
that it would be seen.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.caching.memory_contexts import MemoryContexts
from engine.caching.session_context import SessionContext, SessionContexts, meeting_token, read_context
from engine.contract.audio import TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.engine import LanguageGuess
from engine.contract.messages import Event, FollowedTrack, FollowRecording, JobFinished, LanguageChosen, LineGrown
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.pipeline.engine_store import EngineStore
from engine.pipeline.far_places import PairedPlaces
from engine.pipeline.live_job import LiveJob
from engine.remote.paired_workers import PairedWorker, PairedWorkers
from engine.remote.question import Answer, LanguageTask, Question, WindowTask
from engine.remote.worker_connection import WorkerConnection
from tests.builders.paired_machines import new_identity
from tests.builders.recorded_folder import record
from tests.builders.waiting import wait_until
from tests.fakes.fake_answering import FakeAnswering, plain_answer
from tests.fakes.fake_detector import FakeDetector
from tests.fakes.fake_worker import FakeWorker
from tests.fakes.loud_reciter import Reciter, recited, texts

WORDS = 80
OPTIONS = RecognitionOptions(model="base", glossary=(GlossaryTerm("eigenvalue"),))
NAME = f"this-machine/{meeting_token('meeting')}"


class Worker:
    """One on loopback that takes every recording for one in its own language, and may be lost in the middle."""

    def __init__(self, language: str, *, windows: int = 1000) -> None:
        self._language = language
        self._left = windows
        self._reciter = Reciter()
        self._killing: threading.Thread | None = None
        self.server = FakeWorker(lambda: FakeAnswering(answer=self._answer))

    @property
    def answering(self) -> FakeAnswering:
        assert isinstance(self.server.answering, FakeAnswering)
        return self.server.answering

    @property
    def guesses(self) -> int:
        return sum(isinstance(question.task, LanguageTask) for question in self.answering.asked)

    @property
    def windows(self) -> list[WindowTask]:
        return [question.task for question in self.answering.asked if isinstance(question.task, WindowTask)]

    @property
    def known(self) -> SessionContext | None:
        """What it keeps of the only meeting there is."""
        return read_context(self.server.run(self.answering.meetings.store.read(NAME)))

    def close(self) -> None:
        if self._killing is not None:
            self._killing.join()
        self.server.close()

    def _answer(self, question: Question) -> Answer:
        match question.task:
            case LanguageTask():
                return LanguageGuess(self._language, 0.9)
            case WindowTask() as task:
                self._left -= 1
                if self._left == 0:
                    self._killing = threading.Thread(target=lambda: self.server.run(self.server.server.hang_up()))
                    self._killing.start()
                said = [word.text for word in task.said]
                return self._reciter.understand(task.samples, said=said, language=task.language, careful=task.careful)
            case _:
                return plain_answer(question)


class Desktop(EngineStore):
    """This computer, with a recogniser of its own that takes everything for German."""

    def __init__(self, folder: Path, *, before: Callable[[], None] = lambda: None) -> None:
        """``before`` is called before this computer reads a window itself."""
        self.paired = PairedWorkers(folder / "workers.json")
        super().__init__(
            models=folder / "models", cache=folder / "cache", far=PairedPlaces(self.paired.path, connect=_plainly)
        )
        self.near = Reciter(language="de", before=before)

    def pair(self, name: str, worker: Worker) -> None:
        self.paired.add(PairedWorker(name, "127.0.0.1", worker.server.port, new_identity().certificate))

    def live_here(self, options: RecognitionOptions, cancellation: Cancellation) -> Reciter:  # type: ignore[override]
        return self.near

    def smaller_than(self, options: RecognitionOptions) -> RecognitionOptions | None:
        return None


def _plainly(worker: PairedWorker) -> WorkerConnection:
    return WorkerConnection(target=worker.target, worker=worker.name, credentials=None)


@pytest.fixture
def closing_all() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def command(tmp_path: Path) -> FollowRecording:
    """A recording that has ended, whose language nobody said."""
    record(tmp_path / "meeting", [(TrackKind.MICROPHONE, recited(WORDS))])
    return FollowRecording("job", str(tmp_path / "meeting"), (FollowedTrack(0, TrackKind.MICROPHONE),), OPTIONS)


def understand(command: FollowRecording, desktop: Desktop, contexts: SessionContexts) -> list[Event]:
    events: list[Event] = []
    job = LiveJob(
        command,
        engines=desktop,
        emit=events.append,
        contexts=contexts,
        make_detector=FakeDetector,
        sleep=lambda _: None,
    )
    job.run()
    assert isinstance(events[-1], JobFinished)
    return events


def languages(events: Sequence[Event]) -> list[str]:
    return [event.language for event in events if isinstance(event, LanguageChosen)]


def text(events: Sequence[Event]) -> str:
    lines = {event.line: event.segment for event in events if isinstance(event, LineGrown)}
    assert {line.language for line in lines.values()} == {"zh"}
    return " ".join(line.text for line in lines.values())


@pytest.mark.allows("stderr", reason="an engine process notes there what each lost worker cost")
def test_a_meeting_moves_to_another_worker_and_back_and_its_language_is_guessed_once(
    command: FollowRecording, tmp_path: Path, closing_all: ExitStack
):
    """Worker A guesses it and is killed; worker B reads on and is killed as well; this computer reads to the end."""
    first, second = Worker("zh", windows=3), Worker("fr", windows=2)

    def before() -> None:
        """This computer is so fast that all would be read before another worker is found."""
        if "B" not in [each.name for each in desktop.paired.read()]:
            desktop.pair("B", second)
        if not second.windows:
            wait_until(lambda: second.answering.opened, "worker B was asked")
            time.sleep(0.1)

    desktop = Desktop(tmp_path, before=before)
    desktop.pair("A", first)
    for each in (first, second, desktop):
        closing_all.callback(each.close)
    contexts = SessionContexts(MemoryContexts())
    events = understand(command, desktop, contexts)
    assert languages(events) == ["zh"]
    assert text(events) == texts(WORDS)
    assert (first.guesses, second.guesses, desktop.near.guesses) == (1, 0, 0)
    assert len(first.windows) == 3
    assert len(second.windows) in {2, 3}, "one more may be asked before it is seen that it is gone"
    assert {task.language for task in (*first.windows, *second.windows)} == {"zh"}
    assert {question.options.glossary for question in second.answering.asked} == {OPTIONS.glossary}
    for worker in (first, second):
        assert worker.known is not None
        assert (worker.known.language, worker.known.glossary) == ("zh", OPTIONS.glossary)
        assert worker.known.said == ()


def test_a_computer_that_forgot_everything_hears_the_language_of_the_worker_it_asked_before(
    command: FollowRecording, tmp_path: Path, closing_all: ExitStack
):
    """The engine process was killed, and its cache is gone: a new one with nothing but the worker."""
    worker = Worker("zh")
    closing_all.callback(worker.close)
    for number, expected in enumerate((1, 1)):
        with closing(Desktop(tmp_path / str(number))) as desktop:
            desktop.pair("A", worker)
            events = understand(command, desktop, SessionContexts(MemoryContexts()))
            assert languages(events) == ["zh"]
            assert text(events) == texts(WORDS)
            assert (worker.guesses, desktop.near.guesses) == (expected, 0)


def test_what_a_person_says_goes_before_what_a_worker_knows(
    command: FollowRecording, tmp_path: Path, closing_all: ExitStack
):
    worker = Worker("fr")
    closing_all.callback(worker.close)
    with closing(Desktop(tmp_path / "one")) as desktop:
        desktop.pair("A", worker)
        understand(command, desktop, SessionContexts(MemoryContexts()))
    with closing(Desktop(tmp_path / "two")) as desktop:
        desktop.pair("A", worker)
        events = understand(replace(command, language="zh"), desktop, SessionContexts(MemoryContexts()))
        assert text(events) == texts(WORDS)
