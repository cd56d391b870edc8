"""What a library does for itself while it is open: the check of a large file, the daily backup, left-over work.

``Library`` starts it after opening and stops it on closing. The check and the backup run on a thread of their
own over a connection of their own and can be stopped at once; the left-over work is handed to the writer.
"""

import importlib.metadata
import logging
import shutil
import sqlite3
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import DBAPIError

from app.announcements import MeetingAdded
from app.library.automatic_backup import BackupDamaged, BackupStopped, forget_all_but_the_latest, is_due, make_backup
from app.library.database import Database, connect
from app.library.job_changes import wait_again
from app.library.meeting_changes import DELETED, write_down
from app.library.schema import FactRow, MeetingRow, RemovalRow
from app.library.sidecar import NAME as SIDECAR
from app.library.sidecar import read_sidecar
from app.library.writer import Transaction
from app.meetings.identifiers import MeetingId

SUSPECT = "library.db.suspect"
"""Lies beside a file whose check failed while it was in use; the next opening checks and mends it."""

CLOSING_COPY = 64 * 1024 * 1024
"""Bytes; up to this size a due backup may be made while the window closes."""

_log = logging.getLogger(__name__)


class Upkeep:
    """The thread for what is not urgent. ``stop`` ends it within moments."""

    def __init__(self, *, database: Database, is_checked: bool, now: Callable[[], datetime]) -> None:
        self._database = database
        self._is_checked = is_checked
        self._now = now
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, if there is anything to do."""
        if not self._is_checked or self._is_backup_due():
            self._thread = threading.Thread(target=self._run, name="library-upkeep", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop what is going on and join the thread. Twice is harmless."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def back_up_before_closing(self) -> None:
        """A last backup, if one is due and quick, or if older ones hold what was deleted. The writer has ended."""
        path = self._database.path
        try:
            if self._must_forget():
                self._forget()
            elif self._is_backup_due() and path.stat().st_size <= CLOSING_COPY:
                make_backup(path, now=self._now())
        except (OSError, sqlite3.Error, DBAPIError, BackupDamaged) as error:
            _log.warning("The backup on closing could not be made: %s", type(error).__name__)

    def _run(self) -> None:
        if not self._is_checked and not self._check():
            return  # a damaged file must not push good backups out
        if self._is_backup_due():
            try:
                make_backup(self._database.path, now=self._now(), is_stopped=self._stopping.is_set)
            except BackupStopped:
                pass
            except (OSError, sqlite3.Error, BackupDamaged) as error:
                _log.warning("The daily backup could not be made: %s", type(error).__name__)

    def _check(self) -> bool:
        bare = connect(self._database.path, is_wal=self._database.is_wal, reads_only=True)
        bare.set_progress_handler(self._stopping.is_set, 10_000)
        try:
            is_good = bare.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
        except sqlite3.Error:
            is_good = False
        finally:
            bare.close()
        if self._stopping.is_set():
            return False
        if not is_good:
            self._database.path.with_name(SUSPECT).touch(mode=0o600)
            _log.error("The check of the library failed; it will be mended when it is opened next.")
        return is_good

    def _must_forget(self) -> bool:
        with self._database.reading() as connection:
            return connection.execute(select(FactRow.value).where(FactRow.name == DELETED)).first() is not None

    def _forget(self) -> None:
        """Let nothing of a deleted meeting be left: not in the index, nor in the log, nor in a backup."""
        with self._database.writing() as connection:
            # The index only marks words as gone until their part of it is written anew.
            connection.exec_driver_sql("INSERT INTO search (search) VALUES ('optimize')")
            connection.execute(delete(FactRow).where(FactRow.name == DELETED))
        make_backup(self._database.path, now=self._now())
        forget_all_but_the_latest(self._database.path.parent)

    def _is_backup_due(self) -> bool:
        with self._database.reading() as connection:
            is_empty = connection.execute(select(MeetingRow.id).limit(1)).first() is None
        return not is_empty and is_due(self._database.path.parent, self._now())


def settle(transaction: Transaction, folder: Path) -> None:
    """The first thing the writer does: take up what an earlier run left, and bring rows and sidecars together."""
    connection = transaction.connection
    wait_again(connection)
    removed = set(connection.execute(select(RemovalRow.meeting_id)).scalars())
    known = set(connection.execute(select(MeetingRow.id)).scalars())
    lying = {place.name for place in (folder / "meetings").iterdir() if place.is_dir()}
    for name in sorted(lying - known - removed):
        # A sound without a row: the database lost its last changes, for instance with its -wal.
        found = read_sidecar(folder / "meetings" / name)
        if found is not None:
            from app.library.repair import add_from_sidecar  # noqa: PLC0415 - hardly ever needed

            add_from_sidecar(connection, *found)
            transaction.announce(MeetingAdded(found[0].id))
    for name in sorted(known):
        if not (folder / "meetings" / name / SIDECAR).exists():
            write_down(transaction, MeetingId(name), folder / "meetings" / name)


def finish_removals(transaction: Transaction, folder: Path) -> None:
    """Remove the sound of deleted meetings that could not be removed then, and forget those that are gone."""
    for name in list(transaction.connection.execute(select(RemovalRow.meeting_id)).scalars()):
        place = folder / "meetings" / name
        shutil.rmtree(place, ignore_errors=True)
        if not place.exists():
            transaction.connection.execute(delete(RemovalRow).where(RemovalRow.meeting_id == name))


def sign(transaction: Transaction) -> None:
    """Note which Vivavoce uses the library, for an older one that will have to refuse it."""
    try:
        version = importlib.metadata.version("vivavoce")
    except importlib.metadata.PackageNotFoundError:
        return
    stored = transaction.connection.execute(
        select(FactRow.value).where(FactRow.name == "last_used_by")
    ).scalar_one_or_none()
    if stored != version:
        transaction.connection.execute(
            insert(FactRow).prefix_with("OR REPLACE"), {"name": "last_used_by", "value": version}
        )


def utc_now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)
