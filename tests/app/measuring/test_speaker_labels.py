"""Labels while recording against final ones, as ``vivavoce measure speakers`` counts them."""

from app.measuring.speaker_labels import GOAL_OTHER, label_figures
from engine.bench.speaker_side import FolderAnswer
from tests.builders.found_speakers import answer, turn


def figures(*answers: FolderAnswer) -> dict[str, float]:
    return {each.key: round(each.ours, 3) for each in label_figures(answers, [20.0] * len(answers))}


def test_labels_that_are_the_final_ones_under_other_numbers_are_right():
    found = figures(answer(turn(0, 10, 0), turn(10, 20, 1), told=(turn(0, 10, 7), turn(10, 20, 3))))
    assert (found["live_other"], found["live_swaps"], found["live_cost"]) == (0.0, 0, 0.1)


def test_speech_without_a_label_and_under_another_is_counted_over_all_meetings_and_for_the_worst():
    good = answer(turn(0, 10, 0), turn(10, 20, 1), told=(turn(0, 10, 0), turn(10, 20, 1)))
    bad = answer(turn(0, 10, 0), turn(10, 20, 1), told=(turn(0, 8, 0), turn(10, 18, 1), turn(18, 20, 0)), swaps=1)
    found = figures(good, bad)
    assert (found["live_other"], found["live_worst"], found["live_swaps"]) == (10.0, 20.0, 1)


def test_the_goals_are_bounds_from_above():
    met = {each.key: each.met for each in label_figures([answer(turn(0, 20, 0), told=(turn(0, 16, 0),))], [20.0])}
    assert GOAL_OTHER == 15.0
    assert met["live_other"] is False
    assert met["live_swaps"] is True


def test_without_built_meetings_nothing_is_said_of_labels():
    assert label_figures([], []) == []
