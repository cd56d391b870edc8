"""Uses the window on a long meeting as a person would, and says how long everything took.

Called by ``app/measuring/window_side.py`` in a process of its own, on the window's thread. Keys go the way of keys:
into the system's window, so that shortcuts, focus and painting are those of the application.
"""

import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psutil
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.meetings.identifiers import MeetingId
from ui.main_window import MainWindow
from ui.measured.heartbeat import Block, Heartbeat
from ui.measured.pace import let_live, wait_until
from ui.measured.paint_watch import PaintWatch

if TYPE_CHECKING:  # loading the editor is part of opening the first meeting
    from ui.editor.meeting_page import MeetingPage
    from ui.editor.transcript_view import TranscriptView

CONTROL = Qt.KeyboardModifier.ControlModifier
_SENTENCE = "and then we said that again, because nobody had heard it "
_SOUGHT = "the medical"
_WHEEL = QPoint(0, -360)
FRAME_MS = 16
_LOOKS_MS = 2_500
"""Somebody looks through the library before opening a meeting."""
_REST_MS = 1_500
"""After opening: what follows in the background is part of it."""


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What was found. All blocks are of the event loop, longest first."""

    first_paint_s: float
    """From asking for the meeting to its lines on the screen."""
    editable_s: float
    """The same, until it takes letters."""
    keys_ms: list[float]
    """From each key to the pixels."""
    blocks: dict[str, list[Block]]
    """Those longer than a frame, by what was being done."""
    grown_mb: float
    """Memory of the process, more than before the meeting was opened."""
    memory_mb: float
    """Memory of the process at the end."""
    typed: int
    """Letters that are in the transcript at the end, of those that were typed."""


def run_window(window: MainWindow, meeting_id: MeetingId, *, is_quick: bool, seed: int = 1) -> RunFigures:
    """Open, scroll, type, search and play. Raises ``NeverHappened``."""
    return _Run(window, is_quick=is_quick, seed=seed).through(meeting_id)


def wait_for_library(window: MainWindow) -> None:
    """Until the meetings are listed. Raises ``NeverHappened``."""
    wait_until(window.library_page.list.isVisible, "The library was not listed")


class _Run:
    def __init__(self, window: MainWindow, *, is_quick: bool, seed: int) -> None:
        self._window = window
        self._times = 1 if is_quick else 4
        self._random = random.Random(seed)
        self._heart = Heartbeat(window)
        self._blocks: dict[str, list[Block]] = {}
        self._keys_ms: list[float] = []

    def through(self, meeting_id: MeetingId) -> RunFigures:
        wait_for_library(self._window)
        let_live(_LOOKS_MS)
        before = _memory()
        first_paint_s, editable_s = self._open(meeting_id)
        grown = _memory() - before
        self._during("scrolling", self._scroll)
        typed = self._during("typing", self._type)
        self._during("searching", self._search)
        self._during("playing", self._play)
        self._during("searching the library", self._search_library)
        return RunFigures(
            first_paint_s=first_paint_s,
            editable_s=editable_s,
            keys_ms=self._keys_ms,
            blocks=self._blocks,
            grown_mb=grown / 1e6,
            memory_mb=_memory() / 1e6,
            typed=typed,
        )

    @property
    def _page(self) -> "MeetingPage":
        page = self._window.meeting_page
        assert page is not None
        return page

    @property
    def _view(self) -> "TranscriptView":
        return self._page.view

    def _open(self, meeting_id: MeetingId) -> tuple[float, float]:
        self._heart.begin()
        began = time.perf_counter()
        self._window.open_meeting(meeting_id)
        watch = PaintWatch(self._view.viewport())

        def is_shown() -> bool:
            return watch.painted_s is not None and self._view.document is not None and self._view.isVisible()

        wait_until(is_shown, "The meeting was not painted")
        assert watch.painted_s is not None
        painted = watch.painted_s - began
        watch.stop()
        wait_until(lambda: self._page.editor.document is not None, "The meeting could not be edited")
        editable = time.perf_counter() - began
        let_live(_REST_MS)
        self._note("opening")
        return painted, editable

    def _scroll(self) -> None:
        view = self._view
        for number in range(60 * self._times):
            self._wheel(_WHEEL if number % 40 < 30 else -_WHEEL)
            let_live(8)
        bar = view.verticalScrollBar()
        for number in range(60 * self._times):  # the handle is dragged over the whole meeting
            bar.setValue(round(bar.maximum() * (number + 1) / (60 * self._times)))
            let_live(8)
        for key in (Qt.Key.Key_Home, Qt.Key.Key_End) * 2 * self._times:
            self._press(key, CONTROL)
            let_live(30)
        for _ in range(30 * self._times):
            self._press(Qt.Key.Key_PageUp)
            let_live(8)

    def _type(self) -> int:
        """Letters, corrections, lines split and joined, undone and done again, at three places."""
        document = self._view.document
        assert document is not None
        found = 0
        for share in (0.1, 0.5, 0.9):
            line = document.lines()[round(share * document.line_count)]
            self._view.go_to_line(line.id, len(line.text))
            let_live(100)
            text = _SENTENCE * self._times
            for letter in text:
                self._key(letter)
            for _ in range(5):
                self._key(Qt.Key.Key_Backspace)
            for _ in range(5):
                self._key(Qt.Key.Key_Left)
            self._key(Qt.Key.Key_Return)
            self._key(Qt.Key.Key_Backspace)
            for _ in range(2):
                self._key(Qt.Key.Key_Z, CONTROL)
            let_live(2_000)  # the fingers rest: what waits for that happens now
            written = document.segment(line.id)
            found += 0 if written is None else len(written.text) - len(line.text)
        return found

    def _search(self) -> None:
        self._press(Qt.Key.Key_F, CONTROL)
        let_live(50)
        for letter in "the medical":
            self._press(letter)
            let_live(120)
        wait_until(lambda: bool(self._page.header.field.text()), "The field to search in took no letters")
        for _ in range(10 * self._times):
            self._press(Qt.Key.Key_Return)
            let_live(60)
        for _ in range(11):
            self._press(Qt.Key.Key_Backspace)
            let_live(60)
        self._press(Qt.Key.Key_Escape)
        let_live(500)

    def _play(self) -> None:
        self._view.setFocus()
        self._press(Qt.Key.Key_Space, CONTROL)
        wait_until(lambda: self._page.playback.is_playing, "Nothing was played")
        for _ in range(3 * self._times):
            let_live(600)
            self._page.playback.seek(self._random.randrange(self._page.playback.length_ms))
            self._view.follow_again()
        for letter in "and":  # somebody types while it plays
            self._press(letter)
            let_live(60)
        let_live(1_000)
        self._press(Qt.Key.Key_Space, CONTROL)
        let_live(100)

    def _search_library(self) -> None:
        self._window.show_library()
        let_live(100)
        page = self._window.library_page
        page.focus_search()
        let_live(50)
        for length in range(1, len(_SOUGHT) + 1):
            page.search.setText(_SOUGHT[:length])
            let_live(150)
        wait_until(page.results.isVisible, "Nothing was found in the library")
        let_live(500)
        page.search.clear()
        let_live(300)

    # Private

    def _during(self, name: str, doing: Callable[[], "int | None"]) -> int:
        self._heart.begin()
        answer = doing()
        self._note(name)
        return answer or 0

    def _note(self, name: str) -> None:
        self._blocks[name] = [block for block in self._heart.end() if block.waited_ms > FRAME_MS]

    def _key(self, key: "Qt.Key | str", modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key, and take the time until its pixels are there."""
        watch = PaintWatch(self._view.viewport())
        began = time.perf_counter()
        self._press(key, modifiers)
        wait_until(lambda: watch.painted_s is not None, f"Nothing was painted after {key!r}", most_s=10)
        assert watch.painted_s is not None
        self._keys_ms.append(1000 * (watch.painted_s - began))
        watch.stop()
        let_live(self._random.randrange(15, 45))

    def _press(self, key: "Qt.Key | str", modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        handle = self._window.windowHandle()
        QTest.keyClick(handle, key, modifiers)  # type: ignore[call-overload,arg-type] # a letter is taken as well

    def _wheel(self, by: QPoint) -> None:
        port = self._view.viewport()
        at = QPointF(port.rect().center())
        event = QWheelEvent(
            at,
            port.mapToGlobal(at),
            QPoint(),
            by,
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(port, event)


def _memory() -> int:
    """Bytes that are this process's own."""
    return psutil.Process(os.getpid()).memory_full_info().uss
