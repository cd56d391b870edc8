"""A Redis that goes away, fills up, or holds what nobody here wrote: no other words, at worst slower."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from engine.caching.cached_engine import CachedEngine
from engine.caching.redis_contexts import PREFIX as CONTEXTS
from engine.caching.redis_contexts import RedisContexts
from engine.caching.redis_line import PAUSE_S, RedisLine
from engine.caching.redis_store import PREFIX, RedisStore
from engine.caching.session_context import SessionContexts
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.engine import SpanAudio
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from tests.builders.redis_server import RedisServer, redis_server
from tests.fakes.fake_speech_engine import FakeSpeechEngine

SECONDS = 2


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


def stretch(number: int) -> SpanAudio:
    samples = np.random.default_rng(number).normal(0, 0.1, SECONDS * SAMPLE_RATE_HZ).astype(np.float32)
    span = SpeechSpan(0, SampleIndex(0), SampleIndex(len(samples)))
    return SpanAudio((span,), samples, (span,))


def understand(engine: CachedEngine, numbers: range) -> list[list[RecognisedSegment]]:
    session = engine.open_session(RecognitionOptions())
    found = [session.recognise([stretch(number)], Cancellation(), language="en")[0] for number in numbers]
    session.close()
    return found


def test_a_redis_that_goes_away_in_mid_stream_costs_no_word(server: RedisServer):
    inner, clock = FakeSpeechEngine(), Clock()
    store = RedisStore(RedisLine(server.url, timeout_s=5.0, clock=clock))
    engine = CachedEngine(inner, store=store, model_checksum="m", steps="1")
    first = understand(engine, range(4))
    assert understand(engine, range(4)) == first
    asked = len(inner.recognised)
    assert asked == 4
    server.stop()
    assert understand(engine, range(6))[:4] == first
    server.start()
    clock.now += PAUSE_S + 1
    assert understand(engine, range(6))[:4] == first
    assert understand(engine, range(6))[:4] == first
    assert store.usage().entries >= 6
    assert len(inner.recognised) == asked + 6 + 6
    engine.close()
    store.close()


def test_a_redis_that_is_away_is_left_alone_for_a_while(server: RedisServer):
    clock = Clock()
    line = RedisLine(server.url, timeout_s=5.0, clock=clock)
    asked: list[int] = []

    def ask() -> bool:
        return line.use(lambda redis: asked.append(1) or bool(redis.ping()), default=False)

    assert ask()
    server.stop()
    assert not ask()
    tries = len(asked)
    assert not any(ask() for _ in range(5))
    assert len(asked) == tries
    server.start()
    clock.now += PAUSE_S + 1
    assert ask()
    line.close()


def test_a_full_redis_keeps_what_fits_and_gives_no_other_bytes():
    with redis_server(memory="8mb") as server:
        store = RedisStore(RedisLine(server.url, timeout_s=10.0))
        chance = random.Random(7)
        put = {f"exact/{number}": chance.randbytes(100_000) for number in range(120)}
        for key, value in put.items():
            store.put(key, value)
        found = {key: store.get(key) for key in put}
        assert 0 < sum(value is not None for value in found.values()) < len(put)
        assert all(value in {None, put[key]} for key, value in found.items())
        contexts = SessionContexts(RedisContexts(RedisLine(server.url, timeout_s=10.0)))
        assert contexts.change("monday", lambda known: replace(known, language="en")).language == "en"
        contexts.close()
        store.close()


def test_what_somebody_else_wrote_under_our_names_is_not_there(server: RedisServer):
    server.ask("SET", f"{PREFIX}filter", "no filter")
    server.ask("HSET", f"{PREFIX}v/exact/1", "a", "hash")
    server.ask("SET", f"{CONTEXTS}monday", "no document")
    server.ask("JSON.SET", f"{CONTEXTS}tuesday", ".", '{"language": "xx", "format": 0}')
    store = RedisStore(RedisLine(server.url, timeout_s=10.0))
    assert store.get("exact/1") is None
    store.put("exact/2", b"1")
    contexts = SessionContexts(RedisContexts(RedisLine(server.url, timeout_s=10.0)))
    assert contexts.read("monday") is None
    assert contexts.change("tuesday", lambda known: replace(known, language="en")).language == "en"
    known = contexts.read("tuesday")
    assert known is not None
    assert known.language == "en"
    contexts.close()
    store.close()


def test_a_filter_that_got_lost_hides_nothing(server: RedisServer):
    store = RedisStore(RedisLine(server.url, timeout_s=10.0))
    store.put("exact/1", b"1")
    server.ask("DEL", f"{PREFIX}filter")
    assert store.get("exact/1") == b"1"
    store.close()


def test_another_worker_that_filled_it_is_seen_at_once(server: RedisServer):
    ours, theirs = (RedisStore(RedisLine(server.url, timeout_s=10.0)) for _ in range(2))
    assert ours.get("exact/1") is None
    theirs.put("exact/1", b"1")
    assert ours.get("exact/1") == b"1"
    ours.close()
    theirs.close()


def test_the_filter_lets_hardly_any_question_by(server: RedisServer):
    store = RedisStore(RedisLine(server.url, timeout_s=10.0))
    for number in range(300):
        store.put(f"exact/{number}", b"1")
    others = [f"other/{number}" for number in range(2000)]
    let_by = cast("list[int]", server.ask("BF.MEXISTS", f"{PREFIX}filter", *others))
    assert len(others) == 2000
    assert sum(let_by) <= 20
    store.close()
