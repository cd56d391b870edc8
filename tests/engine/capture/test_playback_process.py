import os
import threading
from pathlib import Path

import numpy as np
import psutil
import pytest

from engine.capture.playback_process import write_playback_aside
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from engine.contract.cancellation import Cancellation, Cancelled
from tests.builders.new_processes import NewProcesses
from tests.builders.waiting import wait_until


def recorded(folder: Path, *, seconds: int) -> SoundFolder:
    with RecordingFile(SoundFolder(folder), track=0) as file:
        rng = np.random.default_rng(5)
        for _ in range(seconds // 60 or 1):
            file.append(rng.integers(-9000, 9000, 16_000 * min(seconds, 60), np.int16))
        file.finish()
    return SoundFolder(folder)


def test_the_copy_is_written_in_a_process_that_ends(tmp_path: Path):
    new = NewProcesses()
    folder = recorded(tmp_path, seconds=2)
    assert write_playback_aside(tmp_path, 1, Cancellation())
    assert folder.playback_path() is not None
    assert new.find() == []


def test_one_that_cannot_be_written_is_told(tmp_path: Path):
    assert not write_playback_aside(tmp_path / "nowhere", 1, Cancellation())


def test_cancelled_it_stops_and_leaves_nothing(tmp_path: Path):
    """Case 64: the application is closed while a lecture of an hour is copied."""
    new = NewProcesses()
    folder = recorded(tmp_path, seconds=3600)
    cancellation = Cancellation()
    raised: list[BaseException] = []

    def write() -> None:
        try:
            write_playback_aside(tmp_path, 1, cancellation)
        except Cancelled as error:
            raised.append(error)

    writing = threading.Thread(target=write)
    writing.start()
    wait_until(lambda: any("part" in path.name for path in tmp_path.iterdir()), "it was begun")
    if os.name == "posix":
        assert [process.nice() for process in new.find()] == [min(19, psutil.Process().nice() + 15)]
    cancellation.request()
    writing.join()
    assert len(raised) == 1
    assert new.find() == []
    assert folder.playback_path() is None
    assert not any("part" in path.name for path in tmp_path.iterdir())


def test_it_is_not_begun_when_it_was_cancelled_before(tmp_path: Path):
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(Cancelled):
        write_playback_aside(tmp_path, 1, cancellation)
