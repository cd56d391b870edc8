"""The window of a measurement: made, shown and closed as ``app/main.py`` does, without anybody to see it.

Used by ``app/measuring/window_side.py``, on the main thread of its process.
"""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.meetings.identifiers import MeetingId
from ui.bridge.garbage import GarbageCollection
from ui.bridge.turns import shorten_turns
from ui.main_window import MainWindow
from ui.measured.pace import let_live, wait_until
from ui.measured.paint_watch import PaintWatch

if TYPE_CHECKING:
    from ui.editor.playback import SoundOutput
    from ui.measured.silent_output import SilentOutput
    from ui.measured.window_run import RunFigures

SIZE = QSize(1440, 900)


class MeasuredWindow:
    """An application with its one window."""

    def __init__(self) -> None:
        self._application = QApplication(sys.argv[:1])
        shorten_turns()
        self._garbage = GarbageCollection(self._application)
        self._window: MainWindow | None = None
        self._output: SilentOutput | None = None
        self._watch: PaintWatch | None = None
        self._listed: PaintWatch | None = None

    @property
    def window(self) -> MainWindow:
        """The window; there has to be one."""
        assert self._window is not None
        return self._window

    def show(self, make: "Callable[[SoundOutput], MainWindow]") -> None:
        """Make and show the window."""
        from ui.measured.silent_output import SilentOutput  # noqa: PLC0415 - the start of the window needs none

        self._output = SilentOutput()
        window = make(self._output)
        self._window = window
        self._watch = PaintWatch(window.library_page)
        self._listed = PaintWatch(window.library_page.list.viewport())
        window.setWindowState(Qt.WindowState.WindowNoState)
        window.resize(SIZE)
        window.show()
        window.activateWindow()

    def wait_to_be_usable(self) -> tuple[float, float]:
        """When the window was painted and took a key, and when the meetings were listed; both by ``monotonic``."""
        watch, listed, page = self._watch, self._listed, self.window.library_page
        assert watch is not None
        assert listed is not None
        wait_until(lambda: watch.painted_s is not None, "The window was not painted")
        wait_until(self._takes_a_key, "The window took no key")
        shown_s = time.monotonic()
        page.search.clear()
        wait_until(lambda: page.list.isVisible() and listed.painted_s is not None, "The library was not listed")
        return shown_s, time.monotonic()

    def use(self, meeting_id: MeetingId, *, is_quick: bool) -> "RunFigures":
        """Do everything with a long meeting."""
        from ui.measured.window_run import run_window  # noqa: PLC0415 - it loads the editor, which opens cold

        return run_window(self.window, meeting_id, is_quick=is_quick)

    def open_hits(self, words: str) -> tuple[float, tuple[float, ...]]:
        """Type into the search field and click each hit, of another meeting each: seconds until shown, and until heard.

        With the first one the editor is loaded.
        """
        page, output = self.window.library_page, self._output
        assert output is not None
        self.wait_to_be_usable()
        page.search.setFocus()
        QTest.keyClicks(page.search, words[:-1])
        typed_s = time.monotonic()
        QTest.keyClicks(page.search, words[-1:])
        shown = PaintWatch(page.results.viewport())
        wait_until(lambda: page.results.hits.rowCount() > 0 and shown.painted_s is not None, "Nothing was found")
        found_s = time.monotonic() - typed_s
        plays_s: list[float] = []
        for row in range(page.results.hits.rowCount()):
            place = page.results.visualRect(page.results.hits.index(row)).center()
            clicked_s = time.monotonic()
            QTest.mouseClick(page.results.viewport(), Qt.MouseButton.LeftButton, pos=place)
            wait_until(lambda: output.is_playing, "The hit was not played")
            plays_s.append(time.monotonic() - clicked_s)
            output.pause()
            self.window.show_library()
            let_live(300)
        return found_s, tuple(plays_s)

    def close(self) -> None:
        """Close the window."""
        self.window.close()
        let_live(1)
        self._garbage.stop()

    def _takes_a_key(self) -> bool:
        page = self.window.library_page
        page.focus_search()
        QTest.keyClick(self.window.windowHandle(), "t")  # type: ignore[call-overload,arg-type] # a letter is taken too
        return bool(page.search.text())
