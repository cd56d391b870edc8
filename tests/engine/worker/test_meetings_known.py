"""What desktops told of their meetings: the newest is kept, others hear of it, and nothing that was said stays."""

import asyncio
from dataclasses import replace

from engine.caching.memory_contexts import MemoryContexts
from engine.caching.session_context import (
    KnownVoice,
    SaidWord,
    SessionContext,
    read_context,
    write_context,
)
from engine.contract.options import GlossaryTerm
from engine.worker.meetings_known import Awaited, MeetingsKnown

TERM = GlossaryTerm("eigenvalue")
DECIDED = SessionContext(version=3, model="base", language="zh", probability=0.9, glossary=(TERM,), uses=1)


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Overtaken(MemoryContexts):
    """Somebody else always writes between our look and our write, so many times."""

    def __init__(self, other: SessionContext, *, times: int) -> None:
        super().__init__()
        self._others = [replace(other, version=other.version + number) for number in range(times)]

    def read(self, name: str) -> str | None:
        found = super().read(name)
        if self._others:
            other = self._others.pop(0)
            known = read_context(found)
            over = 0 if known is None else known.version
            super().swap(name, write_context(other), version=other.version, over=over, lifetime_s=60.0)
        return found


def known_in(store: MemoryContexts, *, clock: Clock | None = None) -> MeetingsKnown:
    return MeetingsKnown(Awaited(store, waits=False), clock=clock or Clock())


def meet(meetings: MeetingsKnown, context: SessionContext | None, name: str = "laptop/monday") -> SessionContext | None:
    """Tell, and hear."""
    document = "" if context is None else write_context(context)
    return read_context(asyncio.run(meetings.meet(name, document)))


def test_who_knows_nothing_hears_what_another_one_told():
    meetings = known_in(MemoryContexts())
    assert meet(meetings, DECIDED) is None
    heard = meet(meetings, None)
    assert heard is not None
    assert (heard.language, heard.glossary, heard.version) == ("zh", (TERM,), 3)
    assert meet(meetings, SessionContext(version=1)) == heard
    assert meet(meetings, None, "other/monday") is None


def test_the_newest_is_kept_and_who_has_it_hears_nothing():
    meetings = known_in(MemoryContexts())
    meet(meetings, DECIDED)
    newer = replace(DECIDED, version=5, language="en")
    assert meet(meetings, newer) is None
    assert meet(meetings, newer) is None
    heard = meet(meetings, DECIDED)
    assert heard is not None
    assert (heard.language, heard.version) == ("en", 5)


def test_of_two_that_are_equally_new_the_one_that_was_there_is_told():
    """A desktop whose memory is gone counts from the beginning again."""
    meetings = known_in(MemoryContexts())
    meet(meetings, replace(DECIDED, version=1))
    heard = meet(meetings, SessionContext(version=1))
    assert heard is not None
    assert heard.language == "zh"


def test_nothing_that_was_said_and_nobodys_voice_is_kept():
    store = MemoryContexts()
    spoken = replace(DECIDED, said=(SaidWord(" secret", (7,)),), voices=(KnownVoice(1, (0.5, 0.25), 9.0),))
    assert meet(known_in(store), spoken) is None
    kept = store.read("laptop/monday")
    assert kept is not None
    assert "secret" not in kept
    assert "0.25" not in kept


def test_a_change_that_comes_between_is_not_written_over():
    newer = replace(DECIDED, version=8, language="de")
    heard = meet(known_in(Overtaken(newer, times=1)), DECIDED)
    assert heard is not None
    assert heard.language == "de"
    store = Overtaken(replace(DECIDED, version=1), times=3)
    assert meet(known_in(store), replace(DECIDED, version=9, language="en")) is None
    kept = read_context(store.read("laptop/monday"))
    assert kept is not None
    assert (kept.language, kept.version) == ("en", 9)


def test_what_is_no_document_is_as_good_as_none():
    store = MemoryContexts()
    meetings = known_in(store)
    meet(meetings, DECIDED)
    for told in ("nonsense", '{"format": 99, "version": 12}', "[]"):
        assert read_context(asyncio.run(meetings.meet("laptop/monday", told))) is not None
    store.forget("laptop/monday")
    store.swap("laptop/monday", "nonsense", version=4, over=0, lifetime_s=60.0)
    assert meet(meetings, DECIDED) is None
    assert meet(meetings, None) is not None


def test_it_lives_longer_the_more_it_was_used_and_not_for_ever():
    clock = Clock()
    store = MemoryContexts(clock=clock)
    meetings = known_in(store, clock=clock)
    meet(meetings, DECIDED)
    clock.now += 20 * 60
    assert meet(meetings, None) is not None
    clock.now += 20 * 60
    assert meet(meetings, None) is None
    meet(meetings, replace(DECIDED, uses=50))
    clock.now += 40 * 60
    assert meet(meetings, None) is not None
    clock.now += 70 * 60
    assert meet(meetings, None) is None


def test_memory_is_bounded_and_who_would_go_first_makes_room():
    store = MemoryContexts(most=3)
    for number in range(5):
        store.swap(f"m{number}", "x" * 10, version=1, over=0, lifetime_s=60.0 + number)
    assert [store.read(f"m{number}") is not None for number in range(5)] == [False, False, True, True, True]
    assert store.size == 30


def test_a_store_that_is_closed_knows_nothing_and_says_nothing():
    meetings = known_in(MemoryContexts())
    asyncio.run(meetings.close())
    assert meet(meetings, DECIDED) is None
    assert meet(meetings, None) is None


def test_what_was_asked_and_found_is_counted():
    meetings = known_in(MemoryContexts())
    meet(meetings, DECIDED)
    meet(meetings, None)
    counts = meetings.figures.counts
    assert (counts.asked, counts.found) == (2, 1)
    assert counts.spent_s > 0
