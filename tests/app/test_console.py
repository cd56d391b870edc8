import io
import sys

import pytest

from app.console import is_terminal, prepare_console


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
