"""What a library does for itself while it is open: the check of a large file, the daily backup, left-over work.

``Library`` starts it after opening and stops it on closing. The check and the backup run on a thread of their
own over a connection of their own and can be stopped at once; the left-over work is handed to the writer.
"""

import importlib.metadata
import logging
import sqlite3
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import delete, insert, select

from app.announcements import MeetingAdded
from app.library.automatic_backup import BackupDamaged, BackupStopped, forget_all_but_the_latest, is_due, make_backup
from app.library.database import Database, connect
from app.library.edit_journal import read_journal
from app.library.job_changes import wait_again
from app.library.meeting_changes import DELETED, write_down
from app.library.meeting_tables import MeetingRow, RemovalRow
from app.library.schema import FactRow
from app.library.sidecar import NAME as SIDECAR
from app.library.sidecar import read_sidecar
from app.library.version_changes import current_version, index_version
from app.library.writer import Transaction, Writer
from app.meetings.identifiers import MeetingId
from engine.contract.errors import VivavoceError

SUSPECT = "library.db.suspect"
"""Lies beside a file whose check failed while it was in use; the next opening checks and mends it."""

CLOSING_COPY = 64 * 1024 * 1024
"""Bytes; up to this size a due backup may be made while the window closes."""

QUIET_S = 3.0
"""So long nothing more must have been deleted before backups are made anew."""

_PIECE = 500
"""Pages of the index that are merged in one transaction: a few hundredths of a second."""

_log = logging.getLogger(__name__)


class Upkeep:
    """The thread for what is not urgent. ``stop`` ends it within moments."""

    def __init__(self, *, database: Database, writer: Writer, is_checked: bool, now: Callable[[], datetime]) -> None:
        self._database = database
        self._writer = writer
        self._is_checked = is_checked
        self._now = now
        self._stopping = threading.Event()
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, if there is anything to do."""
        if not self._is_checked or self._deletion() or self._is_backup_due():
            self._thread = threading.Thread(target=self._run, name="library-upkeep", daemon=True)
            self._thread.start()

    def forget_soon(self) -> None:
        """Something was deleted: take it out of the index and of the backups, once no more is deleted. Any thread.

        What is not done when the library closes is done then, or at the next start.
        """
        with self._guard:
            if self._stopping.is_set() or (self._thread is not None and self._thread.is_alive()):
                return
            self._thread = threading.Thread(target=self._forget, name="library-upkeep", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop what is going on and join the thread. Twice is harmless."""
        with self._guard:
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

    def _forget(self) -> None:
        seen = ""
        while (deletion := self._deletion()) and not self._stopping.wait(QUIET_S):
            if deletion == seen:
                self._back_up(self._stopping.is_set)
                if self._deletion() == deletion:
                    return  # it did not work, and is tried again at the end or at the next start
            seen = deletion

    def _back_up(self, is_stopped: Callable[[], bool]) -> None:
        deletion = self._deletion()
        try:
            if deletion:
                self._forget_in_index(is_stopped)
            if deletion or self._is_backup_due():
                make_backup(self._database.path, now=self._now(), is_stopped=is_stopped)
            if deletion:
                forget_all_but_the_latest(self._database.path.parent)
                self._writer.write(self._last_step(deletion)).result()
        except BackupStopped:
            pass
        except (OSError, sqlite3.Error, VivavoceError, BackupDamaged) as error:
            _log.warning("The backup of the library could not be made: %s", type(error).__name__)

    def _forget_in_index(self, is_stopped: Callable[[], bool]) -> None:
        """Take the words of deleted meetings out of the indexes, which by themselves only mark them as gone."""
        pages = -_PIECE  # the first time it says: all of it, also what would not be merged by itself
        while self._writer.write(lambda t, pages=pages: _merge_index(t, pages=pages)).result():
            if is_stopped():
                raise BackupStopped
            pages = _PIECE

    def _last_step(self, deletion: str) -> Callable[[Transaction], None]:
        def work(transaction: Transaction) -> None:
            forget_to_forget(transaction, deletion)
            transaction.after_commit(self._database.empty_log)  # it holds pages of before the deletion

        return work

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

    def _deletion(self) -> str:
        """A name for the last deletion that index and backups do not know of; empty if they know of all."""
        with self._database.reading() as connection:
            return connection.execute(select(FactRow.value).where(FactRow.name == DELETED)).scalar_one_or_none() or ""

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
            from app.library.human_work import bring_back  # noqa: PLC0415 - likewise
            from app.library.repair import add_from_sidecar  # noqa: PLC0415 - hardly ever needed

            add_from_sidecar(connection, found)
            bring_back(connection, found.meeting.id, read_journal(folder / "meetings" / name))
            index_version(connection, current_version(connection, found.meeting.id) or 0)
            transaction.announce(MeetingAdded(found.meeting.id))
    for name in sorted(known):
        if not (folder / "meetings" / name / SIDECAR).exists():
            write_down(transaction, MeetingId(name), folder / "meetings" / name)


def forget_to_forget(transaction: Transaction, deletion: str) -> None:
    """Nothing that was deleted is left in any backup; unless there was a further deletion meanwhile."""
    transaction.connection.execute(delete(FactRow).where(FactRow.name == DELETED, FactRow.value == deletion))


def _merge_index(transaction: Transaction, *, pages: int) -> bool:
    """Write the full-text indexes anew, a piece at a time; whether there is more to do.

    SQLite merges a piece when it is told so, and touches hardly a row when nothing is left:
    https://sqlite.org/fts5.html#the_merge_command
    """
    is_more = False
    for name in ("search", "search_facts"):
        before = _changes(transaction)
        transaction.connection.exec_driver_sql(f"INSERT INTO {name} ({name}, rank) VALUES ('merge', {pages})")
        is_more = is_more or _changes(transaction) - before >= 2  # as in SQLite's own example
    return is_more


def _changes(transaction: Transaction) -> int:
    bare = transaction.connection.connection.driver_connection
    return bare.total_changes if isinstance(bare, sqlite3.Connection) else 0


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
