from pathlib import Path

import pytest

from engine.contract.errors import RecogniserFailed, SpeechModelMissing
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore
from engine.worker.model_loader import ModelLoader
from tests.fakes.fake_speech_shelf import CARD, PROCESSOR, FakeLoadedModel

FAILURE = RecogniserFailed("cuda", "out of memory")


def loader(folder: Path) -> ModelLoader:
    store = SpeechModelStore(folder / "models", read_catalogue())
    return ModelLoader(store=store, state=folder / "state", threads=2)


def test_below_the_processor_there_is_nothing(tmp_path: Path):
    assert not loader(tmp_path).give_up(FakeLoadedModel(device=PROCESSOR), FAILURE)


def test_a_card_that_failed_at_work_is_remembered_for_the_next_choice(tmp_path: Path):
    assert loader(tmp_path).give_up(FakeLoadedModel(device=CARD), FAILURE)
    assert "out of memory" in (tmp_path / "state" / "devices.json").read_text("utf-8")


def test_a_speech_model_that_is_not_here_has_no_size(tmp_path: Path):
    with pytest.raises(SpeechModelMissing):
        loader(tmp_path).size_of("base")
