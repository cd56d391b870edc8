"""Cutting a stretch into smaller ones, for a second try at a part of it.

Pure.
"""

from engine.contract.audio import SampleIndex, SpeechSpan
from engine.contract.engine import SpanAudio


def cut(stretch: SpanAudio, start: int, stop: int) -> SpanAudio | None:
    """The part of a stretch between two indices of the recording; ``None`` if nothing of it lies there."""
    parts: list[SpeechSpan] = []
    first = last = -1
    offset = 0
    for part in stretch.parts:
        inside = (max(part.start, start), min(part.stop, stop))
        if inside[0] < inside[1]:
            if first < 0:
                first = offset + inside[0] - part.start
            last = offset + inside[1] - part.start
            parts.append(SpeechSpan(part.track, SampleIndex(inside[0]), SampleIndex(inside[1])))
        offset += part.length
    if not parts:
        return None
    speech = tuple(
        SpeechSpan(span.track, SampleIndex(max(span.start, start)), SampleIndex(min(span.stop, stop)))
        for span in stretch.speech
        if span.start < stop and span.stop > start
    )
    return SpanAudio(tuple(parts), stretch.samples[first:last], speech)


def halve(stretch: SpanAudio) -> tuple[SpanAudio, SpanAudio] | None:
    """Two parts, cut at the longest pause away from the edges; ``None`` if there is only one span of speech."""
    best, best_worth = -1, -1.0
    for at in range(1, len(stretch.speech)):
        pause = stretch.speech[at].start - stretch.speech[at - 1].stop
        before = stretch.speech[at].start - stretch.start
        balance = min(before, stretch.stop - stretch.speech[at].start) / max(1, stretch.stop - stretch.start)
        worth = (1 + pause) * balance
        if worth > best_worth:
            best, best_worth = at, worth
    if best < 0:
        return None
    border = (stretch.speech[best - 1].stop + stretch.speech[best].start) // 2
    left, right = cut(stretch, stretch.start, border), cut(stretch, border, stretch.stop)
    return (left, right) if left is not None and right is not None else None
