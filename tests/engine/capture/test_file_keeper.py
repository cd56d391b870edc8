"""The way from the ring to a disk that fills up, refuses, or hangs."""

import errno
import io
import os
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import pytest

from engine.capture.disk_room import DiskRoom
from engine.capture.file_keeper import FileKeeper, KeptTrack
from engine.capture.recording_file import OpenForAppending, RecordingFile, recover
from engine.capture.ring_buffer import RingReader, RingWriter
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import FRAME_SAMPLES
from engine.contract.recorder_messages import GapNoticed, RecorderEvent, RecordingFailed, RoomMeasured, SavedTo
from engine.contract.segments import GapReason
from tests.architecture.source_tree import ROOT
from tests.builders.running_recorder import ramp_file
from tests.fakes.scripted_source import HandClock
from tests.fakes.small_disk import SmallDisk

PATIENCE_S = 30.0


class Desk:
    """One track, its ring of two seconds, and the keeper between ring and disk."""

    def __init__(self, folder: Path, open_for_appending: OpenForAppending) -> None:
        self.folder = folder
        self.events: list[RecorderEvent] = []
        name = uuid.uuid4().hex
        self.ring = RingWriter.create(name, seconds=2)
        self.file = RecordingFile(SoundFolder(folder), track=0, open_for_appending=open_for_appending)
        kept = [KeptTrack(0, RingReader.attach(name), self.file)]
        room = DiskRoom(folder, tracks=1, now=HandClock(), free=lambda _: 1 << 30)
        self.keeper = FileKeeper(kept, recording="r", room=room, emit=self.events.append, every_s=0.1)
        self.keeper.start()

    def hear(self, seconds: float) -> None:
        """So much sound, as fast as it goes."""
        for _ in range(round(seconds * 50)):
            value = self.ring.written // FRAME_SAMPLES % 30_000 + 1
            self.ring.write(np.full(FRAME_SAMPLES, value, np.int16))

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        stop = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < stop, f"it never came, only {self.events}"
            time.sleep(0.01)

    def of(self, kind: type) -> list[RecorderEvent]:
        return [event for event in list(self.events) if isinstance(event, kind)]

    def sound(self) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
        return np.fromfile(SoundFolder(self.folder).pcm_path(0), "<i2")


@contextmanager
def desk(folder: Path, open_for_appending: OpenForAppending) -> Generator[Desk]:
    made = Desk(folder, open_for_appending)
    try:
        yield made
    finally:
        made.ring.close()
        made.keeper.finish(PATIENCE_S)


def test_what_the_disk_took_too_late_is_a_gap_of_its_own_kind_and_the_recording_goes_on(tmp_path: Path):
    """Case 17: full for longer than the ring reaches back."""
    disk = SmallDisk(room=1000 + 2 * 16_000)
    with desk(tmp_path, disk.open_growing) as at:
        at.hear(0.5)
        at.wait_for(lambda: at.file.length == 8000)
        disk.room = 100
        at.hear(1.9)
        at.wait_for(lambda: bool(at.of(RecordingFailed)))
        at.hear(1.9)
        at.hear(1.9)
        disk.room = 1 << 24
        at.wait_for(lambda: any(isinstance(event, SavedTo) and event.at == 99_200 for event in at.events))
        (gap,) = at.of(GapNoticed)
        at.hear(1.0)
        at.keeper.finish(PATIENCE_S)
    assert isinstance(gap, GapNoticed)
    assert gap.reason is GapReason.NOT_SAVED
    assert 8000 <= gap.start < gap.stop <= 99_200 - 2 * 16_000 + FRAME_SAMPLES
    sound = at.sound()
    assert sound.shape == (99_200 + 16_000,)
    frames = np.arange(sound.shape[0]) // FRAME_SAMPLES % 30_000 + 1
    assert np.array_equal(sound[gap.stop :], frames[gap.stop :])
    assert np.array_equal(sound[: gap.start], frames[: gap.start])
    assert not sound[gap.start : gap.stop].any()
    assert len(at.of(RecordingFailed)) == 1
    assert RoomMeasured(0.0) in at.events
    (track,) = recover(tmp_path).tracks
    assert [(each.start, each.stop, each.reason) for each in track.gaps] == [(gap.start, gap.stop, gap.reason)]


def test_a_disk_that_refuses_for_another_reason_is_said_in_a_sentence_and_tried_again(tmp_path: Path):
    """A disk that was pulled out and put back."""
    refuses = threading.Event()

    class Loose(io.FileIO):
        def write(self, data: object) -> int:
            if refuses.is_set():
                raise OSError(errno.EIO, "Input/output error")
            return super().write(cast(bytes, data))

    with desk(tmp_path, lambda path: cast(BinaryIO, Loose(path, "ab"))) as at:
        at.hear(0.5)
        at.wait_for(lambda: at.file.length == 8000)
        refuses.set()
        at.hear(0.5)
        at.wait_for(lambda: bool(at.of(RecordingFailed)))
        refuses.clear()
        at.wait_for(lambda: any(isinstance(event, SavedTo) and event.at == 16_000 for event in at.events))
    (failed,) = at.of(RecordingFailed)
    assert isinstance(failed, RecordingFailed)
    assert failed.error.name == "RecordingNotSaved"
    assert "What is saved is safe" in failed.error.sentence


def test_a_disk_that_hangs_holds_up_neither_the_ring_nor_the_stop(tmp_path: Path):
    """Case 12: every stop has an end; what waited is written when the disk comes back."""
    hangs = threading.Event()
    hangs.set()

    class Slow(io.FileIO):
        def write(self, data: object) -> int:
            hangs.wait()
            return super().write(cast(bytes, data))

    with desk(tmp_path, lambda path: cast(BinaryIO, Slow(path, "ab"))) as at:
        hangs.clear()
        at.hear(1.0)
        assert not at.keeper.finish(0.05)
        at.ring.close()
        hangs.set()
        assert at.keeper.finish(PATIENCE_S)
    assert at.sound().shape == (16_000,)


SMALL = """
import subprocess, sys
from pathlib import Path
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import *
from tests.builders.running_recorder import RunningRecorder, ramp_file

disk, source = Path(sys.argv[1]), Path(sys.argv[2])
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "small", str(disk)], check=True)
with RunningRecorder() as recorder:
    choice = SourceChoice(TrackKind.FILE, path=str(source), pace=0.0)
    recorder.send(StartRecording("r", str(disk / "m"), (choice,), 600))
    low = recorder.hear(lambda event: isinstance(event, RoomMeasured))
    print("low", 250 < low.seconds < 400)
    (disk / "other").write_bytes(bytes(8 << 20))
    failed = recorder.hear(lambda event: isinstance(event, RecordingFailed))
    print(failed.error.name)
    (disk / "other").unlink()
    recorder.hear(lambda event: isinstance(event, SourceChanged) and event.state is SourceState.ENDED)
    recorder.send(StopRecording())
    stopped = recorder.hear(lambda event: isinstance(event, RecordingStopped))
    print(stopped.lengths[0])
with RunningRecorder() as recorder:
    recorder.send(StartRecording("r", str(disk / "n"), (choice,), 60))
    print(recorder.hear(lambda event: isinstance(event, RecordingFailed)).error.name, (disk / "n").exists())
import numpy as np
from tests.builders.running_recorder import ramp
sound = np.fromfile(disk / "m" / "track-0.pcm", "<i2")
print(np.array_equal(sound, ramp(sound.shape[0])))
"""


def can_mount() -> bool:
    """Whether this user may have a disk of its own."""
    if sys.platform != "linux":
        return False
    done = subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.slow
def test_on_a_real_small_disk_everything_that_fitted_is_right_and_it_goes_on_when_there_is_room(tmp_path: Path):
    """Case 17: four and a half minutes on twelve megabytes, of which somebody takes eight and gives them back."""
    if not can_mount():
        pytest.skip("this user may mount nothing")
    source, disk = ramp_file(tmp_path / "talk.wav", 270), tmp_path / "disk"
    disk.mkdir()
    done = subprocess.run(
        ["unshare", "-rm", sys.executable, "-c", SMALL, str(disk), str(source)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["low", "True", "DiskFull", "4320000", "DiskFull", "False", "True"]
