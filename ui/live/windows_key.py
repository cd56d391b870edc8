"""A key that is heard whichever program has the keyboard, on Windows: ``RegisterHotKey``, told to the window's thread.

The system sends the key alone; no other key is seen. Qt hands its messages to the native event filter below.
"""

import ctypes
import sys
from ctypes import wintypes
from typing import Any, Final

from PySide6.QtCore import QAbstractNativeEventFilter, QCoreApplication, QObject, Signal

_HOTKEY: Final = 0x0312
_ALT: Final = 0x0001
_CONTROL: Final = 0x0002
_NO_REPEAT: Final = 0x4000
_NUMBER: Final = 0x56B0
"""Ours among the keys of this process."""


class WindowsKey(QObject):
    """One key with Ctrl and Alt, taken from the system while it is wanted."""

    pressed = Signal()

    def __init__(self, *, code: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._code = code
        self._filter: _Filter | None = None

    def take(self) -> bool:
        """Hear the key from now on. ``False`` if another program has it."""
        if sys.platform != "win32":
            return False
        if self._filter is None and ctypes.windll.user32.RegisterHotKey(
            None, _NUMBER, _CONTROL | _ALT | _NO_REPEAT, self._code
        ):
            self._filter = _Filter(self.pressed)
            application = QCoreApplication.instance()
            assert application is not None
            application.installNativeEventFilter(self._filter)
        return self._filter is not None

    def release(self) -> None:
        """Give the key back."""
        if sys.platform != "win32" or self._filter is None:
            return
        ctypes.windll.user32.UnregisterHotKey(None, _NUMBER)
        application = QCoreApplication.instance()
        if application is not None:
            application.removeNativeEventFilter(self._filter)
        self._filter = None


class _Filter(QAbstractNativeEventFilter):
    def __init__(self, pressed: Any) -> None:
        super().__init__()
        self._pressed = pressed

    def nativeEventFilter(self, kind: Any, message: Any) -> tuple[bool, int]:
        """Qt: a message of the system."""
        if bytes(kind) == b"windows_generic_MSG":
            told = wintypes.MSG.from_address(int(message))
            if told.message == _HOTKEY and told.wParam == _NUMBER:
                self._pressed.emit()
                return True, 0
        return False, 0
