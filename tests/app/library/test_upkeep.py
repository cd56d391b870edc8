"""Upkeep: a large file is checked behind the window, and what was killed in the middle leaves no litter."""

import sqlite3
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.announcements import Announcements
from app.library import opening
from app.library.automatic_backup import list_backups
from app.library.database import Database
from app.library.opening import Circumstances
from app.library.upkeep import SUSPECT, Upkeep
from app.library.writer import Writer
from tests.builders.library import a_meeting, import_meeting, open_library

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def made(folder: Path) -> Path:
    library = open_library(folder, circumstances=Circumstances(now=lambda: NOW))
    import_meeting(library, a_meeting(), *("hello " * 20 for _ in range(200)))
    library.close()
    return folder / "library.db"


def run_upkeep(path: Path, *, is_checked: bool) -> None:
    database = Database(path=path, is_wal=True)
    writer = Writer(database=database, announcements=Announcements())
    upkeep = Upkeep(database=database, writer=writer, is_checked=is_checked, now=lambda: NOW)
    upkeep.start()
    for thread in threading.enumerate():
        if thread.name == "library-upkeep":
            thread.join()
    upkeep.stop()
    writer.close()
    database.close()


def overwrite_last_page(path: Path) -> None:
    connection = sqlite3.connect(path)
    (page,) = connection.execute("SELECT max(pageno) FROM dbstat WHERE name = 'segments'").fetchone()
    connection.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xa5" * 4096
    path.write_bytes(content)


def test_a_good_file_is_left_alone(tmp_path: Path):
    path = made(tmp_path)
    run_upkeep(path, is_checked=False)
    assert not (tmp_path / SUSPECT).exists()


@pytest.mark.allows("log", reason="the damage is reported to the log")
def test_damage_found_behind_the_window_is_mended_at_the_next_start(tmp_path: Path):
    """Case 23."""
    path = made(tmp_path)
    overwrite_last_page(path)
    before = [backup.path for backup in list_backups(tmp_path)]

    run_upkeep(path, is_checked=False)

    assert (tmp_path / SUSPECT).exists()
    assert [backup.path for backup in list_backups(tmp_path)] == before
    library = open_library(tmp_path)
    assert library.opening.kept_damaged
    assert len(library.transcript(library.meetings()[0].meeting.id).segments) == 200
    library.close()
    assert not (tmp_path / SUSPECT).exists()


def test_litter_of_a_killed_run_is_swept(tmp_path: Path):
    made(tmp_path)
    (tmp_path / ".look-abc").mkdir()
    (tmp_path / ".look-abc" / "library.db").write_text("x")
    (tmp_path / ".restore-abc").mkdir()
    (tmp_path / "backups" / "library-000009-20260101T000000Z.db.part").write_text("x")

    open_library(tmp_path).close()

    assert list(tmp_path.glob(".*-abc")) == []
    assert list(tmp_path.glob("backups/*.part")) == []


def test_the_limit_for_a_check_at_once_is_a_fraction_of_a_second():
    assert opening.CHECKED_AT_ONCE <= 256 * 1024 * 1024
