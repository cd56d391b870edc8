from dataclasses import replace
from pathlib import Path

import pytest

from engine.contract.options import RecognitionOptions
from engine.recognition.catalogue import SpeechModel
from engine.recognition.smaller_model import smaller_model
from engine.recognition.speech_model_store import SpeechModelStore
from tests.builders.tiny_speech_models import describe, make_catalogue, make_files, write_folder

SIZES = {"small": 90_000, "tiny": 20_000, "tiny.en": 20_000, "base": 40_000, "large": 200_000}


def model(name: str) -> SpeechModel:
    found = describe(make_files(name, weights_size=SIZES[name]), name=name)
    return replace(found, languages=("en",)) if name.endswith(".en") else found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


def smaller(folder: Path, wanted: RecognitionOptions, *installed: str, damaged: str = "") -> str | None:
    store = SpeechModelStore(folder, make_catalogue(*(model(name) for name in SIZES)))
    for name in installed:
        store.add_from(write_folder(folder.parent / name, make_files(name, weights_size=SIZES[name])))
    if damaged:
        (folder / damaged / "model.bin").write_bytes(b"nothing")
    found = smaller_model(wanted, store)
    return None if found is None else found.model


def test_it_is_the_next_smaller_one_that_is_here(folder: Path):
    assert smaller(folder, RecognitionOptions(model="small"), "small", "base", "tiny") == "base"


def test_one_that_is_not_here_or_damaged_is_passed_over(folder: Path):
    assert smaller(folder, RecognitionOptions(model="small"), "small", "base", "tiny", damaged="base") == "tiny"


def test_one_for_english_only_serves_english_only(folder: Path):
    assert smaller(folder, RecognitionOptions(model="base"), "base", "tiny.en") is None
    assert smaller(folder, RecognitionOptions(model="base", languages=("en", "de"))) is None
    assert smaller(folder, RecognitionOptions(model="base", languages=("en",))) == "tiny.en"


def test_there_may_be_none(folder: Path):
    assert smaller(folder, RecognitionOptions(model="tiny"), "tiny", "large") is None
    assert smaller(folder, RecognitionOptions(model="a-model-of-ones-own")) is None
