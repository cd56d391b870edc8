"""A speech model in memory at a worker, with everything that answers questions with it.

Made by ``model_loader.py``; ``answer`` is called by ``desk.py`` on as many threads as it has ``slots``. Nothing that a
call changes outlives it but what is remembered to save work.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeVar, cast

from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, LanguageGuess, SpanAudio
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import Heard
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.recognition.encoder_memory import EncoderCounts, EncoderMemory
from engine.recognition.glossary_bias import ForcedWhisper, GlossaryBias
from engine.recognition.whisper_model import Decoded, Encoded
from engine.recognition.whisper_session import Whisper, WhisperSession
from engine.recognition.window_reader import LiveWhisper, LiveWindow, WindowReader
from engine.remote.question import Answer, LanguageTask, LinesTask, Question, WindowTask
from engine.worker.known_lines import KnownLines

REMEMBERED_SESSIONS = 64
"""Options whose session and glossary are kept ready."""

T = TypeVar("T")


class Weights(Whisper, LiveWhisper, ForcedWhisper, Protocol):
    """All that is needed of the weights; see ``WhisperModel``."""

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        timestamps: bool = False,
        forbid_repeats: bool = False,
        begun: Sequence[Sequence[int]] = (),
        hotwords: Sequence[str] = (),
    ) -> list[Decoded]:
        """Decode a batch."""
        ...

    def close(self) -> None:
        """Free them."""
        ...


@dataclass(frozen=True, slots=True)
class Measured:
    """What the probe found of a speech model on a device."""

    capacity: float
    """Seconds of speech understood a second, by all slots together."""
    live_batch: int
    """Live windows that are best read in one go."""
    final_s: float = 0.0
    """What a final window takes that is read alone, while all slots are at work; 0 if not known."""


class LoadedModel:
    """See the top of this file."""

    def __init__(
        self,
        *,
        name: str,
        path: Path,
        weights: Weights,
        device: DeviceReport,
        slots: int,
        file_batch: int,
        measured: Measured,
        size: int,
        known_lines: KnownLines | None = None,
        has_full_window: bool = False,
    ) -> None:
        """Get ready.

        Args:
            name: Catalogue name.
            path: Where the weights came from.
            weights: In memory.
            device: What they run on.
            slots: Calls that the device works at side by side.
            file_batch: Stretches of a file that are best decoded in one go.
            measured: What the probe found.
            size: Bytes that they take.
            known_lines: What was understood before, where that is kept.
            has_full_window: Read live windows in Whisper's own 30 s: to measure what the short ones save.
        """
        self.name = name
        self.path = path
        self.device = device
        self.slots = slots
        self.file_batch = file_batch
        self.measured = measured
        self.size = size
        self._weights = weights
        self._known_lines = known_lines
        self._reader = WindowReader(model=weights, has_full_window=has_full_window)
        # The cache is safe on several threads; at worst two of them make the same session.
        self._session = lru_cache(REMEMBERED_SESSIONS)(self._make_session)
        self._bias = lru_cache(REMEMBERED_SESSIONS)(self._make_bias)

    @property
    def encoded(self) -> EncoderCounts:
        """How often the encoder was spared; nothing where its weights remember nothing."""
        memory = getattr(self._weights, "memory", None)
        return memory.counts if isinstance(memory, EncoderMemory) else EncoderCounts()

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes that it knows."""
        return self._weights.languages

    def frames_of(self, samples: int) -> int:
        """What a live window of so many samples costs, in feature frames."""
        return self._reader.frames_of(samples)

    def answer(self, questions: Sequence[Question], cancellation: Cancellation) -> list[Answer]:
        """Answer one question, or several windows that may share a batch.

        Raises:
            Cancelled: nobody wants the answer any more.
            RecogniserFailed: the device failed.
        """
        first = questions[0]
        match first.task:
            case WindowTask():
                return list(self._guarded(lambda: self._windows(questions)))
            case LinesTask(stretches=stretches, language=language):
                found = self._lines(first.options, stretches, cancellation, language)
                return [tuple(tuple(lines) for lines in found)]
            case LanguageTask():
                return [self._guarded(lambda: self._language(first.options, cast("LanguageTask", first.task)))]

    def close(self) -> None:
        """Free the weights. Not while it answers."""
        self._weights.close()

    def _windows(self, questions: Sequence[Question]) -> list[Heard]:
        tasks = [cast("WindowTask", question.task) for question in questions]
        windows = [
            LiveWindow(
                task.samples,
                tuple(word.tokens or self._weights.tokens_of(word.text, language=task.language) for word in task.said),
                self._bias(question.options),
            )
            for question, task in zip(questions, tasks, strict=True)
        ]
        return self._reader.read(
            windows, language=tasks[0].language, options=questions[0].options, careful=tasks[0].careful
        )

    def _lines(
        self, options: RecognitionOptions, stretches: Sequence[SpanAudio], cancellation: Cancellation, language: str
    ) -> list[list[RecognisedSegment]]:
        def recognise(unknown: Sequence[SpanAudio]) -> list[list[RecognisedSegment]]:
            return self._session(options).recognise(unknown, cancellation, language=language)

        if self._known_lines is None:
            return recognise(stretches)
        return self._known_lines.recognise(stretches, options, language=language, recognise=recognise)

    def _language(self, options: RecognitionOptions, task: LanguageTask) -> LanguageGuess:
        if task.stretches or task.samples is None:
            return self._session(options).guess_language(task.stretches, Cancellation())
        if not self._weights.is_multilingual:
            return LanguageGuess("en", 1.0)
        return LanguageGuess(*self._reader.guess_languages([task.samples], allowed=options.languages)[0])

    def _make_session(self, options: RecognitionOptions) -> WhisperSession:
        return WhisperSession(
            model=self._weights,
            options=options,
            batch=self.file_batch,
            device=self.device.device,
            bias=self._bias(options),
        )

    def _make_bias(self, options: RecognitionOptions) -> GlossaryBias | None:
        return GlossaryBias(model=self._weights, terms=options.glossary) if options.glossary else None

    def _guarded(self, work: Callable[[], T]) -> T:
        """Run a call into CTranslate2, whose only error is ``RuntimeError``, at the border."""
        try:
            return work()
        except (RuntimeError, MemoryError) as error:
            raise RecogniserFailed(self.device.device, str(error)) from error


def batch_kind(question: Question) -> tuple[object, ...] | None:
    """What questions must have in common to share a batch; ``None`` for those that never do."""
    if not isinstance(question.task, WindowTask):
        return None
    # The glossary is each window's own.
    options = replace(question.options, glossary=())
    return (options, question.task.language, question.task.careful)
