"""Says which committed lines stand on the screen, so that the last stage of a word's way has a stamp as well.

Lives on the window's thread, beside the page of a recording. The view has the words then; they are painted with the
next frame, a sixtieth of a second later at the most. While the page is hidden nothing is shown, and nothing is said.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.meetings.transcript import TranscriptChange
from engine.contract.steady_clock import steady_now
from ui.live.recording_page import RecordingPage


class ShownLines(QObject):
    """See the top of this file."""

    def __init__(self, page: RecordingPage, *, show: Callable[[str, float], None]) -> None:
        """``show`` is told the name of a line and the moment on ``steady_now``. Made after the page's own slots."""
        super().__init__(page)
        self._page = page
        self._show = show
        page.feed.changed.connect(self._on_changed)

    def _on_changed(self, change: TranscriptChange) -> None:
        if self._page.isVisible():
            now_s = steady_now()
            for line in (*change.added, *change.updated):
                self._show(line.id, now_s)
