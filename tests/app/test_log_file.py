import os
import subprocess
import sys
from pathlib import Path

from engine.contract.places import ROOT

PROGRAM = """
import logging, sys
from pathlib import Path
from app.log_file import keep_log
keep_log(Path(sys.argv[1]))
logging.getLogger("app.somewhere").info("something happened")
logging.getLogger("app.somewhere").debug("too small")
logging.getLogger("sqlalchemy.engine").info("INSERT a line of transcript")
logging.getLogger("odd").info("half a character \\udcff")
"""


def log_of(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_log_is_a_private_file_and_the_console_stays_silent(tmp_path: Path):
    """Case 98: libraries tell more than we may keep."""
    done = log_of(tmp_path / "logs")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    path = tmp_path / "logs" / "vivavoce.log"
    said = path.read_text("utf-8")
    assert "INFO app.somewhere: something happened" in said
    assert "too small" not in said
    assert "INSERT" not in said
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600


def test_without_a_place_there_is_no_log_and_no_error(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    done = log_of(tmp_path / "file" / "logs")
    assert (done.stderr, done.returncode) == ("", 0)
