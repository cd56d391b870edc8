"""The writer: one thread, whole transactions, patience with others, and a full disk that costs nothing else."""

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from app.announcements import Announcement, Announcements, MeetingUpdated
from app.library.database import Database, connect
from app.library.library import Library
from app.library.writer import Transaction, Writer
from app.meetings.identifiers import MeetingId
from app.meetings.job import JobState
from engine.contract.audio import SampleIndex
from engine.contract.errors import DiskFull
from tests.builders.library import a_meeting, a_segment, import_meeting, open_library


@pytest.fixture
def database(tmp_path: Path) -> Generator[Database]:
    path = tmp_path / "library.db"
    bare = connect(path, is_wal=True, reads_only=False)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("CREATE TABLE notes (note TEXT)")
    bare.close()
    database = Database(path=path, is_wal=True)
    yield database
    database.close()


@pytest.fixture
def writer(database: Database) -> Generator[Writer]:
    writer = Writer(database=database, announcements=Announcements())
    yield writer
    writer.close()


def insert(transaction: Transaction, note: str) -> None:
    transaction.connection.execute(text("INSERT INTO notes VALUES (:note)"), {"note": note})


def notes(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.execute(text("SELECT note FROM notes ORDER BY rowid")).scalars())


def test_work_is_done_in_the_order_it_came(database: Database, writer: Writer):
    futures = [writer.write(lambda t, n=n: insert(t, str(n))) for n in range(50)]
    for future in futures:
        future.result()

    assert notes(database) == [str(n) for n in range(50)]


def test_work_that_fails_leaves_nothing_and_the_next_goes_on(database: Database, writer: Writer):
    def fail(transaction: Transaction) -> None:
        insert(transaction, "half")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        writer.write(fail).result()
    writer.write(lambda t: insert(t, "whole")).result()

    assert notes(database) == ["whole"]


def test_a_write_waits_for_whoever_holds_the_library(database: Database):
    """Case 21."""
    # No waiting inside SQLite, so that the writer's own patience is what is tested.
    announcements = Announcements()
    writer = Writer(database=database, announcements=announcements)
    with database.plain() as bare:
        bare.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(database.path, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        futures = [writer.write(lambda t, n=n: insert(t, str(n))) for n in range(5)]
        other.execute("INSERT INTO notes VALUES ('other')")
        assert notes(database) == []  # a reader is not kept waiting
        threading.Event().wait(0.3)
        assert not any(future.done() for future in futures)
        other.execute("COMMIT")
        for future in futures:
            future.result()
    finally:
        other.close()
        writer.close()

    assert notes(database) == ["other", "0", "1", "2", "3", "4"]


def test_a_full_disk_fails_the_write_and_nothing_else(database: Database, writer: Writer):
    """Case 17."""
    writer.write(lambda t: insert(t, "before")).result()
    with database.plain() as bare:
        (pages,) = bare.execute("PRAGMA page_count").fetchone()
        bare.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(DiskFull) as caught:
        writer.write(lambda t: insert(t, "x" * 100_000)).result()

    assert caught.value.folder == str(database.path.parent)
    assert notes(database) == ["before"]
    with database.plain() as bare:
        bare.execute("PRAGMA max_page_count = 1000000")
    writer.write(lambda t: insert(t, "after")).result()
    assert notes(database) == ["before", "after"]


@pytest.mark.skipif(sys.platform != "linux", reason="needs a small file system of its own")
def test_a_library_on_a_full_disk_stays_usable(tmp_path: Path):
    """Case 17."""
    script = f"""
import os, pathlib, subprocess, sys
small = pathlib.Path({str(tmp_path)!r}) / "small"
small.mkdir()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(small)], check=True)
from engine.contract.errors import DiskFull
from tests.builders.library import *
library = open_library(small / "library")
meeting = a_meeting()
import_meeting(library, meeting, "kept")
filler = small / "filler"
with filler.open("wb", buffering=0) as file:
    try:
        while True: file.write(bytes(4096))
    except OSError: pass
try:
    library.rename_meeting(meeting.id, "x" * 500_000).result()
except DiskFull:
    print("full")
print(library.transcript(meeting.id).segments[0].text, library.search("kept")[0].text)
filler.unlink()
library.rename_meeting(meeting.id, "room again").result()
print(library.meeting(meeting.id).title)
library.close()
"""
    command = ["unshare", "-rm", sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3])
    if done.returncode and ("unshare" in done.stderr or "mount" in done.stderr):
        pytest.skip("this system lets nobody mount a file system of their own")

    assert done.stdout.splitlines() == ["full", "kept kept", "room again"], done.stderr


def test_a_listener_that_breaks_does_not_stop_the_writer(database: Database):
    reported: list[threading.ExceptHookArgs] = []

    def break_down(_: Announcement) -> None:
        raise ZeroDivisionError

    announcements = Announcements()
    announcements.subscribe(break_down)
    writer = Writer(database=database, announcements=announcements, report_bug=reported.append)

    writer.write(lambda t: t.announce(MeetingUpdated(MeetingId("m")))).result()
    writer.write(lambda t: insert(t, "on")).result()
    writer.close()

    assert notes(database) == ["on"]
    assert [each.exc_type for each in reported] == [ZeroDivisionError]


def test_announcements_come_before_the_future_is_done_and_after_the_commit(database: Database):
    seen: list[list[str]] = []
    announcements = Announcements()
    announcements.subscribe(lambda _: seen.append(notes(database)))
    writer = Writer(database=database, announcements=announcements)

    def work(transaction: Transaction) -> None:
        insert(transaction, "committed")
        transaction.announce(MeetingUpdated(MeetingId("m")), MeetingUpdated(MeetingId("m")))

    writer.write(work).result()
    writer.close()

    assert seen == [["committed"]]


def test_closing_finishes_what_is_queued(database: Database):
    writer = Writer(database=database, announcements=Announcements())
    for n in range(20):
        writer.write(lambda t, n=n: insert(t, str(n)))
    writer.close()

    assert len(notes(database)) == 20


def test_every_connection_keeps_the_rules(database: Database, writer: Writer):
    def pragmas(connection: Connection) -> tuple[int, ...]:
        names = ("foreign_keys", "busy_timeout", "synchronous", "secure_delete")
        return tuple(int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()) for name in names)

    expected = (1, 10_000, 2, 1)
    with database.reading() as one, database.reading() as two:
        assert pragmas(one) == pragmas(two) == expected
    assert writer.write(lambda t: pragmas(t.connection)).result() == expected


def test_a_reader_cannot_write(database: Database):
    with database.reading() as connection, pytest.raises(Exception, match="readonly"):
        connection.execute(text("INSERT INTO notes VALUES ('x')"))


KILLED = """
import sys
from tests.builders.library import *
library = open_library(__import__("pathlib").Path(sys.argv[1]))
job = library.jobs()[0]
n = int(job.finished_to) // 16_000
while True:
    lines = [a_segment(f"line {n} of {k}", n * 1000 + k * 100, n * 1000 + k * 100 + 100) for k in range(10)]
    n += 1
    future = library.commit_segments(job.id, lines, [], finished_to=SampleIndex(n * 16_000), speech=16_000)
    if n % 7 == 0:
        future.result()
        print(n, flush=True)
"""


def test_a_killed_writer_leaves_whole_transactions_only(tmp_path: Path):
    """Cases 14 and 23."""
    library = open_library(tmp_path)
    meeting = a_meeting(duration_ms=0)
    job = import_meeting(library, meeting, state=JobState.RUNNING)
    library.set_media(
        meeting.id, duration_ms=10**9, gaps=[], notes=[], job_id=job.id, length=SampleIndex(16 * 10**9)
    ).result()
    library.close()
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[3],
        )
        assert process.stdout is not None
        acknowledged = 0
        for _ in range(5):
            acknowledged = int(process.stdout.readline())
        process.kill()
        process.wait()
        process.stdout.close()

        library = open_library(tmp_path)
        try:
            check_whole(library, acknowledged)
        finally:
            library.close()


def check_whole(library: Library, acknowledged: int) -> None:
    (job,) = library.jobs()
    assert job.state is JobState.WAITING
    done = job.finished_to // 16_000
    assert done >= acknowledged
    transcript = library.transcript(job.meeting_id)
    assert len(transcript.segments) == done * 10
    assert transcript.segments[-1].end_ms == done * 1000
    assert job.speech == job.finished_to
    assert library.summary(job.meeting_id).segments == done * 10
    assert library.opening.warnings == []
    assert [each for each in library.check().problems if "sound" not in each] == []


def test_a_line_committed_once_is_there_once(tmp_path: Path):
    library = open_library(tmp_path)
    job = import_meeting(library, a_meeting(), state=JobState.RUNNING)
    line = a_segment()
    library.commit_segments(job.id, [line], [], finished_to=SampleIndex(16_000), speech=0).result()
    with pytest.raises(Exception, match="UNIQUE"):
        library.commit_segments(job.id, [line], [], finished_to=SampleIndex(32_000), speech=0).result()
    assert library.job(job.id).finished_to == 16_000
    library.close()
