import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from app.measuring.live import MEETING, measure_live
from app.measuring.workbench import OUR_COMMAND, Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, Measurement
from engine.bench.live_run import LiveAnswer, LiveRequest
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_sides import A_MACHINE, FakeSides

SAID = [(float(start), start + 3.0, f"this is sentence number {start}") for start in range(1, 200, 5)]
LAST_START = 116.0
"""Of those that end in time."""


@dataclass
class FakeListening:
    """Hears everything, so late."""

    late_s: float = 1.0
    cpu_s: float = 150.0
    requests: list[LiveRequest] = field(default_factory=list[LiveRequest])

    def __call__(self, module: str, request: LiveRequest) -> LiveAnswer:
        assert module == OUR_COMMAND
        self.requests.append(request)
        factor = 3.0 if request.has_full_window else 1.0
        lines = tuple(
            {"kind": "segment", "track": 0, "text": text, "at_s": end + self.late_s * factor}
            for _, end, text in SAID
            if request.seconds is None or end <= request.seconds
        )
        return LiveAnswer(lines, {"engine": self.cpu_s * factor, "recorder": 5.0})


def bench(folder: Path, listening: FakeListening) -> Workbench:
    builder = SpeechDataBuilder(folder)
    builder.meeting(MEETING, [(0.0, "nothing")])
    data = builder.recording("libri_test_other/clip.wav", "no").build()
    rows = [{"start": start, "end": end, "text": text} for start, end, text in SAID]
    described = {"duration": 205.0, "segments": rows}
    (data.folder / "meetings" / f"{MEETING}.json").write_text(json.dumps(described), "utf-8")
    return Workbench(
        data=data,
        machine=A_MACHINE,
        model_folder=lambda name: folder / name,
        run_side=FakeSides(),
        run_live=listening,
    )


def by_key(measurement: Measurement) -> dict[str, Figure]:
    return {figure.key: figure for figure in measurement.figures}


def test_the_best_of_the_others_stands_beside_each_figure(tmp_path: Path):
    figures = by_key(measure_live(bench(tmp_path, FakeListening(late_s=0.9))))
    commit = figures["commit_p50_s"]
    assert (commit.ours, commit.other, commit.ratio, commit.met) == (
        pytest.approx(0.9), 1.8, pytest.approx(0.5), True
    )  # fmt: skip
    assert (figures["wrong_percent"].ours, figures["wrong_percent"].other) == (0.0, 17.6)
    assert (figures["cpu_s"].ours, figures["cpu_s"].other, figures["cpu_s"].met) == (155.0, 270, True)
    assert figures["shown_p50_s"].other is None
    assert figures["never"].met
    assert figures["taken_back"].met


def test_a_goal_that_is_missed_is_said(tmp_path: Path):
    figures = by_key(measure_live(bench(tmp_path, FakeListening(late_s=2.0, cpu_s=300.0))))
    assert [figures[key].met for key in ("commit_p50_s", "commit_p95_s", "shown_p50_s", "cpu_s")] == [
        False, True, False, False
    ]  # fmt: skip


def test_the_thirty_second_window_is_the_other_side(tmp_path: Path):
    listening = FakeListening(late_s=0.5)
    figures = by_key(measure_live(bench(tmp_path, listening)))
    assert [request.has_full_window for request in listening.requests] == [False, True]
    assert figures["commit_p50_s_window"].ratio == pytest.approx(1 / 3)
    assert figures["cpu_s_window"].ratio == pytest.approx(155 / 455)


def test_quick_stops_in_the_last_pause_that_there_is_time_for_and_scores_what_was_said_before(tmp_path: Path):
    listening = FakeListening()
    found = measure_live(bench(tmp_path, listening), quick=True)
    (request,) = listening.requests
    assert request.seconds == LAST_START + 3.0 + 1.0
    figures = by_key(found)
    assert figures["wrong_percent"].ours == 0.0
    assert figures["wrong_percent"].goal is None
    assert figures["commit_p50_s"].met
    assert "commit_p50_s_window" not in figures


def test_it_can_be_simulated_where_others_work_on_the_machine(tmp_path: Path):
    listening = FakeListening()

    def simulate(request: LiveRequest, folder: Path) -> LiveAnswer:
        assert folder == tmp_path / "base"
        return listening(OUR_COMMAND, request)

    workbench = replace(bench(tmp_path, FakeListening(late_s=9.0)), simulate_live=simulate)
    found = measure_live(workbench, simulated=True)
    assert [request.has_full_window for request in listening.requests] == [False, True]
    assert by_key(found)["commit_p50_s"].ours == pytest.approx(1.0)
    assert "simulated" in found.setting


def test_a_meeting_that_is_not_there_is_said(tmp_path: Path):
    workbench = bench(tmp_path, FakeListening())
    (workbench.data.folder / "meetings" / f"{MEETING}.json").unlink()
    with pytest.raises(CannotMeasure, match=MEETING):
        measure_live(workbench)
