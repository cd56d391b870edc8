"""How far a review is, how long the rest takes at the pace measured so far, and when it is enough. Pure.

Nobody's clock is read here: whoever plays the places says how many seconds each took.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.editing.review_queue import ReviewPlace

_DECISION_S = 1.5
_AS_MANY = 3.0
"""Before anything is measured, the assumed pace counts as much as so many places."""
_ASSUMED = 1.3
"""Hearing once, and now and then twice."""


@dataclass(frozen=True, slots=True)
class ReviewState:
    """What a person is told."""

    places_left: int
    """Until the wished error rate is reached; all of them where no rate is wished."""
    seconds_left: float
    error_rate: float
    """Share of words that are expected to be wrong now."""
    is_enough: bool
    """Whether the wished rate is reached."""


@dataclass(slots=True)
class ReviewPace:
    """Keeps count while a queue is worked off."""

    words: int
    """In the whole transcript."""
    wished_rate: float = 0.0
    """Share of wrong words at which it is enough; 0 for all places."""
    _nominal_s: float = field(default=0.0, init=False)
    _measured_s: float = field(default=0.0, init=False)
    _seen: int = field(default=0, init=False)

    def note(self, place: ReviewPlace, seconds: float) -> None:
        """A place was confirmed or fixed, which took so long. A break in between is no pace, and counts as little."""
        nominal = _nominal(place)
        self._nominal_s += nominal
        self._measured_s += min(seconds, 10 * nominal)
        self._seen += 1

    def state(self, left: Sequence[ReviewPlace]) -> ReviewState:
        """How it stands with these places left, in their order."""
        words = max(1, self.words)
        expected = sum(place.expected_errors for place in left)
        rate = expected / words
        needed: list[ReviewPlace] = []
        for place in left:
            if expected / words <= self.wished_rate:
                break
            needed.append(place)
            expected -= place.expected_errors
        nominal = sum(map(_nominal, needed))
        return ReviewState(len(needed), nominal * self._factor(nominal, len(needed)), rate, is_enough=not needed)

    def _factor(self, nominal_left: float, count: int) -> float:
        """How much slower than playing once this person is."""
        typical = nominal_left / count if count else 1.0
        assumed = _AS_MANY * typical
        return (self._measured_s + _ASSUMED * assumed) / (self._nominal_s + assumed)


def _nominal(place: ReviewPlace) -> float:
    return place.seconds + _DECISION_S
