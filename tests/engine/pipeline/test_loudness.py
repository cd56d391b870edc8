import numpy as np
import pytest

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.pipeline.loudness import MOST_DB, detection_gain
from tests.builders.speech_clips import clip, noise, silence


def gain_db(sound: Samples) -> float:
    return 20 * float(np.log10(detection_gain(lambda start, stop: sound[start:stop], len(sound))))


def test_a_usual_recording_is_left_alone():
    assert gain_db(clip("1998-15444-0001.flac")) == 0.0


def test_a_recording_from_the_last_row_is_raised():
    assert 10 < gain_db(clip("1998-15444-0001.flac") * np.float32(0.02)) <= MOST_DB


def test_silence_between_the_words_changes_nothing():
    quiet = clip("1998-15444-0001.flac") * np.float32(0.02)
    assert gain_db(np.concatenate((silence(30), quiet))) == pytest.approx(gain_db(quiet), abs=3)


def test_almost_nothing_is_not_raised_to_a_roar():
    assert gain_db(noise(10, level_dbfs=-90)) == pytest.approx(MOST_DB)


@pytest.mark.parametrize("sound", [silence(0), silence(0.001), silence(90)])
def test_silence_stays_silence(sound: Samples):
    assert gain_db(sound) == 0.0


def test_a_long_recording_is_only_sampled():
    read: list[int] = []

    def look(start: int, stop: int) -> Samples:
        read.append(stop - start)
        return np.full(stop - start, 0.1, np.float32)

    assert detection_gain(look, 10 * 3600 * SAMPLE_RATE_HZ) == 1.0
    assert sum(read) <= 3600 * SAMPLE_RATE_HZ
    assert max(read) <= SAMPLE_RATE_HZ
