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


def test_the_loudness_is_that_of_the_samples(folder: Path):
    store = SoundFolder(folder)
    samples = store.read(0, store.length())
    frames = StoredSound(folder).read_loudness().frames
    assert len(frames) == -(-len(samples) // 320)
    for number in (0, 100, len(frames) - 1):
        assert frames[number] == round(float(np.abs(samples[number * 320 : (number + 1) * 320]).max()) * 32768)


def test_before_it_was_decoded_there_is_nothing(tmp_path: Path):
    sound = StoredSound(tmp_path / "nothing")
    assert (sound.playback_path(), sound.length_ms, len(sound.read_loudness())) == (None, 0, 0)
    assert sound.track_readers() == ()


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Two tracks of two seconds: a loud first second on one, a loud second one on the other."""
    for track, loud in enumerate(((8000, 0), (0, -16_000))):
        with RecordingFile(SoundFolder(tmp_path), track=track) as file:
            for value in loud:
                file.append(np.full(16_000, value, np.int16))
            file.finish()
    return tmp_path


def test_a_recording_shows_the_loudness_of_all_its_tracks(recorded: Path):
    assert StoredSound(recorded).read_loudness().frames.tolist() == [8000] * 50 + [16_000] * 50


def test_each_of_two_tracks_can_be_read_by_itself(recorded: Path):
    microphone, computer = StoredSound(recorded).track_readers()
    assert (microphone(100, 101)[0], computer(100, 101)[0]) == (8000 / 32768, 0)
    assert (microphone(20_000, 20_001)[0], computer(20_000, 20_001)[0]) == (0, -16_000 / 32768)


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
        assert len(StoredSound(tmp_path).read_loudness()) == 25
        assert not (tmp_path / "peaks.bin").exists()
