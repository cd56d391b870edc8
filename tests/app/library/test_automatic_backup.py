"""The library's own copies: one a day, a handful kept, numbered so that the clock may do what it likes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.library.automatic_backup import BackupStopped, is_due, is_sound, list_backups, make_backup
from app.library.opening import Circumstances
from tests.builders.library import a_meeting, import_meeting, open_library

NOW = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def made(folder: Path) -> Path:
    library = open_library(folder, circumstances=Circumstances(now=lambda: NOW))
    import_meeting(library, a_meeting(), "hello")
    library.close()
    return folder / "library.db"


def test_closing_makes_the_first_backup(tmp_path: Path):
    made(tmp_path)
    (backup,) = list_backups(tmp_path)
    assert backup.made_at == NOW
    assert is_sound(backup.path)


def test_an_empty_library_is_not_worth_a_backup(tmp_path: Path):
    open_library(tmp_path).close()
    assert list_backups(tmp_path) == []


def test_there_is_one_a_day(tmp_path: Path):
    made(tmp_path)
    for hours, expected in [(1, 1), (23, 2), (24, 2), (47, 3)]:
        moment = NOW + timedelta(hours=hours)
        open_library(tmp_path, circumstances=Circumstances(now=lambda moment=moment: moment)).close()
        assert len(list_backups(tmp_path)) == expected


def test_only_a_handful_is_kept(tmp_path: Path):
    path = made(tmp_path)
    for day in range(1, 9):
        make_backup(path, now=NOW + timedelta(days=day))
    assert [backup.number for backup in list_backups(tmp_path)] == [9, 8, 7, 6, 5]


def test_a_clock_that_jumps_neither_replaces_nor_hides_a_backup(tmp_path: Path):
    """Case 19."""
    path = made(tmp_path)
    twin = make_backup(path, now=NOW)
    past = make_backup(path, now=NOW - timedelta(days=400))
    assert len({backup.path for backup in list_backups(tmp_path)}) == 3
    assert list_backups(tmp_path)[0] == past
    assert twin in list_backups(tmp_path)
    future = make_backup(path, now=NOW + timedelta(days=4000))
    assert list_backups(tmp_path)[0] == future
    assert is_due(tmp_path, NOW)


def test_a_backup_that_is_stopped_leaves_nothing(tmp_path: Path):
    path = made(tmp_path)
    with pytest.raises(BackupStopped):
        make_backup(path, now=NOW, is_stopped=lambda: True)
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path):
    path = made(tmp_path)
    (tmp_path / "backups" / "my own copy.db").write_text("mine")
    for day in range(1, 9):
        make_backup(path, now=NOW + timedelta(days=day))
    assert (tmp_path / "backups" / "my own copy.db").exists()
