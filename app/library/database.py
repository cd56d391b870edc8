"""The connections to ``library.db``: one that writes, and as many as are needed to read.

Built by ``opening.py``. Reading connections may be used on any thread and cannot write
(``query_only``); the writing one belongs to the writer thread.

Errors never carry the values of a statement (``hide_parameters``): they are what people said, and errors are logged.

pysqlite by itself opens transactions late and leaves schema changes outside of them, so it is told to keep
its hands off (``isolation_level = None``) and BEGIN is said here
(https://docs.sqlalchemy.org/en/20/dialects/sqlite.html#pysqlite-serializable).
"""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool, StaticPool

BUSY_TIMEOUT_S = 10.0
"""How long SQLite itself waits for a lock, on every connection; the writer then tries again."""


class Database:
    """Connections to one file. ``close`` gives all of them back."""

    def __init__(self, *, path: Path, is_wal: bool) -> None:
        self.path = path
        self.is_wal = is_wal
        self._readers = _make_engine(path, is_wal=is_wal, reads_only=True)
        self._writer = _make_engine(path, is_wal=is_wal, reads_only=False)

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A connection that sees the library as it is at its first query, until the block ends."""
        with self._readers.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """A transaction: committed when the block ends well, rolled back if it raises. Writer thread only."""
        with self._writer.begin() as connection:
            yield connection

    @contextmanager
    def plain(self) -> Generator[sqlite3.Connection]:
        """The writer's bare connection, outside of any transaction. Writer thread only."""
        raw = self._writer.raw_connection()
        try:
            bare = raw.driver_connection
            assert isinstance(bare, sqlite3.Connection)
            yield bare
        finally:
            raw.close()

    def empty_log(self) -> None:
        """Bring the write-ahead log into the file, unless somebody reads just now. Writer thread only."""
        with self.plain() as bare:
            bare.execute("PRAGMA busy_timeout = 0")
            try:
                bare.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                bare.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT_S * 1000)}")

    def close(self) -> None:
        """Close every connection. The last one to close empties the write-ahead log."""
        self._readers.dispose()
        self._writer.dispose()


def connect(path: Path, *, is_wal: bool, reads_only: bool) -> sqlite3.Connection:
    """A bare connection with everything that each connection must be told."""
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
    for pragma in (
        f"busy_timeout = {int(BUSY_TIMEOUT_S * 1000)}",
        "foreign_keys = ON",
        "synchronous = FULL",
        "secure_delete = ON",
        "cache_size = -16000",
        "temp_store = MEMORY",
        f"journal_size_limit = {16 * 1024 * 1024 if is_wal else 0}",
        f"query_only = {'ON' if reads_only else 'OFF'}",
    ):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def connect_to_read(path: Path, *, is_immutable: bool) -> sqlite3.Connection:
    """A bare connection that cannot write; an immutable one takes no lock, replays nothing and creates nothing."""
    place = path.resolve().as_uri()
    if place.startswith("file://") and not place.startswith("file:///"):
        place = place.replace("file://", "file:////", 1)  # a Windows share: SQLite knows no other host than its own
    query = "?mode=ro&immutable=1" if is_immutable else "?mode=ro"
    return sqlite3.connect(place + query, uri=True, isolation_level=None)


def _make_engine(path: Path, *, is_wal: bool, reads_only: bool) -> Engine:
    def creator() -> sqlite3.Connection:
        return connect(path, is_wal=is_wal, reads_only=reads_only)

    if reads_only:
        engine = create_engine(
            "sqlite://", creator=creator, poolclass=QueuePool, pool_size=4, max_overflow=-1, hide_parameters=True
        )
    else:
        engine = create_engine(
            "sqlite://", creator=creator, poolclass=QueuePool, pool_size=1, max_overflow=0, hide_parameters=True
        )
    begin = "BEGIN" if reads_only else "BEGIN IMMEDIATE"

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", on_begin)
    return engine


@contextmanager
def transaction_on(bare: sqlite3.Connection) -> Generator[Connection]:
    """A transaction over one bare connection that somebody else owns, for new tables, migrations and repairs."""
    # StaticPool never closes what it is given.
    engine = create_engine("sqlite://", creator=lambda: bare, poolclass=StaticPool, hide_parameters=True)

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "begin", on_begin)
    with engine.begin() as connection:
        yield connection
