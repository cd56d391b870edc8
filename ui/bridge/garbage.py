"""Lets Python collect its garbage on the window's thread alone, where Qt's objects may be destroyed.

Python collects on whichever thread happens to make an object too many, and a Qt object that dies on another thread
than its own takes the process with it a moment later (failures 67). Made by ``app/main.py`` on the window's thread.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 500


class GarbageCollection(QObject):
    """Stands in for Python's own timing of collections, for as long as it is not stopped."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._on_due)
        self._timer.start()

    def stop(self) -> None:
        """Let Python decide again."""
        self._timer.stop()
        gc.enable()

    def _on_due(self) -> None:
        collect_due()


def collect_due() -> None:
    """Collect the oldest generation that is due by Python's own thresholds, on the calling thread."""
    due = [
        generation
        for generation, (count, threshold) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        if threshold and count > threshold
    ]
    if due:
        gc.collect(due[-1])
