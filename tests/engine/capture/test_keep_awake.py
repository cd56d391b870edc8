import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.capture.keep_awake import KeepAwake
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import (
    CloseRecorder,
    PauseRecording,
    RecordingStarted,
    ResumeRecording,
    SourceChoice,
    StartRecording,
    StopRecording,
)
from tests.builders.running_recorder import RunningRecorder, ramp_file
from tests.fakes import fake_session_manager

PATIENCE_S = 30.0


class Bed:
    """A system that is asked to stay awake."""

    def __init__(self) -> None:
        self.changes: list[str] = []
        self.changed = threading.Semaphore(0)

    @contextmanager
    def stay(self) -> Generator[None]:
        self.note("awake")
        yield
        self.note("asleep")

    def note(self, change: str) -> None:
        self.changes.append(change)
        self.changed.release()

    def wait(self) -> None:
        assert self.changed.acquire(timeout=PATIENCE_S)


def test_it_is_awake_from_hold_to_release_and_again():
    bed = Bed()
    awake = KeepAwake(stay=bed.stay)
    awake.release()
    for _ in range(2):
        awake.hold()
        awake.hold()
        bed.wait()
        awake.release()
        awake.release()
        bed.wait()
    assert bed.changes == ["awake", "asleep"] * 2


def test_a_system_that_knows_nothing_of_it_costs_nothing():
    asked = threading.Event()

    def refuse() -> None:
        asked.set()
        raise RuntimeError("no such service")

    awake = KeepAwake(stay=refuse)  # pyright: ignore[reportArgumentType] - it never gives a context
    awake.hold()
    assert asked.wait(PATIENCE_S)
    awake.release()


@contextmanager
def desktop(folder: Path) -> Generator[tuple[dict[str, str], "subprocess.Popen[str]"]]:
    """A message bus with a session manager: the environment to reach it, and the process that tells."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={folder / 'bus'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as bus:
        assert bus.stdout is not None
        environment = os.environ | {"DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
        manager_command = [sys.executable, str(Path(fake_session_manager.__file__))]
        with subprocess.Popen(manager_command, env=environment, stdout=subprocess.PIPE, text=True) as manager:
            assert manager.stdout is not None
            assert manager.stdout.readline() == "ready\n"
            try:
                yield environment, manager
            finally:
                manager.kill()
                bus.kill()


@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("dbus-daemon") is None, reason="this is how Linux desktops are asked"
)
def test_the_computer_stays_awake_while_it_is_recorded_and_not_in_a_pause_or_after_a_kill(tmp_path: Path):
    source = ramp_file(tmp_path / "talk.wav", 60)
    start = StartRecording("r", str(tmp_path / "m"), (SourceChoice(TrackKind.FILE, path=str(source)),), 30)
    with desktop(tmp_path) as (environment, manager):
        assert manager.stdout is not None
        with RunningRecorder(environment) as recorder:
            recorder.send(start)
            recorder.hear(lambda event: isinstance(event, RecordingStarted))
            assert manager.stdout.readline() == "awake\n"
            recorder.send(PauseRecording())
            assert manager.stdout.readline() == "asleep\n"
            recorder.send(ResumeRecording())
            assert manager.stdout.readline() == "awake\n"
            recorder.send(StopRecording())
            assert manager.stdout.readline() == "asleep\n"
            recorder.send(CloseRecorder())
            assert recorder.process.wait(PATIENCE_S) == 0
        with RunningRecorder(environment) as recorder:
            recorder.send(start)
            assert manager.stdout.readline() == "awake\n"
            recorder.process.kill()
            assert manager.stdout.readline() == "asleep\n"
