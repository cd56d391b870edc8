"""The setting behind which more time buys few further right words is chosen, if it keeps up."""

import pytest

from engine.bench.knee import KEEPS_UP, Point, Rung, find_knee


def point(name: str, wrong: float, effort: float) -> Point:
    return Point(Rung(name, "int8", 5, has_full_window=False), wrong, effort)


CURVE = (
    point("a", 20.0, 0.02),
    point("b", 12.0, 0.05),
    point("c", 7.0, 0.10),
    point("d", 6.5, 0.30),
    point("e", 6.2, 0.45),
)


def test_the_bend_of_the_curve_is_chosen() -> None:
    found = find_knee(CURVE)
    assert found.chosen.rung.model == "c"
    assert len(found.front) == len(found.bends) == len(CURVE)
    assert found.bends[0] == found.bends[-1] == 0.0


def test_a_point_that_another_one_beats_in_both_is_not_on_the_front() -> None:
    found = find_knee([*CURVE, point("worse", 13.0, 0.2)])
    assert "worse" not in [each.rung.model for each in found.front]
    assert found.chosen.rung.model == "c"


def test_a_wrong_word_weighs_more_than_the_time_it_saves() -> None:
    found = find_knee([point("fast", 10.0, 0.1), point("right", 5.0, 0.2)])
    assert found.chosen.rung.model == "right"
    assert found.distances == pytest.approx((1.0, 0.7))


def test_what_does_not_keep_up_is_only_chosen_where_nothing_does() -> None:
    slow = [point("slow", 5.0, 2 * KEEPS_UP), point("slower", 4.0, 4 * KEEPS_UP)]
    assert find_knee([*slow, point("fast", 30.0, 0.1)]).chosen.rung.model == "fast"
    assert find_knee(slow).chosen.rung.model == "slow"


def test_one_point_is_its_own_knee_and_none_is_an_error() -> None:
    assert find_knee(CURVE[:1]).chosen == CURVE[0]
    with pytest.raises(ValueError, match="no points"):
        find_knee([])


def test_what_cannot_be_set_is_shown_and_not_chosen() -> None:
    found = find_knee(CURVE, can_be_set=lambda rung: rung.model in "ae")
    assert found.chosen.rung.model == "e"
    assert len(found.front) == len(CURVE)
