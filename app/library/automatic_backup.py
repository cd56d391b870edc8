"""The library's own safety copies: one a day, a handful kept, and one before each migration.

Made by ``opening.py`` and, in the background or on closing, by ``upkeep.py``. A copy counts only once it has
been read through; its number, not the clock, tells which is the latest.
"""

import logging
import os
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.library.database import connect, connect_to_read

FOLDER = "backups"
KEPT = 5
KEPT_WHEN_LARGE = 2
_LARGE = 200 * 1024 * 1024
"""Bytes; five copies of a large library are more disk than the safety is worth."""
_EVERY = timedelta(hours=20)
"""A little less than a day, so that somebody who starts at nine each morning has one each morning."""
_NAME = re.compile(r"library-(\d{6,})-(\d{8}T\d{6}Z)(?:-[a-z0-9-]+)?\.db")
_STAMP = "%Y%m%dT%H%M%SZ"
_PAGES = 2_000
"""Pages copied between two looks at whether to stop."""

_log = logging.getLogger(__name__)


class BackupDamaged(Exception):
    """A copy did not read back; it was removed again."""


class BackupStopped(Exception):
    """The copying was asked to stop; nothing is left of it."""


@dataclass(frozen=True, slots=True)
class AutomaticBackup:
    """One copy on disk."""

    path: Path
    number: int
    made_at: datetime


def list_backups(folder: Path) -> list[AutomaticBackup]:
    """The copies beside a library, latest first."""
    found: list[AutomaticBackup] = []
    place = folder / FOLDER
    if place.is_dir():
        for path in place.iterdir():
            match = _NAME.fullmatch(path.name)
            if match:
                made_at = datetime.strptime(match[2], _STAMP).replace(tzinfo=UTC)
                found.append(AutomaticBackup(path, int(match[1]), made_at))
    return sorted(found, key=lambda each: each.number, reverse=True)


def is_due(folder: Path, now: datetime) -> bool:
    """Whether the latest copy is a day old. One from the future does not count: the clock was wrong."""
    return not any(timedelta(0) <= now - each.made_at < _EVERY for each in list_backups(folder)[:1])


def make_backup(
    path: Path, *, now: datetime, reason: str = "", is_stopped: Callable[[], bool] = lambda: False
) -> AutomaticBackup:
    """Copy the library as it is now, read the copy through, and only then let it count.

    Raises:
        BackupDamaged: the copy does not pass SQLite's quick check.
        BackupStopped: ``is_stopped`` said so on the way.
        sqlite3.Error, OSError: it could not be written.
    """
    place = path.parent / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    if os.name == "posix":
        place.chmod(0o700)
    number = max((each.number for each in list_backups(path.parent)), default=0) + 1
    target = place / f"library-{number:06d}-{now.strftime(_STAMP)}{'-' + reason if reason else ''}.db"
    part = target.with_name(target.name + ".part")
    try:
        copy_database(path, part, is_stopped=is_stopped)
        if not is_sound(part):
            raise BackupDamaged(target.name)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    _forget_old(path.parent)
    return AutomaticBackup(target, number, now)


def copy_database(path: Path, target: Path, *, is_stopped: Callable[[], bool] = lambda: False) -> None:
    """A consistent copy of a library that may be in use, as one file with nothing beside it."""

    def look_up(_status: int, _remaining: int, _total: int) -> None:
        if is_stopped():
            raise BackupStopped

    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    source = connect(path, is_wal=True, reads_only=True)
    copy = sqlite3.connect(target, isolation_level=None)
    try:
        source.execute("BEGIN")  # one moment of the library for all pages, however long it takes
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(copy, pages=_PAGES, progress=look_up)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
        source.close()
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def is_sound(path: Path) -> bool:
    """Whether a file that nobody has open passes SQLite's quick check."""
    try:
        connection = connect_to_read(path, is_immutable=True)
    except sqlite3.Error:
        return False
    try:
        return connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except sqlite3.Error:
        return False
    finally:
        connection.close()


def forget_all_but_the_latest(folder: Path) -> None:
    """Remove older copies: they hold what a person has deleted since."""
    for each in list_backups(folder)[1:]:
        _remove(each)


def _forget_old(folder: Path) -> None:
    backups = list_backups(folder)
    is_large = bool(backups) and backups[0].path.stat().st_size > _LARGE
    for each in backups[KEPT_WHEN_LARGE if is_large else KEPT :]:
        _remove(each)


def _remove(backup: AutomaticBackup) -> None:
    try:
        backup.path.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("An old backup could not be removed: %s", error.strerror)
