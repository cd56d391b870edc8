"""The check finds what is wrong, and says nothing where all is well."""

import sqlite3
from pathlib import Path

import pytest

from app.library.check import CheckReport
from tests.builders.library import a_meeting, import_meeting, open_library
from tests.builders.recordings import a_growing_line, begin_recording, grow

GAP = (
    "INSERT INTO gaps (meeting_id, version, track, start_ms, end_ms, reason, state) "
    "SELECT id, {}, 0, 0, 9, '{}', '{}' FROM meetings"
)


def prepared(folder: Path) -> None:
    library = open_library(folder)
    meeting = a_meeting("Algebra")
    import_meeting(library, meeting, "one two", "three")
    (library.meeting_folder(meeting.id) / "track0.pcm").write_bytes(b"\0\0")
    library.close()


def check(folder: Path) -> CheckReport:
    library = open_library(folder)
    try:
        return library.check()
    finally:
        library.close()


def test_a_good_library_is_good(tmp_path: Path):
    prepared(tmp_path)
    assert check(tmp_path) == CheckReport(meetings=1, segments=2, words=3)
    assert check(tmp_path).is_good


@pytest.mark.parametrize(
    ("harm", "problem"),
    [
        ("DELETE FROM search WHERE rowid = 1", "1 line cannot be found by searching."),
        (
            "INSERT INTO search (rowid, tokens) VALUES (99, 'x')",
            "The search index holds 1 line that is not in any transcript.",
        ),
        (
            "UPDATE transcript_versions SET segments = 7",
            "Transcripts that do not have as many lines as they should: 1.",
        ),
        ("UPDATE transcript_versions SET is_current = 0", "Meetings without a transcript: 1."),
        (
            "UPDATE meetings SET status = 'recording'",
            "The recording of “Algebra” was interrupted and has not been recovered yet.",
        ),
        ("UPDATE tracks SET settled_to = 16000", "1 track says that it is understood beyond its end."),
        ("UPDATE tracks SET length_ms = 60001", "1 track says that it is understood beyond its end."),
        (GAP.format("NULL", "slept", "open"), "1 gap is in a state that it cannot be in."),
        (GAP.format("1", "not_recognised", "healed"), "1 gap is in a state that it cannot be in."),
        (GAP.format("NULL", "not_recognised", "open"), "1 gap in the text belongs to no transcript."),
        (
            "INSERT INTO moments (id, meeting_id, kind, start_ms, end_ms, text) "
            "SELECT 'm', id, 'note', 70000, 70000, '' FROM meetings",
            "1 bookmark or note lies beyond the end of its meeting.",
        ),
        ("UPDATE meetings SET duration_ms = 1500", "1 line ends after its meeting."),
        ("UPDATE jobs SET version = 99", "1 row refers to something that is not there."),
    ],
)
def test_each_trouble_has_its_sentence(tmp_path: Path, harm: str, problem: str):
    prepared(tmp_path)
    connection = sqlite3.connect(tmp_path / "library.db")
    connection.execute(harm)
    connection.commit()
    connection.close()

    assert problem in check(tmp_path).problems


def test_missing_sound_is_noticed(tmp_path: Path):
    prepared(tmp_path)
    for path in tmp_path.glob("meetings/*/track0.pcm"):
        path.unlink()
    assert check(tmp_path).problems == ("The folder of “Algebra” holds no sound.",)


def test_a_recording_that_goes_on_is_no_trouble(tmp_path: Path):
    library = open_library(tmp_path)
    job = begin_recording(library)
    grow(library, job, a_growing_line(9))
    assert library.check().is_good
    library.set_recorded(job.meeting_id, {0: 1000}).result()
    assert library.check().problems == ("The folder of “Stand-up” holds no sound.",)
    (library.meeting_folder(job.meeting_id) / "track0-0.pcm").write_bytes(b"\0\0")
    assert library.check().is_good
    library.close()
    assert check(tmp_path).problems == ("The recording of “Stand-up” was interrupted and has not been recovered yet.",)
