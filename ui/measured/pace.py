"""Waiting while the window lives: for some time, or for something to become true.

Used by what drives the window, on its thread: each wait runs the event loop in place.
"""

import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer

_LOOK_MS = 2


class NeverHappened(Exception):
    """What was waited for did not come."""


def let_live(milliseconds: int) -> None:
    """Let the window live for so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_until(is_true: Callable[[], bool], what: str, *, most_s: float = 60.0) -> None:
    """Let the window live until something is true. Raises ``NeverHappened``."""
    until_s = time.monotonic() + most_s
    while not is_true():
        if time.monotonic() > until_s:
            raise NeverHappened(what)
        let_live(_LOOK_MS)
