import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.announcements import Announcements
from app.cli.library import library
from app.exporting.json_format import JsonExporter, read_transcript_json
from app.exporting.profile import ExportProfile
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import GapState
from engine.contract.audio import Milliseconds
from engine.contract.segments import QuarantineReason
from tests.builders.transcripts import STUDENT, TEACHER, a_gap, document_of, line

Command = Callable[..., Result]

LECTURE = "1a2b3c4d" * 4
WEEKLY = "1a2b9999" * 4
OTHER_WEEKLY = "77778888" * 4


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIVAVOCE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def command(home: Path) -> Command:
    def run(*words: str) -> Result:
        return CliRunner().invoke(library, list(words))

    return run


def a_meeting(identifier: str, title: str, day: int) -> Meeting:
    return Meeting(
        id=MeetingId(identifier),
        title=title,
        created_at=datetime(2026, 5, day, 9, 30, tzinfo=UTC),
        status=MeetingStatus.READY,
        duration_ms=Milliseconds(3_723_000),
        language="en",
    )


@pytest.fixture
def filled(home: Path) -> None:
    opened = Library.open(home / "library", announcements=Announcements())
    try:
        segments = (
            line("The determinant is zero.", 1000, speaker=TEACHER),
            line("Why?", 4000, speaker=STUDENT),
            line("Thanks for watching!", 7000, quarantine=QuarantineReason.STOCK_PHRASE),
            line("今天我们讨论软件", 9000, speaker=TEACHER, language="zh"),
        )
        opened.add_transcript(a_meeting(LECTURE, "Linear algebra", 3), segments, (TEACHER, STUDENT), ()).result()
        opened.add_transcript(a_meeting(WEEKLY, "Weekly", 2), (line("First week."),), (), ()).result()
        opened.add_transcript(a_meeting(OTHER_WEEKLY, "weekly", 1), (line("Second week."),), (), ()).result()
    finally:
        opened.close()


def read(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_an_empty_library_lists_nothing_and_says_what_to_do(command: Command) -> None:
    result = command("list")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "vivavoce transcribe FILE" in result.stderr
    assert read(command("list", "--json"))["meetings"] == []


@pytest.mark.usefixtures("filled")
def test_meetings_are_listed_newest_first(command: Command) -> None:
    lines = command("list").stdout.splitlines()
    assert [text.split()[0] for text in lines] == [LECTURE, WEEKLY, OTHER_WEEKLY]
    assert lines[0].endswith("ready    Linear algebra")
    assert "1:02:03" in lines[0]
    first = read(command("list", "--json"))["meetings"][0]
    assert (first["id"], first["duration_s"], first["quarantined"]) == (LECTURE, 3723.0, 1)


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("name", [LECTURE, "1a2b3", "1A2B3C", "Linear algebra", " linear ALGEBRA "])
def test_a_meeting_is_named_by_id_or_title(command: Command, name: str) -> None:
    result = command("show", name)
    assert result.exit_code == 0
    assert result.stdout == (
        "[0:00:01] Teacher: The determinant is zero.\n\n[0:00:04] Student 1: Why?\n\n"
        "[0:00:09] Teacher: 今天我们讨论软件\n"
    )
    assert "Linear algebra" in result.stderr
    assert "1 line was set aside" in result.stderr


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("name", ["1a2b", "weekly", "Weekly"])
def test_a_name_that_fits_several_meetings_is_not_guessed(command: Command, name: str) -> None:
    result = command("show", name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "could be one of several meetings" in result.stderr
    assert WEEKLY in result.stderr


@pytest.mark.usefixtures("filled")
def test_an_unknown_meeting_is_named(command: Command) -> None:
    result = command("show", "Chemistry")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "There is no meeting “Chemistry”" in result.stderr


@pytest.mark.usefixtures("filled")
def test_a_transcript_is_shown_as_json_with_its_words(command: Command) -> None:
    shown = read(command("show", "1a2b3", "--json"))
    word = {"start": 1.0, "end": 1.5, "text": "The", "confidence": 0.9, "speaker": "Teacher"}
    assert shown["segments"][0]["words"][0] == word
    assert shown["segments"][2]["quarantined"] == "stock_phrase"


@pytest.mark.usefixtures("filled")
def test_lines_are_found(command: Command) -> None:
    assert command("search", "determinant").stdout == f"{LECTURE}   0:00:01  Teacher: The determinant is zero.\n"
    assert read(command("search", "讨论", "--json"))["hits"][0]["start"] == 9.0
    assert command("search", "week", "--meeting", WEEKLY).stdout.count("\n") == 1
    nothing = command("search", "chemistry")
    assert (nothing.exit_code, nothing.stdout) == (0, "")
    assert "Nothing was found" in nothing.stderr


@pytest.mark.usefixtures("filled")
def test_a_meeting_is_exported_in_several_formats(command: Command, tmp_path: Path) -> None:
    result = command("export", "1a2b3", "--to", "srt,.TXT", "--out", "out", "--chinese", "traditional-tw")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [str(Path("out/Linear algebra.srt")), str(Path("out/Linear algebra.txt"))]
    assert "今天我們討論軟體" in (tmp_path / "out" / "Linear algebra.srt").read_text(encoding="utf-8")
    again = command("export", "1a2b3", "--to", "srt", "--out", "out")
    assert again.stdout.strip() == str(Path("out/Linear algebra (2).srt"))
    replaced = command("export", "1a2b3", "--to", "srt", "--out", "out", "--replace", "--no-speakers")
    assert replaced.stdout.strip() == str(Path("out/Linear algebra.srt"))
    assert "Teacher" not in (tmp_path / "out" / "Linear algebra.srt").read_text(encoding="utf-8")


@pytest.mark.usefixtures("filled")
def test_meetings_of_the_same_title_get_files_of_their_own(command: Command) -> None:
    """Case 79."""
    result = command("export", WEEKLY, OTHER_WEEKLY, "--to", "txt")
    assert result.stdout.splitlines() == ["Weekly.txt", "weekly (2).txt"]


@pytest.mark.usefixtures("filled")
def test_one_meeting_that_fails_does_not_stop_the_others(command: Command, tmp_path: Path) -> None:
    result = command("export", "Chemistry", "1a2b3", "--to", "txt")
    assert result.exit_code == 1
    assert result.stdout.strip() == "Linear algebra.txt"
    assert "There is no meeting “Chemistry”" in result.stderr


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("words", [["--to", "pdf"], ["--to", "txt", "--chinese", "klingon"], ["--nonsense"]])
def test_wrong_use_is_told_before_anything_happens(command: Command, tmp_path: Path, words: list[str]) -> None:
    result = command("export", "1a2b3", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert not list(tmp_path.glob("Linear*"))


def test_an_exported_meeting_comes_back(command: Command, home: Path, tmp_path: Path) -> None:
    document = document_of(
        line("It is zero.", 1500, speaker=TEACHER), gaps=[a_gap(8000, 9500, state=GapState.LOST)], duration_ms=60_000
    )
    (tmp_path / "a.json").write_bytes(JsonExporter().write(document, ExportProfile()))
    result = command("import", "a.json")
    assert (result.exit_code, result.stdout) == (0, "meeting\n"), result.output
    (tmp_path / "out").mkdir()
    command("export", "meeting", "--to", "json", "--out", "out")
    meeting, transcript = read_transcript_json((tmp_path / "out" / "Linear algebra.json").read_bytes())
    assert meeting.title == "Linear algebra"
    assert transcript.segments == document.transcript.segments
    assert transcript.gaps == document.transcript.gaps


@pytest.mark.usefixtures("filled")
def test_importing_onto_a_meeting_that_is_here_gives_a_new_version(command: Command, tmp_path: Path) -> None:
    command("export", "1a2b3", "--to", "json")
    file = tmp_path / "Linear algebra.json"
    file.write_text(file.read_text(encoding="utf-8").replace("Why?", "Why not?"), encoding="utf-8")
    result = command("import", file.name)
    assert (result.exit_code, result.stdout) == (0, f"{LECTURE}\n"), result.output
    assert "new version" in result.stderr
    assert "Why not?" in command("show", "1a2b3").stdout
    assert len(read(command("list", "--json"))["meetings"]) == 3


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"end": 60.5}, "a line or gap in it lies outside the recording"),
        ({"speaker_id": "nobody"}, "a line in it names a speaker who is not in the file"),
        ({"id": "../../outside"}, "“segments[0].id” is not what it should be"),
    ],
)
def test_an_edited_file_that_cannot_be_is_refused_in_one_sentence(
    command: Command, tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    document = document_of(line("It is zero.", 1500, speaker=TEACHER), duration_ms=60_000)
    content = json.loads(JsonExporter().write(document, ExportProfile()))
    content["segments"][0] |= changes
    (tmp_path / "a.json").write_text(json.dumps(content), "utf-8")
    result = command("import", "a.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"“a.json” is not a transcript that Vivavoce can read: {reason}.\n"
    assert read(command("list", "--json"))["meetings"] == []


@pytest.mark.usefixtures("filled")
def test_a_line_outside_of_the_recording_that_is_here_is_refused(command: Command, tmp_path: Path) -> None:
    command("export", "1a2b3", "--to", "json")
    file = tmp_path / "Linear algebra.json"
    content = json.loads(file.read_text("utf-8"))
    content["duration_s"] = 9000
    content["segments"][0] |= {"start": 8000, "end": 8001}
    file.write_text(json.dumps(content), "utf-8")
    result = command("import", file.name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "outside the recording" in result.stderr
    assert "The determinant is zero." in command("show", "1a2b3").stdout


def test_a_file_that_is_no_transcript_is_named(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    result = command("import", "a.json", "not there.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "“a.json” is not a transcript" in result.stderr
    assert "“not there.json” could not be read" in result.stderr


@pytest.mark.usefixtures("filled")
def test_a_meeting_is_renamed(command: Command) -> None:
    assert command("rename", "1a2b3", "Determinants").exit_code == 0
    assert command("show", "Determinants").exit_code == 0
    assert command("rename", "1a2b3", " ").exit_code == 2


@pytest.mark.usefixtures("filled")
def test_deleting_needs_a_yes(command: Command) -> None:
    asked = command("delete", "1a2b3")
    assert asked.exit_code == 2
    assert "--yes" in asked.stderr
    assert command("delete", "1a2b3", "--yes").stdout == f"{LECTURE}\n"
    assert command("show", "1a2b3").exit_code == 1
    assert command("delete", "1a2b3", "--for-good", "--yes").stdout == f"{LECTURE}\n"


@pytest.mark.usefixtures("filled")
def test_a_search_for_nothing_lists_everything(command: Command) -> None:
    """Case 29."""
    lines = command("search", "").stdout.splitlines()
    assert len(lines) == 3
    assert any(line.startswith(LECTURE) for line in lines)
    assert len(read(command("search", " ", "--json"))["hits"]) == 3


@pytest.mark.usefixtures("filled")
def test_a_library_is_checked(command: Command) -> None:
    first, second = command("check").stdout.splitlines()
    assert first.startswith("Meetings: 3, lines: 6, ")
    assert second == "All is well."
    assert read(command("check", "--json"))["is_good"] is True


@pytest.mark.usefixtures("filled")
def test_a_backup_into_a_folder_that_is_not_there_is_refused_in_a_sentence(command: Command, tmp_path: Path) -> None:
    refused = command("backup", "missing/safe.zip")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == "“safe.zip” cannot be written into “missing”: no such folder.\n"
    assert not (tmp_path / "missing").exists()


@pytest.mark.usefixtures("filled")
def test_a_backup_brings_everything_back(command: Command, tmp_path: Path) -> None:
    written = command("backup", "safe.zip")
    assert (written.exit_code, written.stdout) == (0, "safe.zip\n"), written.output
    assert command("backup", "safe.zip").exit_code == 1
    command("delete", "1a2b3", "--yes")
    restored = command("restore", "safe.zip")
    assert (restored.exit_code, restored.stdout) == (0, "Meetings: 3, lines: 6\n"), restored.output
    assert "kept" in restored.stderr
    assert command("show", "1a2b3").exit_code == 0
    (tmp_path / "bad.zip").write_bytes(b"no backup")
    refused = command("restore", "bad.zip")
    assert (refused.exit_code, refused.stdout) == (1, "")


def test_a_library_that_is_open_elsewhere_is_told(command: Command, home: Path) -> None:
    opened = Library.open(home / "library", announcements=Announcements())
    try:
        result = command("list")
    finally:
        opened.close()
    assert (result.exit_code, result.stdout) == (1, "")
    assert "already open" in result.stderr


@pytest.mark.usefixtures("filled")
def test_subtitles_become_a_new_version_of_the_meeting_they_belong_to(command: Command, tmp_path: Path) -> None:
    """Case 82."""
    rows = "1\n00:00:01,000 --> 00:00:02,000\nTeacher: Es ist nüll.\n\n2\n00:00:03,000 --> 00:00:04,000\nWarum?\n"
    (tmp_path / "new.srt").write_bytes(rows.encode("cp1252"))
    assert command("import", "new.srt").exit_code == 2
    result = command("import", "new.srt", "--onto", LECTURE)
    assert result.exit_code == 0
    assert "Read as cp1252" in result.stderr
    shown = json.loads(command("show", LECTURE, "--json").stdout)
    assert [(each["text"], each["speaker"]) for each in shown["segments"]] == [
        ("Es ist nüll.", "Teacher"),
        ("Warum?", None),
    ]
    (tmp_path / "long.srt").write_text("1\n09:00:01,000 --> 09:00:02,000\nlate\n")
    refused = command("import", "long.srt", "--onto", LECTURE)
    assert refused.exit_code == 1
    assert "after the recording has ended" in refused.stderr
