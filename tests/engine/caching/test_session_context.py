import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.caching.cache_file import DATABASE, FORMAT
from engine.caching.disk_contexts import DiskContexts
from engine.caching.memory_contexts import MemoryContexts
from engine.caching.session_context import (
    MOST_CHARACTERS,
    MOST_WORDS,
    USUAL_LIFETIME_S,
    SaidWord,
    SessionContext,
    SessionContexts,
    lifetime_s,
    read_context,
    write_context,
)
from engine.contract.options import GlossaryTerm

DAY_S = 86_400.0
IDLE = st.floats(0, 100 * DAY_S)
USES = st.integers(0, 10_000)
CHANCE = st.floats(0, 1)


@given(IDLE, USES, CHANCE)
def test_a_lifetime_is_never_shorter_or_longer_than_it_may_be(idle_s: float, uses: int, chance: float):
    lives_s = lifetime_s(idle_s=idle_s, uses=uses, chance=chance)
    assert 0.3 * 0.85 * USUAL_LIFETIME_S * (1 - 1e-9) <= lives_s <= 2 * 1.15 * USUAL_LIFETIME_S * (1 + 1e-9)


@given(IDLE, USES, CHANCE)
def test_another_use_never_makes_it_shorter(idle_s: float, uses: int, chance: float):
    one, more = (lifetime_s(idle_s=idle_s, uses=each, chance=chance) for each in (uses, uses + 1))
    assert more >= one


@given(IDLE, st.floats(0, DAY_S), USES, CHANCE)
def test_a_longer_pause_never_makes_it_longer(idle_s: float, more_s: float, uses: int, chance: float):
    one, longer = (lifetime_s(idle_s=each, uses=uses, chance=chance) for each in (idle_s, idle_s + more_s))
    assert longer <= one


@pytest.mark.parametrize(
    ("hours", "uses", "minutes"),
    [(0, 0, 30.0), (0, 5, 45.0), (0, 10, 60.0), (0, 99, 60.0), (12, 0, 15.0), (24, 0, 9.0), (12, 10, 30.0)],
)
def test_half_an_hour_grows_with_use_and_shrinks_with_age(hours: float, uses: int, minutes: float):
    assert lifetime_s(idle_s=hours * 3600, uses=uses, chance=0.5) == pytest.approx(minutes * 60)


def test_lifetimes_differ_so_that_not_all_is_gone_at_one_moment():
    chance = random.Random(1)
    lives = [lifetime_s(idle_s=0, uses=0, chance=chance.random()) for _ in range(1000)]
    assert min(lives) < 0.87 * USUAL_LIFETIME_S
    assert max(lives) > 1.13 * USUAL_LIFETIME_S


@given(
    st.builds(
        SessionContext,
        version=st.integers(0, 1 << 40),
        language=st.sampled_from(["", "en", "zh"]),
        said=st.lists(st.builds(SaidWord, st.text(), st.lists(st.integers(0, 60_000)).map(tuple))).map(tuple),
        uses=USES,
    )
)
def test_what_is_written_is_read_again(context: SessionContext):
    assert read_context(write_context(context)) == context


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"version": "x"}', '{"format": 0}', '{"said": 3}'])
def test_what_is_no_document_is_nothing(text: str | None):
    assert read_context(text) is None


def test_a_glossary_that_is_too_long_stays_behind():
    terms = tuple(GlossaryTerm(f"term {number} " * 20) for number in range(1000))
    written = write_context(SessionContext(language="en", glossary=terms))
    assert len(written) <= MOST_CHARACTERS
    assert read_context(written) == SessionContext(language="en")


def test_only_the_last_words_are_kept():
    contexts = SessionContexts(MemoryContexts())
    words = tuple(SaidWord(f"w{number}") for number in range(500))
    assert contexts.change("a", lambda known: replace(known, said=words)).said == words[-MOST_WORDS:]


@pytest.mark.parametrize("damage", [b"", b"no database at all " * 500])
def test_a_damaged_file_is_an_empty_one(tmp_path: Path, damage: bytes):
    contexts = SessionContexts(DiskContexts(tmp_path))
    contexts.change("monday", lambda known: replace(known, language="en"))
    contexts.close()
    (tmp_path / f"format-{FORMAT}" / DATABASE).write_bytes(damage)
    again = SessionContexts(DiskContexts(tmp_path))
    assert again.read("monday") is None
    again.change("monday", lambda known: replace(known, language="de"))
    again.change("monday", lambda known: replace(known, language="de"))
    known = again.read("monday")
    assert known is not None
    assert known.language == "de"
    again.close()


def test_a_file_of_an_older_version_is_removed(tmp_path: Path):
    old = tmp_path / "format-0"
    old.mkdir()
    (old / DATABASE).write_bytes(b"of an older version")
    contexts = SessionContexts(DiskContexts(tmp_path))
    contexts.change("monday", lambda known: replace(known, language="en"))
    assert not old.exists()
    contexts.close()
