"""What the engine heard, on its way into the library: samples become milliseconds, once, and keep the rules.

Used by ``app/importing`` on the import thread and by ``app/recording`` on its own. Each method answers with a Future
that is done when it is on disk; whoever waits for it lets a slow library slow the engine down instead of filling the
memory.
"""

import math
from collections.abc import Sequence
from concurrent.futures import Future

from app.library.library import Library
from app.meetings.identifiers import JobId, SegmentId, new_id
from app.meetings.transcript import Gap, GapState, Segment, Word
from engine.contract.audio import Milliseconds, to_milliseconds
from engine.contract.messages import LineGrown, SegmentsFinished, StretchRepaired, StretchSkipped, TrackSettled
from engine.contract.recorder_messages import GapNoticed
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

    def grow(self, event: LineGrown, *, duration_ms: int = 0) -> "Future[None]":
        """Queue a line as it stands now, with the mark of its track. A duration of 0 is no bound."""
        track = event.segment.track
        if not event.segment.text.strip():
            return self._library.settle_track(self._job_id, track, event.settled_to)
        segment = _to_segment(event.segment, end_ms=duration_ms or _NO_BOUND, name=SegmentId(event.line))
        return self._library.grow_line(self._job_id, segment, settled_to=event.settled_to)

    def settle(self, event: TrackSettled) -> "Future[None]":
        """Queue a mark that moves on over what holds no words."""
        return self._library.settle_track(self._job_id, event.track, event.settled_to)

    def skip(self, event: StretchSkipped) -> "Future[None]":
        """Queue a stretch that was not understood, for now or for ever."""
        return self._note(event.gap, GapState.LOST if event.is_lost else GapState.OPEN)

    def repair(self, event: StretchRepaired) -> "Future[None]":
        """Queue that a skipped stretch is understood now."""
        start, stop = to_milliseconds(event.gap.start), to_milliseconds(event.gap.stop)
        return self._library.repair_gap(self._job_id, event.gap.track, start, stop)

    def lose(self, event: GapNoticed) -> "Future[None]":
        """Queue a stretch that the recorder did not capture."""
        return self._note(RecognisedGap(event.track, event.start, event.stop, event.reason), GapState.LOST)

    def _note(self, recognised: RecognisedGap, state: GapState) -> "Future[None]":
        start, stop = max(0, to_milliseconds(recognised.start)), to_milliseconds(recognised.stop)
        gap = Gap(recognised.track, Milliseconds(start), Milliseconds(max(start, stop)), recognised.reason, state)
        return self._library.note_gap(self._job_id, gap)


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


def _to_segment(recognised: RecognisedSegment, *, end_ms: int, name: SegmentId | None = None) -> Segment:
    start, end, is_moved = _fit(recognised.start, recognised.stop, low=0, high=end_ms)
    words: list[Word] = []
    low = start
    for each in recognised.words:
        word, is_word_moved = _to_word(each, low=low, high=end)
        is_moved = is_moved or is_word_moved
        low = word.start_ms
        words.append(word)
    return Segment(
        name or SegmentId(new_id()),
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
        Word(
            Milliseconds(start),
            Milliseconds(end),
            recognised.text,
            _probability(recognised.confidence),
            heard=recognised.heard,
        ),
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
