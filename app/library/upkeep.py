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

from app.announcements import MeetingAdded
from app.library.automatic_backup import BackupDamaged, BackupStopped, forget_all_but_the_latest, is_due, make_backup
from app.library.database import Database, connect
from app.library.job_changes import wait_again
from app.library.meeting_changes import DELETED, write_down
from app.library.schema import FactRow, MeetingRow, RemovalRow
from app.library.sidecar import NAME as SIDECAR
from app.library.sidecar import read_sidecar
from app.library.writer import Transaction, Writer
from app.meetings.identifiers import MeetingId
from engine.contract.errors import VivavoceError

SUSPECT = "library.db.suspect"
"""Lies beside a file whose check failed while it was in use; the next opening checks and mends it."""

CLOSING_COPY = 64 * 1024 * 1024
"""Bytes; up to this size a due backup may be made while the window closes."""

_log = logging.getLogger(__name__)


class Upkeep:
    """The thread for what is not urgent. ``stop`` ends it within moments."""

    def __init__(self, *, database: Database, writer: Writer, is_checked: bool, now: Callable[[], datetime]) -> None:
        self._database = database
        self._writer = writer
        self._is_checked = is_checked
        self._now = now
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, if there is anything to do."""
        if not self._is_checked or self._must_forget() or self._is_backup_due():
            self._thread = threading.Thread(target=self._run, name="library-upkeep", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop what is going on and join the thread. Twice is harmless."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def finish_before_closing(self) -> None:
        """While the writer still runs: the backup that is due, where it is quick; else the next start makes it."""
        if self._database.path.stat().st_size <= CLOSING_COPY:
            self._back_up(lambda: False)

    def _run(self) -> None:
        # A damaged file must not push good backups out.
        if self._is_checked or self._check():
            self._back_up(self._stopping.is_set)

    def _back_up(self, is_stopped: Callable[[], bool]) -> None:
        must_forget = self._must_forget()
        try:
            if must_forget:
                self._writer.write(forget_in_index).result()
            if must_forget or self._is_backup_due():
                make_backup(self._database.path, now=self._now(), is_stopped=is_stopped)
            if must_forget:
                forget_all_but_the_latest(self._database.path.parent)
                self._writer.write(forget_to_forget).result()
        except BackupStopped:
            pass
        except (OSError, sqlite3.Error, VivavoceError, BackupDamaged) as error:
            _log.warning("The backup of the library could not be made: %s", type(error).__name__)

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

            add_from_sidecar(connection, found)
            transaction.announce(MeetingAdded(found.meeting.id))
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


def forget_in_index(transaction: Transaction) -> None:
    """Take the words of deleted meetings out of the index, which by itself only marks them as gone."""
    transaction.connection.exec_driver_sql("INSERT INTO search (search) VALUES ('optimize')")


def forget_to_forget(transaction: Transaction) -> None:
    """Nothing that was deleted is left in any backup."""
    transaction.connection.execute(delete(FactRow).where(FactRow.name == DELETED))


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
