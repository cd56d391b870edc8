"""Tests of telling a stereo recording from two conversations that lie beside each other."""

from pathlib import Path

import numpy as np
import pytest

from engine.capture.channel_likeness import are_apart, has_two_sides
from tests.builders.media_files import Track, make_media, make_wav, voice
from tests.builders.speech_clips import clip

AUDIO = Path(__file__).parents[2] / "audio"
RATE_HZ = 8000


def two(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    return np.concatenate([left, right]).astype(np.float32)


def test_two_people_who_speak_at_once_in_a_channel_each_are_two_sides() -> None:
    """Case 30."""
    assert has_two_sides(AUDIO / "stereo_diarization.wav")
    assert are_apart(two(voice(10, rate_hz=RATE_HZ, seed=1), voice(10, rate_hz=RATE_HZ, seed=2)))


@pytest.mark.parametrize("delay", [0, 3, 10])
@pytest.mark.parametrize("gain", [1.0, 0.2, -1.0])
def test_one_room_in_two_microphones_is_one_side(delay: int, gain: float) -> None:
    """Case 30: a moment later, quieter, or wired the wrong way round."""
    room = voice(10, rate_hz=RATE_HZ) + 0.1 * voice(10, rate_hz=RATE_HZ, seed=3)
    other = gain * np.roll(room, delay, axis=1) + 0.005 * voice(10, rate_hz=RATE_HZ, seed=4)
    assert not are_apart(two(room, other))


def test_a_channel_with_nothing_but_hiss_is_no_second_side() -> None:
    """Case 30: the live one is taken by itself."""
    hiss = np.random.default_rng(5).normal(0, 1e-4, (1, 80_000))
    assert not are_apart(two(voice(10, rate_hz=RATE_HZ), hiss))
    assert not are_apart(np.zeros((2, 80_000), np.float32))
    assert not are_apart(np.zeros((2, 0), np.float32))


@pytest.mark.parametrize(("container", "codec"), [("mp3", "libmp3lame"), ("ogg", "libopus"), ("ipod", "aac")])
def test_it_is_heard_through_every_codec_from_places_all_over_the_file(
    container: str, codec: str, tmp_path: Path
) -> None:
    """Case 30."""
    rate_hz = 48_000
    same, other = voice(40, rate_hz=rate_hz, seed=1), voice(40, rate_hz=rate_hz, seed=2)
    for right, is_two in ((other, True), (same, False)):
        track = Track(two(same, right), codec, rate_hz=rate_hz)
        assert has_two_sides(make_media(tmp_path / "talk", track, container=container)) is is_two


def test_one_channel_several_tracks_and_what_is_no_sound_have_one_side(tmp_path: Path) -> None:
    assert not has_two_sides(make_wav(tmp_path / "mono.wav", voice(5)))
    stereo = Track(two(voice(5), voice(5, seed=2)), "flac")
    assert not has_two_sides(make_media(tmp_path / "two.mkv", stereo, stereo, container="matroska"))
    (tmp_path / "text.wav").write_text("no sound")
    assert not has_two_sides(tmp_path / "text.wav")
    assert not has_two_sides(tmp_path / "missing.wav")


def test_real_music_in_stereo_is_one_side(tmp_path: Path) -> None:
    """Case 30: nobody is asked about every stereo file."""
    music = clip("music_30s.flac")
    wide = two((music + 0.1 * np.roll(music, 400))[np.newaxis, :], (music + 0.1 * np.roll(music, 700))[np.newaxis, :])
    assert not has_two_sides(make_wav(tmp_path / "music.wav", wide * np.float32(0.5)))
