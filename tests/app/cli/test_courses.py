import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.announcements import Announcements
from app.cli.courses import courses
from app.cli.library import library
from app.cli.share import share
from app.editing.corrections import corrections_in
from app.editing.document import Document
from app.editing.wording import RewriteLine
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import Meeting, MeetingStatus
from engine.contract.audio import Milliseconds
from tests.builders.transcripts import STUDENT, TEACHER, document_of, line

Command = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIVAVOCE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def command(home: Path) -> Command:
    return lambda *words: CliRunner().invoke(courses, list(words))


def test_a_course_is_made_listed_and_changed(command: Command):
    command("create", "Algebra", "--languages", "en,zh")
    command("set", "algebra", "--to", "srt,docx", "--table", "--languages", "de")
    [row] = json.loads(command("list", "--json").stdout)["courses"]
    assert (row["title"], row["languages"], row["meetings"]) == ("Algebra", ["de"], 0)
    assert (row["export_profile"]["formats"], row["export_profile"]["layout"]) == (["srt", "docx"], "table")


def test_no_two_courses_of_one_title_are_made(command: Command):
    command("create", "Algebra")
    refused = command("create", " algebra ")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "There is a course called “algebra” already." in refused.stderr
    assert len(json.loads(command("list", "--json").stdout)["courses"]) == 1


def test_a_glossary_comes_in_and_goes_out_and_a_bad_line_is_named(command: Command, tmp_path: Path):
    command("create", "Algebra")
    file = tmp_path / "terms.csv"
    file.write_bytes("\ufeffterm;spoken forms\r\nHilbert;Hill Bert|hill birth\r\n;nothing\r\n".encode())
    taken = command("glossary", "import", "Algebra", str(file))
    assert taken.exit_code == 1
    assert "Line 3 was left out: There is no term in it. ;nothing" in taken.stderr
    command("glossary", "add", "Algebra", "k8s", "--written", "Kubernetes")
    shown = command("glossary", "export", "Algebra").stdout
    assert shown.splitlines() == [
        "term,spoken forms,replacement,note",
        "Hilbert,Hill Bert|hill birth,,",
        "k8s,,Kubernetes,",
    ]
    command("glossary", "remove", "Algebra", "k8s")
    assert [
        each["text"] for each in json.loads(command("glossary", "show", "Algebra", "--json").stdout)["glossary"]
    ] == ["Hilbert"]


def test_an_unknown_course_is_named(command: Command):
    failed = command("glossary", "show", "Geometry")
    assert failed.exit_code == 1
    assert "There is no course called “Geometry”." in failed.stderr


def add_meeting(home: Path, title: str, number: int, *lines: str) -> None:
    with_lines = tuple(
        line(text, 1000 * at, speaker=TEACHER if at % 2 else STUDENT) for at, text in enumerate(lines, 1)
    )
    document = document_of(*with_lines)
    meeting = Meeting(
        id=MeetingId(f"{number:032x}"),
        title=title,
        created_at=datetime(2026, 5, number, tzinfo=UTC),
        status=MeetingStatus.READY,
        duration_ms=Milliseconds(60_000),
        language="en",
    )
    opened = Library.open(home / "library", announcements=Announcements())
    try:
        opened.add_transcript(meeting, with_lines, document.transcript.speakers, ()).result()
    finally:
        opened.close()


def test_a_correction_made_in_two_meetings_is_offered_with_its_places_taken_or_dismissed(command: Command, home: Path):
    command("create", "Algebra")
    for number in (1, 2, 3):
        add_meeting(home, f"Week {number}", number, f"The Hill Bert space, week {number}.")
        command("move", "Algebra", f"Week {number}")
    opened = Library.open(home / "library", announcements=Announcements())
    try:
        for number in (1, 2):
            transcript = opened.transcript(MeetingId(f"{number:032x}"))
            name, text = transcript.segments[0].id, transcript.segments[0].text
            edit = RewriteLine(name, text.replace("Hill Bert", "Hilbert")).apply(Document(transcript))
            assert edit is not None
            opened.apply_edit(transcript.meeting_id, edit).result()
        found = corrections_in(opened.course_edits(opened.courses()[0].id))
        assert [(each.heard, each.written) for each in found] == [("Hill Bert", "Hilbert")] * 2
    finally:
        opened.close()

    [offer] = json.loads(command("offers", "Algebra", "--json").stdout)["offers"]
    assert (offer["heard"], offer["written"], offer["times"]) == ("Hill Bert", "Hilbert", 2)
    assert offer["places"] == [{"meeting": f"{3:032x}", "places": 1}]

    command("offers", "Algebra", "--accept", "1")
    [entry] = json.loads(command("glossary", "show", "Algebra", "--json").stdout)["glossary"]
    assert (entry["text"], entry["spoken"]) == ("Hilbert", ["Hill Bert"])
    assert json.loads(command("offers", "Algebra", "--json").stdout)["offers"] == []

    command("glossary", "remove", "Algebra", "Hilbert")
    command("offers", "Algebra", "--dismiss", "1")
    assert json.loads(command("offers", "Algebra", "--json").stdout)["offers"] == []


def test_a_whole_course_is_exported_as_it_remembers_and_every_file_has_a_name(
    command: Command, home: Path, tmp_path: Path
):
    command("create", "Algebra")
    command("set", "Algebra", "--to", "txt")
    for number in (1, 2):
        add_meeting(home, "Weekly", number, f"Hello, week {number}.")
        command("move", "Algebra", f"{number:032x}")
    add_meeting(home, "Not in it", 3, "Hello.")
    done = CliRunner().invoke(library, ["export", "--course", "Algebra", "--out", "out"])
    assert done.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["Weekly (2).txt", "Weekly.txt"]
    assert {path.read_text("utf-8").count("Hello, week") for path in (tmp_path / "out").iterdir()} == {1}


def test_a_meeting_is_shared_without_a_student(home: Path, tmp_path: Path):
    add_meeting(home, "Talk with Student", 1, "My name is Student.", "Thank you, Student.", "Bye.")
    failed = CliRunner().invoke(share, [f"{1:032x}", "--hide", "Nobody", "--out", "out", "--no-sound"])
    assert failed.exit_code == 1
    assert "No one speaker is called “Nobody”" in failed.stderr
    assert not Path("out").exists()
    done = CliRunner().invoke(
        share,
        [f"{1:032x}", "--hide", STUDENT.name, "--label", "Guest {number}", "--out", "out", "--to", "txt", "--no-sound"],
    )
    assert done.exit_code == 0, done.stderr
    [written] = (tmp_path / "out").iterdir()
    assert "Read back" in done.stderr
    assert STUDENT.name not in written.read_text("utf-8")
