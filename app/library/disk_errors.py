"""What SQLite and the system say when a file cannot be written, as the house's own errors.

Called at the border: by the writer thread for each failed write, and by ``opening.py``.
"""

import errno
import shutil
import sqlite3
from pathlib import Path

from app.meetings.errors import LibraryInUse, LibraryNotWritable
from engine.contract.errors import DiskFull, VivavoceError

_NEARLY_FULL = 1024 * 1024
"""Bytes; with less than this free, an input or output error is taken for a full disk."""


def translate(error: BaseException, folder: Path) -> VivavoceError | None:
    """The known trouble behind an error, or ``None`` for a bug."""
    translated: VivavoceError | None = None
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_nearly_full(folder)):
            translated = DiskFull(str(folder))
        elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            translated = LibraryInUse(str(folder))  # somebody else's program holds the file, for minutes
        elif code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            translated = LibraryNotWritable(str(folder))
    elif isinstance(error, OSError):
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            translated = DiskFull(str(folder))
        elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST):
            translated = LibraryNotWritable(str(folder))
    if translated is not None:
        translated.__cause__ = error
    return translated


def _is_nearly_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _NEARLY_FULL
    except OSError:
        return False
