import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.announcements import Announcements
from app.cli.main import cli
from app.composition import Services, compose_library, compose_services
from app.folders import Folders, find_folders
from app.library.library import Library
from app.meetings.meeting import MeetingStatus
from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.places import ROOT
from engine.contract.recorder_messages import (
    GapNoticed,
    LevelsMeasured,
    RecorderCommand,
    SourceChanged,
    SourceState,
    StartRecording,
)
from engine.contract.segments import GapReason
from tests.builders.recited_recording import (
    compose_reciting,
    recited_recording,
    reciting_engine,
    word_numbers,
    words_between,
)
from tests.fakes.fake_recorder import FakeRecorder


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["listen", *map(str, words)], obj=compose_reciting)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def of(kind: str, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in found if line["kind"] == kind]


def committed(found: list[dict[str, Any]]) -> list[int]:
    return word_numbers(" ".join(line["text"] for line in of("segment", found)))


def test_a_file_comes_out_as_lines_of_json_and_stays_in_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    recording = recited_recording(tmp_path, monkeypatch, seconds=20)
    result = run("--source", f"file:{recording.path}", "--pace", "fast", "--title", "A lecture")
    assert result.exit_code == 0, result.output
    found = lines(result.stdout)
    assert {"segment", "level", "status"} <= {line["kind"] for line in found}
    for line in found:
        assert {"kind", "track", "start_s", "end_s", "text", "at_s"} <= line.keys()
    segments = of("segment", found)
    assert all(0 <= line["start_s"] < line["end_s"] for line in segments)
    assert all(before["start_s"] <= after["start_s"] for before, after in pairwise(segments))
    numbers = committed(found)
    assert numbers == sorted(set(numbers)), "no word twice, none out of order"
    assert len(numbers) >= 40
    assert found[-1]["text"] == "ended"
    assert any(line["text"] == "language: en" for line in found)
    meeting_id = next(line["meeting"] for line in found if "meeting" in line)
    with compose_library(find_folders()) as library:
        meeting = library.meeting(meeting_id)
        assert (meeting.title, meeting.duration_ms) == ("A lecture", 20_000)
        assert [track.kind for track in meeting.tracks] == [TrackKind.FILE]
        text = " ".join(line.text for line in library.transcript(meeting_id).segments)
        assert word_numbers(text) == numbers, "what was printed is what is kept"
        assert library.coverage(meeting_id).understood == 1.0
        assert library.check().problems == ()


def test_without_the_library_nothing_is_kept_and_the_home_may_be_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    recording = recited_recording(tmp_path, monkeypatch, seconds=4)
    home = Path(os.environ["VIVAVOCE_HOME"])
    home.mkdir(parents=True)
    home.chmod(0o500)
    try:
        result = run("--no-library", "--source", f"file:{recording.path}", "--pace", "fast")
        assert result.exit_code == 0, result.output
        assert of("segment", lines(result.stdout))
        assert not any("meeting" in line for line in lines(result.stdout))
        assert list(home.iterdir()) == []
    finally:
        home.chmod(0o700)


def test_a_library_that_is_open_in_the_window_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    recording = recited_recording(tmp_path, monkeypatch, seconds=2)
    folders = find_folders()
    folders.make()
    library = Library.open(folders.library, announcements=Announcements())
    try:
        result = run("--source", f"file:{recording.path}")
    finally:
        library.close()
    assert result.exit_code == 1
    assert "already open" in result.stderr
    assert "--no-library" in result.stderr


def test_a_missing_speech_model_is_said_before_a_file_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    recording = recited_recording(tmp_path, monkeypatch, seconds=2)
    result = run("--source", f"file:{recording.path}", "--model", "missing")
    assert result.exit_code == 1
    assert "missing" in result.stderr
    assert "Traceback" not in result.output
    with compose_library(find_folders()) as library:
        assert library.meetings() == []


@pytest.mark.parametrize("content", [b"", b"no sound, only words"])
def test_a_file_without_sound_is_said_and_no_meeting_made_of_it(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Case 36."""
    recited_recording(tmp_path, monkeypatch, seconds=1)
    path = tmp_path / "notes.wav"
    path.write_bytes(content)
    result = run("--source", f"file:{path}")
    assert result.exit_code == 1
    assert "No audio was found in “notes.wav”" in result.stderr
    assert result.stdout == ""
    with compose_library(find_folders()) as library:
        assert library.meetings() == []


def test_an_engine_that_fails_at_every_word_costs_no_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Case 20."""
    recording = recited_recording(tmp_path, monkeypatch, seconds=6)
    result = run("--source", f"file:{recording.path}", "--pace", "fast", "--model", "broken")
    found = lines(result.stdout)
    assert result.exit_code == 1, result.output
    assert "The sound is saved" in result.stderr
    assert any(line["text"].startswith("not understood any more") for line in of("status", found))
    with compose_library(find_folders()) as library:
        meeting = library.meetings()[0].meeting
        assert (meeting.status, meeting.duration_ms) == (MeetingStatus.FAILED, 6000)
        assert library.summary(meeting.id).error


class DeafRecorder(FakeRecorder):
    """There is no microphone: a track of nothing but a gap."""

    def send(self, command: RecorderCommand) -> None:
        super().send(command)
        if isinstance(command, StartRecording):
            self.say(
                SourceChanged(0, SourceState.LOST, "", "there is no microphone"),
                GapNoticed(0, SampleIndex(0), SampleIndex(32_000), GapReason.SOURCE_LOST),
                LevelsMeasured(0, -120.0, -120.0, SampleIndex(32_000)),
            )


def test_without_any_microphone_it_says_what_to_do_and_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    recited_recording(tmp_path, monkeypatch, seconds=1)

    def compose(folders: Folders) -> Services:
        recorder = DeafRecorder()
        recorder.is_opening = True
        return compose_services(folders, live_engine=reciting_engine(folders), recorder=recorder)

    result = CliRunner().invoke(cli, ["listen", "--no-library", "--seconds", "2"], obj=compose)
    assert result.exit_code == 1
    assert "No microphone could be opened: there is no microphone." in result.stderr
    assert "vivavoce devices" in result.stderr


def test_it_stops_after_so_many_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    recording = recited_recording(tmp_path, monkeypatch, seconds=20)
    result = run("--no-library", "--source", f"file:{recording.path}", "--seconds", "2")
    assert result.exit_code == 0, result.output
    last = max(line["start_s"] for line in of("level", lines(result.stdout)))
    assert 2.0 <= last < 8.0


def test_ctrl_c_stops_the_recording_and_lets_the_rest_be_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    recording = recited_recording(tmp_path, monkeypatch, seconds=30)
    command = [sys.executable, "-P", "-m", "tests.fakes.reciting_vivavoce", "listen"]
    command += ["--source", f"file:{recording.path}"]
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        found: list[dict[str, Any]] = []
        for line in process.stdout:
            found.append(json.loads(line))
            if found[-1]["kind"] == "segment":
                process.send_signal(signal.SIGINT)
                break
        found += lines(process.stdout.read().decode())
        assert process.wait() == 0, process.stderr.read().decode()
    assert found[-1]["text"] == "ended"
    heard_s = max(line["end_s"] for line in of("level", found))
    assert heard_s < 25
    numbers = committed(found)
    assert numbers == sorted(set(numbers))
    assert max(words_between(0, heard_s)) - max(numbers) <= 8, "what was said last is understood as well"


@pytest.mark.skipif(os.name != "posix", reason="pipes of a shell")
def test_a_reader_that_leaves_early_ends_the_recording_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """``vivavoce listen | head -1``"""
    recording = recited_recording(tmp_path, monkeypatch, seconds=30)
    command = [sys.executable, "-P", "-m", "tests.fakes.reciting_vivavoce", "listen"]
    command += ["--source", f"file:{recording.path}"]
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read().decode()
    assert "Traceback" not in said
    with compose_library(find_folders()) as library:
        assert [each.meeting.status for each in library.meetings()] != [MeetingStatus.RECORDING]
        assert library.meetings()[0].meeting.duration_ms < 25_000
        assert library.check().problems == ()


@pytest.mark.parametrize(
    "words", [["--source", "radio"], ["--source", "file:nowhere.wav"], ["--pace", "slow"], ["--language", "klingon"]]
)
def test_wrong_words_are_wrong_use(words: list[str]):
    assert run(*words).exit_code == 2
