"""Whether words keep their times while others are edited: a fifth of a real transcript deleted, added to, replaced.

Through the same commands as typing, word by word. What nobody touched has to stand there with its times to the
millisecond, and what is new between its untouched neighbours. Pure; called by ``review.py``, which has transcripts.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

from app.editing.command import Command
from app.editing.document import Document
from app.editing.wording import ReplaceText
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, Transcript, Word

SHARE = 0.2
_NEW = "novel"
"""Nobody says it in the shared recordings; where somebody does, it is one more word that is the same."""


TypeOver = Callable[[SegmentId, int, int, str], Command]
"""Line, from and to which character of it, and what is typed there."""


class _Wish(StrEnum):
    DELETE = auto()
    INSERT = auto()
    REPLACE = auto()


@dataclass(frozen=True, slots=True)
class EditedWords:
    """What became of the words."""

    edits: int
    untouched: int
    moved: int
    """Untouched, and gone or at another time."""
    new: int
    misplaced: int
    """New, and neither between their untouched neighbours nor at the time of a word that they replace."""


def edit_words(transcript: Transcript, *, seed: int, type_over: TypeOver = ReplaceText) -> EditedWords:
    """Edit a fifth of the words and count what happened to them and to the others."""
    chance = random.Random(seed)
    document = Document(transcript)
    edits = untouched = moved = new = misplaced = 0
    for line, chosen in _chosen(transcript, chance):
        kept = _edit(document, line, chosen, chance, type_over)
        after = document.find(line.id)
        words = () if after is None else after.words
        found = _found(kept, words)
        edits += len(chosen)
        untouched += len(kept)
        moved += len(kept) - len(found)
        new += len(words) - len(found)
        misplaced += _misplaced(line, words, found)
    return EditedWords(edits, untouched, moved, new, misplaced)


def _chosen(transcript: Transcript, chance: random.Random) -> list[tuple[Segment, list[int]]]:
    """Which words of each line are edited: a fifth of all, taken from those that stand alone."""
    lines = [line for line in transcript.segments if line.words and line.quarantine is None]
    alone = [(n, at) for n, line in enumerate(lines) for at in range(len(line.words)) if _stands_alone(line.words, at)]
    count = min(len(alone), round(SHARE * sum(len(line.words) for line in lines)))
    chosen = sorted(chance.sample(alone, count))
    return [(line, [at for number, at in chosen if number == n]) for n, line in enumerate(lines)]


def _stands_alone(words: Sequence[Word], at: int) -> bool:
    """Whether it is a word to whoever types, and not a mark or the rest of one: those change with the word before."""
    begins = at == 0 or words[at].text[:1].isspace()
    return begins and (at + 1 == len(words) or words[at + 1].text[:1].isspace())


def _edit(
    document: Document, line: Segment, chosen: Sequence[int], chance: random.Random, type_over: TypeOver
) -> list[Word]:
    """Edit these words from the last to the first; gives those that were left alone."""
    kept = list(line.words)
    for at in reversed(chosen):
        word = line.words[at]
        start = len("".join(each.text for each in line.words[:at]).lstrip())
        stop = len("".join(each.text for each in line.words[: at + 1]).lstrip())
        space = " " if word.text[:1].isspace() and start else ""
        wish = chance.choice(tuple(_Wish))
        if wish is _Wish.INSERT:
            start, text = stop, f" {_NEW}"
        else:
            text = "" if wish is _Wish.DELETE else f"{space}{_NEW}"
            kept.remove(word)
        edit = type_over(line.id, start, stop, text).apply(document)
        if edit is not None:
            document.apply(edit)
    return kept


def _found(kept: Sequence[Word], words: Sequence[Word]) -> list[int]:
    """Where the untouched words stand now, in their order; those that moved do not."""
    found: list[int] = []
    at = 0
    for word in kept:
        place = next((n for n in range(at, len(words)) if _is_same(word, words[n])), None)
        if place is not None:
            found.append(place)
            at = place + 1
    return found


def _is_same(one: Word, other: Word) -> bool:
    is_there = (one.start_ms, one.end_ms) == (other.start_ms, other.end_ms)
    return is_there and one.text.strip() == other.text.strip()


def _misplaced(line: Segment, words: Sequence[Word], found: Sequence[int]) -> int:
    """New words that lie neither between their untouched neighbours nor where the word was that they replace."""
    places = set(found)
    heard = {(word.start_ms, word.end_ms) for word in line.words}
    count = 0
    for number, word in enumerate(words):
        if number in places or (word.start_ms, word.end_ms) in heard:
            continue
        low = max((words[n].end_ms for n in found if n < number), default=line.start_ms)
        high = min((words[n].start_ms for n in found if n > number), default=line.end_ms)
        # Where the recogniser let two words overlap, there is no gap: between them is between both edges.
        count += not min(low, high) <= word.start_ms <= word.end_ms <= max(low, high)
    return count
