"""The numbers in the parameters are those of pyannote.metrics 4.2, collar 0.25 s, overlap counted."""

from pathlib import Path

import pytest
from rapidfuzz.distance import Levenshtein

from engine.bench.speaker_scoring import Turn, read_rttm, score_turns, speaker_word_errors

SAID = [Turn(1, 5, "a"), Turn(5.5, 9, "b"), Turn(8.5, 12, "a"), Turn(14, 18, "c")]


@pytest.mark.parametrize(
    ("found", "percent"),
    [
        ([(1, 5, "x"), (5.5, 9, "y"), (8.5, 12, "x"), (14, 18, "z")], 0.000),
        ([(1.3, 5.4, "x"), (5.4, 12.3, "y"), (13, 18, "x")], 59.630),
        ([(0, 20, "x")], 85.185),
        ([(1, 3, "x"), (3, 5, "y"), (5.5, 9, "y"), (9, 12, "w"), (14, 16, "z"), (15, 18.4, "x")], 45.556),
    ],
)
def test_the_rate_is_that_of_the_shared_scorer(found: list[tuple[float, float, str]], percent: float):
    errors = score_turns(SAID, [Turn(*each) for each in found], length=20)
    assert errors.rate == pytest.approx(percent, abs=0.01)


def test_nothing_found_is_all_missed():
    errors = score_turns(SAID, [], length=20)
    assert errors.rate == pytest.approx(100)
    assert errors.found == 0


def test_turns_are_read_as_others_write_them(tmp_path: Path):
    path = tmp_path / "a.rttm"
    path.write_text("SPEAKER a 1 1.500 2.250 <NA> <NA> anna <NA> <NA>\n\nSPKR-INFO a 1 <NA>\n", "utf-8")
    assert read_rttm(path) == [Turn(1.5, 3.75, "anna")]


def test_words_of_the_wrong_speaker_count_and_names_do_not():
    said = {"a": ["one", "two", "three"], "b": ["four", "five"]}
    assert speaker_word_errors(said, {"1": ["four", "five"], "0": ["one", "two", "three"]}, Levenshtein.distance) == 0
    assert speaker_word_errors(said, {"0": ["one", "two", "three", "four", "five"]}, Levenshtein.distance) == 4
    assert speaker_word_errors(said, {"0": ["one", "two"], "1": ["three", "four", "five"]}, Levenshtein.distance) == 2
    more = {"0": ["one", "two", "three"], "1": ["four"], "2": ["five"]}
    assert speaker_word_errors(said, more, Levenshtein.distance) == 2
