"""The computer's sound once more in the microphone: which words of the one are words of the other.

Pure. Without headphones the microphone hears the far end a little later and weaker. Time decides first: only words
that lie within a small lag of each other are compared at all, so a real repetition seconds later is none. Text decides
second, over a run of words: one “yes” at the same time proves nothing beside words of one's own.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rapidfuzz import fuzz

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.postprocess.quarantine import plain
from engine.postprocess.spacing import tidy

EARLIEST_S = -0.35
LATEST_S = 0.85
"""How far behind the far word an echo may lie: up to half a second of lag, and word times that are inexact."""

ALIKE = 75.0
"""How alike two words of four characters or more must be, of 100: an echo is heard less well."""

RUN = 3
"""Words in a row that prove an echo."""

BETWEEN = 2
"""Words within a run that were understood as something else."""

ALONE_S = 0.5
"""Pauses on both sides that make a shorter run a whole utterance."""

_EARLIEST, _LATEST = int(EARLIEST_S * SAMPLE_RATE_HZ), int(LATEST_S * SAMPLE_RATE_HZ)

COVERED = 0.5
"""Part of a word that must lie in far words for it to be a misheard part of a run."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A word, or one character of a word in a script without spaces."""

    word: int
    text: str
    middle: int


@dataclass(frozen=True, slots=True)
class Part:
    """Words in a row that are echo, or are not."""

    words: tuple[RecognisedWord, ...]
    is_echo: bool


def parts(near: Sequence[RecognisedWord], far: Sequence[RecognisedWord]) -> list[Part]:
    """Near words, parted where echo begins or ends.

    Args:
        near: Words of the microphone, in order.
        far: Words of the computer around the same time, in order.
    """
    flags = echo_flags(near, far)
    return [
        Part(tuple(word for word, _ in group), is_echo)
        for is_echo, group in groupby(zip(near, flags, strict=True), key=lambda pair: pair[1])
    ]


def without_echo(segment: RecognisedSegment, far: Sequence[RecognisedWord]) -> list[RecognisedSegment]:
    """A complete line, parted where echo begins or ends; the echo is set aside. What is set aside already stays so."""
    if segment.quarantine is not None:
        return [segment]
    found = parts(segment.words, far)
    if not any(part.is_echo for part in found):
        return [segment]
    lines: list[RecognisedSegment] = []
    for number, part in enumerate(found):
        line = replace(
            segment,
            start=part.words[0].start if number else segment.start,
            stop=part.words[-1].stop if number + 1 < len(found) else segment.stop,
            text="".join(word.text for word in part.words).strip(),
            confidence=sum(word.confidence for word in part.words) / len(part.words),
            words=part.words,
            quarantine=QuarantineReason.ECHO if part.is_echo else None,
        )
        lines.append(tidy(line) or line)
    return lines


def echo_flags(
    near: Sequence[RecognisedWord], far: Sequence[RecognisedWord], *, is_more_expected: bool = False
) -> list[bool]:
    """Whether each near word is an echo. With ``is_more_expected`` the last words are not yet taken for alone."""
    partners = find_partners(near, far)
    flags = [False] * len(near)
    for first, last in _runs(partners):
        count = sum(partner is not None for partner in partners[first : last + 1])
        if count >= RUN or _is_alone(near, first, last, is_more_expected=is_more_expected):
            for at in range(first, last + 1):
                flags[at] = partners[at] is not None or _is_misheard_inside(partners, at)
            for at in (first - 1, last + 1):
                if 0 <= at < len(near) and _is_misheard(near[at], far):
                    flags[at] = True
    return flags


def find_partners(near: Sequence[RecognisedWord], far: Sequence[RecognisedWord]) -> list[int | None]:
    """Number of the far word that each near word repeats: the longest chain of equal words in order, near in time."""
    ours, theirs = _units(near), _units(far)
    longest = _chain_lengths(ours, theirs)
    votes: dict[int, list[int]] = {}
    i, j = len(ours), len(theirs)
    while i and j:
        if _is_pair(ours[i - 1], theirs[j - 1]) and longest[i][j] == longest[i - 1][j - 1] + 1:
            votes.setdefault(ours[i - 1].word, []).append(theirs[j - 1].word)
            i, j = i - 1, j - 1
        elif longest[i - 1][j] >= longest[i][j - 1]:
            i -= 1
        else:
            j -= 1
    sizes = Counter(unit.word for unit in ours)
    return [
        votes[number][0] if number in votes and 2 * len(votes[number]) >= sizes[number] else None
        for number in range(len(near))
    ]


def _chain_lengths(ours: Sequence[_Unit], theirs: Sequence[_Unit]) -> list[list[int]]:
    """Length of the longest chain in each pair of beginnings."""
    longest = [[0] * (len(theirs) + 1)]
    for our in ours:
        above, row = longest[-1], [0]
        for j, their in enumerate(theirs):
            row.append(above[j] + 1 if _is_pair(our, their) else max(above[j + 1], row[j]))
        longest.append(row)
    return longest


def _is_pair(our: _Unit, their: _Unit) -> bool:
    lag = our.middle - their.middle
    return _EARLIEST <= lag <= _LATEST and _alike(our.text, their.text)


def _runs(partners: Sequence[int | None]) -> list[tuple[int, int]]:
    """First and last word of each run; a few words between may be misheard, or said by the near end itself."""
    runs: list[tuple[int, int]] = []
    for at, partner in enumerate(partners):
        if partner is None:
            continue
        if runs and at - runs[-1][1] <= BETWEEN + 1:
            runs[-1] = (runs[-1][0], at)
        else:
            runs.append((at, at))
    return runs


def _is_alone(near: Sequence[RecognisedWord], first: int, last: int, *, is_more_expected: bool) -> bool:
    pause = ALONE_S * SAMPLE_RATE_HZ
    if first and near[first].start - near[first - 1].stop < pause:
        return False
    if last + 1 < len(near):
        return near[last + 1].start - near[last].stop >= pause
    return not is_more_expected


def _is_misheard_inside(partners: Sequence[int | None], at: int) -> bool:
    """Whether a word within a run stands where the far end said a word that nothing else repeats."""
    before = next(partner for partner in reversed(partners[:at]) if partner is not None)
    after = next(partner for partner in partners[at + 1 :] if partner is not None)
    return after - before > 1


def _is_misheard(word: RecognisedWord, far: Sequence[RecognisedWord]) -> bool:
    slack = int(0.2 * SAMPLE_RATE_HZ)
    there = [each for each in far if each.start - slack < word.stop and each.stop + 2 * slack > word.start]
    inside = sum(max(0, min(word.stop, each.stop + slack) - max(word.start, each.start)) for each in there)
    if inside < COVERED * max(1, word.stop - word.start):
        return False
    return any(fuzz.ratio(plain(word.text), plain(each.text)) >= 50 for each in there)


def _units(words: Sequence[RecognisedWord]) -> list[_Unit]:
    units: list[_Unit] = []
    for number, word in enumerate(words):
        text = plain(word.text)
        pieces = list(text.replace(" ", "")) if any("㐀" <= character <= "鿿" for character in text) else text.split()
        for at, piece in enumerate(pieces):
            middle = word.start + (word.stop - word.start) * (2 * at + 1) // (2 * len(pieces))
            units.append(_Unit(number, piece, middle))
    return units


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    return min(len(one), len(other)) >= 4 and fuzz.ratio(one, other) >= ALIKE
