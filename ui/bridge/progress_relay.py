"""Carries the progress of work on another thread to the window's thread, at most ten times a second.

Made on the window's thread; ``report`` may be called on any.
"""

import threading

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from ui.bridge.announcement_bridge import PROGRESS_INTERVAL_MS


class ProgressRelay(QObject):
    """One piece of work and its progress."""

    progressed = Signal(float)
    """0..1."""

    _reported = Signal()

    def __init__(self, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._fraction = 0.0
        self._is_called = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PROGRESS_INTERVAL_MS)
        self._timer.timeout.connect(self._on_due)
        self._reported.connect(self._timer.start, Qt.ConnectionType.QueuedConnection)

    def report(self, done: int, total: int) -> None:
        """Tell how far it is. Called on the working thread."""
        with self._lock:
            self._fraction = done / total if total else 0.0
            if self._is_called:
                return
            self._is_called = True
        if shiboken6.isValid(self):
            self._reported.emit()

    def _on_due(self) -> None:
        with self._lock:
            self._is_called = False
            fraction = self._fraction
        self.progressed.emit(fraction)
