"""Which speech has no words yet? Whisper may stop early, at a change of speaker above all.

Pure. The voice detector's spans are held against the words' times; what stays uncovered is decoded
again on its own. This is what keeps words from vanishing at a quarter of the cost of decoding twice.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.segments import RecognisedWord

SLACK_S = 0.2
"""Word times may be wrong by this much."""

WORD_S = 0.35
CHARACTER_S = 0.08
"""The alignment stretches the last word over speech that was left out; no word counts for more than these."""

LEAST_S = 0.6
"""Shorter holes are breaths, hesitations and inexact times."""

LEAST_SAID = 0.4
"""Part of the speech that the words must take, each at its slowest."""

LEAST_JUDGED_S = 4.0
"""Speech under which that is not asked."""

JOIN_S = 2.0
"""Holes closer than this are decoded together: more context, fewer calls."""


class Said(Protocol):
    """A word, wherever it lies."""

    @property
    def text(self) -> str:
        """As it was heard, with the spaces around it."""
        ...


def uncovered(
    speech: Sequence[SpeechSpan], words: Sequence[RecognisedWord], *, padding: int = 0, join_s: float = JOIN_S
) -> list[SpeechSpan]:
    """Stretches of speech without words, in order.

    Args:
        speech: What the voice detector heard.
        words: What was understood, in any order.
        padding: Samples at both ends of each span that the segmenter added and that need no words.
        join_s: Holes closer than this become one, with the words between them.
    """
    slack = int(SLACK_S * SAMPLE_RATE_HZ)
    covered = sorted((word.start - slack, min(word.stop, word.start + longest(word.text)) + slack) for word in words)
    holes: list[SpeechSpan] = []
    for span in speech:
        at, stop = span.start + padding, span.stop - padding
        for first, last in covered:
            if last <= at:
                continue
            if first >= stop:
                break
            _add_hole(holes, span.track, at, min(first, stop))
            at = max(at, last)
        _add_hole(holes, span.track, at, stop)
    return _join(holes, int(join_s * SAMPLE_RATE_HZ))


def is_sparse(speech: Sequence[SpeechSpan], words: Sequence[Said], *, padding: int = 0) -> bool:
    """Whether there are words, but far too few for the speech. Arguments as for ``uncovered``.

    The decoder stopped early then, and the alignment puts what it has anywhere.
    """
    heard = sum(max(0, span.length - 2 * padding) for span in speech)
    said = sum(longest(word.text) for word in words)
    return bool(words) and heard >= LEAST_JUDGED_S * SAMPLE_RATE_HZ and said < LEAST_SAID * heard


def within_speech(word: RecognisedWord, speech: Sequence[SpeechSpan]) -> RecognisedWord:
    """The word without the pause that the alignment gave it: it is kept in the span it has most of itself in.

    Where no punctuation takes the pause, in Chinese above all, the first character after it does: a Han word
    that is stretched from one span into another belongs to the later one.
    """
    touched = [span for span in speech if min(word.stop, span.stop) > max(word.start, span.start)]
    if not touched:
        return word
    best = max(touched, key=lambda span: min(word.stop, span.stop) - max(word.start, span.start))
    if len(touched) > 1 and _is_han(word.text) and word.stop - word.start > longest(word.text):
        best = touched[-1]
    start, stop = max(word.start, best.start), min(word.stop, best.stop)
    if (start, stop) == (word.start, word.stop):
        return word
    return replace(word, start=SampleIndex(start), stop=SampleIndex(stop))


def _is_han(text: str) -> bool:
    return any("㐀" <= character <= "鿿" for character in text)


def longest(word: str) -> int:
    """Samples that saying a word takes at the most."""
    return int((WORD_S + CHARACTER_S * len(word.strip())) * SAMPLE_RATE_HZ)


def _add_hole(holes: list[SpeechSpan], track: int, start: int, stop: int) -> None:
    if stop - start >= LEAST_S * SAMPLE_RATE_HZ:
        holes.append(SpeechSpan(track, SampleIndex(start), SampleIndex(stop)))


def _join(holes: list[SpeechSpan], closer: int) -> list[SpeechSpan]:
    joined: list[SpeechSpan] = []
    for hole in holes:
        if joined and hole.start - joined[-1].stop < closer:
            joined[-1] = SpeechSpan(hole.track, joined[-1].start, hole.stop)
        else:
            joined.append(hole)
    return joined
