import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from app.recording.recorder_client import RecorderClient, RecorderEnded, recorder_command
from engine.capture.recording_file import recover
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import TrackKind
from engine.contract.places import ROOT
from engine.contract.recorder_messages import (
    RecorderEvent,
    RecordingStarted,
    RecordingStopped,
    SavedTo,
    SourceChoice,
    StartRecording,
    StopRecording,
)
from tests.builders.new_processes import NewProcesses
from tests.builders.running_recorder import ramp, ramp_file
from tests.builders.waiting import wait_until

PATIENCE_S = 60.0


def record(folder: Path, source: Path, *, pace: float = 1.0) -> StartRecording:
    return StartRecording("r", str(folder), (SourceChoice(TrackKind.FILE, path=str(source), pace=pace),), 60)


def hear(
    client: RecorderClient, is_wanted: Callable[[RecorderEvent | RecorderEnded], bool]
) -> RecorderEvent | RecorderEnded:
    until = time.monotonic() + PATIENCE_S
    heard: list[RecorderEvent | RecorderEnded] = []
    while time.monotonic() < until:
        if (answer := client.receive(0.1)) is not None:
            heard.append(answer)
            if is_wanted(answer):
                return answer
    raise AssertionError(f"it never came, only {heard[-5:]}")


def hear_a(client: RecorderClient, kind: type) -> RecorderEvent | RecorderEnded:
    return hear(client, lambda event: isinstance(event, kind))


def is_saved_to(at: int) -> Callable[[RecorderEvent | RecorderEnded], bool]:
    return lambda event: isinstance(event, SavedTo) and event.at >= at


@pytest.fixture
def client(tmp_path: Path) -> Iterator[RecorderClient]:
    client = RecorderClient(command=recorder_command(cache=tmp_path / "cache"), log_file=tmp_path / "recorder.log")
    yield client
    client.close()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return ramp_file(tmp_path / "talk.wav", 60)


def test_nothing_is_started_before_the_first_command(client: RecorderClient):
    new = NewProcesses()
    assert client.receive(0.01) is None
    client.close()
    client.kill()
    assert (client.is_running, new.find()) == (False, [])


def test_a_recording_is_started_and_stopped_in_one_process_that_serves_the_next_one_too(
    client: RecorderClient, source: Path, tmp_path: Path
):
    new = NewProcesses()
    for name in ("one", "two"):
        client.send(record(tmp_path / name, source))
        hear_a(client, RecordingStarted)
        hear(client, is_saved_to(16_000))
        client.send(StopRecording())
        stopped = hear_a(client, RecordingStopped)
        assert isinstance(stopped, RecordingStopped)
        assert SoundFolder(tmp_path / name).is_complete()
        assert SoundFolder(tmp_path / name).length() == stopped.lengths[0]
    assert len(new.find()) == 1
    assert client.is_running


def test_closing_saves_what_is_being_recorded(client: RecorderClient, source: Path, tmp_path: Path):
    new = NewProcesses()
    client.send(record(tmp_path / "m", source))
    hear(client, is_saved_to(16_000))
    client.close()
    client.close()
    assert not client.is_running
    assert not any(child.is_running() for child in new.find())
    assert recover(tmp_path / "m").tracks[0].was_stopped
    assert SoundFolder(tmp_path / "m").is_complete()


def test_a_recorder_that_was_killed_is_told_after_all_it_said_and_the_next_command_starts_another(
    client: RecorderClient, source: Path, tmp_path: Path
):
    """Case 14."""
    new = NewProcesses()
    client.send(record(tmp_path / "m", source))
    hear(client, is_saved_to(16_000))
    (recorder,) = new.find()
    recorder.kill()
    ended = hear_a(client, RecorderEnded)
    assert isinstance(ended, RecorderEnded)
    if os.name == "posix":
        assert ended.exit_code == -signal.SIGKILL
    assert not client.is_running
    before = SoundFolder(tmp_path / "m").length()
    client.send(record(tmp_path / "m", source))
    started = hear_a(client, RecordingStarted)
    assert isinstance(started, RecordingStarted)
    assert started.tracks[0].first >= before


def test_killing_ends_it_at_once(client: RecorderClient, source: Path, tmp_path: Path):
    new = NewProcesses()
    client.send(record(tmp_path / "m", source))
    hear(client, is_saved_to(8000))
    running = new.find()
    client.kill()
    assert running
    assert not any(child.is_running() for child in running)
    assert client.receive(0.01) is None


def test_a_recorder_that_cannot_be_started_has_ended(tmp_path: Path):
    client = RecorderClient(command=[str(tmp_path / "nothing")], log_file=tmp_path / "recorder.log")
    client.send(StopRecording())
    ended = client.receive(0.1)
    assert isinstance(ended, RecorderEnded)
    assert ended.exit_code is None
    assert client.receive(0.01) is None


def test_closing_ends_also_a_recorder_that_hears_nothing(tmp_path: Path):
    """Case 12: every close has an end."""
    new = NewProcesses()
    program = "import time\nwhile True: time.sleep(60)"
    client = RecorderClient(command=[sys.executable, "-c", program], log_file=tmp_path / "recorder.log", close_s=0.2)
    client.send(StopRecording())
    running = new.find()
    client.close()
    assert running
    assert not any(child.is_running() for child in running)


def test_lines_that_are_no_events_are_passed_over(tmp_path: Path):
    """Case 81: what a sound driver prints, in any code page."""
    program = r"import sys; sys.stdout.buffer.write(b'\xff\xfe ALSA lib pcm.c\n{}\n'); sys.exit(3)"
    client = RecorderClient(command=[sys.executable, "-c", program], log_file=tmp_path / "recorder.log")
    client.send(StopRecording())
    assert hear_a(client, RecorderEnded) == RecorderEnded(3, "")


DESKTOP = """
import sys, time
from pathlib import Path
from app.recording.recorder_client import RecorderClient, recorder_command
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SavedTo, SourceChoice, StartRecording

home, source = Path(sys.argv[1]), sys.argv[2]
client = RecorderClient(command=recorder_command(cache=home / "cache"), log_file=home / "recorder.log")
client.send(StartRecording("r", str(home / "m"), (SourceChoice(TrackKind.FILE, path=source),), 60))
while not isinstance(client.receive(1.0), SavedTo):
    pass
print("recording", flush=True)
time.sleep(600)
"""


@contextlib.contextmanager
def desktop(home: Path, source: Path) -> Generator[tuple["subprocess.Popen[bytes]", psutil.Process]]:
    """A desktop process with a recorder of its own, which records."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", DESKTOP, str(home), str(source)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, env=environment) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == b"recording"
            (recorder,) = psutil.Process(process.pid).children()
            yield process, recorder
        finally:
            process.kill()


def is_gone(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def test_a_recorder_outlives_a_killed_desktop_until_its_files_are_closed(source: Path, tmp_path: Path):
    """Case 14."""
    with desktop(tmp_path, source) as (process, recorder):
        process.kill()
        wait_until(lambda: is_gone(recorder))
    (track,) = recover(tmp_path / "m").tracks
    assert track.was_stopped
    assert SoundFolder(tmp_path / "m").is_complete()


@pytest.mark.skipif(os.name != "posix", reason="SIGSTOP is POSIX's")
def test_a_frozen_desktop_costs_no_sample(source: Path, tmp_path: Path):
    """The window hangs, nobody reads the events, and the recording goes on."""
    with desktop(tmp_path, source) as (process, recorder):
        process.send_signal(signal.SIGSTOP)
        folder = SoundFolder(tmp_path / "m")
        at_freeze = folder.length()
        wait_until(lambda: folder.length() > at_freeze + 5 * 16_000)
        assert not is_gone(recorder)
        process.send_signal(signal.SIGCONT)
        process.kill()
        wait_until(lambda: is_gone(recorder))
    sound = np.fromfile(folder.pcm_path(0), "<i2")
    kept = np.trim_zeros(sound, "b")
    assert np.array_equal(kept, ramp(kept.shape[0]))
    assert recover(tmp_path / "m").tracks[0].gaps == ()


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)])
def test_the_end_of_the_session_closes_the_files(number: signal.Signals, source: Path, tmp_path: Path):
    """Case 16: the system ends every process on its own, in any order."""
    with desktop(tmp_path, source) as (_, recorder):
        recorder.send_signal(number)
        wait_until(lambda: is_gone(recorder))
    assert recover(tmp_path / "m").tracks[0].was_stopped
    assert SoundFolder(tmp_path / "m").is_complete()


def test_the_recorder_gets_no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Case 98."""
    monkeypatch.setenv("HF_TOKEN", "hf_CANARY123")
    program = "import os, sys; sys.stderr.write(repr(sorted(os.environ.items())))"
    client = RecorderClient(command=[sys.executable, "-c", program], log_file=tmp_path / "recorder.log")
    client.send(StopRecording())
    hear_a(client, RecorderEnded)
    said = (tmp_path / "recorder.log").read_text("utf-8")
    assert "CANARY" not in said
    assert "('PYTHONUTF8', '1')" in said


def test_a_spare_is_loaded_meanwhile_and_takes_the_place_of_one_that_was_killed(
    client: RecorderClient, source: Path, tmp_path: Path
):
    """Case 14: most of a second of sound is saved by it."""
    new = NewProcesses()
    client.send(record(tmp_path / "m", source))
    hear(client, is_saved_to(8000))
    (recorder,) = new.find()
    client.stand_by()
    client.stand_by()
    (spare,) = (process for process in new.find() if process != recorder)
    recorder.kill()
    hear_a(client, RecorderEnded)
    client.send(record(tmp_path / "m", source))
    hear_a(client, RecordingStarted)
    assert new.find() == [spare]
    client.stand_by()
    assert len(new.find()) == 2
    client.close()
    assert new.find() == []


def test_a_spare_that_died_or_cannot_be_started_costs_nothing(source: Path, tmp_path: Path):
    new = NewProcesses()
    client = RecorderClient(command=recorder_command(cache=tmp_path / "cache"), log_file=tmp_path / "recorder.log")
    client.stand_by()
    (spare,) = new.find()
    spare.kill()
    wait_until(lambda: is_gone(spare))
    client.send(record(tmp_path / "m", source))
    hear_a(client, RecordingStarted)
    client.close()
    assert new.find() == []
    hopeless = RecorderClient(command=[str(tmp_path / "nothing")], log_file=tmp_path / "recorder.log")
    hopeless.stand_by()
    assert hopeless.receive(0.01) is None
