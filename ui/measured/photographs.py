"""Makes a picture of every screen of a window. Called by ``app/measuring/screens.py``, on the main thread."""

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from ui.measured.pace import let_live
from ui.measured.tour import Props, Tour


class Photographer:
    """Has the application, and goes through one window after another."""

    def __init__(self, *, size: tuple[int, int]) -> None:
        self._application = QApplication.instance() or QApplication(sys.argv[:1])
        self._size = QSize(*size)

    def photograph(self, props: Props, name_of: Callable[[str], Path]) -> list[Path]:
        """Grab every screen into the file that ``name_of`` gives it."""
        show(props, self._size)
        made: list[Path] = []
        for screen in Tour(props).screens():
            path = name_of(screen.name)
            screen.widget.grab().save(str(path))
            made.append(path)
        return made

    def tidy(self) -> None:
        """Let go of what was closed."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def show(props: Props, size: QSize) -> None:
    """Show the window at a size, whatever the screen likes."""
    window = props.window
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(size)
    window.show()
    window.activateWindow()
    QCursor.setPos(0, 0)  # nothing is hovered
    let_live(200)
