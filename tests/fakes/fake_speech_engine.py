"""An engine that knows beforehand which lines are said where, and answers for the stretches it is asked for.

A line belongs to the stretch that its middle lies in. What goes wrong, and when, a test says by ``before``.
"""

import threading
from collections.abc import Callable, Sequence

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, LanguageGuess, SpanAudio
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment, RecognisedWord

FAKE_CPU = DeviceReport("cpu", "int8", "Fake processor")
FAKE_CARD = DeviceReport("cuda", "float16", "Fake card")

Before = Callable[[Sequence[SpanAudio], Cancellation], None]
"""Called at the beginning of each ``recognise``, on its thread; may wait, note, or raise."""


def scripted_line(text: str, start_s: float, stop_s: float, *, confidence: float = 0.9) -> RecognisedSegment:
    """A line with its words evenly spoken, by seconds."""
    start, stop = round(start_s * SAMPLE_RATE_HZ), round(stop_s * SAMPLE_RATE_HZ)
    parts = text.split()
    borders = [start + (stop - start) * at // max(1, len(parts)) for at in range(len(parts) + 1)]
    words = tuple(
        RecognisedWord(SampleIndex(borders[at]), SampleIndex(borders[at + 1]), f" {part}", confidence)
        for at, part in enumerate(parts)
    )
    return RecognisedSegment(0, SampleIndex(start), SampleIndex(stop), text, "en", confidence, words)


class FakeSpeechEngine:
    """See ``SpeechEngine``."""

    def __init__(
        self,
        script: Sequence[RecognisedSegment] = (),
        *,
        device: DeviceReport = FAKE_CPU,
        batch_size: int = 2,
        parallel: int = 2,
        before: Before | None = None,
        language_at: Callable[[SpanAudio], str] = lambda stretch: "en",
    ) -> None:
        self.script = tuple(script)
        self.device = device
        self.batch_size = batch_size
        self.parallel = parallel
        self.before = before
        self.language_at = language_at
        self.sessions: list[FakeSession] = []
        self.is_closed = False

    @property
    def recognised(self) -> list[SpanAudio]:
        """All stretches that were asked for, in the order in which the calls began."""
        return [stretch for session in self.sessions for stretch in session.recognised]

    @property
    def voters(self) -> list[SpanAudio]:
        """The stretches that were heard to find the language."""
        return [stretch for session in self.sessions for stretch in session.voters]

    def open_session(self, options: RecognitionOptions) -> "FakeSession":
        self.sessions.append(FakeSession(self, options))
        return self.sessions[-1]

    def close(self) -> None:
        self.is_closed = True


class FakeSession:
    """See ``EngineSession``."""

    def __init__(self, engine: FakeSpeechEngine, options: RecognitionOptions) -> None:
        self.recognised: list[SpanAudio] = []
        self.languages: list[str] = []
        self.voters: list[SpanAudio] = []
        self.is_closed = False
        self.busiest = 0
        """The most calls at a time."""
        self._engine = engine
        self._options = options
        self._lock = threading.Lock()
        self._busy = 0

    def guess_language(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> LanguageGuess:
        cancellation.check()
        if len(self._options.languages) == 1:
            return LanguageGuess(self._options.languages[0], 1.0)
        if not stretches:
            return LanguageGuess("en", 0.0)
        self.voters += stretches
        votes = [self._engine.language_at(stretch) for stretch in stretches]
        best = max(votes, key=votes.count)
        return LanguageGuess(best, 0.99 * votes.count(best) / len(votes))

    def recognise(
        self, stretches: Sequence[SpanAudio], cancellation: Cancellation, *, language: str
    ) -> list[list[RecognisedSegment]]:
        cancellation.check()
        with self._lock:
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
            self.recognised += stretches
            self.languages.append(language)
        try:
            if self._engine.before is not None:
                self._engine.before(stretches, cancellation)
            return [[line for line in self._engine.script if _lies_in(line, stretch)] for stretch in stretches]
        finally:
            with self._lock:
                self._busy -= 1

    def close(self) -> None:
        self.is_closed = True


def _lies_in(line: RecognisedSegment, stretch: SpanAudio) -> bool:
    middle = (line.start + line.stop) // 2
    return line.track == stretch.track and any(part.start <= middle < part.stop for part in stretch.parts)
