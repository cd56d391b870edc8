"""Committed words that are gone, and words that are there twice. Pure text.

A word counts as doubled when the recognised text has it once more than what was said, right beside its like, and close
to a moment at which something was killed. What the recogniser mishears is neither.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

NEAR_S = 8.0
"""Recognition that goes on after a kill reads this much again at the most."""
_LONG = 3
_AROUND = 6
"""Several words are looked for so many words further away as well."""
_ALIKE = 80.0
"""Of 100: two stretches of several words that are the same but for what was misheard."""


@dataclass(frozen=True, slots=True)
class HeardWord:
    """A word as it was recognised."""

    text: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Doubled:
    """Words that are there twice."""

    at_s: float
    text: str
    count: int


def plain_words(text: str) -> list[str]:
    """The words without case, accents and marks."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return re.findall(r"\w+", "".join(each for each in folded if not unicodedata.combining(each)).replace("'", ""))


def lost_words(told: Mapping[str, str], kept: Mapping[str, str]) -> list[str]:
    """Words of lines that were told as committed and are not in those lines now, by the names of the lines."""
    lost: list[str] = []
    for line, text in told.items():
        before, now = text.split(), kept.get(line, "").split()
        for chunk in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
            if chunk[0] in {"delete", "replace"}:
                lost += before[chunk[1] : chunk[2]]
    return lost


def doubled_words(heard: Sequence[HeardWord], said: Sequence[str], kills_s: Iterable[float]) -> list[Doubled]:
    """Lay what was heard beside what was said, both in their order, and look at what is heard too often."""
    times = sorted(kills_s)
    words = [plain for word in heard for plain in plain_words(word.text)]
    at = [word.at_s for word in heard for _ in plain_words(word.text)]
    found: list[Doubled] = []
    for step in Levenshtein.opcodes(said, words):
        if step.tag != "insert":
            continue
        start, stop = step.dest_start, step.dest_end
        if (count := _repeated(words, start, stop)) and _is_near(at[start], times):
            found.append(Doubled(at[start], " ".join(words[start:stop]), count))
    return found


def _repeated(words: Sequence[str], start: int, stop: int) -> int:
    """How many of the inserted words stand right beside themselves."""
    count = stop - start
    inserted = words[start:stop]
    if inserted in (words[max(0, start - count) : start], words[stop : stop + count]):
        return count
    if count >= _LONG:
        around = (words[max(0, start - count - _AROUND) : start], words[stop : stop + count + _AROUND])
        alike = [fuzz.partial_ratio(" ".join(inserted), " ".join(each)) for each in around if len(each) >= count]
        if max(alike, default=0.0) >= _ALIKE:
            return count
    return sum(words[place] == words[place - 1] for place in range(max(1, start), min(stop + 1, len(words))))


def _is_near(at_s: float, times: Sequence[float]) -> bool:
    place = bisect_left(times, at_s)
    return any(abs(each - at_s) <= NEAR_S for each in times[max(0, place - 1) : place + 1])
