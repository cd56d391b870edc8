from itertools import pairwise

import pytest

from app.measuring.course_trace import Request, hit_rate, term_of_lectures
from engine.caching.lru_k import LruKRules

LRU = LruKRules(k=1, correlated_s=0.0, history_s=0.0)


def asked(*keys: str) -> list[Request]:
    """An hour between each two."""
    return [Request(3600.0 * number, key) for number, key in enumerate(keys)]


def test_a_term_is_the_same_every_time_and_in_order():
    term = term_of_lectures()
    assert term == term_of_lectures()
    assert term != term_of_lectures(seed=2)
    assert all(one.at_s <= other.at_s for one, other in pairwise(term))


@pytest.mark.parametrize(("room", "rate"), [(None, 0.5), (2, 0.5), (1, 0.25)])
def test_what_is_there_is_a_hit(room: int | None, rate: float):
    assert hit_rate(asked("a", "b", "b", "a"), room=room, rules=LRU) == rate


def test_what_is_asked_for_once_does_not_drive_out_what_is_asked_for_always():
    trace = asked(*(key for number in range(20) for key in ("lecture", f"once {number}", f"also once {number}")))
    ours, lru = (hit_rate(trace, room=2, rules=rules) for rules in (LruKRules(history_s=1e9), LRU))
    assert ours > lru
