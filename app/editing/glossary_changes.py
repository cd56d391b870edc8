"""What the glossary changed in a line, with what was heard, and the way back. Pure.

A person's decision: what was heard stands again, the line is theirs, and the glossary does not touch it any more. It is
an edit like any other and can be undone; it teaches no course anything.
"""

from dataclasses import dataclass, replace

from app.editing.command import edit_of
from app.editing.document import Document
from app.editing.realignment import splice
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from engine.contract.segments import AS_BEFORE


@dataclass(frozen=True, slots=True)
class GlossaryChange:
    """One change."""

    line: SegmentId
    start: int
    """Offset in the line's text."""
    stop: int
    heard: str
    written: str


def changes_in(line: Segment) -> list[GlossaryChange]:
    """The changes of a line in order; none where its words are not its text any more."""
    if not any(word.heard for word in line.words):
        return []
    if "".join(word.text for word in line.words).strip() != line.text:
        return []
    found: list[GlossaryChange] = []
    at = len(line.words[0].text.lstrip()) - len(line.words[0].text)
    for word in line.words:
        begin = at + len(word.text) - len(word.text.lstrip())
        at += len(word.text)
        if word.heard == AS_BEFORE and found:
            last = found[-1]
            found[-1] = replace(last, stop=at, written=line.text[last.start : at])
        elif word.heard and word.heard != AS_BEFORE:
            start = max(0, begin)
            found.append(GlossaryChange(line.id, start, at, word.heard, line.text[start:at]))
    return found


@dataclass(frozen=True, slots=True)
class KeepHeard:
    """Write again what was heard."""

    change: GlossaryChange

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        line = document.find(self.change.line)
        if line is None or self.change not in changes_in(line):
            return None
        return edit_of(EditKind.CONFIRM, [line], [splice(line, self.change.start, self.change.stop, self.change.heard)])
