"""``vivavoce measure speakers`` with a side that knows who speaks, beside meetings that a small recipe makes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.measuring.speakers import PARTS, measure_speakers
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speaker_scoring import read_rttm
from engine.bench.speaker_side import FolderAnswer, SpeakerRequest
from tests.builders.found_speakers import answer, turn
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_sides import A_MACHINE, FakeSides

RECIPE = """
import pathlib
import numpy, soundfile

SPECS = [{"id": "mtg_share_2spk", "speakers": ["a", "b"]}, {"id": "mtg_rain", "speakers": ["a"]}]

def build(spec, rows, out, manifest):
    stem = pathlib.Path(out) / spec["id"]
    people = spec["speakers"]
    soundfile.write(stem.with_suffix(".flac"), numpy.full(16_000 * 4 * len(people), 0.1), 16_000)
    line = "SPEAKER x 1 {} 4 <NA> <NA> {} <NA> <NA>"
    stem.with_suffix(".rttm").write_text("".join(line.format(4 * at, who) + chr(10) for at, who in enumerate(people)))
    print("made", spec["id"])
"""


@dataclass
class KnowingSide:
    """Finds just the turns that are known; says that an hour takes 0.05 hours; 0.9 GB."""

    said: dict[str, Path] = field(default_factory=dict[str, Path])
    requests: list[SpeakerRequest] = field(default_factory=list[SpeakerRequest])

    def __call__(
        self,
        request: SpeakerRequest,
        on_answer: Callable[[FolderAnswer], None],
        on_progress: Callable[[float, float], None] = lambda _done_s, _all_s: None,
    ) -> list[FolderAnswer]:
        self.requests.append(request)
        return [self._answer(Path(folder), request, on_answer, on_progress) for folder in request.folders]

    def _answer(
        self,
        folder: Path,
        request: SpeakerRequest,
        on_answer: Callable[[FolderAnswer], None],
        on_progress: Callable[[float, float], None],
    ) -> FolderAnswer:
        length_s = (folder / "track-0.pcm").stat().st_size / 32_000
        for done_s in np.linspace(0, length_s, 7):
            on_progress(float(done_s), length_s)
        turns = tuple(turn(4 * at, 4 * at + 4, at) for at in range(round(length_s) // 4)) if length_s < 60 else ()
        found = replace(
            answer(*turns, told=turns, folder=str(folder)),
            seconds=0.05 * length_s,
            processor_s=0.03 * length_s,
            again_s=2.0 if request.again else 0.0,
            peak_bytes=900_000_000,
            live_processor_s=1.0 if request.live else 0.0,
        )
        on_answer(found)
        return found


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    builder = SpeechDataBuilder(tmp_path).recording("ami/ami_dev00.wav", "one", language="en")
    for number in range(6):
        builder.recording(f"libri_test_other/{number}.flac", "one")
        builder.rows[-1]["speaker"] = f"reader-{number}"
    data = builder.build()
    (data.folder / "make_meetings.py").write_text(RECIPE, "utf-8")
    (data.folder / "rttm").mkdir()
    (data.folder / "rttm" / "ami_dev00.rttm").write_text(
        "".join(f"SPEAKER x 1 {4 * at} 4 <NA> <NA> {at} <NA> <NA>\n" for at in range(3))
    )
    soundfile.write(data.folder / "ami" / "ami_dev00.wav", np.full(8 * 16_000, 0.1), 16_000)
    return Workbench(data=data, machine=A_MACHINE, model_folder=lambda name: tmp_path / name, run_side=FakeSides())


def test_a_part_that_there_is_not_is_named_with_those_there_are(bench: Workbench):
    with pytest.raises(CannotMeasure, match=f"no part called “sleep”. There are: {', '.join(PARTS)}"):
        measure_speakers(bench, model="base", parts=("turns", "sleep"))


def test_turns_and_labels_are_found_in_one_go_and_real_meetings_are_not_labelled(bench: Workbench):
    side = KnowingSide()
    found = measure_speakers(bench, model="base", parts=("labels", "turns"), quick=True, run_side=side)
    figures = {each.key: round(each.ours, 3) for each in found.figures}
    assert [(len(each.folders), each.live) for each in side.requests] == [(1, False), (4, True)]
    assert (figures["der_built"], figures["count_built"], figures["live_other"]) == (0.0, 0.0, 0.0)
    assert (figures["der_ami"], figures["count_ami"]) == (0.0, 1.0)  # it ends before the third one talks
    assert (figures["cost"], figures["cost_processor"]) == (0.05, 0.03)
    assert found.details[0].startswith("ami_dev00: ")
    assert "5 clips and meetings" in found.setting
    assert "labels of 4 built meetings" in found.setting


def test_labels_alone_listen_to_no_real_meeting(bench: Workbench):
    side = KnowingSide()
    measure_speakers(bench, model="base", parts=("labels",), quick=True, run_side=side)
    assert [(len(each.folders), each.live) for each in side.requests] == [(4, True)]


def test_three_hours_are_the_built_meetings_over_and_over_and_their_progress_is_told(bench: Workbench):
    side, told = KnowingSide(), list[str]()
    found = measure_speakers(replace(bench, tell=told.append), model="base", parts=("long",), quick=True, run_side=side)
    assert [(len(each.folders), each.again) for each in side.requests] == [(1, 4)]
    figures = {each.key: (round(each.ours, 3), each.met) for each in found.figures}
    assert figures["cost_long"] == (0.05, True)
    assert figures["memory_long"] == (0.9, True)
    assert figures["again_long"] == (2.0, True)
    assert told[-1] == "0.5 h: 30 of 30 min heard"
    assert len([line for line in told if line.endswith("min heard")]) == 3


def test_the_encoder_that_steps_in_hears_all_clips_anew(bench: Workbench):
    side = KnowingSide()
    found = measure_speakers(bench, model="base", parts=("turns", "fallback"), quick=True, run_side=side)
    assert [(len(each.folders), each.is_small) for each in side.requests] == [(1, False), (4, False), (5, True)]
    assert not {place for each in side.requests[:2] for place in each.folders} & set(side.requests[2].folders)
    figures = {each.key: round(each.ours, 3) for each in found.figures}
    assert (figures["small_der_built"], figures["small_count_real"], figures["small_processor"]) == (0.0, 1.0, 0.03)


def test_turns_are_kept_as_the_scorer_reads_them(bench: Workbench, tmp_path: Path):
    measure_speakers(bench, model="base", parts=("turns",), quick=True, keep=tmp_path / "kept", run_side=KnowingSide())
    kept = {path.stem: read_rttm(path) for path in (tmp_path / "kept" / "rttm").iterdir()}
    assert set(kept) == {"ami_dev00", "mtg_share_2spk", "new_2spk_301", "new_4spk_301", "new_5spk_301"}
    assert [(each.start, each.stop) for each in kept["mtg_share_2spk"]] == [(0.0, 4.0), (4.0, 8.0)]
