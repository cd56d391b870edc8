"""A process that says nothing for too long is noticed, and one beside a computer that slept is not blamed."""

import pytest

from engine.pipeline.silence import LONGEST_STEP_S, Silence


def test_who_says_nothing_for_longer_than_allowed_is_taken_for_hung():
    silence = Silence(allowed_s=2.0)
    for _ in range(4):
        silence.wait(0.5)
        assert not silence.is_too_long
    silence.wait(0.5)
    assert silence.is_too_long
    assert silence.lasted_s == pytest.approx(2.5)


def test_a_word_ends_the_silence():
    silence = Silence(allowed_s=0.5)
    silence.wait(1.0)
    silence.end()
    assert not silence.is_too_long
    assert silence.lasted_s == 0.0


def test_a_night_of_sleep_is_no_silence():
    silence = Silence(allowed_s=2 * LONGEST_STEP_S)
    silence.wait(8 * 3600.0)
    assert not silence.is_too_long
