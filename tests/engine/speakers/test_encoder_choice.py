"""Which encoder is used: the good one, the small one for want of it, or none with a plain reason."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.contract.errors import SpeakerModelDamaged, SpeakerModelMissing, VivavoceError
from engine.speakers.encoder_choice import best_encoder
from engine.speakers.speaker_encoder import CamEncoder, SpeakerEncoder
from engine.speakers.weights import ENCODER
from tests.fakes.fake_voices import FakeEncoder


def lacking(error: VivavoceError) -> Callable[[], SpeakerEncoder]:
    def make() -> SpeakerEncoder:
        raise error

    return make


def test_the_good_one_is_used_where_it_can_be_and_the_small_one_is_not_loaded():
    assert best_encoder(first=FakeEncoder, second=lacking(SpeakerModelMissing("small encoder"))).width == 192


@pytest.mark.parametrize("error", [SpeakerModelMissing("encoder"), SpeakerModelDamaged("encoder", "campplus.pt")])
def test_the_small_one_steps_in_where_the_good_one_is_missing_or_damaged(error: VivavoceError):
    """Case 61."""
    assert best_encoder(first=lacking(error), second=lambda: FakeEncoder(256)).width == 256


def test_without_either_it_is_said_what_the_good_one_lacks():
    damaged = SpeakerModelDamaged("encoder", "campplus.pt")
    with pytest.raises(SpeakerModelDamaged) as caught:
        best_encoder(first=lacking(damaged), second=lacking(SpeakerModelMissing("small encoder")))
    assert caught.value is damaged


def test_a_file_that_is_not_what_was_published_lets_the_small_one_step_in(tmp_path: Path):
    """Case 61: half a download."""
    path = tmp_path / ENCODER.place
    path.parent.mkdir(parents=True)
    path.write_bytes(bytes(1000))
    found = best_encoder(first=lambda: CamEncoder(folder=tmp_path), second=lambda: FakeEncoder(256))
    assert found.width == 256
