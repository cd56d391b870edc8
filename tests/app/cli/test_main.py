import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from engine.contract.places import ROOT


def vivavoce(*words: str, code: str = "", home: Path, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """The command in a process of its own; ``code`` runs before it."""
    program = f"import sys\nfrom app.cli import main\n{code}\nsys.argv = ['vivavoce', *sys.argv[1:]]\nmain.main()"
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        env=os.environ | {"PYTHONPATH": str(ROOT), "VIVAVOCE_HOME": str(home)} | environment,
        capture_output=True,
        check=False,
    )


def test_the_version_is_told():
    result = CliRunner().invoke(cli, ["--version"])
    assert (result.exit_code, result.stdout.split()[0]) == (0, "Vivavoce")


def test_the_help_names_every_command():
    result = CliRunner().invoke(cli, ["-h"])
    assert result.exit_code == 0
    for name in ("transcribe", "library", "models", "measure"):
        assert f"\n  {name} " in result.stdout


@pytest.mark.parametrize("group", ["library", "models", "measure"])
def test_a_group_of_commands_is_loaded_when_asked_for(group: str):
    assert CliRunner().invoke(cli, [group, "--help"]).exit_code == 0


@pytest.mark.parametrize("words", [["fly"], ["--fly"], ["library", "fly"], ["models"]])
def test_wrong_use_ends_with_2(words: list[str]):
    result = CliRunner().invoke(cli, words)
    assert (result.exit_code, result.stdout if "models" not in words else "") == (2, "")


def test_without_words_and_without_a_screen_it_says_what_works(tmp_path: Path):
    done = vivavoce(home=tmp_path, DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert done.returncode == 1
    assert done.stderr.decode() == (
        "There is no screen here to open the window on. “vivavoce transcribe FILE” works without one.\n"
    )


BUG = """
def boom():
    said = "what somebody said"
    raise ZeroDivisionError(said)
main.cli.command("boom")(boom)
"""


def test_a_bug_is_a_sentence_and_a_report(tmp_path: Path):
    """Never a trace on the console; and case 98: no word of what was said in the report."""
    done = vivavoce("boom", code=BUG, home=tmp_path)
    reports = list((tmp_path / "logs").glob("crash-*.txt"))
    assert done.returncode == 1
    assert len(reports) == 1
    assert done.stderr.decode().endswith(f"What we need to know is in {reports[0]}\n")
    assert "Traceback" not in done.stderr.decode()
    report = reports[0].read_text("utf-8")
    assert "ZeroDivisionError" in report
    assert "boom" in report
    assert "somebody" not in report


def test_output_is_utf_8_whatever_the_system_says(tmp_path: Path):
    """Case 81."""
    done = vivavoce(
        "transcribe", "不在 Zoë.mp3", home=tmp_path, LC_ALL="", LANG="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 1
    assert "“不在 Zoë.mp3” is not there" in done.stderr.decode("utf-8")


def test_without_a_console_the_commands_work(tmp_path: Path):
    """Case 69."""
    done = vivavoce("library", "list", code="sys.stdout = sys.stderr = None", home=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    done = vivavoce("transcribe", "missing.mp3", code="sys.stdout = sys.stderr = None", home=tmp_path)
    assert done.returncode == 1


def test_without_a_console_a_bug_leaves_its_report(tmp_path: Path):
    """Case 69."""
    done = vivavoce("boom", code=f"{BUG}\nsys.stdout = sys.stderr = None", home=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    (report,) = (tmp_path / "logs").glob("crash-*.txt")
    assert "ZeroDivisionError" in report.read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="pipes of a shell")
def test_a_reader_that_leaves_early_is_no_bug(tmp_path: Path):
    """``vivavoce models list | head -0``"""
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(
        [sys.executable, "-m", "app.cli.main", "models", "list"],
        cwd=ROOT,
        env=os.environ | {"VIVAVOCE_HOME": str(tmp_path)},
        stdout=writing,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(writing)
        _, said = process.communicate()
    assert b"Traceback" not in said
    assert b"Something went wrong" not in said
