import sys
from pathlib import Path

import pytest

from engine.contract.errors import SpeakerModelDamaged, SpeakerModelMissing
from engine.speakers.weights import ENCODER, SEGMENTATION, SMALL_ENCODER, WeightsFile, load_weights, package_folder

each = pytest.mark.parametrize("file", [SEGMENTATION, ENCODER, SMALL_ENCODER])


@each
def test_weights_that_are_not_there_are_named(file: WeightsFile, tmp_path: Path):
    for folder in (None, tmp_path):
        with pytest.raises(SpeakerModelMissing) as caught:
            load_weights(file, folder)
        assert caught.value.model == file.model
        assert "The text is complete" in caught.value.sentence


@each
def test_weights_that_are_not_what_was_published_are_never_opened(file: WeightsFile, tmp_path: Path):
    path = tmp_path / file.place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    with pytest.raises(SpeakerModelDamaged) as caught:
        load_weights(file, tmp_path)
    assert caught.value.file == path.name


@each
def test_the_package_of_the_weights_is_found_without_importing_it(file: WeightsFile):
    folder = package_folder(file.package)
    if folder is None:
        pytest.skip(f"{file.package} is not installed here")
    assert len(load_weights(file, folder)) > 10
    assert file.package not in sys.modules
