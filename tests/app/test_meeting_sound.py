from pathlib import Path

import numpy as np
import pytest

from app.meeting_sound import StoredSound
from engine.capture.media_file import decode_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.cancellation import Cancellation
from engine.pipeline.engine_client import ROOT

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
