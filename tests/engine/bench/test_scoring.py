from pathlib import Path

import pytest

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.scoring import score_sets, word_errors, write_hypotheses, wrong_words_percent
from tests.builders.speech_data import SpeechDataBuilder


def test_sets_are_scored_by_the_shared_scorer(tmp_path: Path):
    data = (
        SpeechDataBuilder(tmp_path)
        .recording("ami/a.wav", "one two three four")
        .recording("ami/b.wav", "five six seven eight")
        .recording("zh/c.wav", "你好")
        .build()
    )
    hypotheses = tmp_path / "heard.jsonl"
    write_hypotheses(
        hypotheses, {"ami/a.wav": "One, two three!", "ami/b.wav": "five six seven ate", "zh/c.wav": "你好"}
    )
    first, second = score_sets(data.scorer, hypotheses)
    assert (first.set, first.rate, first.percent, first.units, first.files) == ("ami", "WER", 25.0, 8, 2)
    assert (second.set, second.percent) == ("zh", 0.0)


def test_a_text_in_no_manifest_is_normalised_by_the_same_rules(tmp_path: Path):
    scorer = SpeechDataBuilder(tmp_path).build().scorer
    percent = wrong_words_percent(scorer, "one two three four", "One, two - three? FIVE.", language="en")
    assert percent == 25.0
    assert not list(scorer.parent.glob("__pycache__"))


def test_texts_are_held_each_against_its_own():
    assert word_errors(["one two three", "four"], ["one too three", "four five"]) == (2, 4)


def test_a_scorer_that_stops_says_why(tmp_path: Path):
    scorer = tmp_path / "score.py"
    scorer.write_text("import a_package_that_is_not_here", "utf-8")
    with pytest.raises(CannotMeasure, match="No module named 'a_package_that_is_not_here'"):
        score_sets(scorer, tmp_path / "heard.jsonl")
