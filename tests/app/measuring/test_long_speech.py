from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.measuring.long_speech import REST_S, find_speech, write_long_speech
from engine.bench.cannot_measure import CannotMeasure
from tests.builders.speech_data import SpeechDataBuilder


def a_clip(path: Path, value: int, count: int) -> Path:
    soundfile.write(path, np.full(count, value, np.int16), 16_000, subtype="PCM_16")
    return path


def test_only_speech_with_words_in_that_language_is_taken(tmp_path: Path):
    data = (
        SpeechDataBuilder(tmp_path)
        .recording("talk/a.flac", "good morning")
        .recording("talk/b.flac", "早上好", language="zh")
        .recording("talk/c.flac", None)
        .recording("talk/d.flac", "an hour of it", duration_s=3600.0)
        .build()
    )
    assert [path.name for path in find_speech(data)] == ["a.flac"]
    with pytest.raises(CannotMeasure):
        find_speech(data, language="fr")


def test_clips_come_again_in_another_order_with_rests_between_them_until_it_is_full(tmp_path: Path):
    clips = [a_clip(tmp_path / f"{value}.flac", value, 1600) for value in (1, 2, 3)]
    write_long_speech(tmp_path / "long.flac", clips, length=1_000_000, seed=4)
    sound, rate = soundfile.read(tmp_path / "long.flac", dtype="int16")
    assert (len(sound), rate) == (1_000_000, 16_000)
    changes = np.flatnonzero(np.diff(sound)) + 1
    lengths = np.diff(np.concatenate(([0], changes)))
    order = [int(sound[at]) for at in (0, *changes[:-1])]
    assert set(order[::2]) == {1, 2, 3}
    assert set(order[1::2]) == {0}
    assert all(int(each) == 1600 for each in lengths[::2])
    assert all(REST_S[0] * 16_000 - 1 <= each <= REST_S[1] * 16_000 + 1 for each in lengths[1::2])
    assert order[0:6:2] != order[6:12:2] or order[0:6:2] != order[12:18:2]


def test_another_seed_is_another_order(tmp_path: Path):
    clips = [a_clip(tmp_path / f"{value}.flac", value, 1600) for value in range(1, 9)]
    for seed in (1, 1, 2):
        write_long_speech(tmp_path / f"long-{seed}.flac", clips, length=100_000, seed=seed)
    sounds = [soundfile.read(tmp_path / f"long-{seed}.flac", dtype="int16")[0].tobytes() for seed in (1, 2)]
    assert sounds[0] != sounds[1]
