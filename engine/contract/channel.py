"""Which channel of a file is understood: a value of the command line, the window, the library and the engine."""

from enum import StrEnum


class Channel(StrEnum):
    """What of a file with two channels is understood."""

    MIX = "mix"
    """Both, as one."""
    LEFT = "left"
    RIGHT = "right"
