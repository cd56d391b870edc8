from engine.capture.small_holes import SmallHoles
from engine.contract.audio import SAMPLE_RATE_HZ


def test_a_hole_now_and_then_is_kept_quiet():
    holes = SmallHoles()
    assert all(holes.may_be_kept_quiet(0.02, at=second * SAMPLE_RATE_HZ) for second in range(0, 100, 10))


def test_a_hole_as_long_as_a_sound_of_speech_is_told():
    assert not SmallHoles().may_be_kept_quiet(0.05, at=0)


def test_many_small_holes_together_are_told():
    holes = SmallHoles()
    quiet = [holes.may_be_kept_quiet(0.04, at=number * SAMPLE_RATE_HZ) for number in range(5)]
    assert quiet == [True, True, True, False, False], "a tenth of a second within moments is no stumble"
    assert holes.may_be_kept_quiet(0.04, at=60 * SAMPLE_RATE_HZ), "and long after them one is small again"
