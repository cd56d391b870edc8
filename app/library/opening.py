"""Opening a library: lock it, look at it without touching it, mend or migrate it if needed, connect.

Runs on the thread that calls ``Library.open``. The order matters and is told by ``open_library``.
"""

import os
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text

from app.library.database import Database, connect, make_engine_for
from app.library.disk_errors import translate
from app.library.lock import LibraryLock
from app.library.schema import HEAD, create_tables

NAME = "library.db"


@dataclass
class OpeningReport:
    """What opening had to do. Empty when all was well."""

    restored_from: str = ""
    """Name of the backup that took the place of a damaged file."""
    salvaged_meetings: int = 0
    salvaged_segments: int = 0
    warnings: list[str] = field(default_factory=list[str])
    """Plain English sentences for the person."""


@dataclass
class OpenedLibrary:
    """What ``Library`` works with."""

    database: Database
    lock: LibraryLock
    report: OpeningReport


def open_library(folder: Path) -> OpenedLibrary:
    """Lock, look, mend, migrate, connect."""
    report = OpeningReport()
    try:
        _make_private(folder)
        _make_private(folder / "meetings")
        lock = LibraryLock(folder)
        lock.take()
    except OSError as error:
        raise translate(error, folder) or error from error
    try:
        path = folder / NAME
        is_new = not path.exists() or path.stat().st_size == 0
        if is_new:
            _create(path)
        bare = connect(path, is_wal=True, reads_only=False)
        is_wal = bare.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal"
        bare.close()
        return OpenedLibrary(Database(path=path, is_wal=is_wal), lock, report)
    except BaseException as error:
        lock.release()
        if isinstance(error, (OSError, sqlite3.Error)):
            raise translate(error, folder) or error from error
        raise


def _make_private(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if os.name == "posix":
        folder.chmod(0o700)


def _create(path: Path) -> None:
    path.touch(mode=0o600)
    bare = connect(path, is_wal=True, reads_only=False)
    try:
        with make_engine_for(bare).begin() as connection:
            create_tables(connection)
            connection.execute(text("SELECT :head"), {"head": HEAD})
    finally:
        bare.close()
