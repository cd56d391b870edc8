"""What the hands that type need of the view they write on."""

from typing import Protocol

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from ui.reading.line_layout import Inset
from ui.reading.reading_document import ReadingDocument
from ui.reading.text_selection import TextPlace, TextSelection
from ui.reading.transcript_layout import TranscriptLayout


class WrittenOn(Protocol):
    """What the hands need of the view."""

    @property
    def document(self) -> ReadingDocument | None:
        """What is shown."""
        ...

    @property
    def block_layout(self) -> TranscriptLayout | None:
        """Where the blocks stand."""
        ...

    @property
    def selection(self) -> TextSelection | None:
        """Caret and selection."""
        ...

    @property
    def current_line(self) -> Segment | None:
        """The line with the caret, as it is shown."""
        ...

    def place_caret(self, place: TextPlace, *, is_selecting: bool, is_shown: bool = True) -> None:
        """Move the caret."""
        ...

    def show_inset(self, inset: Inset | None) -> None:
        """Show signs at the caret that are not in the text."""
        ...

    def show_typing(self, *, is_typing: bool) -> None:
        """Show whether letters go into the text now."""
        ...

    def chosen_lines(self) -> list[SegmentId]:
        """The lines of the selection, or the one with the caret."""
        ...

    def copy(self) -> None:
        """Copy what is selected."""
        ...

    def listen_at_caret(self) -> None:
        """Play from the word at the caret."""
        ...
