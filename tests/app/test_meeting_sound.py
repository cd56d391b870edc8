from pathlib import Path

import numpy as np
import pytest

from app.meeting_sound import StoredSound
from engine.capture.media_file import decode_media
from engine.capture.playback_copy import write_playback
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from engine.contract.cancellation import Cancellation
from engine.contract.places import ROOT

RECORDING = ROOT / "tests" / "audio" / "1998-15444-0001.flac"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    decode_media(
        RECORDING, SoundFolder(folder), audio_stream=None, cancellation=Cancellation(), on_progress=lambda _a, _b: None
    )
    return folder


def test_a_decoded_recording_can_be_played_and_measured(folder: Path):
    sound = StoredSound(folder)
    assert sound.length_ms == 6025
    path = sound.playback_path()
    assert path is not None
    assert path.is_file()


@pytest.mark.parametrize("buckets", [1, 7, 100, 200_000])
def test_peaks_are_those_of_the_samples(folder: Path, buckets: int):
    store = SoundFolder(folder)
    samples = store.read(0, store.length())
    edges = np.linspace(0, len(samples), buckets + 1).astype(int)
    peaks = StoredSound(folder).read_peaks(buckets)
    assert len(peaks) == buckets
    for number in (0, buckets // 2, buckets - 1):
        part = samples[edges[number] : edges[number + 1]]
        low = min(0.0, float(part.min())) if len(part) else 0.0
        high = max(0.0, float(part.max())) if len(part) else 0.0
        assert peaks[number] == pytest.approx((low, high))


def test_before_it_was_decoded_there_is_nothing(tmp_path: Path):
    sound = StoredSound(tmp_path / "nothing")
    assert (sound.playback_path(), sound.length_ms, list(sound.read_peaks(10))) == (None, 0, [])


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Two tracks of two seconds: a loud first second on one, a loud second one on the other."""
    for track, loud in enumerate(((8000, 0), (0, -16_000))):
        with RecordingFile(SoundFolder(tmp_path), track=track) as file:
            for value in loud:
                file.append(np.full(16_000, value, np.int16))
            file.finish()
    return tmp_path


def test_a_recording_shows_the_peaks_of_all_its_tracks(recorded: Path):
    assert StoredSound(recorded).read_peaks(2) == [(0.0, 8000 / 32768), (-16_000 / 32768, 0.0)]


def test_a_recording_plays_once_its_copy_is_made(recorded: Path):
    sound = StoredSound(recorded)
    assert (sound.playback_path(), sound.length_ms) == (None, 2000)
    path = write_playback(SoundFolder(recorded), 2)
    assert sound.playback_path() == path


def test_a_recording_that_still_grows_shows_what_is_there(tmp_path: Path):
    with RecordingFile(SoundFolder(tmp_path), track=0) as file:
        file.append(np.full(8000, 3, np.int16))
        assert StoredSound(tmp_path).length_ms == 500
        assert StoredSound(tmp_path).playback_path() is None
