import pytest

from engine.pipeline.live_schedule import LiveRules
from engine.pipeline.pass_times import QUICK_S, REMEMBERED, SLOW_S, PassTimes

RULES = LiveRules()


def context_s(*took_s: float) -> float:
    times = PassTimes(RULES)
    for each in took_s:
        times.take(each)
    return times.context_s


def test_at_first_and_on_a_quick_machine_all_stays_that_helps_to_understand():
    assert context_s() == RULES.context_s
    assert context_s(*[5.0] * (REMEMBERED // 2)) == RULES.context_s, "the first passes are those of a cold machine"
    assert context_s(*[0.2] * 20) == RULES.context_s


def test_where_passes_take_long_only_the_least_stays():
    assert context_s(*[SLOW_S] * 20) == RULES.least_context_s
    assert context_s(*[3.0] * 20) == RULES.least_context_s


def test_between_them_lies_what_lies_between():
    middle = (QUICK_S + SLOW_S) / 2
    assert context_s(*[middle] * 20) == pytest.approx((RULES.context_s + RULES.least_context_s) / 2)


def test_one_slow_pass_says_nothing_and_a_machine_that_is_quick_again_is_believed():
    assert context_s(*[0.2] * 6, 9.0) == RULES.context_s
    assert context_s(*[2.0] * 20, *[0.2] * REMEMBERED) == RULES.context_s
