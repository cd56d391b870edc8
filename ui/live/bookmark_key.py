"""The key that sets a bookmark whichever program has the keyboard, where the system has such keys.

Taken while something is recorded, given back afterwards: Ctrl+Alt+B on Windows and X11. Wayland and macOS give no
program a key without asking the person in ways that Qt does not offer; there the bookmark key works in the window.
"""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from ui.live.windows_key import WindowsKey
from ui.live.x11_key import X11Key

_B_ON_X11 = 0x62
_B_ON_WINDOWS = 0x42


class BookmarkKey(QObject):
    """The key of one window."""

    pressed = Signal()

    def __init__(self, *, platform: str | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._key: X11Key | WindowsKey | None = None
        self._is_taken = False
        match platform or QGuiApplication.platformName():
            case "xcb":
                self._key = X11Key(keysym=_B_ON_X11, parent=self)
            case "windows":
                self._key = WindowsKey(code=_B_ON_WINDOWS, parent=self)
            case _:
                return
        self._key.pressed.connect(self.pressed)

    @property
    def is_taken(self) -> bool:
        """Whether the key is heard everywhere now."""
        return self._is_taken

    def take(self) -> None:
        """Hear it from now on, if this system has such keys and no other program has this one."""
        self._is_taken = self._key is not None and self._key.take()

    def release(self) -> None:
        """Give it back."""
        if self._key is not None:
            self._key.release()
        self._is_taken = False
