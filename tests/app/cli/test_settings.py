"""Settings on the command line: listed, changed, refused with a reason, and documented from their one declaration."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.settings import settings
from app.settings.declarations import declarations
from app.settings.settings_store import SettingsStore


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VIVAVOCE_HOME", str(tmp_path))
    return tmp_path


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(settings, words)
    return done.exit_code, done.stdout, done.stderr


def test_a_setting_is_changed_and_listed_with_a_star(home: Path) -> None:
    assert run("set", "caption_size", "40")[0] == 0
    assert SettingsStore(home / "settings.json").current.caption_size == 40
    lines = run("list")[1].splitlines()
    assert len(lines) == len(declarations())
    assert [line.split() for line in lines if line.startswith("*")] == [["*", "caption_size", "40"]]
    assert run("reset", "caption_size")[0] == 0
    assert not [line for line in run("list")[1].splitlines() if line.startswith("*")]


def test_the_list_as_json(home: Path) -> None:
    run("set", "languages", "en,zh")
    assert json.loads(run("list", "--json")[1])["settings"]["languages"] == ["en", "zh"]


@pytest.mark.parametrize("words", [("set", "caption_size", "huge"), ("set", "colour", "blue"), ("reset", "colour")])
def test_what_makes_no_sense_is_wrong_use_and_changes_nothing(home: Path, words: tuple[str, ...]) -> None:
    code, said, troubles = run(*words)
    assert (code, said) == (2, "")
    assert words[1] in troubles
    assert not (home / "settings.json").exists()


def test_bad_values_in_the_file_are_named(home: Path) -> None:
    (home / "settings.json").write_text('{"threads": "many", "caption_lines": 3}', "utf-8")
    _code, said, troubles = run("list")
    assert "threads made no sense" in troubles
    assert "* caption_lines" in said


def test_the_documentation_has_a_row_for_every_setting(home: Path) -> None:
    rows = run("docs")[1].splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == list(declarations())
    assert all(row.count("|") == 5 for row in rows)
