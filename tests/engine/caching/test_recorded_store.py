from pathlib import Path

import pytest

from engine.caching.recorded_store import TRACE_ENVIRONMENT, RecordedStore, trace_file
from tests.fakes.memory_store import MemoryStore

ONE, OTHER = "words/question/meeting-of-anna/0", "words/question/meeting-of-anna/1"


def recorded(trace: Path, *, at_s: float = 7.0) -> RecordedStore:
    return RecordedStore(MemoryStore(bound=1 << 20), trace=trace, clock=lambda: at_s)


def test_each_block_that_is_kept_or_of_use_is_a_request(tmp_path: Path):
    trace = tmp_path / "trace.txt"
    store = recorded(trace, at_s=1000.9)
    store.put(ONE, b"words")
    store.put(OTHER, b"words")
    recorded(trace, at_s=2000.0).note_use([ONE])
    rows = [line.split() for line in trace.read_text("ascii").splitlines()]
    assert [at_s for at_s, _ in rows] == ["1000", "1000", "2000"]
    assert rows[0][1] == rows[2][1] != rows[1][1]


def test_no_name_is_in_it_and_what_lies_beside_a_block_is_not_counted(tmp_path: Path):
    trace = tmp_path / "trace.txt"
    store = recorded(trace)
    store.put(ONE, b"a private word")
    store.put("proof/meeting-of-anna/0", b"sound")
    store.note_use(["print/meeting-of-anna/0"])
    written = trace.read_text("ascii")
    assert len(written.splitlines()) == 1
    assert "anna" not in written
    assert "word" not in written


def test_where_nothing_can_be_written_the_store_works_all_the_same(tmp_path: Path):
    store = recorded(tmp_path / "missing" / "trace.txt")
    store.put(ONE, b"words")
    assert store.get(ONE) == b"words"


def test_nothing_is_written_down_unless_a_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(TRACE_ENVIRONMENT, raising=False)
    assert trace_file() is None
    monkeypatch.setenv(TRACE_ENVIRONMENT, str(tmp_path / "trace.txt"))
    assert trace_file() == tmp_path / "trace.txt"
