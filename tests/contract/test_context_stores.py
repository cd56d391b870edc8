"""What holds for every store of session contexts."""

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.caching.disk_contexts import DiskContexts
from engine.caching.memory_contexts import MemoryContexts
from engine.caching.redis_contexts import RedisContexts
from engine.caching.redis_line import RedisLine
from engine.caching.session_context import ContextStore, SaidWord, SessionContext, SessionContexts
from engine.contract.options import GlossaryTerm
from engine.worker.group.nats_server import NatsServer
from tests.builders.redis_server import RedisServer, redis_server
from tests.builders.waited_contexts import WaitedContexts

WRITERS, WRITES = 4, 6


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


@pytest.fixture(scope="module")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    server = NatsServer(tmp_path_factory.mktemp("nats"))
    server.start()
    yield server
    server.stop()


def memory(folder: Path, request: pytest.FixtureRequest) -> ContextStore:
    return MemoryContexts()


def disk(folder: Path, request: pytest.FixtureRequest) -> ContextStore:
    return DiskContexts(folder / "contexts")


def on_redis(folder: Path, request: pytest.FixtureRequest) -> ContextStore:
    server: RedisServer = request.getfixturevalue("redis")
    server.ask("FLUSHALL")
    return RedisContexts(RedisLine(server.url, timeout_s=10.0))


def on_nats(folder: Path, request: pytest.FixtureRequest) -> ContextStore:
    server: NatsServer = request.getfixturevalue("nats")
    return WaitedContexts(server.address)


@pytest.fixture(params=[memory, disk, on_redis, on_nats])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ContextStore]:
    make: Callable[[Path, pytest.FixtureRequest], ContextStore] = request.param
    store = make(tmp_path, request)
    yield store
    store.close()
    store.close()


@pytest.fixture
def contexts(store: ContextStore) -> SessionContexts:
    return SessionContexts(store, chance=random.Random(1))


def test_what_is_known_of_a_meeting_is_there_for_whoever_goes_on(contexts: SessionContexts):
    contexts.change(
        "monday",
        lambda known: replace(
            known,
            language="zh",
            glossary=(GlossaryTerm("特征值", ("eigenvalue",), ""),),
            said=(SaidWord(" 好", (1, 50363)),),
        ),
    )
    known = contexts.go_on("monday")
    assert (known.language, known.said, known.uses) == ("zh", (SaidWord(" 好", (1, 50363)),), 1)
    assert known.glossary == (GlossaryTerm("特征值", ("eigenvalue",), ""),)
    assert contexts.read("tuesday") is None


def test_every_change_has_a_version_of_its_own(contexts: SessionContexts):
    assert [contexts.change("monday", lambda known: known).version for _ in range(3)] == [1, 2, 3]


def test_only_who_read_the_newest_version_may_write_over_it(store: ContextStore):
    assert store.swap("monday", '{"version": 1}', version=1, over=0, lifetime_s=60.0) is True
    assert store.swap("monday", '{"version": 1, "language": "en"}', version=1, over=0, lifetime_s=60.0) is False
    assert store.swap("monday", '{"version": 2}', version=2, over=1, lifetime_s=60.0) is True
    assert store.swap("monday", '{"version": 4}', version=4, over=3, lifetime_s=60.0) is False


def test_nothing_is_lost_where_several_write_at_once(contexts: SessionContexts):
    def write(name: str) -> None:
        for number in range(WRITES):
            word = SaidWord(f"{name}{number}")
            # Who came too late again and again goes on with what was not kept.
            while (known := contexts.read("monday")) is None or word not in known.said:
                contexts.change("monday", lambda known, word=word: _with(known, word))

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcd"[:WRITERS]]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    known = contexts.read("monday")
    assert known is not None
    assert sorted(word.text for word in known.said) == sorted(f"{n}{i}" for n in "abcd" for i in range(WRITES))


def test_a_lifetime_ends(store: ContextStore):
    store.swap("monday", '{"version": 1}', version=1, over=0, lifetime_s=0.001)
    assert _gone(store, "monday")
    assert store.swap("monday", '{"version": 1}', version=1, over=0, lifetime_s=60.0) is True


def test_a_meeting_that_is_forgotten_is_gone_and_the_others_stay(contexts: SessionContexts):
    contexts.change("monday", lambda known: replace(known, language="en"))
    contexts.change("tuesday", lambda known: replace(known, language="de"))
    contexts.forget("monday")
    contexts.forget("sunday")
    assert contexts.read("monday") is None
    assert contexts.change("monday", lambda known: known).version == 1
    assert contexts.read("tuesday") == replace(
        SessionContext(), language="de", version=1, used_at=(contexts.read("tuesday") or SessionContext()).used_at
    )


def test_a_document_of_another_format_is_none_and_is_written_over(store: ContextStore, contexts: SessionContexts):
    store.swap("monday", '{"version": 7, "format": 99, "language": "xx"}', version=7, over=0, lifetime_s=60.0)
    assert contexts.read("monday") is None
    assert contexts.change("monday", lambda known: replace(known, language="en")).version == 1
    known = contexts.read("monday")
    assert known is not None
    assert known.language == "en"


def test_closed_it_keeps_nothing_and_what_is_known_goes_on(store: ContextStore, contexts: SessionContexts):
    store.close()
    assert contexts.change("monday", lambda known: replace(known, language="en")).language == "en"
    assert contexts.read("monday") is None


def _with(known: SessionContext, word: SaidWord) -> SessionContext:
    return known if word in known.said else replace(known, said=(*known.said, word))


def _gone(store: ContextStore, name: str) -> bool:
    for _ in range(2000):
        if store.read(name) is None:
            return True
        threading.Event().wait(0.005)
    return False
