"""Workers that do as a test says: answer, hang, fail, are slow, are gone, and come back.

``FakeDoors`` and ``FakeConversation`` stand where ``engine/remote/worker_doors.py`` does; what is asked in them a test
hands in. A call that hangs does so until the conversation is closed, as one over a broken connection does.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from engine.contract.audio import Samples
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, LanguageGuess, SpanAudio
from engine.contract.errors import RecogniserFailed, WorkerRefused
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.recognition.fallback_engine import FarSession
from tests.fakes.fake_speech_engine import FAKE_CPU, FakeSpeechEngine

FAR_CARD = DeviceReport("cuda", "float16", "Far card", worker="desk-gpu")

MOST_PASSES = 3
"""So many questions a worker passes over before it is left."""

T = TypeVar("T")


class Mood:
    """How the worker is; changed by a test at any moment, on any thread."""

    def __init__(self) -> None:
        self.is_there = True
        self.is_wanted = True
        """Whether the person wants it asked."""
        self.hangs = False
        self.fails = 0
        """So many of the next questions fail."""
        self.is_busy = False
        """It has other work, and says so at once."""
        self.before: Callable[[], None] = lambda: None
        """Called at each question, before anything else."""
        self.asked = 0
        self.answered = 0
        self.closed = threading.Event()
        self.freed = threading.Event()
        """Set, whatever hangs goes on, and answers late."""

    def suffer(self) -> None:
        """Let a question go as the worker is."""
        self.asked += 1
        self.before()
        if self.hangs:
            self.freed.wait(20.0)
        if self.is_busy:
            raise WorkerRefused("desk-gpu", "busy")
        if self.fails:
            self.fails -= 1
            raise RecogniserFailed("cuda", "out of memory")
        self.answered += 1


class FakeConversation(Generic[T]):
    """See ``Conversation``. One trouble is enough to end it, except where ``patience`` is left."""

    def __init__(self, asked: T, mood: Mood, *, device: DeviceReport = FAR_CARD, patience: int = 0) -> None:
        self.asked = asked
        self.device = device
        self.mood = mood
        self.patience = patience
        self.errors: list[Exception | None] = []
        self.took_s: list[float] = []
        self.taken_back = 0
        self.passes = 0
        self.is_closed = False

    @property
    def is_wanted(self) -> bool:
        return self.mood.is_wanted

    def may_ask(self) -> bool:
        return not self.is_closed

    def answered(self, *, took_s: float, allowed_s: float) -> bool:
        self.took_s.append(took_s)
        return True

    def failed(self, error: Exception | None) -> bool:
        self.errors.append(error)
        self.mood.is_there = self.mood.is_there and len(self.errors) <= self.patience
        return self.mood.is_there

    def passed_over(self) -> bool:
        self.passes += 1
        self.mood.is_there = self.passes <= MOST_PASSES
        return self.mood.is_there

    def not_asked(self) -> None:
        self.taken_back += 1

    def is_there(self) -> bool:
        return self.mood.is_there

    def close(self) -> None:
        self.is_closed = True
        self.mood.closed.set()
        self.mood.freed.set()


class FakeDoors(Generic[T]):
    """See ``Doors``. Lets in whenever the worker is there."""

    def __init__(self, make: Callable[[], T], mood: Mood | None = None, *, patience: int = 0) -> None:
        self.mood = mood or Mood()
        self.conversations: list[FakeConversation[T]] = []
        self.is_known = True
        """Whether there is a worker at all that could be missed."""
        self._make = make
        self._patience = patience

    @property
    def missed(self) -> str:
        return "" if self.mood.is_there or not self.is_known or not self.mood.is_wanted else "desk-gpu"

    @property
    def reason(self) -> str:
        return "" if self.mood.is_there or not self.mood.is_wanted else "“desk-gpu” does not answer."

    def enter(self, stop: Cancellation) -> FakeConversation[T] | None:
        if not (self.mood.is_there and self.mood.is_wanted):
            return None
        self.mood.freed.clear()
        self.conversations.append(FakeConversation(self._make(), self.mood, patience=self._patience))
        return self.conversations[-1]

    def wait_s(self) -> float:
        return 0.0


class FarReciter:
    """A ``FarRecogniser`` that answers with what another one says, if the worker does."""

    def __init__(self, mood: Mood, heard: Heard | None = None) -> None:
        self.mood = mood
        self.heard = heard or Heard((AlignedWord(0, 320, " far", 0.9, (7, 8)),), False, 0.0, -0.1)
        self.turns: list[tuple[int, bool]] = []
        self.learned: list[AlignedWord] = []

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        self.turns.append((track, is_tentative))

    def learn(self, words: Sequence[AlignedWord]) -> None:
        self.learned += words

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        self.mood.suffer()
        return self.heard

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        self.mood.suffer()
        return "en", 0.8


class NearReciter:
    """A ``NearRecogniser`` that says the same each time."""

    def __init__(self, *, device: DeviceReport = FAKE_CPU, before: Callable[[], None] = lambda: None) -> None:
        self.device = device
        self.before = before
        self.asked = 0
        self.model = "base"
        self.learned: list[AlignedWord] = []

    def learn(self, words: Sequence[AlignedWord]) -> None:
        self.learned += words

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        self.asked += 1
        self.before()
        return Heard((AlignedWord(0, 320, " near", 0.9, (9,)),), False, 0.0, -0.1)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        self.asked += 1
        return "de", 0.7


class FarSpeechSession:
    """An ``EngineSession`` at a worker that does as it is told."""

    def __init__(self, mood: Mood, engine: FakeSpeechEngine, options: RecognitionOptions) -> None:
        self._mood = mood
        self._session = engine.open_session(options)

    def guess_language(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> LanguageGuess:
        self._mood.suffer()
        return self._session.guess_language(stretches, cancellation)

    def recognise(
        self, stretches: Sequence[SpanAudio], cancellation: Cancellation, *, language: str
    ) -> list[list[RecognisedSegment]]:
        self._mood.suffer()
        return self._session.recognise(stretches, cancellation, language=language)

    def close(self) -> None:
        self._session.close()


def far_session(mood: Mood, engine: FakeSpeechEngine, options: RecognitionOptions | None = None) -> FarSession:
    """What a fallback engine asks at a worker."""
    return FarSession(engine, FarSpeechSession(mood, engine, options or RecognitionOptions()))
