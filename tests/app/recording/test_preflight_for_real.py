"""The ten-second check with a real recorder, a real sound server and a real speech model."""

import subprocess
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.recording.level_verdict import LevelVerdict
from app.recording.level_watch import LevelWatch
from app.recording.preflight import Preflight
from app.recording.preflight_status import EchoVerdict, PreflightPhase, PreflightStatus
from app.recording.recorder_client import RecorderClient, recorder_command
from engine.contract.audio import TrackKind
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import SourceChoice
from engine.pipeline.engine_client import EngineClient, engine_command
from tests.builders.new_processes import NewProcesses
from tests.builders.speech_clips import clip
from tests.builders.waiting import wait_until
from tests.hardware.virtual_devices import find

BOTH = (SourceChoice(TrackKind.MICROPHONE), SourceChoice(TrackKind.COMPUTER))


@pytest.fixture
def playing(tmp_path: Path, virtual_sound_card: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The computer plays speech for a minute; its silent output is the microphone as well."""
    for name, value in virtual_sound_card.items():
        monkeypatch.setenv(name, value)  # for the child processes; this one has no sound of its own
    path = tmp_path / "speech.wav"
    sound = np.concatenate([clip("1998-15444-0001.flac"), clip("1998-15444-0002.flac")])
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes((np.tile(sound, 4) * 32767).astype("<i2").tobytes())
    with subprocess.Popen([find("paplay"), str(path)], env=virtual_sound_card) as player:
        yield
        player.terminate()


def make_recorder(folder: Path) -> RecorderClient:
    return RecorderClient(command=recorder_command(cache=folder), log_file=folder / "recorder.log")


@pytest.mark.slow
def test_speech_is_heard_measured_and_understood_and_nothing_is_left(
    tmp_path: Path, playing: None, speech_models: Path
) -> None:
    """Cases 7, 11."""
    processes = NewProcesses()
    preflight = Preflight(
        folder=tmp_path / "check",
        library_folder=tmp_path,
        make_recorder=lambda: make_recorder(tmp_path),
        make_engine=lambda: EngineClient(
            command=engine_command(models=speech_models, cache=tmp_path / "cache"), log_file=tmp_path / "engine.log"
        ),
    )
    preflight.start(BOTH, RecognitionOptions(model="tiny.en"))
    status = wait_until_over(preflight)
    microphone, computer = status.tracks
    assert status.phase is PreflightPhase.DONE
    assert microphone.figures is not None
    assert microphone.figures.verdict in (LevelVerdict.GOOD, LevelVerdict.CLIPPING)
    assert computer.figures is not None
    assert status.echo_verdict is EchoVerdict.LOUD  # one and the same output
    assert status.echo is not None
    assert status.echo.delay_s < 0.3
    assert status.words is not None
    assert "the" in status.words.text.lower()
    assert status.words.speed is not None
    preflight.close()
    assert not (tmp_path / "check").exists()
    assert processes.find() == []


@pytest.mark.slow
def test_the_meters_of_the_settings_hear_it(tmp_path: Path, playing: None) -> None:
    processes = NewProcesses()
    watch = LevelWatch(folder=tmp_path / "levels", make_recorder=lambda: make_recorder(tmp_path))
    watch.start(BOTH)
    both = (TrackKind.MICROPHONE, TrackKind.COMPUTER)
    wait_until(lambda: all(watch.levels.get(kind, -120) > -60 for kind in both), "both were heard")
    watch.stop()
    assert not (tmp_path / "levels").exists()
    assert processes.find() == []


def wait_until_over(preflight: Preflight) -> PreflightStatus:
    wait_until(lambda: preflight.status is not None and preflight.status.is_over, "the check was over", patience_s=120)
    assert preflight.status is not None
    return preflight.status
