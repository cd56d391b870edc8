from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speech_data import ENVIRONMENT, MEETINGS, SpeechData, find_speech_data
from tests.builders.speech_data import SpeechDataBuilder

MAKE_MEETINGS = """
import argparse, json, pathlib
import numpy, soundfile
words = argparse.ArgumentParser()
words.add_argument("--out"); words.add_argument("--only")
words = words.parse_args()
stem = pathlib.Path(words.out) / words.only
soundfile.write(stem.with_suffix(".flac"), numpy.full(8_000, 3, "int16"), 16_000, subtype="PCM_16")
stem.with_suffix(".json").write_text(json.dumps({"segments": [{"start": 0, "text": "built"}]}))
"""


def test_the_environment_says_where_the_data_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    data = SpeechDataBuilder(tmp_path).recording("ami/a.wav", "yes").build()
    monkeypatch.setenv(ENVIRONMENT, str(data.folder))
    assert find_speech_data().folder == data.folder.resolve()


def test_missing_data_is_one_plain_sentence_that_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))
    with pytest.raises(CannotMeasure, match=f"are not in .*Set {ENVIRONMENT}"):
        find_speech_data()


def test_a_missing_scorer_is_named(tmp_path: Path):
    with pytest.raises(CannotMeasure, match=r"tools/score\.py"):
        _ = SpeechData(tmp_path / "data" / "speech", shared=tmp_path / "shared").scorer


def test_what_the_manifest_does_not_know_is_empty(tmp_path: Path):
    data = SpeechDataBuilder(tmp_path).recording("nonspeech/hum.wav", None, language=None, duration_s=None).build()
    (row,) = data.recordings()
    assert (row.set, row.language, row.transcript, row.duration_s) == ("nonspeech", "", "", 0.0)


def test_meetings_are_joined_in_order_and_read_by_the_start_of_what_is_said(tmp_path: Path):
    data = (
        SpeechDataBuilder(tmp_path)
        .meeting("one", [(2.0, "third"), (0.5, "first"), (1.0, "second")], samples=np.full(100, 1, np.int16))
        .meeting("two", [(0.0, "fourth")], samples=np.full(200, 2, np.int16))
        .build()
    )
    joined = data.join_meetings(("one", "two"), tmp_path)
    assert joined.reference == "first second third fourth"
    assert joined.duration_s == 300 / 16_000
    samples, rate = soundfile.read(joined.path, dtype="int16")
    assert rate == 16_000
    assert samples.tolist() == [1] * 100 + [2] * 200


def test_a_meeting_that_does_not_come_with_the_data_is_built(tmp_path: Path):
    builder = SpeechDataBuilder(tmp_path)
    for name in MEETINGS[:2]:
        builder.meeting(name, [(0.0, "there")])
    data = builder.build()
    (data.folder / "make_meetings.py").write_text(MAKE_MEETINGS, "utf-8")
    (tmp_path / "into").mkdir()
    joined = data.join_meetings(MEETINGS, tmp_path / "into")
    assert joined.reference == "there there built"
    assert joined.duration_s == 2.5


def test_a_meeting_that_cannot_be_built_says_why(tmp_path: Path):
    data = SpeechDataBuilder(tmp_path).build()
    (data.folder / "make_meetings.py").write_text("raise SystemExit('no such speaker')", "utf-8")
    with pytest.raises(CannotMeasure, match="“mtg_share_2spk” could not be built: no such speaker"):
        data.join_meetings(MEETINGS[2:], tmp_path)
