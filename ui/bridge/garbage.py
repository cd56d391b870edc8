"""Lets Python collect its garbage on the window's thread alone, where Qt's objects may be destroyed.

Python collects on whichever thread happens to make an object too many, and a Qt object that dies on another thread
than its own takes the process with it a moment later (failures 67). Made by ``app/main.py`` on the window's thread.

A collection looks at everything that lives, and the window cannot answer meanwhile: a meeting of ten hours alone is
a quarter of a million values, a tenth of a second. So what is here to stay is put where collections do not look
(``gc.freeze``): a great many values at once, which is a transcript that was read, and what an expensive collection
left alive. They are still freed when nobody refers to them any more. Whether there are rings of garbage among them is
looked up while the person is elsewhere.
"""

import gc
import time
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

INTERVAL_MS: Final = 500
MANY: Final = 20_000
"""So many new values at once are no garbage. Looking through them takes some milliseconds, on a busy computer many."""
_EXPENSIVE_S: Final = 0.015
_AWAY_MS: Final = 3_000
"""Whoever is gone this long is not back at once."""
_SELDOM_S: Final = 600.0


class GarbageCollection(QObject):
    """Stands in for Python's own timing of collections, for as long as it is not stopped."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # what the process began with: its modules above all
        self._searched_s = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._on_due)
        self._timer.start()
        self._away = QTimer(self)
        self._away.setSingleShot(True)
        self._away.setInterval(_AWAY_MS)
        self._away.timeout.connect(self._on_away)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_state_changed)

    def stop(self) -> None:
        """Let Python decide again."""
        self._timer.stop()
        self._away.stop()
        gc.unfreeze()
        gc.enable()

    def search_all(self) -> None:
        """Collect also what was put aside; the window cannot answer meanwhile."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._searched_s = time.monotonic()

    def _on_due(self) -> None:
        if gc.get_count()[0] >= MANY:
            gc.freeze()
            return
        began_s = time.perf_counter()
        collect_due()
        if time.perf_counter() - began_s > _EXPENSIVE_S:
            gc.freeze()

    def _on_state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self._away.stop()
        elif not self._away.isActive():
            self._away.start()

    def _on_away(self) -> None:
        if time.monotonic() - self._searched_s >= _SELDOM_S:
            self.search_all()


def collect_due() -> None:
    """Collect the oldest generation that is due by Python's own thresholds, on the calling thread."""
    due = [
        generation
        for generation, (count, threshold) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        if threshold and count > threshold
    ]
    if due:
        gc.collect(due[-1])
