"""All ways to the page of what is recorded. Owned by the main window, on its thread.

The page is made when something is first recorded.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from app.recording.status import RecordingStatus
from ui.pages import Pages
from ui.recording_aids import RecordingAids

if TYPE_CHECKING:
    from ui.live.recording_page import RecordingPage


class RecordingDoor(QObject):
    """Shows a recording that lasts."""

    shown = Signal()
    closed = Signal()
    open_requested = Signal(object)
    """The ``MeetingId`` of a meeting that is to be seen in its place."""
    finished = Signal(object)
    """The ``MeetingId`` whose recording is over."""

    def __init__(self, *, pages: Pages, aids: RecordingAids, stack: QStackedWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._pages = pages
        self._aids = aids
        self._stack = stack

    @property
    def is_open(self) -> bool:
        """Whether the page is the one that is seen."""
        return self._pages.recording is not None and self._stack.currentWidget() is self._pages.recording

    def open(self, status: RecordingStatus) -> None:
        """Show what is recorded."""
        page = self._pages.recording or self._make_page()
        page.open_recording(status)
        self._stack.setCurrentWidget(page)
        page.setFocus()
        self.shown.emit()

    def _make_page(self) -> "RecordingPage":
        page = self._pages.make_recording_page()
        self._stack.addWidget(page)
        page.closed.connect(self.closed)
        page.open_requested.connect(self.open_requested)
        page.finished.connect(self.finished)
        self._aids.serve(page)
        return page
