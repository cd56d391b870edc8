import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli.models import models
from engine.recognition.speech_model_store import SpeechModelStore
from tests.builders.tiny_speech_models import describe, make_catalogue, make_files, write_folder, write_zip
from tests.fakes.model_sources import FakeSource, open_these

FILES = make_files()
OTHER = make_files("other")


@pytest.fixture
def store(tmp_path: Path) -> SpeechModelStore:
    return SpeechModelStore(
        tmp_path / "models",
        make_catalogue(describe(FILES), describe(OTHER, name="large")),
        sources=open_these(FakeSource(FILES)),
        free_bytes=lambda _: 1 << 40,
    )


def run(store: SpeechModelStore, *words: str) -> Result:
    return CliRunner().invoke(models, list(words), obj=store)


def test_adding_prints_the_name_and_the_place_and_nothing_else(store: SpeechModelStore):
    result = run(store, "add", "tiny")
    assert (result.exit_code, result.stdout) == (0, f"tiny\t{store.folder / 'tiny'}\n")
    assert "tiny: 0 MB of 0 MB" in result.stderr


def test_adding_again_does_nothing(store: SpeechModelStore):
    run(store, "add", "tiny")
    result = run(store, "add", "tiny")
    assert (result.exit_code, result.stderr) == (0, "")


def test_one_that_fails_is_named_and_the_rest_is_done(store: SpeechModelStore):
    result = run(store, "add", "large", "tiny")
    assert result.exit_code == 1
    assert "The speech model “large” could not be downloaded." in result.stderr
    assert "a shelf delivered a model.bin that is not the published one" in result.stderr
    assert result.stdout.startswith("tiny\t")


@pytest.mark.parametrize(
    "words", [["add"], ["add", "nothing"], ["add", "a", "b", "--from", "x"], ["remove"], ["check", "nothing"], ["fly"]]
)
def test_wrong_use_ends_with_2(store: SpeechModelStore, words: list[str]):
    result = run(store, *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_listing_shows_what_is_here_and_what_could_be(store: SpeechModelStore, tmp_path: Path):
    run(store, "add", "tiny")
    run(store, "add", "mine", "--from", str(write_folder(tmp_path / "picked", make_files("third"))))
    result = run(store, "list")
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["tiny", "large", "mine"]
    assert "not here" in result.stdout.splitlines()[1]
    described = json.loads(run(store, "list", "--json").stdout)
    assert {model["name"]: model["state"] for model in described["models"]} == {
        "tiny": "matches",
        "large": "missing",
        "mine": "matches",
    }
    assert described["models"][0]["source"] == "a shelf"
    assert described["models"][1]["sources"] == ["a shelf"]


def test_a_folder_or_zip_is_taken_in(store: SpeechModelStore, tmp_path: Path):
    result = run(store, "add", "--from", str(write_zip(tmp_path / "x.zip", OTHER)))
    assert (result.exit_code, result.stdout) == (0, f"large\t{store.folder / 'large'}\n")


def test_an_unsafe_zip_is_refused_in_one_sentence(store: SpeechModelStore, tmp_path: Path):
    """Case 97."""
    result = run(store, "add", "--from", str(write_zip(tmp_path / "x.zip", {**OTHER, "../evil.txt": b""})))
    assert result.exit_code == 1
    assert result.stderr == (
        "“x.zip” cannot be used: a file in it would be written outside its folder. Nothing was changed.\n"
    )


def test_checking_finds_what_is_damaged(store: SpeechModelStore):
    """Case 88."""
    run(store, "add", "tiny")
    assert run(store, "check").stdout == "tiny\tgood\n"
    (store.folder / "tiny" / "tokenizer.json").unlink()
    result = run(store, "check")
    assert (result.exit_code, result.stdout) == (1, "tiny\tdamaged (tokenizer.json)\n")
    assert json.loads(run(store, "check", "--json").stdout) == {
        "models": [{"name": "tiny", "state": "damaged", "damaged": ["tokenizer.json"]}]
    }
    assert run(store, "check", "large").stdout == "large\tnot here\n"


def test_removing_deletes(store: SpeechModelStore):
    run(store, "add", "tiny")
    assert run(store, "remove", "tiny").stdout == "tiny\tremoved\n"
    assert store.installed() == []
    assert run(store, "remove", "tiny").exit_code == 1


def test_it_works_where_there_is_no_console(store: SpeechModelStore):
    """Case 69."""
    code = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
sys.stdout = sys.stderr = None
from tests.app.cli.test_models import FILES, FakeSource, SpeechModelStore, describe, make_catalogue, models, open_these
catalogue, sources = make_catalogue(describe(FILES)), open_these(FakeSource(FILES))
store = SpeechModelStore(Path({str(store.folder)!r}), catalogue, sources=sources)
models(["add", "tiny"], obj=store)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert store.path_of("tiny")


def test_without_a_store_of_its_own_it_uses_the_one_of_this_computer():
    result = CliRunner().invoke(models, ["list", "--json"])
    described = json.loads(result.stdout)
    assert result.exit_code == 0
    assert Path(described["folder"]).name == "models"
    assert {model["state"] for model in described["models"]} == {"missing"}
