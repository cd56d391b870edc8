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

from rapidfuzz.distance import Levenshtein

NEAR_S = 8.0
"""Recognition that goes on after a kill reads this much again at the most."""
_LONG = 3
_AROUND = 25
"""Several words are looked for so many words further away as well."""
_FAR = 60
_PAUSE_S = 1.0
"""Two words that are further apart than this may well be the same word said again."""


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
    found = [*_stammered(words, at, said), *_told_again(words, at, said)]
    return [each for each in sorted(found, key=lambda each: each.at_s) if _is_near(each.at_s, times)]


def _stammered(words: Sequence[str], at: Sequence[float], said: Sequence[str]) -> list[Doubled]:
    """One or two words more than were said, right behind their like, and without time for anything in between."""
    found: list[Doubled] = []
    for step in Levenshtein.opcodes(said, words):
        count = step.dest_end - step.dest_start
        if step.tag != "insert" or count >= _LONG:
            continue
        for first in (step.dest_start - count, step.dest_start):
            second = first + count
            is_twice = first >= 0 and words[first:second] == words[second : second + count]
            if is_twice and at[second] - at[second - 1] < _PAUSE_S:
                found.append(Doubled(at[second], " ".join(words[second : second + count]), count))
                break
    return found


def _told_again(words: Sequence[str], at: Sequence[float], said: Sequence[str]) -> list[Doubled]:
    """Three words and more that come again a little later, though nobody said them twice."""
    twice = _repetitions(said)
    found: list[Doubled] = []
    place = 0
    while place + _LONG <= len(words):
        again = place + _LONG
        while again <= place + _LONG + _AROUND and words[again : again + _LONG] != words[place : place + _LONG]:
            again += 1
        if again > place + _LONG + _AROUND or tuple(words[place : place + _LONG]) in twice:
            place += 1
            continue
        count = _LONG
        while place + count < again and again + count < len(words) and words[place + count] == words[again + count]:
            count += 1
        found.append(Doubled(at[again], " ".join(words[again : again + count]), count))
        place = again
    return found


def _repetitions(said: Sequence[str]) -> set[tuple[str, ...]]:
    """Three words that somebody said again soon."""
    last: dict[tuple[str, ...], int] = {}
    found: set[tuple[str, ...]] = set()
    for place in range(len(said) - _LONG + 1):
        three = tuple(said[place : place + _LONG])
        if place - last.get(three, -_FAR) < _FAR:
            found.add(three)
        last[three] = place
    return found


def _is_near(at_s: float, times: Sequence[float]) -> bool:
    place = bisect_left(times, at_s)
    return any(abs(each - at_s) <= NEAR_S for each in times[max(0, place - 1) : place + 1])
