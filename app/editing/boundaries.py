"""Where a line begins or ends, dragged or typed."""

from dataclasses import dataclass, replace
from enum import StrEnum

from app.editing.command import edit_of, touched
from app.editing.document import Document
from app.editing.pieces import is_spaced
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds

TOUCHING_MS = 50
"""Two lines of a track that are no further apart share one boundary."""


class Side(StrEnum):
    """Which end of a line."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class MoveBoundary:
    """Move the beginning or the end of a line to another time.

    Where the line next to it on its track touches it, or is reached into, the boundary is of both, and words go to the
    side that they are spoken on; each line keeps one at least. Else the line's own outermost word is the limit, and
    only a word that the boundary cuts is shortened.
    """

    line: SegmentId
    side: Side
    to_ms: int

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        line = document.find(self.line)
        if line is None:
            return None
        step = 1 if self.side is Side.END else -1
        other = document.neighbour(self.line, step, track=line.track)
        to_ms = max(0, self.to_ms)
        if document.duration_ms > 0:
            to_ms = min(to_ms, document.duration_ms)
        first, second = (line, other) if self.side is Side.END else (other, line)
        if first is not None and second is not None and _is_shared(first, second, to_ms, self.side):
            pair = _between(first, second, to_ms)
            return None if pair is None else edit_of(EditKind.MOVE_BOUNDARY, [first, second], pair)
        return edit_of(EditKind.MOVE_BOUNDARY, [line], [_alone(line, self.side, to_ms)])


def _is_shared(first: Segment, second: Segment, to_ms: int, side: Side) -> bool:
    reaches_in = to_ms > second.start_ms if side is Side.END else to_ms < first.end_ms
    return reaches_in or first.end_ms + TOUCHING_MS >= second.start_ms


def _between(first: Segment, second: Segment, to_ms: int) -> tuple[Segment, Segment] | None:
    """Both lines with the boundary at a time, as far as each keeps a word and a moment."""
    to_ms = min(max(to_ms, first.start_ms + 1), max(first.end_ms, second.end_ms) - 1)
    if not first.words or not second.words:
        if to_ms >= second.end_ms or to_ms <= first.start_ms:
            return None
        return (
            replace(touched(first), end_ms=Milliseconds(to_ms)),
            replace(touched(second), start_ms=Milliseconds(to_ms)),
        )
    words = (*first.words, *second.words)
    count = sum(1 for word in words if word.start_ms + word.end_ms <= 2 * to_ms)
    count = min(max(1, count), len(words) - 1)
    left, right = words[:count], words[count:]
    to_ms = min(max(to_ms, _middle(left[-1])), max(_middle(right[0]), _middle(left[-1]) + 1))
    if not first.start_ms < to_ms < second.end_ms:
        return None
    left = tuple(_until(word, to_ms) for word in left)
    right = tuple(_from(word, to_ms) for word in right)
    if (
        count > len(first.words)
        and is_spaced(first.text, second.text)
        and not words[len(first.words)].text[0].isspace()
    ):
        left = _spaced(left, len(first.words))
    return (
        replace(touched(first), words=left, text=_text(left), end_ms=Milliseconds(to_ms)),
        replace(
            touched(second), words=right, text=_text(_respaced(right, second, first)), start_ms=Milliseconds(to_ms)
        ),
    )


def _alone(line: Segment, side: Side, to_ms: int) -> Segment:
    if side is Side.END:
        low = max(line.start_ms + 1, _middle(line.words[-1]) if line.words else 0)
        to_ms = max(to_ms, low)
        return replace(
            touched(line), end_ms=Milliseconds(to_ms), words=tuple(_until(word, to_ms) for word in line.words)
        )
    high = min(line.end_ms - 1, _middle(line.words[0]) if line.words else line.end_ms)
    to_ms = min(to_ms, high)
    return replace(touched(line), start_ms=Milliseconds(to_ms), words=tuple(_from(word, to_ms) for word in line.words))


def _until(word: Word, to_ms: int) -> Word:
    if word.end_ms <= to_ms:
        return word
    return replace(word, start_ms=Milliseconds(min(word.start_ms, to_ms)), end_ms=Milliseconds(to_ms))


def _from(word: Word, to_ms: int) -> Word:
    if word.start_ms >= to_ms:
        return word
    return replace(word, start_ms=Milliseconds(to_ms), end_ms=Milliseconds(max(word.end_ms, to_ms)))


def _middle(word: Word) -> int:
    return (word.start_ms + word.end_ms) // 2


def _spaced(words: tuple[Word, ...], at: int) -> tuple[Word, ...]:
    return (*words[:at], replace(words[at], text=" " + words[at].text), *words[at + 1 :])


def _respaced(words: tuple[Word, ...], second: Segment, first: Segment) -> tuple[Word, ...]:
    """Where words of the first line came in front of the second's, a space between them if one belongs there."""
    at = len(words) - len(second.words)
    if at <= 0 or words[at].text[:1].isspace() or not is_spaced(first.text, second.text):
        return words
    return _spaced(words, at)


def _text(words: tuple[Word, ...]) -> str:
    return "".join(word.text for word in words).strip()
