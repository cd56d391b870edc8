"""The normaliser: the one place that guarantees the numbers of everything that goes into the library.

Pure; the last step of each pipeline that changes times. For every segment 0 <= start < end <= length, starts never
go back, each word lies in its segment and lasts at least 20 ms (less where they crowd), and probabilities lie in 0..1:
a NaN would not survive the wire. Nothing is dropped and nothing after a mended item is moved; a segment whose
own times, or whose words' beginnings, had to be mended says so.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from engine.contract.audio import FRAME_SAMPLES, SampleIndex
from engine.contract.segments import RecognisedSegment, RecognisedWord


def normalise(segments: Sequence[RecognisedSegment], *, length: int, earliest: int = 0) -> list[RecognisedSegment]:
    """Mend the times and probabilities of segments.

    Args:
        segments: In any order; words may overlap, be empty or go backwards.
        length: Samples of the recording.
        earliest: Nothing may start before this, because it was given away already.
    """
    mended = [_fit(segment, earliest, length) for segment in segments]
    mended.sort(key=lambda segment: (segment.start, segment.stop))
    return [_with_words(segment, _fit_words(segment)) for segment in mended]


def _fit(segment: RecognisedSegment, earliest: int, length: int) -> RecognisedSegment:
    start, stop = segment.start, segment.stop
    if stop < start:
        start, stop = stop, start
    last = max(0, length - FRAME_SAMPLES)
    start = min(max(start, min(earliest, last), 0), last)
    stop = min(max(stop, start + FRAME_SAMPLES), max(length, FRAME_SAMPLES))
    is_mended = (start, stop) != (segment.start, segment.stop)
    return replace(
        segment,
        start=SampleIndex(start),
        stop=SampleIndex(stop),
        confidence=_probability(segment.confidence),
        no_speech=_probability(segment.no_speech),
        repaired=segment.repaired or is_mended,
    )


def _probability(value: float) -> float:
    """The value within 0..1; what is no number at all is no evidence."""
    return min(1.0, max(0.0, value)) if math.isfinite(value) else 0.0


def _fit_words(segment: RecognisedSegment) -> tuple[RecognisedWord, ...]:
    """Clamp words into the segment, in order; crowded ones share the room that is left."""
    words = segment.words
    fitted: list[RecognisedWord] = []
    at = segment.start
    for number, word in enumerate(words):
        left = len(words) - number
        room = max(1, min(FRAME_SAMPLES, (segment.stop - at) // left))
        start = min(max(word.start, at), segment.stop - left * room)
        stop = min(max(word.stop, start + room), segment.stop - (left - 1) * room)
        fitted.append(
            replace(word, start=SampleIndex(start), stop=SampleIndex(stop), confidence=_probability(word.confidence))
        )
        at = stop
    return tuple(fitted)


def _with_words(segment: RecognisedSegment, words: tuple[RecognisedWord, ...]) -> RecognisedSegment:
    moved = any(abs(new.start - old.start) > FRAME_SAMPLES for new, old in zip(words, segment.words, strict=True))
    return replace(segment, words=words, repaired=segment.repaired or moved)
