import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli.measure import measure
from app.measuring.workbench import Workbench
from engine.bench.speech_data import ENVIRONMENT
from engine.contract.errors import SpeechModelMissing
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_sides import A_MACHINE, FakeSides


def run(workbench: Workbench | None, *words: str) -> Result:
    return CliRunner().invoke(measure, list(words), obj=workbench)


@pytest.fixture
def sides() -> FakeSides:
    return FakeSides(heard={side: {".flac": "one two three"} for side in ("ours", "vad", "plain", "batch")})


@pytest.fixture
def workbench(tmp_path: Path, sides: FakeSides) -> Workbench:
    data = (
        SpeechDataBuilder(tmp_path)
        .meeting("mtg_share_4spk", [(0.0, "one two three four")])
        .recording("ami/a.flac", "one two three four")
        .recording("gcp/b.flac", "one two three")
        .build()
    )
    return Workbench(data=data, machine=A_MACHINE, model_folder=lambda name: tmp_path / name, run_side=sides)


def test_json_ends_with_one_line_of_the_agreed_shape(workbench: Workbench):
    result = run(workbench, "speed", "--quick", "--json")
    assert result.exit_code == 0, result.stderr
    *table, last = result.stdout.splitlines()
    said = json.loads(last)
    assert set(said) == {"measure", "machine", "figures"}
    assert said["measure"] == "speed"
    assert {"ours", "other", "ratio", "goal", "met"} <= set(said["figures"]["time_s"])
    assert table[0].startswith("Machine: A processor")


def test_without_json_there_are_lines_for_people_alone(workbench: Workbench):
    result = run(workbench, "accuracy")
    assert result.exit_code == 0, result.stderr
    assert "ami, WER % (1 files)" in result.stdout
    assert "{" not in result.stdout


def test_a_missed_goal_is_no_failure_of_the_command(workbench: Workbench):
    result = run(workbench, "speed", "--quick")
    assert (result.exit_code, " NO" in result.stdout) == (0, True)


def test_quick_is_one_round_and_repeat_is_as_many_as_asked(workbench: Workbench, sides: FakeSides):
    run(workbench, "speed", "--quick")
    assert len(sides.requests) == 4
    for name in ("mtg_share_5spk", "mtg_share_2spk"):
        SpeechDataBuilder(workbench.data.folder.parent.parent).meeting(name, [(0.0, "one")])
    sides.requests.clear()
    result = run(workbench, "speed", "--repeat", "2", "--threads", "1", "--model", "tiny.en")
    assert result.exit_code == 0, result.stderr
    assert len(sides.requests) == 8
    assert {(request.threads, request.model) for _, request in sides.requests} == {(1, "tiny.en")}


def test_sets_are_chosen_by_name(workbench: Workbench, sides: FakeSides, tmp_path: Path):
    result = run(workbench, "accuracy", "--sets", "gcp", "--out", str(tmp_path / "kept"))
    assert result.exit_code == 0, result.stderr
    assert [len(request.files) for _, request in sides.requests] == [1, 1]
    assert (tmp_path / "kept" / "vivavoce.jsonl").is_file()


def test_missing_recordings_are_one_plain_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "nowhere"))
    result = run(None, "speed")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("The recordings to measure with are not in")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [["faults", "--quick"], ["soak", "--quick"]])
def test_faults_and_soak_need_their_speech_model(workbench: Workbench, words: list[str]):
    def missing(name: str) -> Path:
        raise SpeechModelMissing(name)

    without = Workbench(data=workbench.data, machine=A_MACHINE, model_folder=missing, run_side=workbench.run_side)
    result = run(without, *words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "The speech model “tiny.en” is not on this computer yet." in result.stderr


def test_a_missing_speech_model_is_one_plain_sentence(workbench: Workbench):
    def missing(name: str) -> Path:
        raise SpeechModelMissing(name)

    without = Workbench(data=workbench.data, machine=A_MACHINE, model_folder=missing, run_side=workbench.run_side)
    result = run(without, "accuracy")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "The speech model “base” is not on this computer yet." in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["nothing"],
        ["speed", "--repeat", "0"],
        ["accuracy", "--sets"],
        ["speed", "x"],
        ["faults", "--kills", "0"],
        ["soak", "--minutes", "0"],
    ],
)
def test_wrong_use_ends_with_2(workbench: Workbench, words: list[str]):
    result = run(workbench, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr
