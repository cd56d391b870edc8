"""Cutting text into the pieces that have a time of their own, and spreading time over them. Pure.

A piece is a word where a language puts spaces between words, and one character where it does not (Chinese, Japanese,
Thai…); its marks stand with it. Each piece keeps what precedes it, so that joining all of them gives the text again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.meetings.transcript import Word
from engine.contract.audio import Milliseconds

_UNSPACED = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3041-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1780-\u17d3"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
_OPENING = "([{<（【《〈「『〔［｛“‘¿¡"
_WIDE_MARK = "\u3000-\u3004\u3008-\u3020\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65…—·”’"
_PIECE = re.compile(
    f"\\s*[{re.escape(_OPENING)}]*"
    f"(?:[{_UNSPACED}][\u0300-\u036f\u0e31-\u0e4e\ufe00-\ufe0f]*|[^\\s{_UNSPACED}{_WIDE_MARK}]+|[{_WIDE_MARK}])"
    f"[{_WIDE_MARK},.!?;:)\\]}}%]*"
)
_CLOSING = re.escape(",.!?;:)]}…—·”’") + "、。〉》」』】！），．：；？］｝"
_TRAILING = re.compile(f"[{_CLOSING}]+$")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text."""

    start: int
    """Offset in the text, with the space before it."""
    stop: int
    core: str
    """Itself without the space."""


def cut(text: str) -> list[Piece]:
    """All pieces of a text, which together are the text, but for space at its end."""
    found: list[Piece] = []
    at = 0
    for match in _PIECE.finditer(text):
        if match.start() > at and text[at : match.start()].strip():  # marks that stand alone
            found.append(Piece(at, match.start(), text[at : match.start()].strip()))
            at = match.start()
        found.append(Piece(at, match.end(), text[at : match.end()].strip()))
        at = match.end()
    if text[at:].strip():
        found.append(Piece(at, len(text.rstrip()), text[at:].strip()))
    return found


def cut_finely(text: str) -> list[Piece]:
    """The same in the parts that a recogniser may have taken for words: marks, and what follows a hyphen, alone."""
    found: list[Piece] = []
    for piece in cut(text):
        lead = piece.stop - len(piece.core)
        marks = _TRAILING.search(piece.core)
        word = len(piece.core) if marks is None else marks.start()
        borders = [match.start() for match in _HYPHEN.finditer(piece.core[:word])]
        borders += range(max(1, word), len(piece.core)) if word else range(1, len(piece.core))
        start = piece.start
        for border in (*(lead + each for each in borders), piece.stop):
            found.append(Piece(start, border, text[start:border].strip()))
            start = border
    return found


def is_mark(core: str) -> bool:
    """Whether a piece is nothing but marks."""
    return not plain(core)


def spread(texts: Sequence[str], start_ms: int, end_ms: int) -> tuple[Word, ...]:
    """Words of these texts that share a stretch by how long they are. Nobody measured them: no confidence."""
    total = sum(max(1, len(text.strip())) for text in texts)
    length = max(0, end_ms - start_ms)
    words: list[Word] = []
    done = 0
    for text in texts:
        first = start_ms + length * done // total
        done += max(1, len(text.strip()))
        words.append(Word(Milliseconds(first), Milliseconds(start_ms + length * done // total), text))
    return tuple(words)


def is_unspaced(character: str) -> bool:
    """Whether a character is of a language that puts no spaces between words."""
    return re.match(f"[{_UNSPACED}]", character) is not None


def is_spaced(before: str, after: str) -> bool:
    """Whether a space belongs between two texts."""
    if not before or not after or before[-1].isspace() or after[0].isspace():
        return False
    unspaced = f"[{_UNSPACED}{_WIDE_MARK}]"
    return not (re.match(unspaced, before[-1]) or re.match(unspaced, after[0]))


def plain(text: str) -> str:
    """A piece without case and marks, for whether two say the same."""
    return _LETTERS.sub("", text).casefold()
