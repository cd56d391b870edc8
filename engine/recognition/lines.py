"""From words to lines of transcript: a line is a sentence, or what one says in one breath.

Pure. Breaks after the end of a sentence, at a pause, and, if a line would grow too long, at its best inner
place. Joining the texts of the lines gives the text of the words.
"""

from collections.abc import Sequence

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.segments import RecognisedWord

SENTENCE_ENDS = ".?!。？！…"
CLAUSE_ENDS = ",;:，、；："
CLOSING = "\"'”’)]』」）】"

PAUSE_S = 1.0
"""A pause this long ends a line, whatever the punctuation."""

LONGEST_S = 15.0
LONGEST_CHARACTERS = 240
LONGEST_HAN = 60

_ABBREVIATIONS = {"mr.", "mrs.", "ms.", "dr.", "st.", "prof.", "vs.", "e.g.", "i.e.", "no."}


def split_lines(words: Sequence[RecognisedWord]) -> list[list[RecognisedWord]]:
    """Group ordered words into lines."""
    lines: list[list[RecognisedWord]] = []
    current: list[RecognisedWord] = []
    for word in words:
        if current and _pause(current[-1], word) >= PAUSE_S:
            lines.append(current)
            current = []
        current.append(word)
        if _ends_sentence(word.text):
            lines.append(current)
            current = []
    if current:
        lines.append(current)
    return [part for line in lines for part in _fit(line)]


def _fit(line: list[RecognisedWord]) -> list[list[RecognisedWord]]:
    if len(line) < 2 or not _is_long(line):
        return [line]
    cut = max(range(1, len(line)), key=lambda at: _cut_quality(line, at))
    return _fit(line[:cut]) + _fit(line[cut:])


def _is_long(line: list[RecognisedWord]) -> bool:
    text = "".join(word.text for word in line)
    han = sum("一" <= character <= "鿿" for character in text)
    return (
        line[-1].stop - line[0].start > LONGEST_S * SAMPLE_RATE_HZ
        or len(text) > LONGEST_CHARACTERS
        or han > LONGEST_HAN
    )


def _cut_quality(line: list[RecognisedWord], at: int) -> float:
    """How good a cut before word ``at`` is: punctuation, then pause, near the middle."""
    clause = 2.0 if line[at - 1].text.rstrip(CLOSING).endswith(tuple(CLAUSE_ENDS)) else 0.0
    balance = 1.0 - abs(2 * at / len(line) - 1.0)
    return clause + min(_pause(line[at - 1], line[at]), 1.0) * 2.0 + balance * 1.5


def _pause(before: RecognisedWord, after: RecognisedWord) -> float:
    return (after.start - before.stop) / SAMPLE_RATE_HZ


def _ends_sentence(text: str) -> bool:
    bare = text.strip().rstrip(CLOSING)
    return bool(bare) and bare[-1] in SENTENCE_ENDS and bare.lower() not in _ABBREVIATIONS
