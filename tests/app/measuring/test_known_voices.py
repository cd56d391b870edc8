"""Readers who hum are known again, each by the own tone."""

import json
from pathlib import Path

import pytest
import soundfile

from app.measuring.known_voices import BACKGROUND, measure_voices
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speech_data import SpeechData
from tests.builders.heard import Talk, sound_of
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_voices import FakeEncoder

IN_BACKGROUND = json.loads(BACKGROUND.read_text("utf-8"))["readers"][0]


def data_of(folder: Path, *speakers: str) -> SpeechData:
    builder = SpeechDataBuilder(folder)
    for speaker in speakers:
        builder.recording(f"libri_train100/{speaker}.flac", "one")
        builder.rows[-1]["speaker"] = speaker
    data = builder.build()
    for voice, speaker in enumerate(speakers):
        path = data.folder / "libri_train100" / f"{speaker}.flac"
        soundfile.write(path, sound_of([Talk(0, 22, voice)], 22), 16_000)
    return data


def test_a_reader_is_known_again_and_a_stranger_is_not_and_the_curve_is_drawn(tmp_path: Path):
    told: list[str] = []
    data = data_of(tmp_path, "one", "two", IN_BACKGROUND)
    found = measure_voices(data, keep=tmp_path / "kept", tell=told.append, encoder=FakeEncoder())
    assert {each.key: (each.ours, each.met) for each in found.figures} == dict.fromkeys(
        ("voice_accepted", "voice_rejected", "voice_accepted_6s", "voice_rejected_6s"), (0.0, True)
    )
    assert found.setting.startswith("2 readers enrolled with 10 s, 8 trials of their own and 8 of strangers")
    assert told == ["one: 4 times 3 s heard", "two: 4 times 3 s heard"]
    assert set(json.loads((tmp_path / "kept" / "voice_memory.json").read_text("utf-8"))) == {"3 s", "6 s"}
    assert (tmp_path / "kept" / "voice_memory.svg").read_text("utf-8").startswith("<svg ")


def test_one_reader_alone_cannot_be_compared(tmp_path: Path):
    with pytest.raises(CannotMeasure):
        measure_voices(data_of(tmp_path, "one", IN_BACKGROUND), keep=None, tell=lambda _: None, encoder=FakeEncoder())
