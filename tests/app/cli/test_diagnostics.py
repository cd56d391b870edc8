"""The report on the command line: printed, or saved as one file that replaces nothing."""

import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.announcements import Announcements
from app.cli.diagnostics import diagnostics
from app.library.library import Library
from tests.builders.shelf import Shelf


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIVAVOCE_HOME", str(tmp_path / "home"))
    library = Library.open(tmp_path / "home" / "library", announcements=Announcements())
    Shelf(library).meeting("CANARY123 budget", lines=("CANARY123 was said",))
    library.close()
    return tmp_path


def test_it_is_saved_without_what_was_said_and_replaces_nothing(home: Path) -> None:
    """Case 98."""
    target = home / "report.zip"
    done = CliRunner().invoke(diagnostics, ["--out", str(target)])
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(target) as archive:
        whole = {name: archive.read(name).decode() for name in archive.namelist()}
    assert "meetings 1" in whole["library.txt"]
    assert not [name for name, text in whole.items() if "CANARY123" in text or str(home) in text]
    again = CliRunner().invoke(diagnostics, ["--out", str(target)])
    assert again.exit_code == 1
    assert "there already" in again.stderr


def test_a_folder_that_is_not_there_is_said(home: Path) -> None:
    done = CliRunner().invoke(diagnostics, ["--out", str(home / "gone" / "report.zip")])
    assert done.exit_code == 1
    assert "report.zip" in done.stderr
