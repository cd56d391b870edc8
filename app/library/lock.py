"""One Vivavoce to a library: a lock of the system's kernel, which falls by itself when its process ends.

Taken by ``opening.py`` before anything is touched, given back by ``Library.close``.
"""

from pathlib import Path

from filelock import FileLock, Timeout

from app.meetings.errors import LibraryInUse

NAME = "library.lock"


class LibraryLock:
    """Holds a library for this process. The file stays; what counts is the lock upon it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # thread_local=False: the library is opened on one thread and may be closed on another.
        self._lock = FileLock(folder / NAME, timeout=0, mode=0o600, thread_local=False)

    def take(self) -> None:
        """Take the lock at once or not at all.

        Raises:
            LibraryInUse: another Vivavoce, or another part of this one, holds it.
            OSError: the folder cannot be written.
        """
        try:
            self._lock.acquire()
        except Timeout as error:
            raise LibraryInUse(str(self._folder)) from error

    def release(self) -> None:
        """Give it back. Twice is harmless."""
        self._lock.release()
