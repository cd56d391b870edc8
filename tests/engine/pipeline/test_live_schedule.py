from dataclasses import replace

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.pipeline.live_schedule import LiveRules, PassKind, Standing, behind, next_pass, settles_all, skip_to

RULES = LiveRules()


def standing(*, heard: float, voice: float, speech_from: float, passed: float = 0.0, ended: bool = False) -> Standing:
    """In seconds."""
    at = [round(each * SAMPLE_RATE_HZ) for each in (heard, voice, speech_from, speech_from, passed)]
    return Standing(*at, is_ended=ended)


def test_nobody_speaks_and_nothing_is_done():
    assert next_pass(standing(heard=10, voice=0, speech_from=0), RULES) is None


def test_a_first_syllable_is_too_little():
    assert next_pass(standing(heard=5.2, voice=5.2, speech_from=5.0), RULES) is None


def test_speech_that_goes_on_gets_a_pass_at_each_interval():
    now = standing(heard=8.0, voice=8.0, speech_from=5.0, passed=8.0 - RULES.interval_s)
    assert next_pass(now, RULES) is PassKind.GROWING
    assert next_pass(replace(now, passed=now.passed + SAMPLE_RATE_HZ // 10), RULES) is None


def test_a_pause_that_begins_gets_a_pass_at_once_and_only_one():
    now = standing(heard=8.25, voice=8.0, speech_from=5.0, passed=7.8)
    assert next_pass(now, RULES) is PassKind.BREATH
    assert next_pass(replace(now, passed=now.heard), RULES) is None


def test_where_a_pause_may_be_a_breath_a_growing_pass_waits_for_what_it_is():
    now = standing(heard=8.15, voice=8.0, speech_from=5.0, passed=7.0)
    assert next_pass(now, RULES, can_wait=True) is None
    assert next_pass(replace(now, heard=now.heard + SAMPLE_RATE_HZ // 10), RULES, can_wait=True) is PassKind.BREATH
    assert next_pass(replace(now, voice=now.heard), RULES, can_wait=True) is PassKind.GROWING
    assert next_pass(now, RULES) is PassKind.GROWING, "nothing more may come by itself"


def test_what_is_left_at_the_end_gets_a_last_pass():
    assert next_pass(standing(heard=5.3, voice=5.3, speech_from=5.0, ended=True), RULES) is PassKind.LAST


def test_a_machine_that_is_behind_makes_fewer_passes():
    late = standing(heard=9.0, voice=9.0, speech_from=8.0, passed=5.0)
    assert behind(late) == 1.0
    relaxed = replace(RULES, relaxed_behind_s=0.5, interval_s=3.0)
    assert next_pass(late, relaxed) is None
    assert next_pass(late, replace(relaxed, relaxed_behind_s=1.5)) is PassKind.GROWING


def test_a_long_enough_pause_settles_what_was_understood():
    now = standing(heard=8.1 + RULES.pause_s, voice=8.0, speech_from=5.0, passed=8.2)
    assert settles_all(now, RULES)
    assert not settles_all(replace(now, passed=int(7.9 * SAMPLE_RATE_HZ)), RULES)
    assert not settles_all(replace(now, heard=int(8.2 * SAMPLE_RATE_HZ)), RULES)


def test_only_what_is_hopelessly_late_is_left_for_later():
    late = standing(heard=40.0, voice=40.0, speech_from=10.0, passed=0.0)
    assert skip_to(late, RULES) == late.heard - int(RULES.interval_s * SAMPLE_RATE_HZ)
    assert skip_to(replace(late, passed=int(20 * SAMPLE_RATE_HZ)), RULES) is None
