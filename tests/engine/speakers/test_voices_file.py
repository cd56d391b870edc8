"""What is kept of the voices beside the sound: only believed if it is whole, ours, and of just this sound."""

import sys
from pathlib import Path

import numpy as np
import pytest

from engine.speakers.heard_voices import HeardVoices
from engine.speakers.voices_file import fingerprint_of, keep_voices, read_voices, voices_path
from tests.builders.heard import heard, in_turn


@pytest.fixture(scope="module")
def voices() -> HeardVoices:
    return heard(in_turn([0, 1], each_s=3, times=2), 20)


def test_what_is_kept_is_what_was_heard(tmp_path: Path, voices: HeardVoices):
    path = voices_path(tmp_path, 0)
    keep_voices(path, voices, 7)
    again = read_voices(path, 7)
    assert again is not None
    assert again.length == voices.length
    for name in ("activity", "looks", "people", "starts", "stops", "clear"):
        assert (getattr(again, name) == getattr(voices, name)).all(), name
    assert np.allclose(again.embeddings, voices.embeddings, atol=1e-3)
    assert [path.name for path in tmp_path.iterdir()] == ["voices-0.npz"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights elsewhere")
def test_voices_are_for_their_owner_only(tmp_path: Path, voices: HeardVoices):
    keep_voices(voices_path(tmp_path, 0), voices, 7)
    assert voices_path(tmp_path, 0).stat().st_mode & 0o077 == 0


def test_voices_of_other_sound_are_not_believed(tmp_path: Path, voices: HeardVoices):
    path = voices_path(tmp_path, 0)
    keep_voices(path, voices, 7)
    assert read_voices(path, 8) is None
    assert read_voices(voices_path(tmp_path, 1), 7) is None


@pytest.mark.parametrize("place", [0.01, 0.3, 0.6, 0.95])
def test_a_damaged_file_is_as_none(tmp_path: Path, voices: HeardVoices, place: float):
    path = voices_path(tmp_path, 0)
    keep_voices(path, voices, 7)
    content = bytearray(path.read_bytes())
    at = int(place * len(content))
    content[at : at + 40] = bytes(255 - byte for byte in content[at : at + 40])
    path.write_bytes(content)
    assert read_voices(path, 7) is None


@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_half_a_file_is_as_none(tmp_path: Path, voices: HeardVoices, share: float):
    path = voices_path(tmp_path, 0)
    keep_voices(path, voices, 7)
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    assert read_voices(path, 7) is None


def test_no_room_is_no_trouble(tmp_path: Path, voices: HeardVoices):
    keep_voices(tmp_path / "gone" / "voices-0.npz", voices, 7)
    assert list(tmp_path.iterdir()) == []


def test_the_fingerprint_is_of_the_sound(tmp_path: Path):
    sound = tmp_path / "track-0.pcm"
    sound.write_bytes(bytes(100_000))
    first = fingerprint_of(sound)
    assert fingerprint_of(sound) == first
    sound.write_bytes(bytes(50_000) + b"\1" + bytes(49_999))
    assert fingerprint_of(sound) != first
    sound.write_bytes(bytes(100_002))
    assert fingerprint_of(sound) != first
