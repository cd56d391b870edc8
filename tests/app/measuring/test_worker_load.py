import asyncio

from hypothesis import given
from hypothesis import strategies as st

from app.measuring.worker_load import FINE, MOST_S, STEPS, LoadRun, find_most
from engine.bench.spoken_stream import StreamLog


def run(*late_s: float, unanswered: int = 0, was_ended: bool = False) -> LoadRun:
    log = StreamLog(late_s=list(late_s), answered=len(late_s), unanswered=unanswered)
    return LoadRun(1, (log,), was_ended)


def test_so_many_are_held_if_the_last_of_a_hundred_final_answers_comes_in_time():
    assert run(*[0.4] * 99, 0.8).is_held
    assert not run(*[0.4] * 90, *[MOST_S + 0.1] * 10).is_held


def test_what_is_not_answered_or_was_ended_is_not_held():
    assert not run(*[0.4] * 100, unanswered=1).is_held
    assert not run(*[0.4] * 100, was_ended=True).is_held
    assert not run().is_held
    assert run(*[0.4] * 99, unanswered=1).unanswered_percent == 1.0


@given(st.integers(0, 100))
def test_the_most_streams_that_are_held_are_found_closely_in_few_runs(capacity: int):
    tried: list[int] = []

    async def is_held(streams: int) -> bool:
        tried.append(streams)
        return streams <= capacity

    most = asyncio.run(find_most(is_held))
    assert most <= capacity
    assert most == STEPS[-1] or most + 1 > capacity or capacity <= FINE * most
    assert len(tried) == len(set(tried)) <= len(STEPS) + 5
