"""The one interface of every recogniser: here on this machine, on a worker, cached, or with a fallback.

An engine is opened once and lives long; a session holds what belongs to one meeting. The pipelines
(``engine/pipeline``) decide what is recognised when; an engine only answers.
Fakes live in ``tests/fakes``; ``tests/contract`` holds the suite that every engine passes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.contract.audio import Samples, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment


@dataclass(frozen=True, slots=True)
class SpanAudio:
    """A stretch of sound to understand, with the speech that lies in it."""

    track: int
    start: int
    """Index of the first sample within the recording."""
    samples: Samples
    """The sound itself, shape ``(n,)``; read-only, valid until the call returns."""
    speech: tuple[SpeechSpan, ...]
    """Where the voice detector heard somebody, within the stretch, ordered."""


@dataclass(frozen=True, slots=True)
class LanguageGuess:
    """Which language a stretch is probably in."""

    language: str
    probability: float


@dataclass(frozen=True, slots=True)
class DeviceReport:
    """The device and precision that decoded real speech, and what was tried before them."""

    device: str
    """``cuda`` or ``cpu``."""
    compute_type: str
    """CTranslate2 precision, such as ``int8`` or ``float16``."""
    name: str
    """The device as a person knows it."""
    refused: tuple[str, ...] = field(default=())
    """One plain sentence for each step that did not work."""


class EngineSession(Protocol):
    """One meeting's conversation with an engine. ``recognise`` may be called by ``SpeechEngine.parallel`` threads."""

    def guess_language(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> LanguageGuess:
        """Vote over several stretches of speech, among the allowed languages.

        Raises:
            Cancelled: stopping was requested.
        """
        ...

    def recognise(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> list[list[RecognisedSegment]]:
        """Turn each stretch into lines of transcript, one list a stretch, in order.

        Raises:
            Cancelled: stopping was requested; nothing of this call is returned.
            VivavoceError: the engine cannot go on.
        """
        ...

    def close(self) -> None:
        """Give back what the session holds. Closing twice is harmless."""
        ...


class SpeechEngine(Protocol):
    """Anything that turns stretches of sound into words."""

    @property
    def device(self) -> DeviceReport:
        """What it runs on."""
        ...

    @property
    def batch_size(self) -> int:
        """How many stretches are worth handing over in one call."""
        ...

    @property
    def parallel(self) -> int:
        """How many calls of ``recognise`` at a time keep the device busy."""
        ...

    def open_session(self, options: RecognitionOptions) -> EngineSession:
        """Begin a meeting.

        Raises:
            SpeechModelMissing, SpeechModelDamaged: the wanted weights cannot be used.
        """
        ...

    def close(self) -> None:
        """Free the weights and the device. Closing twice is harmless."""
        ...
