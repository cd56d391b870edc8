"""Whether a worker may be asked: not while it fails, or is slower than doing it here, and then with care.

Pure: the clock and chance are handed in, times are seconds of any one clock. Asked by ``engine/pipeline`` under a lock
of its own, one breaker for each paired worker.

    closed     it is asked
    open       it is not, until some time has passed; longer each time
    half open  it is tried, one question at a time; after a few good answers it is closed, after one bad one open
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class BreakerState(StrEnum):
    """See the top of this file."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class Trouble(StrEnum):
    """Why a question was not answered, or the worker is not asked."""

    LATE = "late"
    """Its deadline passed. The next ones would wait as long, so one is enough."""
    UNREACHABLE = "unreachable"
    """There is no connection; one is enough."""
    NOT_TRUSTED = "not_trusted"
    """It is another machine than the one that was paired, or does not know this one any more. Seldom over soon."""
    NO_KEY = "no_key"
    """This computer cannot show who it is, for its own key cannot be read. No fault of the worker's; as seldom over."""
    REFUSED = "refused"
    """It is busy, or stops."""
    FAILED = "failed"
    """It could not understand that one."""
    SLOW = "slow"
    """It answers, and falls behind."""


_AT_ONCE = (Trouble.LATE, Trouble.UNREACHABLE, Trouble.NOT_TRUSTED, Trouble.NO_KEY)
_FOR_A_PERSON = (Trouble.NOT_TRUSTED, Trouble.NO_KEY)


@dataclass(frozen=True, slots=True)
class BreakerRules:
    """How patient a breaker is."""

    first_wait_s: float = 2.0
    """Before it is tried again, the first time."""
    longest_wait_s: float = 60.0
    unreachable_most_s: float = 15.0
    """At the most, where nobody answers: a try costs the meeting nothing, and a machine that starts again is wanted."""
    untrusted_wait_s: float = 30.0
    """At the least, where somebody has to do something: pair anew, unlock the password store."""
    growth: float = 2.0
    jitter: float = 0.25
    """Part of a wait that chance adds or takes, so that desktops do not come back to a worker all at once."""
    looked_at: int = 20
    """So many of the last answers tell the rate of errors."""
    least_errors: int = 3
    most_errors: float = 0.3
    """Part of the last answers that may be errors."""
    slow_from: float = 1.0
    """Times what was allowed, in the mean, from which on it falls behind."""
    slow_after: int = 5
    """Answers before their mean tells anything."""
    weight: float = 0.25
    """Of the newest answer in the mean."""
    good_answers: int = 2
    """Before it is trusted again."""
    most_passed_over: int = 10
    """Questions in a row that it had no time for; each alone says nothing, for they give way to others' final words."""
    steady_s: float = 60.0
    """After so long without trouble the waits begin with the first one again."""


class CircuitBreaker:
    """The standing of one worker. A new one is closed."""

    def __init__(self, *, chance: Callable[[], float], rules: BreakerRules | None = None) -> None:
        """``chance`` gives a number in 0..1 for each wait."""
        self._chance = chance
        self._rules = rules or BreakerRules()
        self._state = BreakerState.CLOSED
        self._trouble: Trouble | None = None
        self._wait_s = 0.0
        self._retry_at_s = 0.0
        self._closed_at_s = float("-inf")
        self._is_trying = False
        self._good = 0
        self._outcomes: deque[bool] = deque(maxlen=self._rules.looked_at)
        self._pace = 0.0
        self._paces = 0
        self._passed_over = 0
        """In a row."""

    @property
    def state(self) -> BreakerState:
        """Where it stands; open also when the wait is over and nobody has asked yet."""
        return self._state

    @property
    def trouble(self) -> Trouble | None:
        """Why it is not closed."""
        return self._trouble

    def retry_in_s(self, now_s: float) -> float:
        """How long until it may be tried; 0 if it may be asked now."""
        return max(0.0, self._retry_at_s - now_s) if self._state is BreakerState.OPEN else 0.0

    def may_ask(self, now_s: float) -> bool:
        """Whether to ask it this. While it is tried, a yes is for one question, whose outcome must be told."""
        if self._state is BreakerState.OPEN and now_s >= self._retry_at_s:
            self._state = BreakerState.HALF_OPEN
            self._good = 0
            self._is_trying = False
        if self._state is BreakerState.CLOSED:
            return True
        if self._state is BreakerState.OPEN or self._is_trying:
            return False
        self._is_trying = True
        return True

    def answered(self, now_s: float, *, took_s: float, allowed_s: float) -> None:
        """An answer came.

        Args:
            now_s: When.
            took_s: How long it took.
            allowed_s: How long each may take for all to keep up: as long as here, or as the sound lasts.
        """
        if self._state is BreakerState.OPEN:
            return  # to a question of before
        self._outcomes.append(True)
        self._passed_over = 0
        pace = took_s / max(allowed_s, 1e-3)
        self._pace = pace if not self._paces else self._pace + self._rules.weight * (pace - self._pace)
        self._paces += 1
        if self._paces >= self._rules.slow_after and self._pace > self._rules.slow_from:
            self._open(now_s, Trouble.SLOW)
        elif self._state is BreakerState.HALF_OPEN:
            self._is_trying = False
            self._good += 1
            if self._good >= self._rules.good_answers:
                self._close(now_s)

    def failed(self, now_s: float, trouble: Trouble) -> None:
        """No answer came."""
        if self._state is BreakerState.OPEN:
            return
        self._outcomes.append(False)
        errors = self._outcomes.count(False)
        is_often = errors >= self._rules.least_errors and errors > self._rules.most_errors * len(self._outcomes)
        if trouble in _AT_ONCE or is_often or self._state is BreakerState.HALF_OPEN:
            self._open(now_s, trouble)

    def passed_over(self, now_s: float) -> None:
        """It had no time for a question that does not keep. Neither good nor bad, unless it never has any."""
        if self._state is BreakerState.OPEN:
            return
        self._is_trying = False
        self._passed_over += 1
        if self._passed_over >= self._rules.most_passed_over:
            self._open(now_s, Trouble.SLOW)

    def not_asked(self) -> None:
        """Give back a yes that was not used."""
        self._is_trying = False

    def _open(self, now_s: float, trouble: Trouble) -> None:
        rules = self._rules
        was_steady = self._state is BreakerState.CLOSED and now_s - self._closed_at_s >= rules.steady_s
        most_s = rules.unreachable_most_s if trouble is Trouble.UNREACHABLE else rules.longest_wait_s
        grown_s = self._wait_s * rules.growth
        self._wait_s = rules.first_wait_s if was_steady or not self._wait_s else min(most_s, grown_s)
        wait_s = max(self._wait_s, rules.untrusted_wait_s) if trouble in _FOR_A_PERSON else self._wait_s
        self._retry_at_s = now_s + wait_s * (1 + rules.jitter * (2 * self._chance() - 1))
        self._state = BreakerState.OPEN
        self._trouble = trouble
        self._forget()

    def _close(self, now_s: float) -> None:
        self._state = BreakerState.CLOSED
        self._trouble = None
        self._closed_at_s = now_s
        self._outcomes.clear()

    def _forget(self) -> None:
        self._is_trying = False
        self._outcomes.clear()
        self._pace, self._paces = 0.0, 0
        self._passed_over = 0
