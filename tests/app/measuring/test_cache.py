from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.measuring.cache import PARTS, measure_cache
from app.measuring.near_misses import KINDS
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speech_data import SpeechData
from tests.builders.speech_clips import clip
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_sides import A_MACHINE, FakeSides

CLIPS = ("2414-128291-0002.flac", "1998-15444-0002.flac")


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    """A set of which thresholds may be set with the first pieces, and one that is only for checking."""
    builder = SpeechDataBuilder(tmp_path)
    sounds = {"zh/a.wav": clip(CLIPS[0])[:48_000], "ami/b.wav": clip(CLIPS[1])[:80_000], "ami/c.wav": None}
    for path in sounds:
        builder.recording(path, path)
    data = builder.build()
    for path, sound in sounds.items():
        soundfile.write(data.folder / path, np.zeros(48_000) if sound is None else sound, 16_000)
    return bench_of(data)


def bench_of(data: SpeechData) -> Workbench:
    return Workbench(data=data, machine=A_MACHINE, model_folder=lambda name: data.folder / name, run_side=FakeSides())


def test_a_part_that_there_is_not_is_named_with_those_there_are(bench: Workbench):
    with pytest.raises(CannotMeasure, match=f"no part called “sleep”. There are: {', '.join(PARTS)}"):
        measure_cache(bench, parts=("trace", "sleep"))


def test_pairs_are_of_all_utterances_and_near_misses_of_those_that_set_no_threshold(bench: Workbench):
    told: list[str] = []
    measurement = measure_cache(
        replace(bench, tell=told.append), parts=("pairs", "misses"), quick=True, near_misses=len(KINDS)
    )
    pairs, misses = measurement.figures
    assert (pairs.key, pairs.title, pairs.ours, pairs.met) == ("wrong_pairs", "wrong reuses of 2 pairs", 0.0, True)
    assert (misses.key, misses.title, misses.met) == ("wrong_near_misses", "wrong reuses of 12 near misses", True)
    assert "2 pairs of 2 utterances" in measurement.setting
    assert "of 1 utterances that no threshold was set with" in measurement.setting
    *details, known = [line for line in measurement.details if line]
    assert details == [f"near misses, {kind}: 0 of 1" for kind in KINDS]
    assert known == "not changed, through a codec: 1 of 1 are known"


def test_who_is_driven_out_is_told_of_what_was_recorded_in_place_of_what_is_made_up(bench: Workbench, tmp_path: Path):
    trace = tmp_path / "my term.txt"
    trace.write_text("".join(f"{3600 * hour} {hour % 7}\n" for hour in range(40)))
    measurement = measure_cache(bench, parts=("trace",), trace=trace)
    assert "“my term.txt”, 40 requests for 7 blocks" in measurement.setting
    assert [figure.key for figure in measurement.figures] == ["trace_misses_percent"]
