import numpy as np
import pytest

from engine.capture.level_meter import Level, LevelMeter
from engine.contract.audio import SILENCE_DBFS


def test_silence_has_a_number_and_no_division_by_zero():
    """Case 7."""
    meter = LevelMeter()
    assert meter.take() == Level(SILENCE_DBFS, SILENCE_DBFS)
    meter.hear(np.zeros(320, np.int16))
    assert meter.take() == Level(SILENCE_DBFS, SILENCE_DBFS)


def test_a_half_scale_square_is_six_decibel_below_full_scale():
    meter = LevelMeter()
    meter.hear(np.tile(np.array([16384, -16384], np.int16), 160))
    level = meter.take()
    assert (level.peak_dbfs, level.rms_dbfs) == (pytest.approx(-6.02, abs=0.01), pytest.approx(-6.02, abs=0.01))


def test_the_lowest_sample_is_full_scale():
    meter = LevelMeter()
    meter.hear(np.full(320, -32768, np.int16))
    assert meter.take() == Level(0.0, 0.0)


def test_each_look_begins_anew():
    meter = LevelMeter()
    meter.hear(np.full(320, 1000, np.int16))
    meter.take()
    assert meter.take().peak_dbfs == SILENCE_DBFS
