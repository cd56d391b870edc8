"""A damaged library: whatever was done to the file, it opens, says what happened, and loses only what is lost."""

import random
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.library.automatic_backup import make_backup
from app.library.library import Library
from app.library.opening import Circumstances
from app.meetings.errors import LibraryDamaged
from app.meetings.identifiers import MeetingId, MomentId
from app.meetings.meeting import MeetingStatus
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap
from engine.contract.audio import Milliseconds
from engine.contract.segments import GapReason
from tests.builders.library import a_meeting, import_meeting, open_library
from tests.builders.recordings import a_growing_line, begin_recording, grow

PAGE = 4096
NOW = datetime(2026, 5, 1, 8, 0, tzinfo=UTC)


def fill(folder: Path, *, meetings: int = 12, lines: int = 40) -> dict[MeetingId, list[str]]:
    """A library with a backup that lacks the last meetings; gives what everybody said."""
    said: dict[MeetingId, list[str]] = {}
    library = open_library(folder, circumstances=Circumstances(now=lambda: NOW))
    for number in range(meetings):
        meeting = a_meeting(f"meeting {number}")
        said[meeting.id] = [f"line {n} of meeting {number} " + "with more words " * 4 for n in range(lines)]
        import_meeting(library, meeting, *said[meeting.id])
        if number == meetings // 2:
            make_backup(folder / "library.db", now=NOW - timedelta(hours=1))
    library.close()
    return said


def everything(library: Library) -> dict[MeetingId, list[str]]:
    return {
        summary.meeting.id: [line.text for line in library.transcript(summary.meeting.id).segments]
        for summary in library.meetings()
    }


def problems(library: Library) -> list[str]:
    return [each for each in library.check().problems if "sound" not in each]


def overwrite(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    content[page * PAGE : (page + 1) * PAGE] = b"\xa5" * PAGE
    path.write_bytes(content)


def remove_backups(folder: Path) -> None:
    for path in (folder / "backups").iterdir():
        path.unlink()


def test_a_page_overwritten_in_the_middle_costs_next_to_nothing(tmp_path: Path):
    """Case 23."""
    said = fill(tmp_path)
    path = tmp_path / "library.db"
    overwrite(path, path.stat().st_size // PAGE // 2)
    damaged = path.read_bytes()

    library = open_library(tmp_path)
    found = everything(library)
    report = library.opening

    assert set(found) == set(said)
    lost = sum(len(lines) for lines in said.values()) - sum(len(lines) for lines in found.values())
    assert lost == report.lost_segments
    assert lost <= 40
    assert all(line in said[meeting] for meeting, lines in found.items() for line in lines)
    assert report.salvaged_meetings == len(said)
    assert (tmp_path / report.kept_damaged).read_bytes() == damaged
    assert report.kept_damaged.startswith("library.db.corrupt-")
    assert "put together again" in report.warnings[0]
    assert problems(library) == []
    some = next(line for lines in found.values() for line in lines)
    assert some in [hit.text for hit in library.search(some)]
    library.close()

    library = open_library(tmp_path)
    assert library.opening.warnings == []
    assert everything(library) == found
    library.close()


@pytest.mark.parametrize("seed", range(12))
def test_any_page_may_be_hit(tmp_path: Path, seed: int):
    """Case 23."""
    said = fill(tmp_path, meetings=6, lines=25)
    path = tmp_path / "library.db"
    page = random.Random(seed).randrange(path.stat().st_size // PAGE)
    overwrite(path, page)

    library = open_library(tmp_path)

    assert set(everything(library)) == set(said)
    assert problems(library) == []
    for meeting, lines in everything(library).items():
        assert all(line in said[meeting] for line in lines)
    library.close()


def test_the_first_page_of_all_may_be_hit(tmp_path: Path):
    """Case 23: then nothing of the file can be read, and the backup and the sidecars remain."""
    said = fill(tmp_path, meetings=6)
    overwrite(tmp_path / "library.db", 0)

    library = open_library(tmp_path)
    found = everything(library)

    assert set(found) == set(said)
    ids = list(said)
    assert [found[each] for each in ids[:4]] == [said[each] for each in ids[:4]]  # the backup
    assert [found[each] for each in ids[4:]] == [[], []]  # the sidecars
    assert library.meeting(ids[5]).title == "meeting 5"
    assert library.meeting(ids[5]).status is MeetingStatus.PARTIAL
    assert library.opening.restored_from.startswith("library-")
    assert any("only the sound was left" in each for each in library.opening.warnings)
    assert problems(library) == []
    library.close()


def halve(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def halve_within_a_page(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2 + 100])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def remove(path: Path) -> None:
    path.unlink()


def scribble(path: Path) -> None:
    path.write_bytes(b"this is not a database at all " * 500)


@pytest.mark.parametrize("harm", [halve, halve_within_a_page, empty, remove, scribble])
def test_no_meeting_is_lost_whatever_happens_to_the_file(tmp_path: Path, harm: Callable[[Path], None]):
    """Case 23."""
    said = fill(tmp_path)
    harm(tmp_path / "library.db")

    library = open_library(tmp_path)
    found = everything(library)

    assert set(found) == set(said)
    in_backup = list(said)[:7]
    assert [found[each] for each in in_backup] == [said[each] for each in in_backup]
    assert problems(library) == []
    library.close()


@pytest.mark.parametrize("harm", [halve, scribble, empty, remove])
def test_without_any_backup_the_sidecars_bring_the_list_back(tmp_path: Path, harm: Callable[[Path], None]):
    """Case 23."""
    said = fill(tmp_path)
    remove_backups(tmp_path)
    harm(tmp_path / "library.db")

    library = open_library(tmp_path)

    assert set(everything(library)) == set(said)
    assert {summary.meeting.title for summary in library.meetings()} == {f"meeting {n}" for n in range(12)}
    assert problems(library) == []
    library.close()


def test_a_log_that_was_deleted_leaves_a_library_that_opens(tmp_path: Path):
    """Case 23."""
    said = fill(tmp_path / "a", meetings=3)
    library = open_library(tmp_path / "a")
    late = a_meeting("late")
    import_meeting(library, late, "in the log")
    (tmp_path / "b" / "meetings").mkdir(parents=True)
    (tmp_path / "b" / "library.db").write_bytes((tmp_path / "a" / "library.db").read_bytes())
    for place in (tmp_path / "a" / "meetings").iterdir():
        (tmp_path / "b" / "meetings" / place.name).mkdir()
        sidecar = (place / "sidecar.json").read_bytes()
        (tmp_path / "b" / "meetings" / place.name / "sidecar.json").write_bytes(sidecar)
    library.close()

    library = open_library(tmp_path / "b")

    found = everything(library)
    assert set(found) == {*said, late.id}
    assert problems(library) == []
    library.close()


def test_a_meeting_deleted_since_the_backup_stays_deleted(tmp_path: Path):
    said = fill(tmp_path, meetings=6)
    first = next(iter(said))
    library = open_library(tmp_path)
    library.delete_meeting(first).result()
    library.close()
    path = tmp_path / "library.db"
    overwrite(path, path.stat().st_size // PAGE * 3 // 4)

    library = open_library(tmp_path)

    assert set(everything(library)) == set(said) - {first}
    library.close()


def test_a_damaged_backup_is_passed_over(tmp_path: Path):
    said = fill(tmp_path)
    good = make_backup(tmp_path / "library.db", now=NOW).path
    bad = make_backup(tmp_path / "library.db", now=NOW).path
    overwrite(bad, bad.stat().st_size // PAGE // 2)
    scribble(tmp_path / "library.db")

    library = open_library(tmp_path)

    assert library.opening.restored_from == good.name
    assert everything(library) == said
    library.close()


def test_where_nothing_is_left_the_file_is_kept_and_the_trouble_said(tmp_path: Path):
    """Case 23."""
    (tmp_path / "library.db").write_bytes(b"SQLite format 3\0" + b"\xa5" * 20_000)

    with pytest.raises(LibraryDamaged):
        open_library(tmp_path)

    (kept,) = tmp_path.glob("library.db.corrupt-*")
    assert kept.stat().st_size == 20_016
    library = open_library(tmp_path)
    assert library.meetings() == []
    library.close()


def test_a_repair_that_was_killed_before_its_last_step_is_ended(tmp_path: Path):
    said = fill(tmp_path, meetings=3)
    (tmp_path / "library.db").rename(tmp_path / "library.db.rebuilt")

    library = open_library(tmp_path)

    assert everything(library) == said
    assert not (tmp_path / "library.db.rebuilt").exists()
    library.close()


def test_a_repair_that_was_killed_earlier_begins_anew(tmp_path: Path):
    said = fill(tmp_path, meetings=3)
    (tmp_path / "library.db.rebuilt").write_bytes(b"half")
    path = tmp_path / "library.db"
    overwrite(path, path.stat().st_size // PAGE // 2)

    library = open_library(tmp_path)

    assert set(everything(library)) == set(said)
    library.close()


def test_a_damaged_search_index_costs_nothing(tmp_path: Path):
    said = fill(tmp_path, meetings=4)
    connection = sqlite3.connect(tmp_path / "library.db")
    (page,) = connection.execute(
        "SELECT pageno FROM dbstat WHERE name = 'search_data' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1"
    ).fetchone()
    connection.close()
    overwrite(tmp_path / "library.db", page - 1)

    library = open_library(tmp_path)

    assert everything(library) == said
    assert library.opening.lost_segments == 0
    assert library.search("line 3 of meeting 2")
    assert problems(library) == []
    library.close()


def test_lines_without_their_transcript_are_kept_in_a_meeting_of_their_own(tmp_path: Path):
    said = fill(tmp_path, meetings=3)
    remove_backups(tmp_path)
    connection = sqlite3.connect(tmp_path / "library.db")
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("DELETE FROM transcript_versions")
    connection.execute("DELETE FROM jobs")
    connection.commit()
    connection.close()
    overwrite_some_index(tmp_path / "library.db")

    library = open_library(tmp_path)

    found = everything(library)
    assert set(said) < set(found)
    recovered = [lines for meeting, lines in found.items() if meeting not in said]
    assert sorted(recovered) == sorted(said.values())
    assert problems(library) == []
    library.close()


def test_the_job_still_knows_whose_a_lost_transcript_was(tmp_path: Path):
    """Case 23."""
    said = fill(tmp_path, meetings=3)
    remove_backups(tmp_path)
    connection = sqlite3.connect(tmp_path / "library.db")
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("DELETE FROM transcript_versions")
    connection.commit()
    connection.close()
    overwrite_some_index(tmp_path / "library.db")

    library = open_library(tmp_path)

    assert everything(library) == said
    assert problems(library) == []
    library.close()


def overwrite_some_index(path: Path) -> None:
    connection = sqlite3.connect(path)
    (page,) = connection.execute(
        "SELECT pageno FROM dbstat WHERE name = 'segments_by_speaker' ORDER BY pageno LIMIT 1"
    ).fetchone()
    connection.close()
    overwrite(path, page - 1)


def test_moments_marks_and_gaps_of_a_recording_come_out_of_a_wreck(tmp_path: Path):
    """Case 23."""
    fill(tmp_path, meetings=3)
    library = open_library(tmp_path)
    job = begin_recording(library)
    grow(library, job, a_growing_line("one two"), settled_to=96_000)
    library.note_gap(job.id, Gap(1, Milliseconds(0), Milliseconds(500), GapReason.SLEPT)).result()
    note = Moment(MomentId("m"), job.meeting_id, MomentKind.NOTE, Milliseconds(500), Milliseconds(500), "ask")
    library.add_moment(note).result()
    library.set_recorded(job.meeting_id, {0: 6000, 1: 6000}).result()
    library.close()
    remove_backups(tmp_path)
    overwrite_some_index(tmp_path / "library.db")

    library = open_library(tmp_path)

    assert library.opening.lost_segments == 0
    assert library.moments(job.meeting_id) == [note]
    assert [mark.settled_to for mark in library.track_marks(job.meeting_id)] == [96_000, 0]
    assert [gap.reason for gap in library.transcript(job.meeting_id).gaps] == [GapReason.SLEPT]
    assert [meeting.id for meeting in library.recordings_to_recover()] == [job.meeting_id]
    live = library.live_job(job.meeting_id)
    assert live is not None
    assert live.id == job.id
    grow(library, live, a_growing_line("three", start_ms=6000))
    assert problems(library) == [
        f"The recording of “{library.meeting(job.meeting_id).title}” was interrupted and has not been recovered yet."
    ]
    library.close()
