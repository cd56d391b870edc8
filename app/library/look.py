"""Looking at a library file without touching it, to tell whether this Vivavoce may open it at all.

A file that a newer Vivavoce wrote keeps every byte, and no ``-wal`` or ``-shm`` appears beside it. Called by
``opening.py``, before the lock and again under it.
"""

import os
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path

from app.library.database import connect_to_read
from app.library.schema import REVISIONS


@dataclass(frozen=True, slots=True)
class Look:
    """What a file says of itself."""

    revision: str = ""
    """Schema revision; empty for an empty file and for one that cannot be read."""
    version: str = ""
    """The Vivavoce that used it last."""
    number: int = 0
    """``user_version``: how many revisions it has seen."""
    is_empty: bool = False
    is_readable: bool = True

    def is_too_new(self, revisions: tuple[str, ...] = REVISIONS) -> bool:
        """Whether a newer Vivavoce wrote it."""
        return self.is_readable and (
            (self.revision != "" and self.revision not in revisions) or self.number > len(revisions)
        )


def has_log(path: Path) -> bool:
    """Whether changes wait beside the file: it was not closed, or it is open right now."""
    return any(_size(path.with_name(path.name + ending)) > 0 for ending in ("-wal", "-journal"))


def look_at(path: Path) -> Look:
    """Read what a file says of itself. What waits in its write-ahead log counts as well."""
    if _size(path) == 0:
        return Look(is_empty=True)
    log = path.with_name(path.name + "-wal")
    if _size(log) == 0:
        return _read(path, is_immutable=True)
    with tempfile.TemporaryDirectory(prefix=".look-", dir=path.parent) as name:
        twin = Path(name) / path.name
        try:
            os.link(path, twin)  # no bytes copied, and a reader of the twin writes to neither
        except OSError:
            shutil.copyfile(path, twin)
        shutil.copyfile(log, twin.with_name(log.name))
        return _read(twin, is_immutable=False)


def _read(path: Path, *, is_immutable: bool) -> Look:
    try:
        connection = connect_to_read(path, is_immutable=is_immutable)
    except sqlite3.Error:
        return Look(is_readable=False)
    try:
        number = int(connection.execute("PRAGMA user_version").fetchone()[0])
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return Look(number=number, is_empty=True)
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        version = None
        if "facts" in tables:
            version = connection.execute("SELECT value FROM facts WHERE name = 'last_used_by'").fetchone()
        return Look(
            revision=str(row[0]) if row else "",
            version=str(version[0]) if version else "",
            number=number,
            is_readable=row is not None,
        )
    except (sqlite3.Error, UnicodeDecodeError):
        return Look(is_readable=False)
    finally:
        connection.close()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
