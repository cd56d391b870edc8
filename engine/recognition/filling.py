"""Words of a second try beside those of the first: neither doubled nor out of order.

Pure, used by the Whisper session. Where the decoder left speech out, the alignment stretches the word beside
the hole over it, on either side. What is left out is mostly whole sentences, so a stretched word at the beginning
of a sentence belongs to the end of its time. When the hole gets words of its own, the stretched word is either
one of them, said twice now, or it belongs to the end of its time that is still free.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.recognition.coverage import LEAST_S, longest
from engine.recognition.lines import CLOSING, SENTENCE_ENDS

NEAR = 2
"""Words into a sentence that still are its beginning."""

LEAST_ECHO = 3
"""Words in a row that a sentence does not say twice."""

_LEAST_STRETCH = int(LEAST_S * SAMPLE_RATE_HZ)
_MARKS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Filling:
    """Both sets of words, fitted to each other."""

    before: tuple[tuple[RecognisedWord, ...], ...]
    """Those of the first try, part by part."""
    found: tuple[RecognisedWord, ...]
    """Those that fill the hole."""


def settle(words: Sequence[RecognisedWord]) -> tuple[RecognisedWord, ...]:
    """The words, with those that begin a sentence at the end of the time they were stretched over."""
    settled = list(words)
    begin = 0
    for at, word in enumerate(words):
        if at and _ends_sentence(words[at - 1]):
            begin = at
        if at - begin > NEAR or word.stop - word.start <= longest(word.text) + _LEAST_STRETCH:
            continue
        stop = word.stop
        for place in range(at, begin - 1, -1):
            moved = settled[place]
            length = min(moved.stop - moved.start, longest(moved.text) // 2)
            settled[place] = replace(moved, start=SampleIndex(stop - length), stop=stop)
            stop = SampleIndex(stop - length)
    return tuple(settled)


def fit_in(before: Sequence[Sequence[RecognisedWord]], found: Sequence[RecognisedWord], hole: SpeechSpan) -> Filling:
    """Fit the words found for a hole to those that were there.

    Args:
        before: Words of the first try, part by part.
        found: Words of the second, in order; some may lie beside the hole.
        hole: The speech that had no words.
    """
    placed = [word for part in before for word in part]
    new = tuple(word for word in found if _lies_in(word, hole) or not _is_said(word, placed))
    if echoes(new, _sentence_around(hole, placed)):
        new = ()
    return Filling(tuple(_beside(part, new, hole) for part in before), new)


def _beside(
    words: Sequence[RecognisedWord], new: Sequence[RecognisedWord], hole: SpeechSpan
) -> tuple[RecognisedWord, ...]:
    kept: list[RecognisedWord] = []
    for word in words:
        inside = [each for each in new if word.start <= (each.start + each.stop) // 2 < word.stop]
        is_stretched = word.stop - word.start > longest(word.text) and word.start < hole.stop and word.stop > hole.start
        if not is_stretched or not inside:
            kept.append(word)
        elif not _is_said(word, (inside[0], inside[-1])):
            kept.append(_in_free_time(word, inside))
    return tuple(kept)


def _in_free_time(word: RecognisedWord, inside: Sequence[RecognisedWord]) -> RecognisedWord:
    """The word in that end of its time which the words inside leave free."""
    first, last = inside[0].start, max(each.stop for each in inside)
    if word.stop - last > first - word.start:
        return replace(word, start=last)
    return replace(word, stop=SampleIndex(max(first, word.start)))


def _sentence_around(hole: SpeechSpan, placed: Sequence[RecognisedWord]) -> Sequence[RecognisedWord]:
    """The sentence that goes on before and after the hole; empty if the hole lies between two."""
    words = sorted(placed, key=lambda word: word.start)
    at = sum(word.start <= hole.start for word in words)
    first = next((place for place in range(at, 0, -1) if _ends_sentence(words[place - 1])), 0)
    last = next((place for place in range(at, len(words)) if _ends_sentence(words[place])), len(words) - 1)
    return words[first : last + 1] if first < at <= last else ()


def echoes(new: Sequence[RecognisedWord], sentence: Sequence[RecognisedWord]) -> bool:
    """Whether most of the words are a run of the sentence they would be put into: heard twice, not said twice."""
    said = f" {' '.join(map(_plain, sentence))} "
    words = [_plain(word) for word in new]
    least = max(LEAST_ECHO, len(words) // 2 + 1)
    return any(f" {' '.join(words[start : start + least])} " in said for start in range(len(words) - least + 1))


def _ends_sentence(word: RecognisedWord) -> bool:
    return word.text.strip().rstrip(CLOSING).endswith(tuple(SENTENCE_ENDS))


def _is_said(word: RecognisedWord, others: Sequence[RecognisedWord]) -> bool:
    """Whether one of the others is the same word at the same time, within what a word takes."""
    text, reach = _plain(word), longest(word.text)
    return any(
        _plain(each) == text and each.start < word.stop + reach and word.start < each.stop + reach for each in others
    )


def _lies_in(word: RecognisedWord, hole: SpeechSpan) -> bool:
    return hole.start <= (word.start + word.stop) // 2 <= hole.stop


def _plain(word: RecognisedWord) -> str:
    return _MARKS.sub("", word.text).casefold()
