import json

import pytest

from engine.bench.figures import Figure, GoalOn, Measurement, compare
from tests.fakes.fake_sides import A_MACHINE


def measurement(*figures: Figure) -> Measurement:
    return Measurement("speed", A_MACHINE, figures, "15 min of meetings", ("a side by itself",))


def test_runs_in_turn_give_medians_and_the_median_of_their_ratios():
    figure = compare("time_s", "seconds", [10, 40, 12], [20, 100, 40], goal=0.5)
    assert (figure.ours, figure.other, figure.ratio, figure.met) == (12, 40, 0.4, True)


def test_a_slow_minute_that_hits_both_sides_does_not_change_the_ratio():
    quiet = compare("time_s", "seconds", [10, 10, 10], [20, 20, 20])
    noisy = compare("time_s", "seconds", [10, 30, 50], [20, 60, 100])
    assert quiet.ratio == noisy.ratio == 0.5


@pytest.mark.parametrize(
    ("ours", "other", "goal", "goal_on", "met"),
    [
        (5.0, 10.0, 0.5, GoalOn.RATIO, True),
        (5.1, 10.0, 0.5, GoalOn.RATIO, False),
        (14.4, 14.0, 14.4, GoalOn.OURS, True),
        (14.5, 20.0, 14.4, GoalOn.OURS, False),
        (0.0, 0.0, 0.0, GoalOn.OURS, True),
        (5.0, 10.0, None, GoalOn.RATIO, None),
        (5.0, 0.0, 0.5, GoalOn.RATIO, None),
    ],
)
def test_a_goal_is_the_most_that_is_good_enough(
    ours: float, other: float, goal: float | None, goal_on: GoalOn, met: bool | None
):
    assert Figure("k", "t", ours, other, ours / other if other else None, goal, goal_on).met is met


def test_the_table_names_the_machine_both_sides_the_ratio_and_the_goal():
    lines = measurement(
        compare("time_s", "seconds", [10], [20], goal=0.5),
        Figure("wer_ami", "ami", 34.7, 34.3, 34.7 / 34.3, 34.6, GoalOn.OURS),
        Figure("wer_x", "x", 1.0, None, None),
    ).as_lines()
    assert lines[0].startswith("Machine: A processor, 2 cores, 8.0 GB, Linux 6, Python 3.11.2, faster-whisper 1.2.1")
    assert "a side by itself" in lines
    assert [line.split() for line in lines[-4:]] == [
        ["figure", "ours", "other", "ratio", "goal", "met"],
        ["seconds", "10.0", "20.0", "0.50", "ratio", "≤", "0.5", "yes"],
        ["ami", "34.7", "34.3", "1.01", "≤", "34.6", "NO"],
        ["x", "1.0", "-", "-", "-", "-"],
    ]
    assert len({len(line) for line in lines[-4:]}) == 1


def test_the_json_line_is_one_line_with_every_figure_by_its_key():
    line = measurement(compare("time_s", "seconds", [1.23456], [2], goal=0.5)).as_json_line()
    assert "\n" not in line
    said = json.loads(line)
    assert (said["measure"], said["machine"]["cores"]) == ("speed", 2)
    assert said["figures"] == {
        "time_s": {"ours": 1.2346, "other": 2, "ratio": 0.6173, "goal": 0.5, "met": False, "goal_on": "ratio"}
    }
