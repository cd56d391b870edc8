"""A disk that fills up after so many bytes, shared by every file that is written to it."""

import errno
import io
from pathlib import Path
from typing import BinaryIO, cast


class SmallDisk:
    """Hand its ``open`` to a ``SoundFolder``."""

    def __init__(self, *, room: int) -> None:
        self.room = room

    def open(self, path: Path) -> BinaryIO:
        """A new file on this disk."""
        return cast(BinaryIO, _File(path, self))


class _File(io.FileIO):
    def __init__(self, path: Path, disk: SmallDisk) -> None:
        super().__init__(path, "wb")
        self._disk = disk

    def write(self, data: object) -> int:
        size = memoryview(cast(bytes, data)).nbytes
        if size > self._disk.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._disk.room -= size
        return super().write(cast(bytes, data))
