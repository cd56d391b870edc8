"""Keeping order from the command line: bin, tags, favourites, merge, split, chapters."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.announcements import Announcements
from app.cli.library import library as library_commands
from app.cli.shelf import shelf
from app.library.library import Library
from app.meetings.moment import MomentKind
from engine.contract.audio import TrackKind
from tests.app.meetings.test_chapters import TOPICS, talk
from tests.builders.assembled import recorded
from tests.builders.library import a_meeting

Command = Callable[..., Result]
MIC = (TrackKind.MICROPHONE,)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIVAVOCE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def command(home: Path) -> Command:
    library = Library.open(home / "library", announcements=Announcements())
    recorded(library, "first", seconds=3, seed=1, kinds=MIC)
    recorded(library, "second", seconds=2.5, seed=2, kinds=MIC, minutes=9)
    library.close()
    return lambda *words: CliRunner().invoke(shelf, list(words))


def opened(home: Path) -> Library:
    return Library.open(home / "library", announcements=Announcements())


def test_what_is_deleted_lies_in_the_bin_comes_back_and_goes_for_good(command: Command, home: Path) -> None:
    assert CliRunner().invoke(library_commands, ["delete", "first", "--yes"]).exit_code == 0
    assert "first" in command("bin").stdout
    assert command("restore", "first").exit_code == 0
    assert command("bin").stdout == ""
    CliRunner().invoke(library_commands, ["delete", "first", "--yes"])
    assert command("empty").exit_code == 2
    emptied = command("empty", "--yes")
    assert emptied.stdout == "1\n"
    assert "exported files" in emptied.stderr
    library = opened(home)
    assert [row.meeting.title for row in library.meetings()] == ["second"]
    assert library.binned_meetings() == []
    library.close()


def test_tags_and_favourites_are_given(command: Command) -> None:
    assert command("tag", "first", "exam", "week 3").stdout == "exam, week 3\n"
    assert command("tag", "first", "exam, law，考试").stdout == "exam, law, 考试\n"
    assert command("tag", "first").stdout == "\n"
    assert command("favourite", "first").exit_code == 0


def test_recordings_are_merged_and_split(command: Command, home: Path) -> None:
    made = command("merge", "first", "second")
    assert made.exit_code == 0, made.output
    parts = command("split", made.stdout.strip(), "--at", "0:03")
    assert parts.exit_code == 0, parts.output
    library = opened(home)
    assert sorted(row.meeting.id for row in library.meetings()) == sorted(parts.stdout.split())
    assert len(library.binned_meetings()) == 3
    library.close()
    assert command("split", "first", "--at", "noon").exit_code == 2
    assert command("merge", "nobody", "second").exit_code == 1


def test_chapters_are_proposed_and_kept_if_asked(command: Command, home: Path) -> None:
    library = opened(home)
    meeting = a_meeting("lecture", duration_ms=700_000)
    library.add_transcript(meeting, talk(TOPICS.values(), rounds=40), (), ()).result()
    library.close()

    assert len(command("chapters", "lecture").stdout.splitlines()) == 3
    assert command("chapters", "lecture", "--accept").exit_code == 0

    library = opened(home)
    assert [moment.kind for moment in library.moments(meeting.id)] == [MomentKind.CHAPTER] * 3
    library.close()


def test_a_meeting_in_the_bin_is_said_to_be_there(command: Command) -> None:
    CliRunner().invoke(library_commands, ["delete", "first", "--yes"])
    for words in (("show", "first"), ("export", "first", "--to", "txt")):
        answer = CliRunner().invoke(library_commands, list(words))
        assert answer.exit_code == 1
        assert "“first” is in the bin" in answer.stderr
    assert "There is no meeting “third”" in CliRunner().invoke(library_commands, ["show", "third"]).stderr
