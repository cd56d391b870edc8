"""``--speakers`` of ``transcribe``, and ``vivavoce speakers``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from app.cli.main import cli
from app.cli.speaker_wish import read_speakers
from app.composition import Services, compose_library, compose_services
from app.folders import Folders, find_folders
from engine.contract.places import ROOT
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from tests.builders.scripted_engine import scripted_engine, starts_of

CLIP = ROOT / "tests" / "audio" / "1998-15444-0001.flac"


class Desk:
    """One recording of three seconds, and the command line over fake engine processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.speakers: dict[str, Any] = {}
        self.talk = folder / "talk.flac"
        self.talk.write_bytes(CLIP.read_bytes())

    def compose(self, folders: Folders) -> Services:
        return compose_services(
            folders,
            engine=scripted_engine(self.folder / "engine", length_s=3),
            speaker_engine=scripted_engine(self.folder / "speaker-engine", length_s=3, **self.speakers),
        )

    def run(self, *words: object) -> Result:
        return CliRunner().invoke(cli, [*map(str, words)], obj=self.compose)

    @property
    def looks(self) -> int:
        return starts_of(self.folder / "speaker-engine")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.chdir(tmp_path)
    yield Desk(tmp_path)


@pytest.mark.parametrize(
    ("text", "count"),
    [("auto", ANY_COUNT), (" OFF ", None), ("3", SpeakerCount(3, 3)), ("2-4", SpeakerCount(2, 4))],
)
def test_a_number_of_speakers_is_read(text: str, count: SpeakerCount | None) -> None:
    assert read_speakers(text) == count


@pytest.mark.parametrize("text", ["", "0", "4-2", "two", "1-", "-3", "51", "1-999999999999999999999"])
def test_what_is_no_number_of_speakers_is_wrong_use(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        read_speakers(text)


def test_a_transcript_comes_with_its_speakers_by_itself(desk: Desk) -> None:
    result = desk.run("transcribe", desk.talk, "--to", "json")
    segments = json.loads(result.stdout)["segments"]
    assert [segment["speaker"] for segment in segments] == ["Speaker 1", "Speaker 2", "Speaker 1"]
    assert segments[1]["words"][0]["speaker"] == "Speaker 2"


def test_rttm_comes_out_and_a_look_that_was_made_is_not_made_again(desk: Desk) -> None:
    first = desk.run("transcribe", desk.talk, "--to", "rttm", "--speakers", "1")
    assert [row.split()[7] for row in first.stdout.splitlines()] == ["Speaker_1"]
    assert desk.run("transcribe", desk.talk, "--to", "rttm").stdout == first.stdout
    assert desk.looks == 1
    assert len(desk.run("transcribe", desk.talk, "--to", "rttm", "--speakers", "2").stdout.splitlines()) == 3


def test_off_looks_for_nobody(desk: Desk) -> None:
    result = desk.run("transcribe", desk.talk, "--to", "json", "--speakers", "off")
    assert {segment["speaker"] for segment in json.loads(result.stdout)["segments"]} == {None}
    assert desk.looks == 0


def test_speakers_that_cannot_be_told_cost_nothing_but_a_sentence(desk: Desk) -> None:
    """Case 61."""
    desk.speakers = {"fail_speakers": "missing"}
    result = desk.run("transcribe", desk.talk, "--to", "txt")
    assert result.exit_code == 0
    assert "line 2" in result.stdout
    assert "Speakers cannot be told apart" in result.stderr


def test_speakers_are_listed_named_and_merged(desk: Desk) -> None:
    desk.run("transcribe", desk.talk)
    assert desk.run("speakers", "rename", "talk", "1", "Ada Lovelace").exit_code == 0
    listed = json.loads(desk.run("speakers", "list", "talk", "--json").stdout)
    assert [(each["name"], each["turns"], each["talk_s"]) for each in listed["speakers"]] == [
        ("Ada Lovelace", 2, 2.0),
        ("Speaker 2", 1, 1.0),
    ]
    assert "Ada Lovelace" in desk.run("speakers", "list", "talk").stdout
    assert desk.run("speakers", "merge", "talk", "Speaker 2", "Ada Lovelace").exit_code == 0
    listed = json.loads(desk.run("speakers", "list", "talk", "--json").stdout)
    assert [each["name"] for each in listed["speakers"]] == ["Ada Lovelace"]
    found = desk.run("speakers", "find", "talk", "--speakers", "2")
    assert "Ada Lovelace" in found.stdout


def test_a_speaker_who_is_not_there_is_named_with_those_who_are(desk: Desk) -> None:
    desk.run("transcribe", desk.talk)
    result = desk.run("speakers", "rename", "talk", "Bob", "Ada")
    assert result.exit_code == 1
    assert "1 Speaker 1, 2 Speaker 2" in result.stderr


def test_a_voice_is_forgotten_by_its_name(desk: Desk) -> None:
    desk.run("transcribe", desk.talk, "--speakers", "off")
    folders = find_folders()
    services = desk.compose(folders)
    try:
        services.settings.change(remembers_voices=True)
    finally:
        services.close()
    desk.run("speakers", "find", "talk")
    with compose_library(folders) as library:
        meeting = library.meetings()[0].meeting
        speaker = library.transcript(meeting.id).speakers[0]
        assert library.remember_voice(meeting.id, speaker.id, "Ada").result()
    assert "Ada" in desk.run("speakers", "voices").stdout
    assert desk.run("speakers", "forget", "Bob").exit_code == 1
    assert desk.run("speakers", "forget").exit_code == 2
    assert desk.run("speakers", "forget", "ada").exit_code == 0
    assert desk.run("speakers", "voices").stdout == ""
