"""What the engine heard, on its way into the library: samples become milliseconds, once, and keep the rules.

Used by ``app/importing`` on the import thread. ``take`` answers with a Future that its caller waits for, so that a
library that is slow slows the engine down instead of filling the memory.
"""

import math
from collections.abc import Sequence
from concurrent.futures import Future

from app.library.library import Library
from app.meetings.identifiers import JobId, SegmentId, new_id
from app.meetings.transcript import Gap, Segment, Word
from engine.contract.audio import Milliseconds, to_milliseconds
from engine.contract.messages import SegmentsFinished
from engine.contract.segments import RecognisedGap, RecognisedSegment, RecognisedWord

_ROUNDING_MS = 1
"""A time that is out of bounds by no more than this was rounded, not repaired."""

_NO_BOUND = 1 << 62


class TranscriptIntake:
    """Writes the finished lines of one job."""

    def __init__(self, *, library: Library, job_id: JobId) -> None:
        self._library = library
        self._job_id = job_id

    def take(self, event: SegmentsFinished, *, duration_ms: int) -> "Future[None]":
        """Queue the lines and the progress mark as one transaction. The Future is done when it is on disk."""
        segments = to_segments(event.segments, duration_ms=duration_ms)
        return self._library.commit_segments(
            self._job_id,
            segments,
            to_gaps(event.gaps, duration_ms=duration_ms),
            finished_to=event.finished_to,
            speech=event.speech,
        )


def to_segments(recognised: Sequence[RecognisedSegment], *, duration_ms: int) -> tuple[Segment, ...]:
    """Lines as the library wants them: 0 <= start < end <= duration, ordered. A duration of 0 is not known."""
    end_ms = duration_ms if duration_ms > 0 else _NO_BOUND
    segments = [_to_segment(each, end_ms=end_ms) for each in recognised if each.text.strip()]
    return tuple(sorted(segments, key=lambda segment: (segment.start_ms, segment.end_ms)))


def to_gaps(recognised: Sequence[RecognisedGap], *, duration_ms: int) -> tuple[Gap, ...]:
    """Gaps within the recording; what lies outside or has no length is no gap."""
    end_ms = duration_ms if duration_ms > 0 else _NO_BOUND
    gaps: list[Gap] = []
    for each in recognised:
        start, stop = max(0, to_milliseconds(each.start)), min(end_ms, to_milliseconds(each.stop))
        if start < stop:
            gaps.append(Gap(each.track, Milliseconds(start), Milliseconds(stop), each.reason))
    return tuple(sorted(gaps, key=lambda gap: (gap.start_ms, gap.end_ms)))


def _to_segment(recognised: RecognisedSegment, *, end_ms: int) -> Segment:
    start, end, is_moved = _fit(recognised.start, recognised.stop, low=0, high=end_ms)
    words: list[Word] = []
    low = start
    for each in recognised.words:
        word, is_word_moved = _to_word(each, low=low, high=end)
        is_moved = is_moved or is_word_moved
        low = word.start_ms
        words.append(word)
    return Segment(
        SegmentId(new_id()),
        recognised.track,
        Milliseconds(start),
        Milliseconds(end),
        recognised.text,
        recognised.language,
        _probability(recognised.confidence),
        tuple(words),
        quarantine=recognised.quarantine,
        repaired=recognised.repaired or is_moved,
    )


def _to_word(recognised: RecognisedWord, *, low: int, high: int) -> tuple[Word, bool]:
    start, end, is_moved = _fit(recognised.start, recognised.stop, low=low, high=high)
    return (
        Word(Milliseconds(start), Milliseconds(end), recognised.text, _probability(recognised.confidence)),
        is_moved,
    )


def _fit(start_index: int, stop_index: int, *, low: int, high: int) -> tuple[int, int, bool]:
    """Both ends in milliseconds, within bounds and at least one apart, and whether that changed more than rounding."""
    wanted_start, wanted_end = int(to_milliseconds(start_index)), int(to_milliseconds(stop_index))
    start = min(max(wanted_start, low), high - 1)
    end = min(max(wanted_end, start + 1), high)
    moved = max(abs(start - wanted_start), abs(end - wanted_end))
    return start, end, moved > _ROUNDING_MS


def _probability(value: float) -> float | None:
    return min(1.0, max(0.0, value)) if math.isfinite(value) else None
