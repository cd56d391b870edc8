import json
from pathlib import Path

import pytest

from app.measuring.accuracy import choose_recordings, measure_accuracy
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.bench.speech_data import Recording, SpeechData
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_sides import A_MACHINE, FakeSides


def bench(data: SpeechData, sides: FakeSides) -> Workbench:
    return Workbench(data=data, machine=A_MACHINE, model_folder=lambda name: data.folder / name, run_side=sides)


def by_key(measurement: Measurement) -> dict[str, Figure]:
    return {figure.key: figure for figure in measurement.figures}


def test_a_set_is_compared_with_the_table_and_with_the_other_in_the_same_run(tmp_path: Path):
    data = SpeechDataBuilder(tmp_path).recording("ami/a.wav", "one two three four").build()
    sides = FakeSides(heard={"ours": {"a.wav": "one two three"}, "plain": {"a.wav": "one two"}})
    figure = by_key(measure_accuracy(bench(data, sides)))["wer_ami"]
    assert (figure.ours, figure.other, figure.ratio) == (25.0, 50.0, 0.5)
    assert (figure.goal, figure.goal_on, figure.met) == (34.6, GoalOn.OURS, True)


def test_a_set_that_is_not_in_the_table_has_no_goal(tmp_path: Path):
    data = SpeechDataBuilder(tmp_path).recording("gcp/a.wav", "one two").build()
    sides = FakeSides(heard={"ours": {"a.wav": "one"}, "plain": {"a.wav": "one two"}})
    figure = by_key(measure_accuracy(bench(data, sides)))["wer_gcp"]
    assert (figure.ours, figure.other, figure.ratio, figure.met) == (50.0, 0.0, None, None)


@pytest.mark.parametrize(("heard", "met"), [("", True), ("Thank you.", False)])
def test_nothing_but_quarantined_text_where_nobody_speaks(tmp_path: Path, heard: str, met: bool):
    data = SpeechDataBuilder(tmp_path).recording("nonspeech/hum.wav", "", language=None).build()
    sides = FakeSides(
        heard={"ours": {"hum.wav": heard}, "plain": {"hum.wav": "Thanks for watching!"}},
        set_aside={"hum.wav": "Thank you."},
    )
    measurement = measure_accuracy(bench(data, sides), quick=True)
    figure = by_key(measurement)["nonspeech_words"]
    assert (figure.ours, figure.other, figure.met) == (len(heard.split()), 3, met)
    assert any("something quarantined: 1" in line for line in measurement.details)


def test_each_side_is_given_all_files_in_one_process_with_the_language_of_the_manifest(tmp_path: Path):
    data = (
        SpeechDataBuilder(tmp_path)
        .recording("ami/a.wav", "one")
        .recording("zh/b.wav", "你好", language="zh")
        .recording("nonspeech/c.wav", "", language=None)
        .recording("formats/no_words_known.wav", None)
        .build()
    )
    sides = FakeSides()
    measure_accuracy(bench(data, sides))
    assert [request.kind for _, request in sides.requests] == ["ours", "plain"]
    for _, request in sides.requests:
        assert [(Path(file.path).name, file.language) for file in request.files] == [
            ("a.wav", "en"),
            ("b.wav", "zh"),
            ("c.wav", ""),
        ]


def test_a_recording_that_one_side_could_not_read_counts_as_nothing_heard(tmp_path: Path):
    data = SpeechDataBuilder(tmp_path).recording("gcp/a.wav", "one two").recording("gcp/b.wav", "three four").build()
    sides = FakeSides(
        heard={"ours": {"b.wav": "three four"}, "plain": {"a.wav": "one two", "b.wav": "three four"}},
        troubles={"ours": {"a.wav": "“a.wav” could not be read."}},
    )
    measurement = measure_accuracy(bench(data, sides))
    assert by_key(measurement)["wer_gcp"].ours == 50.0
    assert any("a.wav: “a.wav” could not be read." in line for line in measurement.details)


def test_a_recording_that_no_side_could_read_is_left_out_and_named(tmp_path: Path):
    data = SpeechDataBuilder(tmp_path).recording("gcp/a.wav", "one two").recording("gcp/b.wav", "three four").build()
    words = {"b.wav": "three four"}
    trouble = {"a.wav": "“a.wav” could not be read."}
    sides = FakeSides(heard={"ours": words, "plain": words}, troubles={"ours": trouble, "plain": trouble})
    measurement = measure_accuracy(bench(data, sides))
    assert by_key(measurement)["wer_gcp"].ours == 0.0
    assert any("a.wav" in line and "(left out)" in line for line in measurement.details)


def test_what_was_written_down_can_be_kept(tmp_path: Path):
    data = SpeechDataBuilder(tmp_path).recording("gcp/a.wav", "one two").build()
    sides = FakeSides(heard={"ours": {"a.wav": "one"}, "plain": {"a.wav": "two"}})
    measure_accuracy(bench(data, sides), keep=tmp_path / "kept")
    lines = [
        json.loads((tmp_path / "kept" / f"{name}.jsonl").read_text("utf-8")) for name in ("vivavoce", "faster-whisper")
    ]
    assert lines == [{"path": "gcp/a.wav", "text": "one"}, {"path": "gcp/a.wav", "text": "two"}]


def rows(set_name: str, count: int, *, language: str = "en", duration_s: float = 5.0) -> list[Recording]:
    return [Recording(f"{set_name}/{number}.wav", set_name, duration_s, language, "words") for number in range(count)]


def test_only_the_chosen_sets_are_measured():
    chosen = choose_recordings([*rows("ami", 2), *rows("zh", 1, language="zh")], sets=["zh"])
    assert [row.path for row in chosen] == ["zh/0.wav"]


def test_an_unknown_set_is_named_with_those_there_are():
    with pytest.raises(CannotMeasure, match=r"no set called “amy”\. There are: ami, zh"):
        choose_recordings([*rows("ami", 1), *rows("zh", 1)], sets=["amy"])


def test_an_english_speech_model_is_measured_on_english():
    chosen = choose_recordings([*rows("ami", 1), *rows("zh", 1, language="zh")], english_only=True)
    assert [row.set for row in chosen] == ["ami"]


def test_quick_spreads_a_few_files_over_each_set_and_leaves_out_the_long_ones():
    chosen = choose_recordings(
        [*rows("libri", 60), *rows("meetings", 2, duration_s=400.0), *rows("gcp", 2)], quick=True
    )
    assert [row.path for row in chosen] == [
        *(f"libri/{number}.wav" for number in (0, 10, 20, 30, 40, 50)),
        "gcp/0.wav",
        "gcp/1.wav",
    ]
