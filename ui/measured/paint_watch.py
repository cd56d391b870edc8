"""When something was last painted on the screen, seen from outside of it.

An event filter on a widget, on the window's thread. The moment that counts is the first of the event loop after the
paint: then the pixels have been handed to the system.
"""

import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class PaintWatch(QObject):
    """Watches one widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.painted_s: float | None = None
        """When it was last painted, by ``perf_counter``; ``None`` since ``wait_anew``."""
        self._widget = widget
        self._is_due = False
        widget.installEventFilter(self)

    def wait_anew(self) -> None:
        """Only what is painted from now on counts."""
        self.painted_s = None

    def stop(self) -> None:
        """Look no more."""
        self._widget.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: an event on its way to the widget."""
        if event.type() is QEvent.Type.Paint and not self._is_due:
            self._is_due = True
            QTimer.singleShot(0, self, self._on_painted)
        return super().eventFilter(watched, event)

    def _on_painted(self) -> None:
        self._is_due = False
        self.painted_s = time.perf_counter()
