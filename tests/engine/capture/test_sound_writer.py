"""Tests of writing the sound of a track."""

from pathlib import Path

import numpy as np
import pytest

from engine.capture.sound_folder import SoundFolder
from engine.capture.sound_writer import SoundWriter
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import DiskFull
from tests.builders.media_files import voice
from tests.fakes.small_disk import SmallDisk


def test_block_borders_leave_no_trace(tmp_path: Path) -> None:
    """Case 4: the resampler keeps its state."""
    sound = voice(5, rate_hz=44_100)
    heard: list[np.ndarray] = []
    for name, step in (("whole", sound.shape[1]), ("pieces", 1237)):
        folder = SoundFolder(tmp_path / name)
        with SoundWriter(folder, track=0, rate_hz=44_100, channels=1) as writer:
            for at in range(0, sound.shape[1], step):
                writer.write(sound[:, at : at + step], sound[0, at : at + step])
            assert writer.finish() == 80_000
        heard.append(folder.read(0, 80_000))
    assert np.abs(heard[0] - heard[1]).max() <= 1 / 32768


@pytest.mark.parametrize("count", [1, 2, 7, 100, 44_099])
def test_the_length_is_exact_for_any_source(count: int, tmp_path: Path) -> None:
    folder = SoundFolder(tmp_path)
    with SoundWriter(folder, track=0, rate_hz=44_100, channels=1) as writer:
        block = np.full((1, count), 0.1, np.float32)
        writer.write(block, block[0])
        assert writer.finish() == round(count * 16_000 / 44_100)
    assert folder.length() == round(count * 16_000 / 44_100)


def test_an_unfinished_writer_removes_what_it_wrote(tmp_path: Path) -> None:
    folder = SoundFolder(tmp_path)
    with SoundWriter(folder, track=0, rate_hz=16_000, channels=2) as writer:
        sound = np.repeat(voice(1), 2, axis=0)
        writer.write(sound, sound[0])
        assert len(list(tmp_path.iterdir())) == 2
    assert list(tmp_path.iterdir()) == []


def test_silence_can_be_cancelled(tmp_path: Path) -> None:
    cancellation = Cancellation()
    cancellation.request()
    with (
        SoundWriter(SoundFolder(tmp_path), track=0, rate_hz=16_000, channels=1) as writer,
        pytest.raises(Cancelled),
    ):
        writer.write_silence(10**12, 1, cancellation)


def test_a_disk_without_any_room_is_full_at_once(tmp_path: Path) -> None:
    """Case 17."""
    folder = SoundFolder(tmp_path, open_for_writing=SmallDisk(room=0).open)
    with (
        SoundWriter(folder, track=0, rate_hz=16_000, channels=1) as writer,
        pytest.raises(DiskFull),
    ):
        writer.write(voice(1), voice(1)[0])
    assert list(tmp_path.iterdir()) == []
