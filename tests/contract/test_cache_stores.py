"""What holds for every store of the caches."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.caching.disk_store import DiskStore
from engine.caching.guarded_store import GuardedStore
from engine.caching.redis_line import RedisLine
from engine.caching.redis_store import RedisStore
from engine.caching.store import CacheStore
from tests.builders.redis_server import RedisServer, redis_server
from tests.fakes.memory_store import MemoryStore

BOUND = 1 << 20


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


Make = Callable[[Path, Clock, pytest.FixtureRequest], CacheStore]


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


@pytest.fixture(scope="module")
def plain_redis() -> Iterator[RedisServer]:
    with redis_server(has_modules=False) as server:
        yield server


def memory(folder: Path, clock: Clock, request: pytest.FixtureRequest) -> CacheStore:
    return MemoryStore(bound=BOUND, clock=clock)


def disk(folder: Path, clock: Clock, request: pytest.FixtureRequest) -> CacheStore:
    return DiskStore(folder / "cache", bound=BOUND, clock=clock)


def guarded(folder: Path, clock: Clock, request: pytest.FixtureRequest) -> CacheStore:
    return GuardedStore(disk(folder, clock, request))


def on_redis(folder: Path, clock: Clock, request: pytest.FixtureRequest) -> CacheStore:
    server: RedisServer = request.getfixturevalue("redis")
    server.ask("FLUSHALL")
    return RedisStore(RedisLine(server.url, timeout_s=10.0), bound=BOUND, clock=clock)


def on_plain_redis(folder: Path, clock: Clock, request: pytest.FixtureRequest) -> CacheStore:
    server: RedisServer = request.getfixturevalue("plain_redis")
    server.ask("FLUSHALL")
    return RedisStore(RedisLine(server.url, timeout_s=10.0), bound=BOUND, clock=clock)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=[memory, disk, guarded, on_redis, on_plain_redis])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[CacheStore]:
    make: Make = request.param
    store = make(tmp_path, clock, request)
    yield store
    store.close()
    store.close()


def test_what_was_put_is_there(store: CacheStore):
    store.put("exact/1", b"\0words\xff")
    assert store.get("exact/1") == b"\0words\xff"
    assert store.get("exact/2") is None


def test_the_newest_of_a_name_counts(store: CacheStore):
    store.put("a", b"old")
    store.put("a", b"new")
    assert store.get("a") == b"new"
    assert store.usage().entries == 1


def test_names_are_told_by_their_beginning(store: CacheStore):
    for key in ("print/x/0", "print/x/1", "proof/x/0"):
        store.put(key, b"1")
    assert sorted(store.keys("print/")) == ["print/x/0", "print/x/1"]
    assert len(store.keys()) == 3


def test_what_is_removed_is_gone_and_removing_nothing_is_harmless(store: CacheStore):
    store.put("a", b"1")
    store.remove("a")
    store.remove("b")
    assert store.get("a") is None


def test_all_of_a_tag_are_forgotten_and_nothing_else(store: CacheStore):
    store.put("a", b"1", tag="monday")
    store.put("b", b"2", tag="monday")
    store.put("c", b"3", tag="tuesday")
    store.put("d", b"4")
    assert store.forget("monday") == 2
    assert sorted(store.keys()) == ["c", "d"]


def test_cleared_it_is_empty_and_goes_on(store: CacheStore):
    store.put("a", b"1", tag="monday")
    store.clear()
    assert store.get("a") is None
    store.put("a", b"2")
    assert store.get("a") == b"2"


def test_a_lifetime_ends(store: CacheStore):
    store.put("short", b"1", lifetime_s=-1.0)
    store.put("long", b"2", lifetime_s=1000.0)
    assert store.get("short") is None
    assert store.get("long") == b"2"


def test_it_keeps_within_its_bound(store: CacheStore, clock: Clock):
    for number in range(60):
        clock.now += 3600
        store.put(f"block/{number}", bytes([number]) * 40_000)
    usage = store.usage()
    assert usage.bytes <= 1.2 * BOUND
    assert usage.driven_out > 0
    assert store.get("block/59") is not None
    assert store.get("block/0") is None


def test_what_is_used_again_and_again_outlives_what_comes_once(store: CacheStore, clock: Clock):
    store.put("jingle", b"j" * 40_000)
    for _ in range(2):
        clock.now += 3600
        store.note_use(["jingle"])
    for number in range(60):
        clock.now += 3600
        store.put(f"once/{number}", bytes([number]) * 40_000)
    assert store.get("jingle") is not None


def test_closed_it_is_empty_and_keeps_nothing(store: CacheStore):
    store.put("a", b"1")
    store.close()
    store.put("b", b"2")
    assert store.get("a") is None
    assert store.get("b") is None
