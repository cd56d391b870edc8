"""Lines of two transcripts that lie at the same time. Pure; on one track."""

from collections.abc import Iterable, Iterator

from app.meetings.transcript import Segment


def overlapping(old: Iterable[Segment], new: Iterable[Segment]) -> Iterator[tuple[list[Segment], list[Segment]]]:
    """Lines of both that overlap, directly or through each other, by time; either side may have none."""
    lines = sorted(
        [(line.start_ms, line.end_ms, 0, line) for line in old]
        + [(line.start_ms, line.end_ms, 1, line) for line in new],
        key=lambda each: each[:3],
    )
    sides: tuple[list[Segment], list[Segment]] = ([], [])
    end = 0
    for start_ms, end_ms, side, line in lines:
        if start_ms >= end and (sides[0] or sides[1]):
            yield sides
            sides = ([], [])
        sides[side].append(line)
        end = max(end, end_ms)
    if sides[0] or sides[1]:
        yield sides
