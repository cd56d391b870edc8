"""A key that is heard whichever program has the keyboard, on X11: libxcb, on a connection of its own.

Qt offers no such keys. Of the packages that do, those that are kept up hook every key a person types (pynput), which a
program that promises privacy must not; so the display is asked for this one key only. On the window's thread: a socket
notifier tells when something came.
"""

import ctypes
import ctypes.util
from typing import Any, Final

from PySide6.QtCore import QObject, QSocketNotifier, Signal

CONTROL: Final = 1 << 2
ALT: Final = 1 << 3
_LOCKS: Final = (0, 1 << 1, 1 << 4, (1 << 1) | (1 << 4))
"""Caps Lock and Num Lock count as modifiers: the key is asked for with each of them."""
_KEY_PRESS: Final = 2
_ASYNC: Final = 1


class _Cookie(ctypes.Structure):
    _fields_ = (("sequence", ctypes.c_uint),)


class _Screens(ctypes.Structure):
    _fields_ = (("data", ctypes.POINTER(ctypes.c_uint32)), ("rem", ctypes.c_int), ("index", ctypes.c_int))


class X11Key(QObject):
    """One key with Ctrl and Alt, taken from the display while it is wanted."""

    pressed = Signal()

    def __init__(self, *, keysym: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keysym = keysym
        self._xcb: Any = None
        self._free: Any = None
        self._connection: Any = None
        self._notifier: QSocketNotifier | None = None

    def take(self) -> bool:
        """Hear the key from now on. ``False`` if there is no display, or another program has the key."""
        if self._connection is not None:
            return True
        library = ctypes.util.find_library("xcb")
        if library is None:
            return False
        self._xcb = _declare(ctypes.CDLL(library))
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [ctypes.c_void_p]
        connection = self._xcb.xcb_connect(None, None)
        if self._xcb.xcb_connection_has_error(connection) or not self._grab(connection):
            self._xcb.xcb_disconnect(connection)
            return False
        self._connection = connection
        self._notifier = QSocketNotifier(self._xcb.xcb_get_file_descriptor(connection), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_something_came)
        return True

    def release(self) -> None:
        """Give the key back."""
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()
            self._notifier = None
        if self._connection is not None:
            self._xcb.xcb_disconnect(self._connection)
            self._connection = None

    def _grab(self, connection: Any) -> bool:
        setup = self._xcb.xcb_get_setup(connection)
        root = self._xcb.xcb_setup_roots_iterator(setup).data[0]
        code = self._code_of_key(connection, setup)
        if code == 0:
            return False
        cookies = [
            self._xcb.xcb_grab_key_checked(connection, 1, root, CONTROL | ALT | locks, code, _ASYNC, _ASYNC)
            for locks in _LOCKS
        ]
        errors = [self._xcb.xcb_request_check(connection, cookie) for cookie in cookies]
        for error in errors:
            if error:
                self._free(error)
        return not any(errors)

    def _code_of_key(self, connection: Any, setup: Any) -> int:
        """The code that the keyboard sends for the key; 0 if it has no such key."""
        first, last = setup[34], setup[35]  # xcb_setup_t.min_keycode and max_keycode
        cookie = self._xcb.xcb_get_keyboard_mapping(connection, first, last - first + 1)
        reply = self._xcb.xcb_get_keyboard_mapping_reply(connection, cookie, None)
        if not reply:
            return 0
        each = reply[1]  # keysyms_per_keycode
        keysyms = self._xcb.xcb_get_keyboard_mapping_keysyms(reply)
        codes = [number for number in range(last - first + 1) if each and keysyms[number * each] == self._keysym]
        self._free(ctypes.cast(reply, ctypes.c_void_p))
        return first + codes[0] if codes else 0

    def _on_something_came(self) -> None:
        while self._connection is not None and (event := self._xcb.xcb_poll_for_event(self._connection)):
            is_press = event[0] & 0x7F == _KEY_PRESS
            self._free(ctypes.cast(event, ctypes.c_void_p))
            if is_press:
                self.pressed.emit()


def _declare(xcb: Any) -> Any:
    pointer, word, byte, bytes_ = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint8, ctypes.POINTER(ctypes.c_uint8)
    for name, answers, takes in (
        ("xcb_connect", pointer, (ctypes.c_char_p, pointer)),
        ("xcb_connection_has_error", ctypes.c_int, (pointer,)),
        ("xcb_disconnect", None, (pointer,)),
        ("xcb_get_file_descriptor", ctypes.c_int, (pointer,)),
        ("xcb_get_setup", bytes_, (pointer,)),
        ("xcb_setup_roots_iterator", _Screens, (bytes_,)),
        ("xcb_grab_key_checked", _Cookie, (pointer, byte, word, ctypes.c_uint16, byte, byte, byte)),
        ("xcb_request_check", pointer, (pointer, _Cookie)),
        ("xcb_get_keyboard_mapping", _Cookie, (pointer, byte, byte)),
        ("xcb_get_keyboard_mapping_reply", bytes_, (pointer, _Cookie, pointer)),
        ("xcb_get_keyboard_mapping_keysyms", ctypes.POINTER(word), (bytes_,)),
        ("xcb_poll_for_event", bytes_, (pointer,)),
    ):
        function = getattr(xcb, name)
        function.restype, function.argtypes = answers, list(takes)
    return xcb
