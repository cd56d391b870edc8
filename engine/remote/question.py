"""What a session asks of a worker, and what it is answered: the values behind ``transcription.proto``.

Pure; built by the remote engine on the desktop, taken apart by the worker, carried whole through a group of workers.
``wire_format.py`` and ``wire_answers.py`` are the one place that knows both these and the messages.
"""

from dataclasses import dataclass
from enum import IntEnum

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.engine import LanguageGuess, SpanAudio
from engine.contract.heard import Heard
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment


class Priority(IntEnum):
    """Whose turn it is; lower comes first."""

    LIVE_FINAL = 1
    """Words of somebody who has just stopped speaking."""
    LIVE_TENTATIVE = 2
    """Words of somebody who still speaks."""
    FOREGROUND_FILE = 3
    """A file that a person waits for."""
    BACKGROUND_FILE = 4
    """Everything that may take until tomorrow."""


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A settled word that a window begins with."""

    text: str
    tokens: tuple[int, ...] = ()
    """As the speech model wrote it; empty if not known."""


@dataclass(frozen=True, slots=True)
class LinesTask:
    """Whole lines for whole stretches; see ``EngineSession.recognise``."""

    stretches: tuple[SpanAudio, ...]
    language: str


@dataclass(frozen=True, slots=True)
class WindowTask:
    """Words after ``said`` in a window that grows; see ``LiveRecogniser.understand``."""

    samples: Samples
    said: tuple[SaidWord, ...]
    language: str
    careful: bool


@dataclass(frozen=True, slots=True)
class LanguageTask:
    """Which language stretches, or a live window where there are none, are in."""

    stretches: tuple[SpanAudio, ...] = ()
    samples: Samples | None = None


Task = LinesTask | WindowTask | LanguageTask


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a session wants to know, with everything needed to answer it."""

    session_id: str
    seq_id: int
    """From 1, once per session: the same number is the same question."""
    priority: Priority
    options: RecognitionOptions
    task: Task
    answer_within_s: float = 0.0
    """What the asker would like; orders questions of one priority. 0: as soon as it comes."""

    @property
    def seconds(self) -> float:
        """Sound to be looked at."""
        return sum(len(each) for each in sounds_of(self.task)) / SAMPLE_RATE_HZ


def sounds_of(task: Task) -> list[Samples]:
    """What is to be listened to, piece by piece."""
    match task:
        case WindowTask(samples=samples):
            return [samples]
        case LinesTask(stretches=stretches):
            return [each.samples for each in stretches]
        case LanguageTask(stretches=stretches, samples=samples):
            return [each.samples for each in stretches] if samples is None else [samples]


LinesFound = tuple[tuple[RecognisedSegment, ...], ...]
"""Lines for each stretch, in order."""

Answer = LinesFound | Heard | LanguageGuess
"""Of a ``LinesTask``, a ``WindowTask``, a ``LanguageTask``."""
