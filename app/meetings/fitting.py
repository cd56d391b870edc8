"""Lines and moments that reach beyond the end of their recording, brought inside. Pure.

It happens after a crash: words are committed a moment before their sound is durable, and words are never dropped.
"""

from dataclasses import replace

from app.meetings.moment import Moment
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds


def fit_line(segment: Segment, end_ms: int) -> Segment:
    """The line with its times within 0 and an end, marked as repaired if that changed them."""
    if 0 <= segment.start_ms < segment.end_ms <= end_ms:
        return segment
    end = max(1, end_ms)
    start = min(max(0, segment.start_ms), end - 1)
    return replace(
        segment,
        start_ms=Milliseconds(start),
        end_ms=Milliseconds(min(max(segment.end_ms, start + 1), end)),
        words=tuple(_fit_word(word, start, end) for word in segment.words),
        repaired=True,
    )


def fit_moment(moment: Moment, end_ms: int) -> Moment:
    """The moment within 0 and an end."""
    end = min(max(0, moment.end_ms), end_ms)
    return replace(moment, start_ms=Milliseconds(min(max(0, moment.start_ms), end)), end_ms=Milliseconds(end))


def _fit_word(word: Word, low: int, high: int) -> Word:
    start = min(max(word.start_ms, low), high - 1)
    return replace(word, start_ms=Milliseconds(start), end_ms=Milliseconds(min(max(word.end_ms, start + 1), high)))
