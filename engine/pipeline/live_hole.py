"""Voice that got no words while those around it did: where it is, and how what is heard there later is put in.

Pure. The decoder jumps over a sentence now and then, and the alignment stretches the word beside it over the hole; such
a word counts for no more than it takes to say. Used for settled words (``live_pipeline.py``), for what the pass before
heard (``heard_before.py``), and for pieces (``live_piece.py``).
"""

from collections.abc import Callable, Sequence

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_seam import between
from engine.recognition.coverage import SLACK_S, longest, uncovered
from engine.recognition.filling import echoes, settle

HOLE_S = 0.6
"""Voice without words from which on it is listened to on its own. With 1.0 s, 0.3 points more wrong words on a meeting
of four people, at the same cost."""

SURE = 0.4
"""Mean confidence from which on words are put into a hole."""

NEAR = 12
"""Words on either side that must not come once more."""


def holes_in(voiced: Sequence[SpeechSpan], words: Sequence[RecognisedWord]) -> list[SpeechSpan]:
    """Where there is voice for more than a word and none is."""
    found = uncovered(voiced, settle(words), join_s=0.0)
    return [hole for hole in found if hole.length >= HOLE_S * SAMPLE_RATE_HZ]


def around(hole: SpeechSpan) -> SpeechSpan:
    """The hole with what was taken off it because word times are inexact."""
    slack = int(SLACK_S * SAMPLE_RATE_HZ)
    return SpeechSpan(hole.track, SampleIndex(max(0, hole.start - slack)), SampleIndex(hole.stop + slack))


def read_holes(
    holes: Sequence[SpeechSpan],
    words: Sequence[RecognisedWord],
    read: Callable[[SpeechSpan], Sequence[RecognisedWord]],
    *,
    said: Sequence[RecognisedWord] = (),
) -> tuple[RecognisedWord, ...]:
    """The words, which follow ``said``, with those that are found in the holes between them."""
    for hole in holes:
        words = put_in(hole, words, fitting(hole, read(hole), words, said=said))
    return tuple(words)


def fitting(
    hole: SpeechSpan,
    found: Sequence[RecognisedWord],
    words: Sequence[RecognisedWord],
    *,
    said: Sequence[RecognisedWord] = (),
) -> tuple[RecognisedWord, ...]:
    """Of what was heard in a hole, what can be believed and does not stand beside it already."""
    placed = settle(words)
    before = [*said, *(word for word in placed if _middle(word) < hole.start + _half(word))]
    after = [word for word in placed if _middle(word) >= hole.start + _half(word)]
    free = [word for word in found if not any(_lies_on(word, other) for other in placed)]
    new = between(free, before=before, after=after)
    sure = bool(new) and sum(word.confidence for word in new) >= SURE * len(new)
    return tuple(new) if sure and not echoes(new, [*before[-NEAR:], *after[:NEAR]]) else ()


def put_in(
    hole: SpeechSpan, words: Sequence[RecognisedWord], found: Sequence[RecognisedWord]
) -> tuple[RecognisedWord, ...]:
    """The words with those that were found in a hole; none is taken away."""
    if not found:
        return tuple(words)
    placed = settle(words)
    before = tuple(word for word in placed if _middle(word) < hole.start + _half(word))
    return (*before, *found, *placed[len(before) :])


def _middle(word: RecognisedWord) -> int:
    return (word.start + word.stop) // 2


def _lies_on(word: RecognisedWord, other: RecognisedWord) -> bool:
    return other.start < _middle(word) < min(other.stop, other.start + longest(other.text))


def _half(word: RecognisedWord) -> int:
    """A word that is stretched over the hole behind it begins before the hole."""
    return max(0, _middle(word) - word.start) if word.stop - word.start > longest(word.text) else 0
