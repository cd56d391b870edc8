from itertools import pairwise
from pathlib import Path

import pytest

from app.measuring.course_trace import Request, hit_rate, read_trace, term_of_lectures
from engine.bench.cannot_measure import CannotMeasure
from engine.caching.lru_k import LruKRules
from engine.caching.recorded_store import RecordedStore
from tests.fakes.memory_store import MemoryStore

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


def test_what_a_real_store_was_asked_can_be_read(tmp_path: Path):
    times = iter((7200.5, 3600.0))
    store = RecordedStore(MemoryStore(bound=1 << 20), trace=tmp_path / "trace.txt", clock=lambda: next(times))
    store.put("words/question/sound/0", b"words")
    store.note_use(["words/question/sound/0"])
    requests = read_trace(tmp_path / "trace.txt")
    assert [request.at_s for request in requests] == [3600.0, 7200.0]
    assert hit_rate(requests, room=None, rules=LRU) == 0.5


@pytest.mark.parametrize(("written", "said"), [("", "Nothing was asked"), ("not a trace", "no recorded trace")])
def test_what_is_no_trace_is_said_so(written: str, said: str, tmp_path: Path):
    (tmp_path / "trace.txt").write_text(written)
    with pytest.raises(CannotMeasure, match=said):
        read_trace(tmp_path / "trace.txt")
