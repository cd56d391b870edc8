"""How a text sounds, as far as writing shows it, and how alike two texts are.

Pure. Latin letters are compared as they are and by metaphone, which is made for English and helps other languages a
little; Chinese by the readings of its characters without tones and without what many speakers and recognisers mix up
(zh and z, n and l, ing and in). Other scripts are compared letter by letter.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import jellyfish
from rapidfuzz.distance import Levenshtein

LETTERS_SHARE = 0.5
"""Of likeness, how much letters count; the rest is sound."""

HAN_LETTERS_SHARE = 0.25
"""The same for Chinese: another character with the same reading is the usual mistake."""

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_MIXED_UP = (("zh", "z"), ("ch", "c"), ("sh", "s"), ("ng", "n"))


@dataclass(frozen=True, slots=True)
class SoundKey:
    """A text, made comparable."""

    letters: str
    """In lower case, without accents, marks and spaces."""
    sound: str
    han: int
    """How many of the letters are Chinese characters."""


@lru_cache(maxsize=20_000)
def sound_key(text: str) -> SoundKey:
    """The key of a text. Kept, because the same words are asked for again and again."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(character for character in folded if character.isalnum())
    han = len(_HAN.findall(letters))
    return SoundKey(letters, _readings(letters) if han else _latin_sound(letters), han)


def alike(one: SoundKey, other: SoundKey) -> float:
    """How alike two texts are, 0..1."""
    if bool(one.han) != bool(other.han) or (one.han and one.han != other.han):
        return 0.0
    share = HAN_LETTERS_SHARE if one.han else LETTERS_SHARE
    letters = Levenshtein.normalized_similarity(one.letters, other.letters)
    return share * letters + (1 - share) * Levenshtein.normalized_similarity(one.sound, other.sound)


def _latin_sound(letters: str) -> str:
    return jellyfish.metaphone(letters) if letters.isascii() else letters


def _readings(letters: str) -> str:
    from pypinyin import lazy_pinyin  # noqa: PLC0415 - its dictionary takes a while, and only Chinese needs it

    return " ".join(_folded(reading) for reading in lazy_pinyin(letters))


def _folded(reading: str) -> str:
    for one, other in _MIXED_UP:
        reading = reading.replace(one, other)
    return f"l{reading[1:]}" if reading.startswith("n") else reading
