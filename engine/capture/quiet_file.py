"""A file that PyAV can write to without losing what went wrong. On the thread that writes.

Used for the copies one listens to (``flac_writer.py``) and for clips (``app/exporting/clip_sound.py``).
"""

from typing import BinaryIO


class QuietFile:
    """A file for PyAV to write to: it remembers the first failure instead of raising inside FFmpeg's call.

    PyAV keeps only one exception per thread and prints the others, and FFmpeg goes on writing after one.
    """

    name = "sound"

    def __init__(self, inner: BinaryIO) -> None:
        self.inner = inner
        self.is_abandoned = False
        self._trouble: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write, or note why not."""
        if self._trouble is None and not self.is_abandoned:
            try:
                self.inner.write(data)
            except OSError as error:
                self._trouble = error
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move, as FFmpeg does to complete the header at the end."""
        if self._trouble is None and not self.is_abandoned:
            try:
                return self.inner.seek(offset, whence)
            except OSError as error:
                self._trouble = error
        return 0

    def tell(self) -> int:
        """Where the file stands."""
        return 0 if self.is_abandoned else self.inner.tell()

    def check(self) -> None:
        """Raise what was noted, and what is still in the file's own buffer."""
        if self._trouble is None:
            try:
                self.inner.flush()
            except OSError as error:
                self._trouble = error
        if self._trouble is not None:
            raise self._trouble
