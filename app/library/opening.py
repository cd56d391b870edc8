"""Opening a library: lock it, look at it without touching it, mend or migrate it if needed, connect.

Runs on the thread that calls ``Library.open``. The order matters and is told by ``open_library``: nothing is
written before it is certain that this Vivavoce may, and nothing is used before it was checked.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.library.automatic_backup import FOLDER as BACKUPS
from app.library.automatic_backup import list_backups, make_backup
from app.library.database import Database, connect, transaction_on
from app.library.disk_errors import translate
from app.library.file_system import file_system_of, is_on_network
from app.library.lock import LibraryLock
from app.library.look import Look, has_log, look_at
from app.library.migrations import Migrations
from app.library.saga import MAKING, NOTE
from app.library.schema import HEAD, REVISIONS, create_tables
from app.library.upkeep import SUSPECT
from app.meetings.errors import LibraryDamaged, LibraryTooNew

NAME = "library.db"

CHECKED_AT_ONCE = 128 * 1024 * 1024
"""Bytes, about a quarter of a second. A larger file that was closed well is checked behind the window."""


@dataclass
class OpeningReport:
    """What opening had to do. Empty when all was well."""

    restored_from: str = ""
    """Name of the backup that filled what a damaged file no longer gave."""
    salvaged_meetings: int = 0
    """Meetings that are there after a repair; 0 where none was needed."""
    salvaged_segments: int = 0
    """Lines that are there after a repair."""
    lost_segments: int = 0
    """Lines that could not be read any more and were in no backup."""
    kept_damaged: str = ""
    """Name under which the damaged file was kept."""
    migrated_from: str = ""
    """Schema revision before, where the library was older than this Vivavoce."""
    warnings: list[str] = field(default_factory=list[str])
    """Plain English sentences for the person."""


def ask_for_journal(bare: sqlite3.Connection, mode: str) -> str:
    """Ask a connection for a journal; says which one it has now."""
    return str(bare.execute(f"PRAGMA journal_mode = {mode}").fetchone()[0])


@dataclass(frozen=True)
class Circumstances:
    """What opening depends on outside of the library's folder."""

    file_system_of: Callable[[Path], str] = file_system_of
    migrations: Migrations = field(default_factory=Migrations)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ask_for_journal: Callable[[sqlite3.Connection, str], str] = ask_for_journal
    """Asks a connection for a journal and says which one it got: some file systems refuse a write-ahead log."""
    forget_speech: Callable[[str], None] = lambda _: None
    """Told the name of each meeting that is deleted for good, so that nothing that was said in it is left elsewhere."""


@dataclass
class OpenedLibrary:
    """What ``Library`` works with."""

    database: Database
    lock: LibraryLock
    report: OpeningReport
    is_checked: bool
    """Whether the quick check was made; if not, ``upkeep.py`` makes it in the background."""
    file_system: str
    """Kind of file system of its folder; empty where it cannot be told."""


def open_library(folder: Path, circumstances: Circumstances) -> OpenedLibrary:
    """Lock, look, check, mend, migrate, connect. Raises what ``Library.open`` says."""
    path = folder / NAME
    if path.exists() and not has_log(path):
        _refuse_newer(path, look_at(path), circumstances.migrations)  # before even a lock file is made
    lock = LibraryLock(folder)
    try:
        _make_private(folder)
        lock.take()
        try:
            return _open_locked(path, lock, circumstances)
        except BaseException:
            lock.release()
            raise
    except DBAPIError as error:
        raise translate(error.orig or error, folder) or error from error
    except (OSError, sqlite3.Error) as error:
        raise translate(error, folder) or error from error


def _open_locked(path: Path, lock: LibraryLock, circumstances: Circumstances) -> OpenedLibrary:
    report = OpeningReport()
    _end_interrupted_repair(path)
    _sweep(path.parent)
    look = look_at(path)
    _refuse_newer(path, look, circumstances.migrations)
    _make_private(path.parent / "meetings")
    is_wal, sentence = _choose_journal(path, circumstances)
    is_checked = True
    if look.is_empty and not _has_past(path.parent):
        _create(path)
    elif look.is_empty or not look.is_readable:
        _repair(path, look, report, circumstances)
    else:
        is_suspect = has_log(path) or path.with_name(SUSPECT).exists() or look.revision != circumstances.migrations.head
        is_checked = is_suspect or path.stat().st_size <= CHECKED_AT_ONCE
        if is_checked and not _passes_check(path, is_wal=is_wal):
            _repair(path, look, report, circumstances)
    path.with_name(SUSPECT).unlink(missing_ok=True)
    _migrate(path, report, circumstances)
    if not _set_journal(path, is_wal=is_wal, ask=circumstances.ask_for_journal):
        is_wal = False
        sentence = (
            "The folder of the library does not support the usual way of saving, so a slower and safer one is used. "
            "A folder on this computer's own disk is better."
        )
    if sentence:
        report.warnings.append(sentence)
    kind = circumstances.file_system_of(path.parent)
    return OpenedLibrary(Database(path=path, is_wal=is_wal), lock, report, is_checked, kind)


def _refuse_newer(path: Path, look: Look, migrations: Migrations) -> None:
    if look.is_too_new(migrations.revisions):
        raise LibraryTooNew(str(path.parent), look.version or look.revision or str(look.number))


def _make_private(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if os.name == "posix" and folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def _has_past(folder: Path) -> bool:
    """Whether there was a library here before, of which the file is gone or empty."""
    return bool(list_backups(folder)) or any(folder.glob("meetings/*/sidecar.json"))


def _create(path: Path) -> None:
    path.touch(mode=0o600)
    bare = connect(path, is_wal=False, reads_only=False)
    try:
        with transaction_on(bare) as connection:
            create_tables(connection)
            connection.execute(text(f"PRAGMA user_version = {len(REVISIONS)}"))
    finally:
        bare.close()


def _passes_check(path: Path, *, is_wal: bool) -> bool:
    try:
        bare = connect(path, is_wal=is_wal, reads_only=False)
    except sqlite3.DatabaseError as error:
        return _raise_if_no_damage(error)
    try:
        return bare.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except sqlite3.DatabaseError as error:
        return _raise_if_no_damage(error)
    finally:
        bare.close()


def _raise_if_no_damage(error: sqlite3.DatabaseError) -> bool:
    # A full disk or a missing permission also stops a check, and must not cost anybody their library.
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return False
    raise error


def _repair(path: Path, look: Look, report: OpeningReport, circumstances: Circumstances) -> None:
    from app.library.repair import REBUILT, rebuild  # noqa: PLC0415 - needed once in a library's life, if ever

    now = circumstances.now()
    damaged = path if path.exists() and path.stat().st_size > 0 else None
    outcome = rebuild(path.parent, damaged, revision=look.revision, now=now, migrations=circumstances.migrations)
    if path.exists():
        report.kept_damaged = _set_aside(path, now)
    if outcome.is_nothing:
        path.with_name(REBUILT).unlink(missing_ok=True)
        raise LibraryDamaged(str(path.parent), f"kept as {report.kept_damaged}")
    path.with_name(REBUILT).replace(path)
    report.restored_from = outcome.restored_from
    report.salvaged_meetings = outcome.meetings
    report.salvaged_segments = outcome.segments
    report.lost_segments = outcome.lost_segments
    report.warnings.append(
        f"The library was damaged and has been put together again. Meetings: {outcome.meetings}, "
        f"lines: {outcome.segments}."
    )
    if outcome.restored_from:
        report.warnings.append(
            f"What could not be read any more was taken from the backup “{outcome.restored_from}”; "
            "changes made after it may be missing."
        )
    if outcome.lost_segments:
        report.warnings.append(
            f"Lines that could not be read any more: {outcome.lost_segments}. Their sound is not affected; "
            "the meetings can be transcribed again."
        )
    if outcome.from_sidecars:
        report.warnings.append(
            f"Meetings of which only the sound was left: {outcome.from_sidecars}. They are in the list again and can "
            "be transcribed again."
        )
    if report.kept_damaged:
        report.warnings.append(f"The damaged file was kept as “{report.kept_damaged}”.")


def _set_aside(path: Path, now: datetime) -> str:
    stem = f"{path.name}.corrupt-{now.strftime('%Y%m%dT%H%M%SZ')}"
    name, count = stem, 1
    while path.with_name(name).exists():
        count += 1
        name = f"{stem}-{count}"
    for ending in ("-wal", "-shm", "-journal"):  # beside the new file they would be taken for its own
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.replace(path.with_name(name + ending))
    path.replace(path.with_name(name))
    return name


def _end_interrupted_repair(path: Path) -> None:
    """A repair that died just before its last step is ended; one that died earlier begins anew."""
    rebuilt = path.with_name("library.db.rebuilt")
    if rebuilt.exists() and not path.exists():
        rebuilt.replace(path)


def _sweep(folder: Path) -> None:
    """Remove what an opening, a backup or a restore left lying when it was killed."""
    for pattern in (".look-*", ".restore-*", f"{BACKUPS}/*.part", f"meetings/{MAKING}*", f"meetings/.{NOTE}*"):
        for place in folder.glob(pattern):
            if place.is_dir():
                shutil.rmtree(place, ignore_errors=True)
            else:
                place.unlink(missing_ok=True)


def _migrate(path: Path, report: OpeningReport, circumstances: Circumstances) -> None:
    look = look_at(path)
    migrations = circumstances.migrations
    if look.revision == migrations.head:
        return
    # "before" is in its name, and it is read through before the first change is made.
    make_backup(path, now=circumstances.now(), reason=f"before-{migrations.head}")
    migrations.migrate(path)
    report.migrated_from = look.revision or HEAD


def _choose_journal(path: Path, circumstances: Circumstances) -> tuple[bool, str]:
    kind = circumstances.file_system_of(path.parent)
    if not is_on_network(kind):
        return True, ""
    return False, (
        f"The library lies on a network or shared folder ({kind}). It works there more slowly, and must be open on "
        "one computer at a time only; a folder on this computer's own disk is better."
    )


def _set_journal(path: Path, *, is_wal: bool, ask: Callable[[sqlite3.Connection, str], str]) -> bool:
    """Ask for a journal and read back what was given."""
    bare = connect(path, is_wal=is_wal, reads_only=False)
    try:
        wanted = "wal" if is_wal else "delete"
        given = ask(bare, wanted)
        return given == wanted or not is_wal
    finally:
        bare.close()
