"""A key that is heard in every program where the system has such keys, and given back afterwards."""

import subprocess
import sys

import pytest
from pytestqt.qtbot import QtBot

from ui.live.bookmark_key import BookmarkKey
from ui.live.recording_bar import RecordingBar

PRESS = """
import ctypes, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from ui.live.bookmark_key import BookmarkKey
application = QApplication([])
first, second = BookmarkKey(), BookmarkKey()
heard = []
first.pressed.connect(lambda: heard.append("pressed"))
first.take()
second.take()
print(first.is_taken, second.is_taken)
x11, xtest = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XKeysymToKeycode.argtypes = x11.XSync.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
xtest.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
display = x11.XOpenDisplay(None)
codes = [x11.XKeysymToKeycode(display, keysym) for keysym in (0xFFE3, 0xFFE9, 0x62)]
def press(chosen):
    for code in chosen:
        xtest.XTestFakeKeyEvent(display, code, 1, 0)
    for code in reversed(chosen):
        xtest.XTestFakeKeyEvent(display, code, 0, 0)
    x11.XSync(display, 0)
def act():
    press(codes)
    press(codes[:1] + codes[2:])
QTimer.singleShot(200, act)
QTimer.singleShot(1500, application.quit)
application.exec()
first.release()
second.take()
print(*heard, second.is_taken)
second.release()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks an X display")
def test_on_x11_the_key_is_heard_alone_and_by_one_program(virtual_screen: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PRESS],
        env=virtual_screen,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout.split() == ["True", "False", "pressed", "True"], done.stderr


def test_where_the_system_has_no_such_keys_nothing_is_taken(qtbot: QtBot) -> None:
    for platform in ("wayland", "cocoa", "offscreen", "windows" if sys.platform != "win32" else "wayland"):
        key = BookmarkKey(platform=platform)
        key.take()
        assert not key.is_taken
        key.release()


def test_the_page_says_where_the_key_works(qtbot: QtBot) -> None:
    bar = RecordingBar()
    qtbot.addWidget(bar)
    assert "windows of Vivavoce" in bar.bookmark.toolTip()
    bar.tell_key("Ctrl+Alt+B")
    assert bar.bookmark.toolTip() == "Marks the last 30 s. Ctrl+Alt+B does it from every program."
    bar.tell_reach(60)
    assert bar.bookmark.toolTip() == "Marks the last 1 min. Ctrl+Alt+B does it from every program."
    bar.tell_key("")
    assert bar.bookmark.toolTip() == "Marks the last 1 min. The key works in the windows of Vivavoce."
