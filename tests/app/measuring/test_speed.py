import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.measuring.speed import measure_speed
from app.measuring.workbench import OUR_SIDE, PEER_SIDE, Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, Measurement
from engine.bench.side import run_side
from engine.bench.speech_data import MEETINGS
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_sides import A_MACHINE, FakeSides

AUDIO = Path(__file__).resolve().parents[2] / "audio"

SAID = "one two three four five six seven eight nine ten"


def bench(folder: Path, sides: FakeSides) -> Workbench:
    builder = SpeechDataBuilder(folder)
    for name in MEETINGS:
        builder.meeting(name, [(0.0, SAID)])
    data = (
        builder.recording("libri_test_other/part_of_a_meeting.wav", "no")
        .recording("libri_train100/long.wav", "no", duration_s=12.0)
        .recording("libri_train100/clip.wav", "yes")
        .build()
    )
    return Workbench(data=data, machine=A_MACHINE, model_folder=lambda name: folder / name, run_side=sides)


def by_key(measurement: Measurement) -> dict[str, Figure]:
    return {figure.key: figure for figure in measurement.figures}


def heard(words_wrong: int) -> dict[str, str]:
    """Three meetings with so many words of thirty missing."""
    return {"meetings.flac": " ".join((f"{SAID} " * 3).split()[words_wrong:])}


def alike(words: dict[str, str]) -> dict[str, dict[str, str]]:
    """Every side hears the same."""
    return dict.fromkeys(("ours", "vad", "plain", "batch"), words)


def test_both_goals_are_met_by_half_the_time_and_no_more_wrong_words(tmp_path: Path):
    sides = FakeSides(
        seconds={"ours": [10.0, 30.0, 12.0], "vad": [25.0, 75.0, 24.0], "plain": [40.0], "batch": [10.0]},
        heard={"ours": heard(3), "vad": heard(6), "plain": heard(3), "batch": heard(9)},
        memory={"ours": {"queue and library": 200_000_000, "engine": 700_000_000}, "vad": {"process": 1_000_000_000}},
    )
    figures = by_key(measure_speed(bench(tmp_path, sides)))
    time = figures["time_s"]
    assert (time.ours, time.other, time.ratio, time.goal, time.met) == (12.0, 25.0, 0.4, 0.5, True)
    wrong = figures["wer_percent"]
    assert (wrong.ours, wrong.other, wrong.ratio, wrong.met) == (10.0, 10.0, 1.0, True)
    assert "no VAD" in wrong.title
    memory = figures["peak_memory_mb"]
    assert (memory.ours, memory.other, memory.met) == (900.0, 1000.0, True)
    assert figures["time_s_batch"].met is None


def test_missed_goals_are_said(tmp_path: Path):
    sides = FakeSides(
        seconds={"ours": [13.0], "vad": [25.0]},
        heard={"ours": heard(4), "vad": heard(6), "plain": heard(3), "batch": heard(9)},
        memory={"ours": {"engine": 1_100_000_000}, "vad": {"process": 1_000_000_000}},
    )
    figures = by_key(measure_speed(bench(tmp_path, sides), rounds=1))
    assert [figures[key].met for key in ("time_s", "wer_percent", "peak_memory_mb")] == [False, False, False]


def test_every_side_gets_the_same_sound_and_a_clip_to_warm_up_on(tmp_path: Path):
    sides = FakeSides(heard=alike(heard(0)))
    measure_speed(bench(tmp_path, sides), rounds=2, threads=2, model="tiny.en")
    assert sorted((request.kind, module) for module, request in sides.requests) == sorted(
        [("ours", OUR_SIDE), ("vad", PEER_SIDE), ("plain", PEER_SIDE), ("batch", PEER_SIDE)] * 2
    )
    assert len({request.files for _, request in sides.requests}) == 1
    assert len({request.scratch for _, request in sides.requests}) == 8
    for _, request in sides.requests:
        assert (request.files[0].language, request.threads, request.beam_size) == ("en", 2, 5)
        assert (request.model, request.model_folder) == ("tiny.en", str(tmp_path / "tiny.en"))
        assert request.warm_up is not None
        assert Path(request.warm_up.path).name == "clip.wav"
        assert not Path(request.scratch).exists()


def test_quick_takes_one_meeting(tmp_path: Path):
    sides = FakeSides(heard=alike({"meetings.flac": SAID}))
    measurement = measure_speed(bench(tmp_path, sides), rounds=1, quick=True)
    assert by_key(measurement)["wer_percent"].ours == 0
    assert measurement.setting.startswith("0.0 min of meetings")


def test_what_is_quoted_is_marked_as_not_measured_here(tmp_path: Path):
    sides = FakeSides(heard=alike(heard(1)))
    lines = measure_speed(bench(tmp_path, sides)).as_lines()
    quoted = next(line for line in lines if "whisperX" in line)
    assert "not measured here" in lines[lines.index(quoted) - 1]


def test_a_side_that_could_not_read_the_sound_gives_no_figure(tmp_path: Path):
    sides = FakeSides(troubles={"ours": {"meetings.flac": "30 s of speech were heard but no words understood."}})
    with pytest.raises(CannotMeasure, match="no words understood"):
        measure_speed(bench(tmp_path, sides))


@pytest.mark.slow
def test_speed_is_measured_with_real_sides(tmp_path: Path, speech_models: Path):
    """A few seconds say nothing about speed; what counts is that every side runs, hears the words and ends."""
    clips = ("1998-15444-0001.flac", "2033-164914-0003.flac")
    said = {row["file"]: row["transcript"] for row in json.loads((AUDIO / "index.json").read_text("utf-8"))}
    samples = np.concatenate([soundfile.read(AUDIO / clip, dtype="int16")[0] for clip in clips])
    text = [(float(number), said[clip]) for number, clip in enumerate(clips)]
    data = SpeechDataBuilder(tmp_path).meeting("mtg_share_4spk", text, samples=samples).build()
    workbench = Workbench(
        data=data, machine=A_MACHINE, model_folder=lambda name: speech_models / name, run_side=run_side
    )
    measurement = measure_speed(workbench, model="tiny.en", rounds=1, quick=True)
    figures = by_key(measurement)
    assert figures["time_s"].ours > 0
    assert figures["wer_percent"].ours < 30
    assert figures["wer_percent"].other is not None
    assert figures["wer_percent"].other < 30
    assert figures["peak_memory_mb"].ours > 100
