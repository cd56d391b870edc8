import os
from pathlib import Path

import pytest

from engine.pipeline.child_log import LARGEST, ChildLog


def test_the_tail_is_what_this_run_said(tmp_path: Path):
    path = tmp_path / "logs" / "engine.log"
    for words in (b"the run before", b"this \xff run"):
        log = ChildLog(path)
        with log.open() as file:
            file.write(words)
    assert log.tail() == "this \ufffd run"
    assert path.read_bytes() == b"the run beforethis \xff run"


def test_only_the_end_of_much_is_the_tail(tmp_path: Path):
    log = ChildLog(tmp_path / "engine.log")
    with log.open() as file:
        file.write(b"x" * 100_000 + b"the end")
    assert log.tail().endswith("the end")
    assert len(log.tail()) < 5000


def test_a_log_that_has_grown_begins_anew_and_one_older_is_kept(tmp_path: Path):
    path = tmp_path / "engine.log"
    for size in (LARGEST + 1, LARGEST + 2, 3):
        with ChildLog(path).open() as file:
            file.write(b"x" * size)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["engine.log", "engine.log.1"]
    assert path.stat().st_size == 3


@pytest.mark.skipif(os.name != "posix", reason="permissions as bits")
def test_the_log_is_private(tmp_path: Path):
    path = tmp_path / "engine.log"
    ChildLog(path).open().close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_without_a_place_to_write_there_is_no_log_and_no_error(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    log = ChildLog(tmp_path / "file" / "engine.log")
    with log.open() as file:
        file.write(b"words")
    assert log.tail() == ""
