from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.remote.circuit_breaker import BreakerRules, BreakerState, CircuitBreaker, Trouble

RULES = BreakerRules(jitter=0.0)


def breaker(rules: BreakerRules = RULES) -> CircuitBreaker:
    return CircuitBreaker(chance=lambda: 0.5, rules=rules)


def opened(trouble: Trouble = Trouble.LATE, *, at_s: float = 0.0) -> CircuitBreaker:
    made = breaker()
    assert made.may_ask(at_s)
    made.failed(at_s, trouble)
    return made


def test_a_new_worker_is_asked():
    assert breaker().may_ask(0.0)
    assert breaker().state is BreakerState.CLOSED


@pytest.mark.parametrize("trouble", [Trouble.LATE, Trouble.UNREACHABLE, Trouble.NOT_TRUSTED, Trouble.NO_KEY])
def test_a_question_that_hangs_or_finds_no_connection_is_enough(trouble: Trouble):
    """Case 85."""
    made = opened(trouble)
    assert made.state is BreakerState.OPEN
    assert made.trouble is trouble
    assert not made.may_ask(1.9)


def test_one_question_that_fails_among_many_says_nothing():
    made = breaker()
    for second in range(30):
        if second == 7:
            made.failed(second, Trouble.FAILED)
        else:
            made.answered(second, took_s=0.1, allowed_s=0.5)
    assert made.state is BreakerState.CLOSED


def test_too_many_failures_among_the_last_answers_open_it():
    made = breaker()
    for second in range(30):
        made.answered(second, took_s=0.1, allowed_s=0.5)
    for second in range(30, 36):
        made.failed(second, Trouble.REFUSED)
        assert made.state is BreakerState.CLOSED
    made.failed(37, Trouble.REFUSED)
    assert made.state is BreakerState.OPEN
    assert made.trouble is Trouble.REFUSED


def test_questions_that_are_passed_over_now_and_then_say_nothing():
    made = breaker()
    for second in range(200):
        if second % RULES.most_passed_over:
            made.passed_over(second)
        else:
            made.answered(second, took_s=0.1, allowed_s=0.5)
    assert made.state is BreakerState.CLOSED
    made.failed(200, Trouble.REFUSED)
    assert made.state is BreakerState.CLOSED, "they are no errors either"


def test_a_worker_that_never_has_time_falls_behind():
    made = breaker()
    for second in range(RULES.most_passed_over - 1):
        made.passed_over(second)
    assert made.state is BreakerState.CLOSED
    made.passed_over(RULES.most_passed_over)
    assert made.state is BreakerState.OPEN
    assert made.trouble is Trouble.SLOW


def test_a_worker_under_trial_that_passes_a_question_over_is_asked_the_next():
    made = opened()
    assert made.may_ask(2.0)
    made.passed_over(2.1)
    assert made.state is BreakerState.HALF_OPEN
    assert made.may_ask(2.2)


def test_a_worker_that_falls_behind_is_left_although_each_answer_comes():
    made = breaker()
    for second in range(4):
        made.answered(second, took_s=1.2, allowed_s=0.9)
    assert made.state is BreakerState.CLOSED
    made.answered(4, took_s=1.2, allowed_s=0.9)
    assert made.state is BreakerState.OPEN
    assert made.trouble is Trouble.SLOW


def test_one_slow_answer_is_none_of_its_habits():
    made = breaker()
    for second in range(40):
        made.answered(second, took_s=2.0 if second == 20 else 0.2, allowed_s=0.9)
    assert made.state is BreakerState.CLOSED


def test_after_the_wait_it_is_tried_with_one_question_at_a_time_and_trusted_after_two():
    made = opened()
    assert made.may_ask(2.0)
    assert made.state is BreakerState.HALF_OPEN
    assert not made.may_ask(2.0)
    made.answered(2.1, took_s=0.1, allowed_s=0.5)
    assert made.state is BreakerState.HALF_OPEN
    assert made.may_ask(2.2)
    made.answered(2.3, took_s=0.1, allowed_s=0.5)
    assert made.state is BreakerState.CLOSED
    assert made.trouble is None
    assert made.may_ask(2.4) and made.may_ask(2.4)


def test_each_try_that_fails_makes_the_next_wait_longer_up_to_a_minute():
    made = opened()
    waits: list[float] = []
    now_s = 0.0
    for _ in range(9):
        waits.append(made.retry_in_s(now_s))
        now_s += waits[-1]
        assert made.may_ask(now_s)
        made.failed(now_s, Trouble.REFUSED)
    assert waits == [2, 4, 8, 16, 32, 60, 60, 60, 60]


def test_a_worker_that_was_away_for_long_is_found_again_soon():
    """Case 85."""
    made = opened(Trouble.UNREACHABLE)
    now_s = 0.0
    while now_s < 600.0:
        now_s += made.retry_in_s(now_s)
        assert made.may_ask(now_s)
        made.failed(now_s, Trouble.UNREACHABLE)
    assert made.retry_in_s(now_s) == RULES.unreachable_most_s


def test_after_a_steady_minute_the_waits_begin_anew_and_before_that_they_do_not():
    made = opened()
    for now_s in (2.0, 3.0):
        assert made.may_ask(now_s)
        made.answered(now_s, took_s=0.1, allowed_s=0.5)
    made.failed(10.0, Trouble.LATE)
    assert made.retry_in_s(10.0) == 4.0
    for now_s in (14.0, 15.0):
        assert made.may_ask(now_s)
        made.answered(now_s, took_s=0.1, allowed_s=0.5)
    made.failed(75.0, Trouble.LATE)
    assert made.retry_in_s(75.0) == 2.0


def test_a_worker_that_is_not_trusted_is_seldom_tried():
    assert opened(Trouble.NOT_TRUSTED).retry_in_s(0.0) == 30.0


def test_chance_moves_a_wait_by_a_quarter_at_the_most():
    for chance, expected in ((0.0, 1.5), (0.5, 2.0), (1.0, 2.5)):
        made = CircuitBreaker(chance=lambda chance=chance: chance)
        made.failed(0.0, Trouble.LATE)
        assert made.retry_in_s(0.0) == pytest.approx(expected)


def test_a_yes_that_was_not_used_can_be_given_back():
    made = opened()
    assert made.may_ask(2.0)
    made.not_asked()
    assert made.may_ask(2.0)


@given(waits=st.lists(st.floats(0.0, 200.0), min_size=1, max_size=30), chance=st.floats(0.0, 1.0))
def test_no_wait_is_ever_longer_than_a_minute_and_a_quarter(waits: list[float], chance: float):
    made = CircuitBreaker(chance=lambda: chance)
    now_s = 0.0
    for wait_s in waits:
        if made.may_ask(now_s):
            made.failed(now_s, Trouble.LATE)
        assert made.retry_in_s(now_s) <= 75.0
        now_s += wait_s


class Worker(RuleBasedStateMachine):
    """Any order of questions, answers, troubles and time."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0
        self.breaker = CircuitBreaker(chance=lambda: 0.5, rules=replace(RULES, first_wait_s=1.0))
        self.out = 0
        self.tries = 0

    @rule(seconds=st.floats(0.0, 90.0))
    def pass_time(self, seconds: float) -> None:
        self.now_s += seconds

    @rule()
    def ask(self) -> None:
        may = self.breaker.may_ask(self.now_s)
        assert may or self.breaker.state is not BreakerState.CLOSED
        if may and self.breaker.state is BreakerState.HALF_OPEN:
            self.tries += 1
            assert self.tries == 1, "one try at a time"
        self.out += may

    @precondition(lambda self: self.out > 0)
    @rule(took_s=st.floats(0.0, 3.0))
    def answer(self, took_s: float) -> None:
        self.out -= 1
        self.tries = 0
        self.breaker.answered(self.now_s, took_s=took_s, allowed_s=1.0)

    @precondition(lambda self: self.out > 0)
    @rule(trouble=st.sampled_from(Trouble))
    def fail(self, trouble: Trouble) -> None:
        self.out -= 1
        self.tries = 0
        self.breaker.failed(self.now_s, trouble)

    @invariant()
    def an_open_one_has_a_reason_and_an_end(self) -> None:
        is_closed = self.breaker.state is BreakerState.CLOSED
        assert (self.breaker.trouble is None) == is_closed
        assert 0.0 <= self.breaker.retry_in_s(self.now_s) <= 60.0

    @invariant()
    def it_can_always_come_back(self) -> None:
        later_s = self.now_s + self.breaker.retry_in_s(self.now_s)
        assert self.breaker.state is not BreakerState.OPEN or later_s < self.now_s + 61.0


TestAnyOrder = Worker.TestCase
