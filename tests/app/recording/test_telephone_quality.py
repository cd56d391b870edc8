"""A telephone is told from a microphone by real voices of both."""

from pathlib import Path

import av
import numpy as np
import pytest

from app.recording.level_verdict import LevelVerdict, judge_level
from app.recording.telephone_quality import is_telephone, sounds_like_telephone
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from tests.builders.speech_clips import clip, noise, silence

VOICES = ("1998-15444-0002.flac", "2414-128291-0002.flac", "61-70968-0000.flac", "ami_dev00.flac")


def through_telephone(sound: Samples) -> Samples:
    """As a headset in its hands-free profile passes it on: 8 kHz, and back to the usual rate."""
    narrow = _resampled(sound, SAMPLE_RATE_HZ, 8000)
    return _resampled(narrow, 8000, SAMPLE_RATE_HZ)


def _resampled(sound: Samples, from_hz: int, to_hz: int) -> Samples:
    frame = av.AudioFrame.from_ndarray((sound * 32767).astype(np.int16)[np.newaxis, :], format="s16", layout="mono")
    frame.sample_rate = from_hz
    resampler = av.AudioResampler("s16", "mono", to_hz)
    pieces = [each.to_ndarray()[0] for each in (*resampler.resample(frame), *resampler.resample(None))]
    return np.concatenate(pieces).astype(np.float32) / np.float32(32768)


@pytest.mark.parametrize("name", VOICES)
def test_a_voice_in_a_room_is_none_and_the_same_voice_through_a_headset_is_one(name: str) -> None:
    assert is_telephone(clip(name)) is False
    assert is_telephone(through_telephone(clip(name))) is True


def test_a_hissing_line_does_not_hide_it() -> None:
    spoken = clip(VOICES[0])
    line = spoken + noise(60, level_dbfs=-55)[: len(spoken)]
    assert is_telephone(through_telephone(line)) is True


def test_where_nobody_speaks_nothing_is_said() -> None:
    assert is_telephone(silence(10)) is None
    assert is_telephone(noise(10, level_dbfs=-40)) is None
    assert is_telephone(through_telephone(noise(10, level_dbfs=-40))) is None
    assert is_telephone(clip(VOICES[0])[: 2 * SAMPLE_RATE_HZ]) is None, "too short to say"


def test_the_check_says_it_and_a_recording_is_asked_on_the_disk(tmp_path: Path) -> None:
    spoken = clip(VOICES[0])
    assert judge_level(spoken).verdict is LevelVerdict.GOOD
    narrow = through_telephone(spoken)
    assert judge_level(narrow).verdict is LevelVerdict.TELEPHONE
    (tmp_path / "track-1.pcm").write_bytes((narrow * 32767).astype("<i2").tobytes())
    assert sounds_like_telephone(tmp_path, 1, start_ms=0, stop_ms=10_000) is True
    assert sounds_like_telephone(tmp_path, 0, start_ms=0, stop_ms=10_000) is None
