"""Whether there is a screen to open a window on: Qt itself would end the process without a word of explanation.

Called by ``main.py`` before it makes the application.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_SOCKETS = Path("/tmp/.X11-unix")
_SENTENCE = "There is no screen here to open the window on. “vivavoce transcribe FILE” works without one."


def why_no_window(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, sockets: Path = _SOCKETS
) -> str:
    """One plain sentence; empty if a window can be opened as far as one can tell."""
    if not platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return ""
    if environment.get("WAYLAND_DISPLAY"):
        return ""
    display = environment.get("DISPLAY", "")
    number = display.removeprefix("unix").removeprefix(":").split(".")[0]
    if not display or (display.startswith(":") and sockets.is_dir() and not (sockets / f"X{number}").exists()):
        return _SENTENCE
    return ""
