import numpy as np
import pytest
import soxr
from numpy.typing import NDArray

from engine.caching.heard_sound import hear
from engine.caching.sound_proof import STEP_SAMPLES, Comparison, compare, proof_of
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from tests.builders.speech_clips import clip, noise, silence

SPEECH = clip("2414-128291-0002.flac")[: 150 * STEP_SAMPLES]
OTHER = clip("1998-15444-0002.flac")[: 150 * STEP_SAMPLES]


def held(samples: Samples, *, against: Samples) -> Comparison:
    return compare(proof_of(hear(against)), hear(samples))


def share(samples: Samples) -> float:
    return float(held(samples, against=SPEECH).same.mean())


def test_a_sound_is_the_same_as_itself_step_by_step():
    assert share(SPEECH) == 1.0


def test_where_it_lies_is_told_to_the_sample():
    later = np.concatenate((silence(0.0231875), SPEECH))[: len(SPEECH)]
    compared = held(later, against=SPEECH)
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
    same = held(changed, against=SPEECH).same
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
    changed = np.concatenate((SPEECH, OTHER[: 2 * SAMPLE_RATE_HZ]))
    assert not held(changed, against=WITH_SILENCE).same[-20:].all()


WITH_SILENCE = np.concatenate((SPEECH, silence(2)))
INTO_SILENCE = len(SPEECH) + SAMPLE_RATE_HZ


def put_in(piece: Samples, *, level_dbfs: float, at: int = INTO_SILENCE) -> Samples:
    changed = WITH_SILENCE.copy()
    loud = np.float32(10 ** (level_dbfs / 20) / np.std(piece))
    changed[at : at + len(piece)] = np.round(piece * loud * 32768) / np.float32(32768)
    return changed


@pytest.mark.parametrize("at", [INTO_SILENCE, INTO_SILENCE // STEP_SAMPLES * STEP_SAMPLES + STEP_SAMPLES // 2])
@pytest.mark.parametrize("seconds", [0.06, 0.3])
def test_a_piece_of_speech_far_below_the_rest_is_seen_where_it_was_silent(seconds: float, at: int):
    piece = OTHER[40_000 : 40_000 + int(seconds * SAMPLE_RATE_HZ)]
    assert held(WITH_SILENCE, against=WITH_SILENCE).same.all()
    assert not held(put_in(piece, level_dbfs=-85, at=at), against=WITH_SILENCE).same.all()


def test_a_hiss_that_has_nothing_below_a_thousand_hertz_is_seen_where_it_was_silent():
    hiss = np.diff(noise(0.2, level_dbfs=-30), 4).astype(np.float32)
    assert not held(put_in(hiss, level_dbfs=-75), against=WITH_SILENCE).same.all()


def test_silence_in_a_copy_that_is_far_quieter_is_still_silence():
    quiet = np.round(WITH_SILENCE * np.float32(0.1) * 32768) / np.float32(32768)
    assert held(quiet, against=WITH_SILENCE).same[-20:].all()


def test_the_room_in_a_pause_is_no_silence_to_what_was_kept():
    """What is quieter than it was kept has nothing in it that could be a word."""
    room = np.concatenate((SPEECH, noise(2, level_dbfs=-93)))
    assert held(WITH_SILENCE, against=room).same[-20:].all()


def test_a_sound_that_ends_sooner_is_not_the_same_to_its_end():
    same = held(WITH_SILENCE[:-1000], against=WITH_SILENCE).same
    assert same[:-1].all()
    assert not same[-1]


def test_what_differs_on_both_sides_of_a_border_is_seen():
    """Half of it in each of two steps: neither is another sound by itself."""
    border = 60 * STEP_SAMPLES
    changed = SPEECH.copy()
    changed[border - 480 : border + 480] = np.roll(SPEECH, SAMPLE_RATE_HZ)[border - 480 : border + 480]
    assert not held(changed, against=SPEECH).same[59:61].any()


LOUD = SPEECH * np.float32(4)


def test_other_room_noise_far_below_the_speech_is_seen_in_a_copy_that_went_through_no_codec():
    room = np.concatenate((LOUD, noise(3, level_dbfs=-79)))
    changed = room.copy()
    at = len(LOUD) + SAMPLE_RATE_HZ
    changed[at : at + 1136] = room[at + 8000 : at + 9136]
    quieter = np.round(room * np.float32(0.5) * 32768) / np.float32(32768)
    assert held(room, against=room).same.all()
    assert held(quieter, against=room).same.all()
    assert not held(changed, against=room).same.all()


def test_noise_that_a_codec_lets_run_ahead_of_what_is_loud_is_passed_over_and_the_same_in_a_pause_is_seen():
    pause, loud = noise(3, level_dbfs=-45, seed=1), noise(3, level_dbfs=-8, seed=2)
    begins = len(pause) // STEP_SAMPLES * STEP_SAMPLES
    kept = np.concatenate((pause[:begins], loud))
    copy = kept + noise(len(kept) / SAMPLE_RATE_HZ, level_dbfs=-58, seed=3)
    burst = np.hanning(512).astype(np.float32) * noise(512 / SAMPLE_RATE_HZ, level_dbfs=-32, seed=4)

    def with_burst(at: int) -> NDArray[np.bool_]:
        changed = copy.copy()
        changed[at : at + 512] += burst
        return held(changed, against=kept).same

    assert held(copy, against=kept).same.all()
    assert with_burst(begins - 768).all()
    assert not with_burst(begins - 16_000 - 768).all()
