"""Enter: one line becomes two, at the time the second begins in the sound."""

from dataclasses import dataclass, field, replace

from app.editing.command import edit_of, touched
from app.editing.document import Document
from app.editing.realignment import with_words
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId, new_id
from app.meetings.transcript import Segment, Word
from engine.contract.audio import Milliseconds


@dataclass(frozen=True, slots=True)
class SplitLine:
    """Split a line before the character at ``at`` of its text; also inside a word, which has then two halves."""

    line: SegmentId
    at: int
    name: SegmentId = field(default_factory=lambda: SegmentId(new_id()))
    """Of the new line, which is the second one."""

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        line = document.find(self.line)
        if line is None or line.end_ms - line.start_ms < 2:
            return None
        parts = _cut_words(with_words(line), self.at)
        if parts is None:
            return None
        first, second = parts
        border = min(max(second[0].start_ms, line.start_ms + 1), line.end_ms - 1)
        first_end = min(max(first[-1].end_ms, line.start_ms + 1), max(border, line.start_ms + 1))
        before = replace(
            touched(line), text=_text(first), words=first, end_ms=Milliseconds(first_end), confidence=_mean(first)
        )
        after = replace(
            touched(line),
            id=self.name,
            text=_text(second),
            words=second,
            start_ms=Milliseconds(border),
            confidence=_mean(second),
        )
        return edit_of(EditKind.SPLIT, [line], [before, after])


def _cut_words(line: Segment, at: int) -> tuple[tuple[Word, ...], tuple[Word, ...]] | None:
    """The words before and after an offset; ``None`` where all are on one side."""
    offset = -(len(line.words[0].text) - len(line.words[0].text.lstrip())) if line.words else 0
    first: list[Word] = []
    second: list[Word] = []
    for word in line.words:
        start, offset = offset, offset + len(word.text)
        lead = len(word.text) - len(word.text.lstrip())
        if offset <= at:
            first.append(word)
        elif at <= start + lead:
            second.append(word)
        else:
            left, right = _halves(word, at - start)
            first.append(left)
            second.append(right)
    if not _text(tuple(first)) or not _text(tuple(second)):
        return None
    return tuple(first), tuple(second)


def _halves(word: Word, at: int) -> tuple[Word, Word]:
    lead = len(word.text) - len(word.text.lstrip())
    length = word.end_ms - word.start_ms
    border = Milliseconds(word.start_ms + length * (at - lead) // max(1, len(word.text) - lead))
    return replace(word, text=word.text[:at], end_ms=border), replace(word, text=word.text[at:], start_ms=border)


def _text(words: tuple[Word, ...]) -> str:
    return "".join(word.text for word in words).strip()


def _mean(words: tuple[Word, ...]) -> float | None:
    known = [word.confidence for word in words if word.confidence is not None]
    return sum(known) / len(known) if known else None
