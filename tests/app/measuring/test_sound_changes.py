import numpy as np
import pytest

from app.measuring.sound_changes import CHANGES, WITHIN
from engine.contract.audio import SAMPLE_RATE_HZ
from tests.builders.speech_clips import clip

ONE = clip("2414-128291-0002.flac")[: 4 * SAMPLE_RATE_HZ]
OTHER = clip("1998-15444-0002.flac")[: 4 * SAMPLE_RATE_HZ]


@pytest.mark.parametrize("kind", CHANGES)
def test_after_a_change_it_is_another_sound(kind: str):
    changed = CHANGES[kind](ONE, [ONE, OTHER], np.random.default_rng(1))
    assert len(changed) != len(ONE) or not np.array_equal(changed, ONE)
    assert changed.dtype == np.float32


@pytest.mark.parametrize("kind", WITHIN)
def test_what_is_changed_within_leaves_the_beginning_as_it_was_up_to_there(kind: str):
    changed = CHANGES[kind](ONE, [ONE, OTHER], np.random.default_rng(2))
    both = min(len(changed), len(ONE))
    first = int(np.flatnonzero(changed[:both] != ONE[:both])[0])
    assert first > 0
    assert abs(len(changed) - len(ONE)) <= 0.3 * SAMPLE_RATE_HZ
