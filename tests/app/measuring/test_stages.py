"""What ``listen`` tells of its stages becomes a table, figures and data."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.diagnostics.stage_log import StageSummary
from app.measuring.stages import LECTURE, measure_stages
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.live_run import LiveAnswer, LiveRequest
from engine.bench.machine import describe_machine
from engine.bench.side import run_side
from engine.bench.speech_data import SpeechData
from engine.contract.stages import StageStamps, figures_of

SPAN = StageStamps(1.0, 1.02, 1.05, 1.3, 1.6, 1.7, 2.2, 2.2, 2.21, 2.22)


class ScriptedListen:
    def __init__(self, spans: tuple[StageStamps, ...]) -> None:
        self.spans = spans
        self.asked: list[LiveRequest] = []

    def __call__(self, module: str, request: LiveRequest) -> LiveAnswer:
        self.asked.append(request)
        told = {"kind": "stages"} | StageSummary(self.spans, figures_of(self.spans), ()).as_json()
        return LiveAnswer(({"kind": "segment"}, told), {})


def bench(listen: ScriptedListen, tmp_path: Path) -> Workbench:
    return Workbench(
        data=SpeechData(tmp_path),
        machine=describe_machine(),
        model_folder=lambda name: tmp_path / name,
        run_side=run_side,
        run_live=listen,
    )


def test_the_parts_of_the_way_are_told_for_people_and_for_programs(tmp_path: Path) -> None:
    listen = ScriptedListen((SPAN, replace(SPAN, encoded_s=None)))
    found = measure_stages(bench(listen, tmp_path), quick=True)
    (request,) = listen.asked
    assert request.has_stages
    assert request.sound == LECTURE
    figures = {figure.key: figure for figure in found.figures}
    assert figures["inference_p95_ms"].ours == pytest.approx(400.0)
    assert figures["ring_copies"].met
    assert any("encoder" in line and "300.0" in line for line in found.as_lines())
    data = json.loads(found.as_json_line())
    assert len(data["stages"]["spans"]) == 2
    assert data["ring"]["views"]["reader"]["address"].startswith("0x")


def test_a_run_without_a_span_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(CannotMeasure):
        measure_stages(bench(ScriptedListen(()), tmp_path), quick=True)
