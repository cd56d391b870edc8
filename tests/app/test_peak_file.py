import os
from pathlib import Path

import numpy as np
import pytest

from app.announcements import Announcements
from app.library.library import Library
from app.peak_file import NAME, read_loudness
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from tests.builders.reading import MEETING, sample_lecture


class CountingFolder(SoundFolder):
    """Counts how often the samples are read."""

    reads = 0

    def read(self, start: int, stop: int, track: int = 0) -> np.ndarray:
        self.reads += 1
        return super().read(start, stop, track)


@pytest.fixture
def folder(tmp_path: Path) -> CountingFolder:
    with RecordingFile(SoundFolder(tmp_path), track=0) as file:
        file.append(np.arange(16_000, dtype=np.int16))
        file.finish()
    return CountingFolder(tmp_path)


def frames_of(folder: SoundFolder) -> list[int]:
    return read_loudness(folder, [0], is_kept=True).frames.tolist()


def test_a_recording_is_measured_once(folder: CountingFolder) -> None:
    first = frames_of(folder)
    measured = folder.reads
    assert frames_of(folder) == first
    assert folder.reads == measured > 0
    assert first == [319 + 320 * number for number in range(50)]


@pytest.mark.parametrize("damage", ["cut", "flipped", "older", "empty", "other version"])
def test_a_file_that_is_damaged_or_of_another_version_is_measured_again(folder: CountingFolder, damage: str) -> None:
    first = frames_of(folder)
    path = folder.path / NAME
    data = bytearray(path.read_bytes())
    match damage:
        case "cut":
            data = data[:-1]
        case "flipped":
            data[-1] ^= 1
        case "older":
            data[8] ^= 1
        case "empty":
            data = bytearray()
        case _:
            data[4] += 1
    path.write_bytes(data)
    before = folder.reads
    assert frames_of(folder) == first
    assert folder.reads > before
    assert len(path.read_bytes()) > 100


def test_sound_that_changed_since_is_measured_again(folder: CountingFolder) -> None:
    frames_of(folder)
    pcm = folder.pcm_path(0)
    stamp = pcm.stat().st_mtime_ns
    pcm.write_bytes(np.full(16_000, -7, np.int16).tobytes())
    os.utime(pcm, ns=(stamp + 10**9, stamp + 10**9))
    assert set(frames_of(folder)) == {7}


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a folder that may not be written")
def test_a_folder_that_may_not_be_written_costs_nothing_but_time(folder: CountingFolder) -> None:
    folder.path.chmod(0o500)
    try:
        assert len(frames_of(folder)) == 50
    finally:
        folder.path.chmod(0o700)


def test_sound_that_still_grows_is_not_kept(folder: CountingFolder) -> None:
    read_loudness(folder, [0], is_kept=False)
    assert not (folder.path / NAME).exists()
    assert list(folder.path.glob("*.part")) == []


def test_it_is_no_trouble_to_the_library_and_goes_with_the_meeting(tmp_path: Path) -> None:
    library = Library.open(tmp_path / "library", announcements=Announcements())
    try:
        meeting, transcript = sample_lecture()
        library.add_transcript(meeting, transcript.segments, transcript.speakers, transcript.gaps).result()
        place = library.meeting_folder(MEETING)
        place.mkdir(parents=True, exist_ok=True)
        with RecordingFile(SoundFolder(place), track=0) as file:
            file.append(np.zeros(16_000, np.int16))
            file.finish()
        before = library.check().problems
        read_loudness(SoundFolder(place), [0], is_kept=True)
        assert (place / NAME).is_file()
        assert library.check().problems == before
        library.delete_meeting(MEETING).result()
        assert not (place / NAME).exists()
    finally:
        library.close()
