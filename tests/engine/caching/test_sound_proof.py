import numpy as np
import pytest
import soxr

from engine.caching.sound_proof import STEP_SAMPLES, compare, proof_of
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from tests.builders.speech_clips import clip, noise, silence

SPEECH = clip("2414-128291-0002.flac")[: 150 * STEP_SAMPLES]
OTHER = clip("1998-15444-0002.flac")[: 150 * STEP_SAMPLES]


def share(samples: Samples) -> float:
    return float(compare(proof_of(SPEECH), samples).same.mean())


def test_a_sound_is_the_same_as_itself_step_by_step():
    assert share(SPEECH) == 1.0


def test_where_it_lies_is_told_to_the_sample():
    later = np.concatenate((silence(0.0231875), SPEECH))[: len(SPEECH)]
    compared = compare(proof_of(SPEECH), later)
    assert abs(compared.lag - 371) <= 1
    assert compared.same.mean() > 0.9


@pytest.mark.parametrize("gain", [0.2, 3.0])
def test_loudness_is_no_difference(gain: float):
    assert share(SPEECH * np.float32(gain)) == 1.0


def test_dither_is_no_difference():
    assert share(SPEECH + noise(len(SPEECH) / SAMPLE_RATE_HZ, level_dbfs=-90)) == 1.0


def test_other_speech_is_another_sound():
    assert share(OTHER) < 0.2


def test_another_pitch_is_another_sound():
    assert share(soxr.resample(SPEECH, SAMPLE_RATE_HZ * 1.01, SAMPLE_RATE_HZ)) < 0.5


def test_a_fifth_of_a_second_of_something_else_is_seen():
    changed = SPEECH.copy()
    at = 60 * STEP_SAMPLES
    changed[at : at + 3200] = OTHER[40_000:43_200]
    same = compare(proof_of(SPEECH), changed).same
    assert not same[60:62].any()
    assert same[:57].all()
    assert same[66:].all()


def test_a_hiss_in_place_of_a_consonant_is_seen():
    changed = (
        SPEECH
        + np.concatenate((silence(4), noise(0.3, level_dbfs=-20), silence(len(SPEECH) / SAMPLE_RATE_HZ - 4.3)))[
            : len(SPEECH)
        ]
    )
    assert share(changed) < 1.0


def test_sound_where_it_was_silent_is_seen():
    kept = proof_of(np.concatenate((SPEECH, silence(2))))
    changed = np.concatenate((SPEECH, OTHER[: 2 * SAMPLE_RATE_HZ]))
    assert not compare(kept, changed).same[-20:].all()
