"""Finding a text in lines: as it is written, as whole words, or what sounds like it. Pure.

Used by find and replace in the window, on whatever thread has the lines. A sound is compared where the language has
one way to write it down: Chinese by the readings of its characters without tones (and without what many speakers and
recognisers mix up: zh and z, n and l, ing and in …), Latin letters by metaphone and by how many letters differ. Speech
recognition writes a name that it does not know as something that sounds like it, which is what this finds.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from app.editing.pieces import is_unspaced
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment

_LATIN_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_ALIKE_FROM = 0.75
"""Share of letters that are the same, above which two Latin names are alike."""
_SHORTEST = 4
"""Letters; words that are no longer are alike only if their metaphone and their first vowel are."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for."""

    text: str
    whole_words: bool = False
    """Of languages that put spaces between them."""
    match_case: bool = False
    sounds_alike: bool = False
    """Also what sounds like it."""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Where it stands, or something like it."""

    line: SegmentId
    start: int
    """Offset in the line's text."""
    stop: int
    text: str
    likeness: float
    """1.0 where it is the text itself; less for what only sounds like it."""


def find_places(lines: Iterable[Segment], wanted: Wanted) -> list[FoundPlace]:
    """All places in the order of the lines; none overlaps another. Nothing to look for finds nothing."""
    if not wanted.text.strip():
        return []
    finder = _Finder(wanted)
    return [place for line in lines for place in finder.find(line)]


class _Finder:
    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._text = wanted.text.strip()
        flags = 0 if wanted.match_case else re.IGNORECASE
        # A space that is typed stands for any that is written.
        self._pattern = re.compile(r"\s+".join(map(re.escape, self._text.split())), flags)
        self._han = [_readings(each) for each in self._text] if all(map(_HAN.match, self._text)) else []
        words = _LATIN_WORD.findall(self._text)
        self._latin = _letters("".join(words)) if words and not _HAN.search(self._text) else ""
        self._words = len(words)

    def find(self, line: Segment) -> list[FoundPlace]:
        places = [
            FoundPlace(line.id, match.start(), match.end(), match.group(), 1.0)
            for match in self._pattern.finditer(line.text)
            if not self._wanted.whole_words or _is_whole(line.text, match.start(), match.end())
        ]
        if not self._wanted.sounds_alike:
            return places
        alike = self._chinese(line) if self._han else self._latin_words(line) if self._latin else []
        for place in sorted(alike, key=lambda each: -each.likeness):
            if all(place.stop <= other.start or other.stop <= place.start for other in places):
                places.append(place)
        return sorted(places, key=lambda each: each.start)

    def _chinese(self, line: Segment) -> list[FoundPlace]:
        length = len(self._han)
        found: list[FoundPlace] = []
        for run in re.finditer(f"{_HAN.pattern}{{{length},}}", line.text):
            heard = [_readings(each) for each in run.group()]
            for at in range(len(heard) - length + 1):
                pairs = list(zip(self._han, heard[at : at + length], strict=True))
                if all(a[1] & b[1] for a, b in pairs):
                    exact = sum(bool(a[0] & b[0]) for a, b in pairs) / length
                    start = run.start() + at
                    text = line.text[start : start + length]
                    found.append(FoundPlace(line.id, start, start + length, text, 0.8 + 0.15 * exact))
        return found

    def _latin_words(self, line: Segment) -> list[FoundPlace]:
        words = list(_LATIN_WORD.finditer(line.text))
        letters = [_letters(word.group()) for word in words]
        found: list[FoundPlace] = []
        # A name that is not known comes apart, or swallows its neighbour: “viva voce”.
        for count in range(max(1, self._words - 1), self._words + 2):
            for at in range(len(words) - count + 1):
                heard = letters[at] if count == 1 else "".join(letters[at : at + count])
                likeness = _likeness(self._latin, heard, is_same_count=count == self._words)
                if likeness > 0:
                    start, stop = words[at].start(), words[at + count - 1].end()
                    text = line.text[start:stop]
                    if re.search(r"[.,;!?\d]|\s{2}", text) is None:
                        found.append(FoundPlace(line.id, start, stop, text, likeness))
        return found


def _is_whole(text: str, start: int, stop: int) -> bool:
    return _is_border(text, start) and _is_border(text, stop)


def _is_border(text: str, at: int) -> bool:
    if at in (0, len(text)):
        return True
    before, after = text[at - 1], text[at]
    if is_unspaced(before) or is_unspaced(after):
        return True
    return not (_is_letter(before) and _is_letter(after))


def _is_letter(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.combining(character) != 0


@functools.lru_cache(maxsize=20_000)
def _readings(character: str) -> tuple[frozenset[str], frozenset[str]]:
    """How a character is read, and the same without what is mixed up."""
    # Imported when Chinese is first looked for: its dictionaries take a moment.
    from pypinyin import Style, pinyin  # noqa: PLC0415 - see above

    found = frozenset(pinyin(character, style=Style.NORMAL, heteronym=True, v_to_u=False)[0])
    return found, frozenset(map(_mixed_up, found))


def _mixed_up(reading: str) -> str:
    for one, other in (("zh", "z"), ("ch", "c"), ("sh", "s")):
        if reading.startswith(one):
            reading = other + reading[2:]
    if reading.startswith("n") and len(reading) > 1:
        reading = "l" + reading[1:]
    if reading.endswith(("ang", "eng", "ing")):
        reading = reading[:-1]
    return reading


@functools.lru_cache(maxsize=20_000)
def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss").replace("ø", "o"))
    return "".join(each for each in plain if each.isalpha())


@functools.lru_cache(maxsize=20_000)
def _sound(letters: str) -> str:
    from jellyfish import metaphone  # noqa: PLC0415 - only for who looks by sound

    return metaphone(letters) if letters.isascii() else letters


@functools.lru_cache(maxsize=100_000)
def _likeness(wanted: str, heard: str, *, is_same_count: bool) -> float:
    """0 where two are not alike."""
    if not wanted or not heard or abs(len(wanted) - len(heard)) > max(2, len(wanted) // 3):
        return 0.0
    if wanted == heard:
        return 0.98
    same = OSA.normalized_similarity(wanted, heard)
    shorter = min(len(wanted), len(heard))
    if _sound(wanted) == _sound(heard) and same >= 0.6 and (shorter > _SHORTEST or _vowel(wanted) == _vowel(heard)):
        return 0.6 + 0.3 * same
    # Two short words that differ in a letter are mostly two words; a long name with one wrong letter is that name.
    enough = _ALIKE_FROM if is_same_count else 0.85
    return 0.5 * same if shorter > _SHORTEST and same >= enough else 0.0


def _vowel(letters: str) -> str:
    """The first one, which metaphone passes over."""
    return next((each for each in letters[1:] if each in "aeiouy"), "")
