"""What is said about a level, with real voices."""

import numpy as np
import pytest

from app.recording.level_verdict import LevelVerdict, judge_level
from engine.contract.audio import Samples
from tests.builders.speech_clips import clip, noise, silence

SPOKEN = "1998-15444-0002.flac"


def speech(peak_dbfs: float) -> Samples:
    sound = clip(SPOKEN)
    return sound / np.abs(sound).max() * np.float32(10 ** (peak_dbfs / 20))


def test_a_clear_voice_is_good() -> None:
    found = judge_level(speech(-6) + noise(9.11, level_dbfs=-65)[: len(speech(-6))])
    assert found.verdict is LevelVerdict.GOOD
    assert found.peak_dbfs == pytest.approx(-6, abs=0.5)
    assert found.noise_dbfs < found.loud_dbfs - 10


def test_digital_silence_is_told_from_a_silent_room() -> None:
    """Case 7."""
    assert judge_level(silence(10)).verdict is LevelVerdict.ZEROS
    assert judge_level(noise(10, level_dbfs=-80)).verdict is LevelVerdict.NOBODY


def test_noise_without_a_voice_is_nobody() -> None:
    assert judge_level(noise(10, level_dbfs=-40, is_pink=True)).verdict is LevelVerdict.NOBODY


def test_a_distant_voice_is_too_quiet() -> None:
    sound = speech(-40)
    assert judge_level(sound + noise(10, level_dbfs=-75)[: len(sound)]).verdict is LevelVerdict.QUIET


def test_a_voice_that_hardly_stands_out_is_noisy() -> None:
    sound = speech(-20)
    assert judge_level(sound + noise(10, level_dbfs=-42)[: len(sound)]).verdict is LevelVerdict.NOISY


def test_cut_tops_are_clipping() -> None:
    assert judge_level(np.clip(speech(9), -1, 1)).verdict is LevelVerdict.CLIPPING


def test_nothing_at_all_is_zeros() -> None:
    assert judge_level(silence(0)).verdict is LevelVerdict.ZEROS
