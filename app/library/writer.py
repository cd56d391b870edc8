"""The one thread that writes to the library, and its queue.

Whoever wants to write hands in a function of a ``Transaction`` and gets a Future. Each piece of work is
one transaction: it is committed whole, then announced, then the Future is done. A database that somebody
else holds is waited for; a full disk fails the Future and nothing else.
"""

import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from app.announcements import Announcement, Announcements
from app.library.database import Database
from app.library.disk_errors import translate

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Transaction:
    """What one piece of work may do: use the connection, and say what is to happen once it is committed."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.announcements: list[Announcement] = []
        self.afterwards: list[Callable[[], None]] = []

    def announce(self, *announcements: Announcement) -> None:
        """Tell the house after the commit. The same announcement twice is said once."""
        self.announcements.extend(each for each in announcements if each not in self.announcements)

    def after_commit(self, action: Callable[[], None]) -> None:
        """Do something with files after the commit, before the announcements. It must not raise for files in use."""
        self.afterwards.append(action)


@dataclass(frozen=True, slots=True)
class _Task:
    work: Callable[[Transaction], Any]
    future: "Future[Any]"


class Writer:
    """Owns the writer thread. ``close`` finishes what is queued and joins it."""

    def __init__(
        self,
        *,
        database: Database,
        announcements: Announcements,
        report_bug: Callable[[threading.ExceptHookArgs], object] | None = None,
        give_up_after_s: float = 600.0,
    ) -> None:
        self._database = database
        self._announcements = announcements
        self._report_bug = report_bug
        self._give_up_after_s = give_up_after_s
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._is_closed = False
        # A daemon, so that a crash that never reaches close() ends the process; SQLite takes back what was half done.
        self._thread = threading.Thread(target=self._run, name="library-writer", daemon=True)
        self._thread.start()

    def write(self, work: "Callable[[Transaction], T]") -> "Future[T]":
        """Queue a piece of work; it may be run again from its start if the database was busy."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # a queued write is a promise: it cannot be taken back
        with self._guard:
            if self._is_closed:
                raise RuntimeError("The library is closed.")
            self._tasks.put(_Task(work, future))
        return future

    def close(self) -> None:
        """Finish what is queued and stop the thread. Closing twice is harmless."""
        with self._guard:
            if not self._is_closed:
                self._is_closed = True
                self._tasks.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            self._do(task)

    def _do(self, task: _Task) -> None:
        try:
            transaction, result = self._commit(task.work)
        except DBAPIError as error:
            task.future.set_exception(translate(error.orig or error, self._database.path.parent) or error)
            return
        except BaseException as error:
            task.future.set_exception(error)
            return
        for action in transaction.afterwards:
            self._safely(action)
        for announcement in transaction.announcements:
            self._safely(lambda announcement=announcement: self._announcements.announce(announcement))
        task.future.set_result(result)

    def _commit(self, work: Callable[[Transaction], Any]) -> tuple[Transaction, Any]:
        give_up_at = time.monotonic() + self._give_up_after_s
        while True:
            try:
                with self._database.writing() as connection:
                    transaction = Transaction(connection)
                    result = work(transaction)
            except DBAPIError as error:
                if not _is_busy(error.orig) or time.monotonic() > give_up_at:
                    raise
                _log.info("The library is held by somebody else; the write waits.")
                time.sleep(0.05)
            else:
                return transaction, result

    def _safely(self, action: Callable[[], None]) -> None:
        # The transaction is committed: a bug in a listener must neither stop the writer nor look like a lost write.
        try:
            action()
        except Exception as error:
            report = self._report_bug or threading.excepthook
            report(threading.ExceptHookArgs((type(error), error, error.__traceback__, self._thread)))


def _is_busy(error: BaseException | None) -> bool:
    code = error.sqlite_errorcode if isinstance(error, sqlite3.Error) else 0
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
