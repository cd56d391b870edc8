"""When each character of a line is spoken, from the times of its words.

The line as exported may differ from its words: another Chinese script, added spaces, a corrected
spelling. So both are aligned character by character; what has no partner lies between its neighbours.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from app.exporting.display_width import width_of_character
from app.meetings.transcript import Word

_ALIGNED_AT_MOST = 6000
"""Characters; longer lines (nobody speaks one) get evenly spread times."""


@dataclass(frozen=True, slots=True)
class CharacterTimes:
    """One entry a character; never falling, inside the line."""

    starts_ms: Sequence[int]
    ends_ms: Sequence[int]
    word_borders: frozenset[int]
    """Positions where a word begins."""


def find_character_times(text: str, words: Sequence[Word], start_ms: int, end_ms: int) -> CharacterTimes:
    """Times of every character of ``text``, which is spoken from ``start_ms`` to ``end_ms``."""
    spoken = "".join(word.text for word in words)
    if not spoken.strip() or len(spoken) + len(text) > _ALIGNED_AT_MOST:
        return _spread(text, start_ms, end_ms)
    starts: list[int] = []
    ends: list[int] = []
    begins: set[int] = set()
    for word in words:
        lead = len(word.text) - len(word.text.lstrip())
        begins.add(len(starts) + lead)
        count = max(1, len(word.text) - lead)
        length = max(0, word.end_ms - word.start_ms)
        for index in range(-lead, len(word.text) - lead):
            starts.append(word.start_ms + length * max(0, index) // count)
            ends.append(word.start_ms + length * max(0, index + 1) // count)
    if spoken == text:
        return CharacterTimes(_rising(starts, start_ms, end_ms), _rising(ends, start_ms, end_ms), frozenset(begins))
    known = CharacterTimes(starts, ends, frozenset(begins))
    return _transfer(text, spoken, known, start_ms, end_ms)


def _transfer(text: str, spoken: str, known: CharacterTimes, start_ms: int, end_ms: int) -> CharacterTimes:
    new_starts: list[int | None] = [None] * len(text)
    new_ends: list[int | None] = [None] * len(text)
    borders: set[int] = set()
    for step in Levenshtein.opcodes(spoken, text):
        if step.tag not in ("equal", "replace"):
            continue
        for source, target in zip(
            range(step.src_start, step.src_end), range(step.dest_start, step.dest_end), strict=True
        ):
            new_starts[target] = known.starts_ms[source]
            new_ends[target] = known.ends_ms[source]
            if source in known.word_borders:
                borders.add(target)
    return CharacterTimes(
        _rising(_filled(new_starts, start_ms), start_ms, end_ms),
        _rising(_filled(new_ends, start_ms), start_ms, end_ms),
        frozenset(borders),
    )


def _filled(times: Sequence[int | None], first: int) -> list[int]:
    """What has no time is spoken together with what stands before it."""
    filled: list[int] = []
    for time in times:
        first = first if time is None else time
        filled.append(first)
    return filled


def _rising(times: Sequence[int], start_ms: int, end_ms: int) -> list[int]:
    rising: list[int] = []
    latest = start_ms
    for time in times:
        latest = min(max(latest, time), end_ms)
        rising.append(latest)
    return rising


def _spread(text: str, start_ms: int, end_ms: int) -> CharacterTimes:
    total = sum(map(width_of_character, text)) or 1
    starts: list[int] = []
    ends: list[int] = []
    done = 0
    for character in text:
        starts.append(start_ms + (end_ms - start_ms) * done // total)
        done += width_of_character(character)
        ends.append(start_ms + (end_ms - start_ms) * done // total)
    return CharacterTimes(starts, ends, frozenset())
