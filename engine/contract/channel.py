"""What of a file's channels and tracks is understood: a value of the command line, the window, library and engine."""

from enum import StrEnum


class Channel(StrEnum):
    """What of a file with two channels, or of several audio tracks, is understood."""

    MIX = "mix"
    """Both, as one."""
    LEFT = "left"
    RIGHT = "right"
    APART = "apart"
    """Every audio track, or each of two channels, by itself: as tracks with people of their own."""
