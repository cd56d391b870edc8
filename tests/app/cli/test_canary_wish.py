"""``--canary`` of a worker: what is understood, and what is refused before the worker listens."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from app.cli.canary_wish import read_canaries
from app.cli.main import cli
from app.cli.model_to_add import ModelToAdd
from engine.contract.errors import SpeechModelUnknown
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore
from engine.worker.model_shelf import Canary
from tests.builders.tiny_speech_models import describe, make_catalogue, make_files, write_folder


@pytest.fixture
def store(tmp_path: Path) -> SpeechModelStore:
    """A computer with two speech models, and a third that writes in another way."""
    names = ("tiny", "base", "tiny.en")
    catalogue = make_catalogue(*(describe(make_files(name), name=name) for name in names))
    store = SpeechModelStore(tmp_path / "models", catalogue)
    for name in names:
        store.add_from(write_folder(tmp_path / name, make_files(name)))
    return store


def test_a_canary_names_what_is_wanted_what_comes_instead_and_how_often(store: SpeechModelStore):
    assert read_canaries(["tiny=base:10", " base=tiny:2.5% "], store) == (
        Canary("tiny", "base", 10.0),
        Canary("base", "tiny", 2.5),
    )
    assert read_canaries([], store) == ()


@pytest.mark.parametrize(
    "typed",
    ["", "base", "base=tiny", "base:10", "base=tiny:", "base=tiny:0", "base=tiny:101", "base=base:5", "a=b:nan"],
)
def test_what_is_no_canary_is_wrong_use(store: SpeechModelStore, typed: str):
    with pytest.raises(typer.BadParameter, match="looks like base=small:10"):
        read_canaries([typed], store)


def test_a_session_is_not_split_between_models_that_write_in_another_way(store: SpeechModelStore):
    with pytest.raises(typer.BadParameter, match="in another way"):
        read_canaries(["tiny=tiny.en:10"], store)


def test_more_than_all_sessions_are_not_given_away(store: SpeechModelStore):
    with pytest.raises(typer.BadParameter, match="More than all"):
        read_canaries(["tiny=base:60", "tiny=base:50"], store)


def test_a_canary_that_is_not_here_is_named_before_anything_is_served(tmp_path: Path):
    store = SpeechModelStore(tmp_path / "nothing", read_catalogue())
    with pytest.raises(ModelToAdd):
        read_canaries(["tiny=base:10"], store)
    with pytest.raises(SpeechModelUnknown):
        read_canaries(["tiny=nonsense:10"], store)


def test_on_the_command_line_it_is_one_sentence(tmp_path: Path):
    words = ["worker", "serve", "--models", str(tmp_path), "--loopback", "--canary"]
    assert CliRunner().invoke(cli, [*words, "base"]).exit_code == 2
    missing = CliRunner().invoke(cli, [*words, "tiny=base:10"])
    assert (missing.exit_code, missing.stdout) == (1, "")
    assert "“vivavoce models add base” gets it." in missing.stderr
