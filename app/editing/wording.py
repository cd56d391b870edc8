"""Typing: other words for a line."""

from dataclasses import dataclass

from app.editing.command import edit_of
from app.editing.document import Document
from app.editing.readable_text import tidy
from app.editing.realignment import rewrite, splice
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId


@dataclass(frozen=True, slots=True)
class ReplaceText:
    """Put a text in the place of some characters of a line, as a keystroke does. Nothing else of it moves."""

    line: SegmentId
    start: int
    """Offset in the line's text."""
    stop: int
    text: str

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        line = document.find(self.line)
        if line is None:
            return None
        stop = min(max(self.start, self.stop), len(line.text))
        start = min(max(0, self.start), stop)
        text = tidy(self.text)
        if line.text[start:stop] == text:
            return None
        return edit_of(EditKind.TYPE, [line], [splice(line, start, stop, text)])


@dataclass(frozen=True, slots=True)
class RewriteLine:
    """Give a line another text as a whole, for who does not know where in it something changed."""

    line: SegmentId
    text: str

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        line = document.find(self.line)
        text = tidy(self.text).strip()
        if line is None or line.text == text:
            return None
        return edit_of(EditKind.TYPE, [line], [rewrite(line, text)])
