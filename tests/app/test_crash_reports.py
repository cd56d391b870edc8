import os
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.crash_reports import CrashReports, describe

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
CANARY = "CANARY789 said in the meeting"


def a_bug() -> BaseException:
    try:
        try:
            raise KeyError(CANARY)  # noqa: TRY301 - a chain of two is what is tested
        except KeyError as error:
            raise FileNotFoundError(2, CANARY, f"/home/ada/{CANARY}.mp3") from error
    except OSError as error:
        return error


def test_a_report_says_where_and_nothing_that_was_said():
    """Case 98."""
    report = describe(a_bug(), NOON)
    assert "builtins.FileNotFoundError 2" in report
    assert "builtins.KeyError" in report
    assert "test_crash_reports.py:" in report
    assert "a_bug" in report
    assert "CANARY" not in report
    assert str(Path.home()) not in report


def test_a_report_is_a_private_file_and_the_old_ones_go(tmp_path: Path):
    minutes = iter(range(60))
    reports = CrashReports(tmp_path / "logs", now=lambda: NOON.replace(minute=next(minutes)))
    paths = [reports.write(a_bug()) for _ in range(25)]
    last = paths[-1]
    assert last is not None
    assert sorted((tmp_path / "logs").iterdir())[-1] == last
    assert len(list((tmp_path / "logs").iterdir())) == 20
    if os.name == "posix":
        assert last.stat().st_mode & 0o777 == 0o600


def test_without_a_place_there_is_no_report_and_no_further_error(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    assert CrashReports(tmp_path / "file").write(a_bug()) is None


def test_bugs_on_every_thread_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    told: list[Path] = []
    CrashReports(tmp_path, on_report=told.append).install()

    def work() -> None:
        raise ValueError(CANARY)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    bug = a_bug()
    sys.excepthook(type(bug), bug, bug.__traceback__)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert len(told) == 2
    assert "ValueError" in told[0].read_text("utf-8")


def test_an_exception_that_is_its_own_reason_ends_somewhere():
    error = ValueError()
    error.__cause__ = error
    assert describe(error, NOON).count("ValueError") == 1
