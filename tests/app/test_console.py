import io
import sys
from pathlib import Path

import pytest

from app.console import empty_console, is_terminal, prepare_console


def test_any_text_can_be_written_to_any_code_page(monkeypatch: pytest.MonkeyPatch):
    """Case 81."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp437"))
    prepare_console()
    sys.stdout.write("会议 \udcff")
    sys.stdout.flush()
    assert raw.getvalue() == "会议 ?".encode()


def test_without_a_console_writing_goes_nowhere(monkeypatch: pytest.MonkeyPatch):
    """Case 69."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    prepare_console()
    with sys.stdout, sys.stderr:
        sys.stdout.write("words")
        sys.stderr.write("words")
        assert not is_terminal(sys.stderr)
    assert not is_terminal(sys.stderr), "closed"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_what_a_full_disk_does_not_take_is_told_and_let_go(monkeypatch: pytest.MonkeyPatch):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        sys.stdout.write("words")
        assert not empty_console()
        assert empty_console(), "nothing waits any more"


def test_what_was_written_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with (tmp_path / "out.txt").open("w", encoding="utf-8") as out:
        monkeypatch.setattr(sys, "stdout", out)
        sys.stdout.write("words")
        assert empty_console()
        assert (tmp_path / "out.txt").read_text("utf-8") == "words"
