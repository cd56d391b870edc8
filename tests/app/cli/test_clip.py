from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
from typer.testing import CliRunner, Result

from app.announcements import Announcements
from app.cli.clip import clip
from app.library.library import Library
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from tests.builders.reading import MEETING, sample_lecture

Command = Callable[..., Result]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, in a home with the sample lecture and 20 seconds of its sound."""
    monkeypatch.setenv("VIVAVOCE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    library = Library.open(tmp_path / "home" / "library", announcements=Announcements())
    try:
        meeting, transcript = sample_lecture()
        library.add_transcript(meeting, transcript.segments, transcript.speakers, transcript.gaps).result()
        folder = library.meeting_folder(MEETING)
        folder.mkdir(parents=True, exist_ok=True)
        with RecordingFile(SoundFolder(folder), track=0) as file:
            file.append((np.arange(320_000) % 3000).astype(np.int16))
            file.finish()
    finally:
        library.close()

    def run(*words: str) -> Result:
        return CliRunner().invoke(clip, list(words))

    return run


def test_a_clip_is_written_and_its_paths_are_printed(command: Command, tmp_path: Path) -> None:
    result = command("Sample lecture", "--from", "0:02", "--to", "7.5", "--out", "clips", "--text", "srt,txt")
    assert result.exit_code == 0, result.output
    paths = [tmp_path / line for line in result.stdout.splitlines()]
    assert [path.suffix for path in paths] == [".wav", ".srt", ".txt"]
    sound, rate = soundfile.read(paths[0], dtype="int16")
    assert rate == 16_000
    assert np.array_equal(sound, np.arange(32_000, 120_000) % 3000)
    assert paths[1].read_text("utf-8").startswith("1\n00:00:0")


def test_text_or_sound_can_be_left_out(command: Command) -> None:
    sound = command("Sample lecture", "--from", "1", "--to", "2", "--text", "none", "--sound", "flac")
    text = command("Sample lecture", "--from", "1", "--to", "8", "--sound", "none", "--text", "json")
    assert [Path(line).suffix for line in sound.stdout.splitlines()] == [".flac"]
    assert [Path(line).suffix for line in text.stdout.splitlines()] == [".json"]


@pytest.mark.parametrize(
    "words",
    [
        ("--from", "soon", "--to", "2"),
        ("--from", "5", "--to", "2"),
        ("--from", "1", "--to", "2", "--sound", "ogg"),
        ("--from", "1", "--to", "2", "--text", "pdf"),
        ("--from", "1", "--to", "2", "--sound", "none", "--text", "none"),
        ("--from", "9:00:00", "--to", "9:00:01"),
    ],
)
def test_wrong_use_is_told_before_anything_is_written(command: Command, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert command("Sample lecture", *words, "--out", "clips").exit_code == 2
    assert not (tmp_path / "clips").exists()


def test_a_stretch_without_sound_is_one_sentence(command: Command, tmp_path: Path) -> None:
    result = command("Sample lecture", "--from", "1:00", "--to", "1:10", "--out", "clips")
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "clips").exists()
