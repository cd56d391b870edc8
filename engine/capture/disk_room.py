"""How long the disk still takes what is recorded: asked before a recording begins, and every ten seconds of it.

Used by ``recorder.py`` at the start and by the file keeper's thread after it. That there is room now promises nothing:
the writing itself notices a full disk (failures 17).
"""

import shutil
from collections.abc import Callable
from pathlib import Path

from engine.contract.errors import DiskFull
from engine.contract.recorder_messages import RoomMeasured
from engine.contract.room import LEAST_BYTES, seconds_of_recording

LOOK_EVERY_S = 10.0

FreeBytes = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """What we may still write there; the folder itself need not exist yet. Raises ``OSError``."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


class DiskRoom:
    """The disk under one recording."""

    def __init__(self, folder: Path, *, tracks: int, now: Callable[[], float], free: FreeBytes = free_bytes) -> None:
        self._folder = folder
        self._tracks = tracks
        self._now = now
        self._free = free
        self._look_at_s = float("-inf")

    def check(self) -> None:
        """Before a recording begins. Raises ``DiskFull``, or ``OSError`` where nobody can tell."""
        if self._free(self._folder) < LEAST_BYTES:
            raise DiskFull(folder=str(self._folder))

    def look(self) -> RoomMeasured | None:
        """The room, if ten seconds have passed since the last look."""
        now_s = self._now()
        if now_s < self._look_at_s:
            return None
        self._look_at_s = now_s + LOOK_EVERY_S
        try:
            seconds = seconds_of_recording(self._free(self._folder), tracks=self._tracks)
        except OSError:  # the disk is gone; that nothing can be written is told elsewhere
            return None
        return RoomMeasured(round(seconds, 1))

    def run_out(self) -> RoomMeasured:
        """The disk refused to take more. The next look comes soon, since somebody may be making room."""
        self._look_at_s = self._now() + LOOK_EVERY_S / 10
        return RoomMeasured(0.0)
