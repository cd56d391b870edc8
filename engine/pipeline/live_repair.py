"""Stretches that were skipped: what they are, and how they are understood from the recording after all.

On the live pipeline's thread, a short piece at a time, so that what is spoken now does not wait for long. The window
is another one than live: it is cut at pauses, with nothing settled before it; what loops or fails is cut in two once
more; what cannot be read even then is lost, and said to be.
"""

import uuid
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, Samples, SpeechSpan, to_milliseconds
from engine.contract.messages import StretchRepaired, StretchSkipped
from engine.contract.segments import GapReason, RecognisedGap, RecognisedSegment, RecognisedWord
from engine.detection.voice_detector import VoiceDetector
from engine.pipeline.line_finish import LineFinish
from engine.pipeline.live_lines import Growth, LineBuilder
from engine.pipeline.live_piece import PIECE_S, SHORTEST_S, ReadPiece, ReadsBack, Reread, best_cut, read_piece
from engine.recognition.coverage import uncovered

LOST_S = 3.0
"""Voice without words from which on it is said to be lost."""

BESIDE = 12
"""Known words on either side of a piece that are looked at."""

VOICE = 0.4
"""Speech probability from which on somebody speaks."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a stretch, or of a part of it."""

    stretch: SpeechSpan
    lines: tuple[tuple[str, RecognisedSegment], ...]
    """Each with its name, which is the same if a process that was killed has to do it again."""
    is_lost: bool

    def event(self, job: str) -> StretchRepaired | StretchSkipped:
        """How it is told."""
        gap = RecognisedGap(self.stretch.track, self.stretch.start, self.stretch.stop, GapReason.NOT_RECOGNISED)
        return StretchSkipped(job, gap, is_lost=True) if self.is_lost else StretchRepaired(job, gap)


class Repairs:
    """The stretches that wait."""

    def __init__(self, *, job: str, make_detector: Callable[[], VoiceDetector]) -> None:
        self._job = job
        self._make_detector = make_detector
        self._finish = LineFinish()
        self._waiting: deque[SpeechSpan] = deque()

    @property
    def waiting(self) -> int:
        """Samples that wait."""
        return sum(span.length for span in self._waiting)

    def add(self, span: SpeechSpan) -> None:
        """One more."""
        if span.length > 0:
            self._waiting.append(span)

    def put_back(self, span: SpeechSpan) -> None:
        """The recogniser was given up over it."""
        self._waiting.appendleft(span)

    def next(self, *, first: Collection[int] = ()) -> SpeechSpan | None:
        """Take the one that waits longest, on one of these tracks if there is one; give it to ``repair``."""
        if not self._waiting:
            return None
        span = next((each for each in self._waiting if each.track in first), self._waiting[0])
        self._waiting.remove(span)
        return span

    def repair(
        self,
        span: SpeechSpan,
        sound: ReadsBack,
        reread: Reread,
        *,
        language: str,
        known: Sequence[RecognisedWord] = (),
    ) -> Iterator[Outcome]:
        """Understand its first piece; the rest waits again, in front of all others.

        Args:
            span: What was skipped.
            sound: Where it is.
            reread: How it is understood.
            language: Whisper code.
            known: The words of the track that are known, in order: none of them is to come once more.
        """
        is_short = span.length <= (PIECE_S + SHORTEST_S / 2) * SAMPLE_RATE_HZ  # no scrap is left at the end
        most = span.stop if is_short else span.start + int(PIECE_S * SAMPLE_RATE_HZ)
        samples = sound.read(span.start, most)
        voiced = self._voiced(span, samples)
        stop = most if most == span.stop else best_cut(voiced, span.start, most)
        if stop < span.stop:
            self._waiting.appendleft(SpeechSpan(span.track, SampleIndex(stop), span.stop))
        piece = SpeechSpan(span.track, span.start, SampleIndex(stop))
        voiced = [each for each in voiced if each.start < stop]
        if not voiced:
            yield Outcome(piece, (), is_lost=False)
            return
        yield from self._read(piece, voiced, sound, reread, language, known)

    def _read(  # noqa: PLR0917
        self,
        piece: SpeechSpan,
        voiced: Sequence[SpeechSpan],
        sound: ReadsBack,
        reread: Reread,
        language: str,
        known: Sequence[RecognisedWord],
    ) -> Iterator[Outcome]:
        before, after = _beside(piece, known)
        found = read_piece(piece, sound, reread, voiced=voiced, before=before, after=after)
        if found is not None:
            yield from self._outcomes(piece, voiced, found, language)
            return
        middle = best_cut(voiced, piece.start, piece.stop, around=(piece.start + piece.stop) // 2)
        for start, stop in ((piece.start, middle), (middle, piece.stop)):
            half = SpeechSpan(piece.track, SampleIndex(start), SampleIndex(stop))
            inside = [each for each in voiced if each.start < stop and each.stop > start]
            found = read_piece(half, sound, reread, voiced=inside, before=before, after=after)
            if found is None:
                yield Outcome(half, (), is_lost=True)
            else:
                before = [*before, *found.words]
                yield from self._outcomes(half, inside, found, language)

    def _outcomes(
        self, piece: SpeechSpan, voiced: Sequence[SpeechSpan], found: ReadPiece, language: str
    ) -> Iterator[Outcome]:
        """The lines of a piece, and what of it has no words for so long that it is lost."""
        lines: list[tuple[str, RecognisedSegment]] = []
        for number, growth in enumerate(_lines(found, language)):
            # In milliseconds, as the library keeps the border of a gap.
            place = f"{self._job}/{piece.track}/{to_milliseconds(piece.start)}/{number}"
            name = uuid.uuid5(uuid.NAMESPACE_URL, place).hex
            length = max(piece.stop, growth.line.words[-1].stop)
            segment = self._finish.finish(growth, track=piece.track, speech=voiced, length=length)
            lines.append((name, segment))
        inside = [
            SpeechSpan(each.track, SampleIndex(max(each.start, piece.start)), SampleIndex(min(each.stop, piece.stop)))
            for each in voiced
        ]
        holes = [hole for hole in uncovered(inside, found.words) if hole.length >= LOST_S * SAMPLE_RATE_HZ]
        yield Outcome(piece, tuple(lines), is_lost=False)
        for hole in holes:
            yield Outcome(hole, (), is_lost=True)

    def _voiced(self, span: SpeechSpan, samples: Samples) -> list[SpeechSpan]:
        """Where somebody speaks."""
        detector = self._make_detector()
        found = [*detector.feed(samples).tolist(), *detector.finish().tolist()]
        spans: list[SpeechSpan] = []
        for number, probability in enumerate(found):
            if probability < VOICE:
                continue
            start = span.start + number * WINDOW_SAMPLES
            stop = min(span.stop, start + WINDOW_SAMPLES)
            if spans and start - spans[-1].stop <= 6 * WINDOW_SAMPLES:
                start = spans.pop().start
            if start < stop:
                spans.append(SpeechSpan(span.track, SampleIndex(start), SampleIndex(stop)))
        return spans


def _beside(piece: SpeechSpan, known: Sequence[RecognisedWord]) -> tuple[list[RecognisedWord], list[RecognisedWord]]:
    before = [word for word in known if word.start < piece.start and word.stop < piece.stop]
    after = [word for word in known if word.stop > piece.stop and word.start > piece.start]
    return before[-BESIDE:], after[:BESIDE]


def _lines(found: ReadPiece, language: str) -> list[Growth]:
    """The words of a piece as lines, all of them closed."""
    builder = LineBuilder()
    grown = builder.add(found.words, language=language, no_speech=found.no_speech)
    open_words = len(builder.open.words) if builder.open is not None else 0
    closed = [growth for growth in grown if growth.is_closed]
    return closed + [Growth(growth.line, open_words, is_closed=True) for growth in builder.close()]
