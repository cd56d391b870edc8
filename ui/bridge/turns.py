"""Lets the window have its turn soon while other threads compute. Called by ``app/main.py`` before the window is made.

Python lets one thread run at a time. A thread that computes keeps its turn until another has asked for it this long,
and Qt asks anew for every Python method that it calls: with Python's 5 ms a window that lays out forty widgets beside
a transcript being read stands still for a fifth of a second, though it does almost nothing.
"""

import sys
from typing import Final

TURN_S: Final = 0.001
"""Of a thread that others wait for. Measured: reading 20,000 lines takes no longer beside a window at rest."""


def shorten_turns() -> None:
    """Hold for the whole process, from now on."""
    sys.setswitchinterval(TURN_S)
