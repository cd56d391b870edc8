"""Tests of the copy of a recording that a person listens to."""

import tracemalloc
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.capture.playback_copy import mixed, write_playback
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import DiskFull
from tests.fakes.small_disk import SmallDisk


def record(folder: SoundFolder, *sounds: NDArray[np.int16]) -> None:
    for track, sound in enumerate(sounds):
        with RecordingFile(folder, track=track) as file:
            file.append(sound)
            file.finish()


def heard(path: Path) -> NDArray[np.int16]:
    with av.open(str(path)) as container:
        assert container.streams.audio[0].rate == 16_000
        return np.concatenate([frame.to_ndarray()[0] for frame in container.decode(audio=0)])


def test_all_tracks_are_heard_on_one_timeline(tmp_path: Path):
    folder = SoundFolder(tmp_path)
    microphone, computer = np.zeros(40_000, np.int16), np.zeros(30_000, np.int16)
    microphone[:10_000], computer[20_000:] = 3000, -5000
    microphone[20_000:25_000] = 1000
    record(folder, microphone, computer)
    path = write_playback(folder, 2)
    sound = heard(path)
    assert sound.shape == (40_000,)
    assert {int(sound[5000]), int(sound[15_000]), int(sound[22_000]), int(sound[28_000]), int(sound[35_000])} == {
        *(3000, 0, -4000, -5000)
    }
    assert (folder.playback_path(), folder.playback_path(1)) == (path, path)
    assert {each.suffix for each in tmp_path.iterdir()} == {".pcm", ".journal", ".json", ".flac"}


def test_a_loud_mix_is_bent_and_never_cut_off():
    loud, quiet = np.full(10, 0.9, np.float32), np.full(4, 0.5, np.float32)
    both = mixed([loud, loud], 10)
    assert 0.9 < both[0] < 1.0
    assert mixed([-loud, -loud], 10).tolist() == (-both).tolist()
    assert mixed([quiet], 6).tolist() == [0.5] * 4 + [0.0] * 2


def test_it_is_written_once_and_again_after_more_was_recorded(tmp_path: Path):
    folder = SoundFolder(tmp_path)
    record(folder, np.full(16_000, 100, np.int16))
    assert folder.playback_path() is None
    first = write_playback(folder, 1).stat().st_mtime_ns
    assert write_playback(folder, 1).stat().st_mtime_ns == first
    record(folder, np.full(16_000, 200, np.int16))
    assert folder.playback_path() is None
    assert heard(write_playback(folder, 1)).tolist() == [100] * 16_000 + [200] * 16_000


def test_a_full_disk_or_a_cancel_leaves_the_recording_and_nothing_else(tmp_path: Path):
    """Case 17."""
    record(SoundFolder(tmp_path), np.full(16_000, 100, np.int16))
    before = sorted(tmp_path.iterdir())
    with pytest.raises(DiskFull):
        write_playback(SoundFolder(tmp_path, open_for_writing=SmallDisk(room=100).open), 1)
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(Cancelled):
        write_playback(SoundFolder(tmp_path), 1, cancellation)
    assert sorted(tmp_path.iterdir()) == before


def test_a_copy_cut_short_by_a_kill_is_made_anew(tmp_path: Path):
    folder = SoundFolder(tmp_path)
    record(folder, np.full(16_000, 100, np.int16))
    write_playback(folder, 1)
    (tmp_path / "playback.json").unlink()
    (tmp_path / "playback.flac").write_bytes(b"fLaC")
    assert folder.playback_path() is None
    assert heard(write_playback(folder, 1)).shape == (16_000,)


def test_half_an_hour_is_mixed_in_little_memory(tmp_path: Path):
    """Case 40: the recording never lies in memory as a whole."""
    folder = SoundFolder(tmp_path)
    minute = np.full(60 * 16_000, 7, np.int16)
    for track in (0, 1):
        with RecordingFile(folder, track=track) as file:
            for _ in range(30):
                file.append(minute)
            file.finish()
    tracemalloc.start()
    write_playback(folder, 2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60e6
