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

    def open_growing(self, path: Path) -> BinaryIO:
        """A file on this disk that is appended to; like a real one, it takes what fits before it refuses."""
        return cast(BinaryIO, _GrowingFile(path, self, "ab"))


class _File(io.FileIO):
    def __init__(self, path: Path, disk: SmallDisk, mode: str = "wb") -> None:
        super().__init__(path, mode)
        self._disk = disk

    def write(self, data: object) -> int:
        size = memoryview(cast(bytes, data)).nbytes
        if size > self._disk.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._disk.room -= size
        return super().write(cast(bytes, data))


class _GrowingFile(_File):
    def write(self, data: object) -> int:
        raw = memoryview(cast(bytes, data))
        return super().write(raw[: self._disk.room] if 0 < self._disk.room < raw.nbytes else raw)
