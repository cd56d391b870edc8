"""Taking hold of the beginning or end of a line in the waveform, and where it likes to be let go. Pure.

Used by ``waveform.py``. A boundary that comes near the edge of a word or the middle of a pause is drawn to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.editing.boundaries import Side
from app.meetings.identifiers import SegmentId
from app.meetings.loudness import Loudness
from app.meetings.transcript import Segment


@dataclass(frozen=True, slots=True)
class Handle:
    """One end of a line."""

    line: SegmentId
    side: Side
    at_ms: int
    track: int


def handle_near(lines: Iterable[Segment], at_ms: float, *, within_ms: float) -> Handle | None:
    """The end of a line that is nearest to a moment. Where two lines touch, that of the line the moment is in."""
    handles = [
        Handle(line.id, side, moment, line.track)
        for line in lines
        for side, moment in ((Side.START, line.start_ms), (Side.END, line.end_ms))
        if abs(moment - at_ms) <= within_ms
    ]

    def distance(handle: Handle) -> tuple[float, bool]:
        is_outside = at_ms > handle.at_ms if handle.side is Side.END else at_ms < handle.at_ms
        return abs(handle.at_ms - at_ms), is_outside

    return min(handles, key=distance, default=None)


def targets_of(
    handle: Handle, lines: Sequence[Segment], loudness: Loudness, *, start_ms: float, end_ms: float
) -> list[int]:
    """Moments of a window where a boundary may snap: edges of words of its track, and pauses."""
    edges = {edge for line in lines if line.track == handle.track for edge in _edges(line)}
    edges.update(loudness.pauses(round(start_ms), round(end_ms)))
    edges.discard(handle.at_ms)
    return sorted(edges)


def snapped(to_ms: float, targets: Sequence[int], *, within_ms: float) -> int:
    """The target nearest to a moment, or the moment itself if none is near."""
    nearest = min(targets, key=lambda target: abs(target - to_ms), default=None)
    return nearest if nearest is not None and abs(nearest - to_ms) <= within_ms else round(to_ms)


def _edges(line: Segment) -> Iterable[int]:
    yield line.start_ms
    yield line.end_ms
    for word in line.words:
        yield word.start_ms
        yield word.end_ms
