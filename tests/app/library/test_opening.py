"""Opening: refusing without a trace, one at a time, slower where the disk wants it, and taking up what was left."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from app.announcements import MeetingAdded
from app.library.automatic_backup import list_backups
from app.library.opening import Circumstances
from app.meetings.errors import LibraryInUse, LibraryNotWritable, LibraryTooNew
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from tests.builders.library import Heard, a_job, a_meeting, import_meeting, open_library

ROOT = Path(__file__).parents[3]


def run_sql(folder: Path, *statements: str) -> None:
    connection = sqlite3.connect(folder / "library.db", isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def all_bytes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def made(folder: Path, *texts: str) -> None:
    library = open_library(folder)
    import_meeting(library, a_meeting(), *(texts or ("hello",)))
    library.close()


@pytest.mark.parametrize(
    "statement", ["UPDATE alembic_version SET version_num = 'zzz999'", "PRAGMA user_version = 9999"]
)
def test_a_newer_library_is_refused_and_keeps_every_byte(tmp_path: Path, statement: str):
    """Case 27."""
    made(tmp_path)
    run_sql(tmp_path, statement, "UPDATE facts SET value = '9.3.1' WHERE name = 'last_used_by'")
    before = all_bytes(tmp_path)

    with pytest.raises(LibraryTooNew):
        open_library(tmp_path)
    with pytest.raises(LibraryTooNew) as caught:
        open_library(tmp_path)

    assert caught.value.version == "9.3.1"
    assert "9.3.1" in str(caught.value)
    assert all_bytes(tmp_path) == before


def test_a_newer_library_is_recognised_by_what_still_waits_in_its_log(tmp_path: Path):
    """Case 27: the newer version was killed before it wrote its revision into the main file."""
    made(tmp_path / "source")
    connection = sqlite3.connect(tmp_path / "source" / "library.db", isolation_level=None)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("UPDATE alembic_version SET version_num = 'zzz999'")
    (tmp_path / "killed").mkdir()
    for name in ("library.db", "library.db-wal"):
        shutil.copy(tmp_path / "source" / name, tmp_path / "killed" / name)
    connection.close()
    before = all_bytes(tmp_path / "killed")

    with pytest.raises(LibraryTooNew):
        open_library(tmp_path / "killed")

    after = all_bytes(tmp_path / "killed")
    after.pop("library.lock", None)
    assert after == before


def test_only_one_gets_the_library(tmp_path: Path):
    """Case 25."""
    library = open_library(tmp_path)
    with pytest.raises(LibraryInUse):
        open_library(tmp_path)
    code = (
        "import sys, pathlib\nfrom tests.builders.library import *\nfrom app.meetings.errors import LibraryInUse\n"
        "try: open_library(pathlib.Path(sys.argv[1])).close()\n"
        "except LibraryInUse: print('in use')\nelse: print('mine')"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout == "in use\n"

    library.close()

    assert subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout == "mine\n"
    open_library(tmp_path).close()


def test_of_many_that_start_at_once_exactly_one_wins(tmp_path: Path):
    """Case 25."""
    code = (
        "import sys, pathlib\nfrom tests.builders.library import *\nfrom app.meetings.errors import LibraryInUse\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "try: library = open_library(pathlib.Path(sys.argv[1]))\nexcept LibraryInUse: print('in use', flush=True)\n"
        "else:\n    print('mine', flush=True); sys.stdin.readline(); library.close()"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    answers = [process.stdout.readline().strip() for process in processes if process.stdout]
    for process in processes:
        process.communicate("\n")

    assert sorted(answers) == ["in use", "in use", "in use", "mine"]


def test_a_network_folder_gets_the_slower_journal_and_a_warning(tmp_path: Path):
    """Case 22."""
    for kind in ("nfs4", "cifs", "fuse.sshfs", "9p"):
        folder = tmp_path / kind
        library = open_library(folder, circumstances=Circumstances(file_system_of=lambda _, kind=kind: kind))
        meeting = a_meeting()
        import_meeting(library, meeting, "works here too")
        assert [hit.text for hit in library.search("works")] == ["works here too"]
        assert not (folder / "library.db-wal").exists()
        assert kind in library.opening.warnings[0]
        assert len(library.opening.warnings) == 1
        library.close()


def test_a_library_moved_to_the_network_and_back_changes_its_journal(tmp_path: Path):
    """Case 22."""
    made(tmp_path)
    library = open_library(tmp_path, circumstances=Circumstances(file_system_of=lambda _: "nfs"))
    assert not (tmp_path / "library.db-wal").exists()
    library.close()
    library = open_library(tmp_path, circumstances=Circumstances(file_system_of=lambda _: "ext4"))
    assert library.opening.warnings == []
    assert len(library.meetings()) == 1
    library.close()


def test_what_was_running_waits_again(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = a_meeting()
    job = import_meeting(library, meeting, "kept", state=JobState.RUNNING)
    library.close()

    library = open_library(tmp_path)

    assert library.job(job.id).state is JobState.WAITING
    assert library.job(job.id).finished_to == 16_000
    assert library.meeting(meeting.id).status is MeetingStatus.WAITING
    library.close()


def test_an_interrupted_removal_is_finished(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = a_meeting()
    import_meeting(library, meeting, "gone")
    folder = library.meeting_folder(meeting.id)
    library.close()
    run_sql(
        tmp_path,
        "PRAGMA foreign_keys = ON",
        f"INSERT INTO removals VALUES ('{meeting.id}')",
        "DELETE FROM search",
        "DELETE FROM meetings",
    )
    assert folder.exists()

    library = open_library(tmp_path)
    assert library.meetings() == []
    library.close()

    assert not folder.exists()


def test_a_sound_without_a_row_is_in_the_list_again(tmp_path: Path):
    """Case 14."""
    library = open_library(tmp_path)
    known, lost = a_meeting("known"), a_meeting("lost title")
    library.add_import(known, a_job(known)).result()
    library.close()
    before = (tmp_path / "library.db").read_bytes()
    library = open_library(tmp_path)
    library.add_import(lost, a_job(lost)).result()
    library.close()
    (tmp_path / "library.db").write_bytes(before)

    heard = Heard()
    library = open_library(tmp_path, heard)

    assert {summary.meeting.title for summary in library.meetings()} == {"known", "lost title"}
    found = library.meeting(lost.id)
    assert found.status is MeetingStatus.PARTIAL
    assert (found.source_path, found.source_fingerprint, found.tracks, found.created_at) == (
        lost.source_path,
        lost.source_fingerprint,
        lost.tracks,
        lost.created_at,
    )
    assert library.transcript(lost.id).segments == ()
    assert MeetingAdded(lost.id) in heard.all
    library.close()


def test_a_missing_sidecar_is_written_again(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = a_meeting()
    library.add_import(meeting, a_job(meeting)).result()
    sidecar = library.meeting_folder(meeting.id) / "sidecar.json"
    library.close()
    sidecar.unlink()

    open_library(tmp_path).close()

    assert sidecar.exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs permissions that hold")
def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path):
    tmp_path.chmod(0o500)
    with pytest.raises(LibraryNotWritable):
        open_library(tmp_path / "library")
    tmp_path.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_is_said_so(tmp_path: Path):
    (tmp_path / "library").write_text("not a folder")
    with pytest.raises(LibraryNotWritable):
        open_library(tmp_path / "library")


def test_a_name_with_every_odd_character_is_a_good_place(tmp_path: Path):
    """Case 81."""
    folder = tmp_path / "Bücher 100% #1? 会议 & so"
    made(folder)
    library = open_library(folder)
    assert len(library.meetings()) == 1
    library.backup(folder)
    library.close()
    assert len(list_backups(folder)) == 1


def test_the_version_that_used_it_last_is_noted(tmp_path: Path):
    made(tmp_path)
    connection = sqlite3.connect(tmp_path / "library.db")
    (version,) = connection.execute("SELECT value FROM facts WHERE name = 'last_used_by'").fetchone()
    connection.close()
    assert version


def test_opening_a_library_does_not_load_alembic(tmp_path: Path):
    code = (
        "import sys, pathlib\nfrom tests.builders.library import *\n"
        "open_library(pathlib.Path(sys.argv[1])).close()\n"
        "print([name for name in ('alembic', 'torch', 'PySide6', 'app.library.repair') if name in sys.modules])"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout == "[]\n"


def test_a_file_system_that_refuses_the_write_ahead_log_gets_the_safe_journal(tmp_path: Path):
    """Case 22: the pragma is read back, and what it answers is what is worked with."""
    asked: list[str] = []

    def refuse(bare: sqlite3.Connection, mode: str) -> str:
        asked.append(mode)
        return str(bare.execute("PRAGMA journal_mode = delete").fetchone()[0])

    library = open_library(tmp_path, circumstances=Circumstances(ask_for_journal=refuse))
    meeting = a_meeting()
    import_meeting(library, meeting, "still saved")

    assert asked == ["wal"]
    assert any("slower and safer" in warning for warning in library.opening.warnings)
    assert not (tmp_path / "library.db-wal").exists()
    assert [hit.text for hit in library.search("saved")] == ["still saved"]
    library.close()

    bare = sqlite3.connect(tmp_path / "library.db")
    assert bare.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    bare.close()
    library = open_library(tmp_path, circumstances=Circumstances(ask_for_journal=refuse))
    assert len(library.search("saved")) == 1
    library.close()
