import numpy as np
import pytest

from app.measuring.coded_sound import CODECS, Codec, coded
from tests.builders.speech_clips import clip


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec[1])
def test_a_codec_changes_sound_a_little_and_leaves_it_at_its_place(codec: Codec):
    before = clip("2414-128291-0002.flac")[:48_000]
    after = coded(before, codec)
    assert len(after) == len(before)
    assert 0.8 < np.corrcoef(before, after)[0, 1] < 0.99999
