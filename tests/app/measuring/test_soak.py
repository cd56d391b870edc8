import dataclasses
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.measuring.measured_desktop import ENGINE, RECORDER
from app.measuring.memory_watch import MemorySample, MemoryWatch
from app.measuring.soak import DESKTOP, SoakReport, count_different, measure_soak, soak_figures
from app.measuring.workbench import Workbench
from engine.bench.figures import Figure
from engine.bench.machine import describe_machine
from engine.bench.side import run_side
from tests.builders.speech_clips import clip
from tests.builders.speech_data import SpeechDataBuilder

MB = 1_000_000


def a_report(growth_mb: int = 10) -> SoakReport:
    looks = [MemorySample(0, 1, 20 * MB), MemorySample(600, 1, 90 * MB), MemorySample(999, 1, (90 + growth_mb) * MB)]
    memory = MemoryWatch({DESKTOP: looks, RECORDER: looks, ENGINE: looks})
    return SoakReport(memory, (16_000, 16_000), 16_000, 0, 0.0, 9, 3, 0, (), 10.0, 12.0, 3.0)


def met(report: SoakReport) -> dict[str, bool | None]:
    return {each.key: each.met for each in soak_figures(report, settled_s=600)}


def found(report: SoakReport, key: str) -> Figure:
    return next(each for each in soak_figures(report, settled_s=600) if each.key == key)


def test_all_goals_are_reached_when_nothing_grows_or_is_missing():
    assert set(met(a_report()).values()) == {True}


def test_what_grows_after_the_first_minutes_misses_its_goal():
    figures = met(a_report(growth_mb=51))
    assert [key for key, is_met in figures.items() if not is_met] == [
        "desktop_growth_mb",
        "recorder_growth_mb",
        "engine_growth_mb",
    ]


def test_clocks_are_told_in_milliseconds():
    report = dataclasses.replace(a_report(), lengths=(16_000, 14_000))
    assert found(report, "timeline_ms").ours == 125
    assert found(report, "tracks_apart_ms").ours == 125
    assert (found(report, "timeline_ms").met, found(report, "tracks_apart_ms").met) == (False, False)


def test_text_that_is_missing_in_the_end_misses_its_goal():
    report = dataclasses.replace(a_report(), not_understood=0.001, problems=("The index is torn.",), misplaced=1)
    assert [key for key, is_met in met(report).items() if not is_met] == [
        "not_understood_percent",
        "misplaced_lines",
        "library_problems",
    ]


def test_every_sample_that_is_not_the_source_is_counted(tmp_path: Path):
    sound = np.arange(1000, dtype=np.int16)
    soundfile.write(tmp_path / "a.flac", sound, 16_000, subtype="PCM_16")
    pcm = tmp_path / "track-0.pcm"
    sound.tofile(pcm)
    assert count_different(pcm, tmp_path / "a.flac") == 0
    sound[:900].tofile(pcm)
    assert count_different(pcm, tmp_path / "a.flac") == 100
    np.roll(sound, 1).tofile(pcm)
    assert count_different(pcm, tmp_path / "a.flac") == 1000


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_tracks_run_through_the_whole_application(tmp_path: Path, speech_models: Path):
    builder = SpeechDataBuilder(tmp_path).recording("talk/a.flac", "some words").recording("talk/b.flac", "and others")
    data = builder.build()
    for name, source in (("a", "2033-164914-0003.flac"), ("b", "61-70968-0000.flac")):
        soundfile.write(data.folder / "talk" / f"{name}.flac", clip(source), 16_000, subtype="PCM_16")
    bench = Workbench(
        data=data, machine=describe_machine(), model_folder=lambda name: speech_models / name, run_side=run_side
    )
    measured = measure_soak(bench, minutes=1.0, pace=6.0, settled_s=20.0, keep=tmp_path / "kept")
    figures = {each.key: each for each in measured.figures}
    exact = ("timeline_ms", "tracks_apart_ms", "different_samples", "not_understood_percent", "misplaced_lines")
    assert [figures[key].ours for key in (*exact, "library_problems", "restarts")] == [0] * 7
    assert "engine_growth_mb" in figures
