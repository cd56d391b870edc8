"""Voice that got no words while those around it did: where it is, and how what is heard there later is put in.

Pure. The decoder jumps over a sentence now and then, and the alignment stretches the word beside it over the hole; such
a word counts for no more than it takes to say. Used for settled words (``live_pipeline.py``), for what the pass before
heard (``heard_before.py``), and for pieces (``live_piece.py``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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


MISSED_S = 0.2
"""Time without words from which on a word may be missing, where the decoder is known to have jumped."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A voice that the newest pass left out, and what an earlier one heard of it."""

    hole: SpeechSpan
    words: tuple[RecognisedWord, ...]
    """The window of that pass may have ended before the hole does: then the last words were never heard."""


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


def missed(jump: Jump, words: Sequence[RecognisedWord]) -> list[SpeechSpan]:
    """Where in a jump no word stands, though its own are among the words."""
    found: list[SpeechSpan] = []
    hole = around(jump.hole)
    start = hole.start
    for word in settle(words):
        if word.stop > start and word.start < hole.stop:
            found.append(SpeechSpan(hole.track, start, SampleIndex(max(start, word.start))))
            start = max(start, SampleIndex(min(word.stop, word.start + longest(word.text))))
    found.append(SpeechSpan(hole.track, start, SampleIndex(max(start, hole.stop))))
    return [each for each in found if each.length >= MISSED_S * SAMPLE_RATE_HZ]


def read_jump(
    jump: Jump,
    words: Sequence[RecognisedWord],
    read: Callable[[SpeechSpan], Sequence[RecognisedWord]],
    *,
    said: Sequence[RecognisedWord] = (),
) -> tuple[RecognisedWord, ...]:
    """The words, in which a jump was filled with what was heard of it before, with what that did not hear.

    Heard alone the voice gives whole words where the window before cut them; what was heard before stays where that
    is more.
    """
    found = read(jump.hole)
    others = [word for word in words if word not in jump.words]
    whole = fitting(jump.hole, found, others, said=said)
    if length_of(whole) >= length_of(jump.words):
        return put_in(jump.hole, others, whole)
    for hole in missed(jump, words):
        words = put_in(hole, words, fitting(hole, found, words, said=said))
    return tuple(words)


def length_of(words: Sequence[RecognisedWord]) -> int:
    """Samples that the words take, none more than it needs."""
    return sum(min(word.stop - word.start, longest(word.text)) for word in words)


def fitting(
    hole: SpeechSpan,
    found: Sequence[RecognisedWord],
    words: Sequence[RecognisedWord],
    *,
    said: Sequence[RecognisedWord] = (),
) -> tuple[RecognisedWord, ...]:
    """Of what was heard in a hole, what can be believed and does not stand beside it already."""
    placed = settle(words)
    before = [*said, *(word for word in placed if middle(word) < hole.start + _half(word))]
    after = [word for word in placed if middle(word) >= hole.start + _half(word)]
    free = [word for word in found if not any(lies_on(word, other) for other in placed)]
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
    before = tuple(word for word in placed if middle(word) < hole.start + _half(word))
    return (*before, *found, *placed[len(before) :])


def middle(word: RecognisedWord) -> int:
    """The sample in the middle of a word; of all its times the most reliable."""
    return (word.start + word.stop) // 2


def lies_on(word: RecognisedWord, other: RecognisedWord) -> bool:
    """Whether a word stands where another one is said."""
    return other.start < middle(word) < min(other.stop, other.start + longest(other.text))


def _half(word: RecognisedWord) -> int:
    """A word that is stretched over the hole behind it begins before the hole."""
    return max(0, middle(word) - word.start) if word.stop - word.start > longest(word.text) else 0
