"""The sidecar brings back what it was given, and nonsense in its place is no sidecar."""

import os
from pathlib import Path

import pytest

from app.library.sidecar import Sidecar, read_sidecar, write_sidecar
from app.meetings.identifiers import CourseId
from app.meetings.meeting import MeetingStatus
from tests.builders.library import a_meeting


def test_what_is_written_comes_back(tmp_path: Path):
    meeting = a_meeting(
        "量子力学 😀\n", status=MeetingStatus.PARTIAL, course_id=CourseId("c"), source_path=os.fsdecode(b"/caf\xe9.wav")
    )
    write_sidecar(tmp_path / meeting.id, meeting, course_title="Physik")

    assert read_sidecar(tmp_path / meeting.id) == Sidecar(meeting, "Physik")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"{}", b"\xff\xfe", b'{"title": 1}', b'{"tracks": [{"number": "x"}]}', b"9" * 9999],
)
def test_nonsense_is_no_sidecar(tmp_path: Path, content: bytes):
    (tmp_path / "sidecar.json").write_bytes(content)
    assert read_sidecar(tmp_path) is None


def test_no_sidecar_is_none(tmp_path: Path):
    assert read_sidecar(tmp_path) is None


@pytest.mark.allows("log", reason="that the safety copy is missing is noted")
def test_a_sidecar_that_cannot_be_written_is_no_trouble(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    write_sidecar(tmp_path / "file" / "meeting", a_meeting(), course_title="")
