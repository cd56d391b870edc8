"""All ways to the page of a meeting. Owned by the main window, on its thread.

The page is made once, a part at a time while the person looks at the library, or at once when somebody is faster.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget

from app.meetings.identifiers import MeetingId
from ui.dialogs.returned_desk import SUBTITLES
from ui.pages import Pages

if TYPE_CHECKING:
    from ui.editor.meeting_page import MeetingPage

_NEXT_MS: Final = 30
"""Between two parts the window answers."""


class MeetingDoor(QObject):
    """Shows a meeting."""

    shown = Signal()
    closed = Signal()
    export_requested = Signal(str)
    """Id of the meeting to export."""

    def __init__(self, *, pages: Pages, stack: QStackedWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._pages = pages
        self._stack = stack
        self._timer = QTimer(self)
        self._timer.setInterval(_NEXT_MS)
        self._timer.timeout.connect(self._on_due)
        self._double = QTimer(self)
        self._double.setSingleShot(True)
        self._double.timeout.connect(self._on_double_over)

    def prepare(self) -> None:
        """Make the page ahead, its code being loaded."""
        if self._pages.meeting is None:
            self._timer.start()

    def forget(self) -> None:
        """The pages are made anew, or the window closes: what was prepared is not wanted."""
        self._timer.stop()
        self._pages.discard_parts()

    def open(self, meeting_id: MeetingId, at_ms: int | None = None) -> None:
        """Show a meeting, from a certain moment if one is given."""
        page = self._pages.meeting or self._make_page()
        page.open_meeting(meeting_id, at_ms)
        # The second press of a double click in the list would fall on the page and move the playback.
        page.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._double.start(QApplication.doubleClickInterval())
        self._stack.setCurrentWidget(page)
        page.setFocus()
        self.shown.emit()

    def wants(self, paths: Sequence[Path]) -> bool:
        """Whether what is dropped belongs to the meeting that is seen: a file of subtitles has no other home."""
        page = self._pages.meeting
        is_seen = page is not None and self._stack.currentWidget() is page and page.meeting_id is not None
        return is_seen and len(paths) == 1 and paths[0].suffix.casefold() in SUBTITLES

    def take_in(self, paths: Sequence[Path]) -> bool:
        """Take in what is dropped, if it belongs to the meeting that is seen. Answers whether it does."""
        is_wanted = self.wants(paths)
        if is_wanted and self._pages.meeting is not None:
            self._pages.meeting.take_in(paths[0])
        return is_wanted

    def _make_page(self) -> "MeetingPage":
        self._timer.stop()
        page = self._pages.make_meeting_page()
        self._stack.addWidget(page)
        page.closed.connect(self.closed)
        page.export_requested.connect(self.export_requested)
        return page

    def _on_double_over(self) -> None:
        if self._pages.meeting is not None:
            self._pages.meeting.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)

    def _on_due(self) -> None:
        if not self._pages.make_next_part():
            self._make_page()
