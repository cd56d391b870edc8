"""The one interface of every recogniser: here on this machine, on a worker, cached, or with a fallback.

An engine is opened once and lives long; a session holds what belongs to one meeting. The pipelines
(``engine/pipeline``) decide what is recognised when; an engine only answers.
Fakes live in ``tests/fakes``; ``tests/contract`` holds the suite that every engine passes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.contract.audio import SampleIndex, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment


@dataclass(frozen=True, slots=True)
class SpanAudio:
    """Speech to understand in one go: up to half a minute, with long silences left out."""

    parts: tuple[SpeechSpan, ...]
    """The pieces of the recording that were put together, in order, all of one track."""
    samples: Samples
    """Their sound, one after the other, shape ``(n,)``; read-only, valid until the call returns."""
    speech: tuple[SpeechSpan, ...]
    """Where the voice detector heard somebody, in the recording's own indices, ordered."""
    is_whole: bool = False
    """This is the whole recording; it is worth the recogniser's full care."""

    @property
    def track(self) -> int:
        """The track all parts belong to."""
        return self.parts[0].track

    @property
    def start(self) -> SampleIndex:
        """First sample of the first part."""
        return self.parts[0].start

    @property
    def stop(self) -> SampleIndex:
        """First sample after the last part."""
        return self.parts[-1].stop

    def index_at(self, offset: int) -> SampleIndex:
        """Where in the recording the sample number ``offset`` of ``samples`` lies."""
        for part in self.parts:
            if offset <= part.length:
                return SampleIndex(part.start + max(0, offset))
            offset -= part.length
        return self.stop


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
    worker: str = ""
    """Name of the machine on the local network that it is in; empty for this one."""
    missed_worker: str = ""
    """Name of a paired worker that would be asked and does not answer now; empty if there is none."""
    model: str = ""
    """Catalogue name of the speech model, where it is another than the wanted one."""

    @property
    def is_own_card(self) -> bool:
        """Whether it is a graphics card of this computer, which is to blame where its process ends by itself."""
        return self.device == "cuda" and not self.worker


class EngineSession(Protocol):
    """One meeting's conversation with an engine. ``recognise`` may be called by ``SpeechEngine.parallel`` threads."""

    def guess_language(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> LanguageGuess:
        """Vote over several stretches of speech, among the allowed languages that the speech model knows.

        Without any stretch the probability is 1 if there is only one such language, else 0.

        Raises:
            Cancelled: stopping was requested.
        """
        ...

    def recognise(
        self, stretches: Sequence[SpanAudio], cancellation: Cancellation, *, language: str
    ) -> list[list[RecognisedSegment]]:
        """Turn each stretch into lines of transcript, one list a stretch, in order.

        Args:
            stretches: Speech, at best as many as ``SpeechEngine.batch_size``.
            cancellation: Looked at between steps.
            language: The meeting's language, as ``guess_language`` or a person decided.

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
