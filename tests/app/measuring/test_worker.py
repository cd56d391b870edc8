from pathlib import Path

import pytest

from app.measuring.workbench import Workbench
from app.measuring.worker import measure_worker
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speech_data import SpeechData
from tests.fakes.fake_parts import PARTS
from tests.fakes.fake_sides import A_MACHINE, FakeSides


def bench(folder: Path) -> Workbench:
    return Workbench(
        data=SpeechData(folder), machine=A_MACHINE, model_folder=lambda name: folder / name, run_side=FakeSides()
    )


def test_all_parts_that_are_there_become_one_table(tmp_path: Path):
    found = measure_worker(bench(tmp_path), known=PARTS)
    assert [figure.key for figure in found.figures] == ["one", "two"]
    assert found.details == ("a line", "", "b", "c")
    assert found.setting == "one thing; another"


def test_only_the_parts_that_were_asked_for_are_measured(tmp_path: Path):
    found = measure_worker(bench(tmp_path), parts=("one",), quick=True, known=PARTS)
    assert [(figure.key, figure.met) for figure in found.figures] == [("one", True)]


@pytest.mark.parametrize("part", ["missing", "nonsense"])
def test_a_part_that_is_not_there_is_said_to_be_none(tmp_path: Path, part: str):
    with pytest.raises(CannotMeasure, match=part):
        measure_worker(bench(tmp_path), parts=(part,), known=PARTS)
