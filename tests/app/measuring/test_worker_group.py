"""A group whose members are killed loses nothing, and the measurement would say so if it did."""

import random
from pathlib import Path

import pytest

from app.measuring.group_stage import LEADER, GroupStage
from app.measuring.worker_group import (
    Added,
    Round,
    compare,
    figures_of,
    out_of_order,
    read_log,
    run_round,
    understood_twice,
)


@pytest.mark.slow
@pytest.mark.parametrize("killed", ["front-1", "worker-2"])
def test_any_member_is_killed_and_all_is_answered_once_and_in_order(tmp_path: Path, killed: str):
    with GroupStage(tmp_path, takes_s=0.02) as stage:
        found = run_round(stage, killed, utterances=64, chance=random.Random(killed))
    assert (found.asked, found.unanswered, found.wrong, found.twice, found.out_of_order) == (64, 0, 0, 0, 0)


@pytest.mark.slow
def test_the_leading_one_of_three_servers_is_killed_and_all_is_answered(tmp_path: Path):
    with GroupStage(tmp_path, takes_s=0.02, workers=2, fronts=1, has_three_servers=True) as stage:
        found = run_round(stage, LEADER, utterances=104, chance=random.Random(1))
    assert (found.asked, found.unanswered, found.wrong) == (104, 0, 0)


@pytest.mark.slow
def test_a_group_and_a_worker_alone_are_asked_the_same(tmp_path: Path):
    with GroupStage(tmp_path, takes_s=0.0, workers=1, fronts=1) as stage:
        added = compare(stage, count=8)
    assert (len(added.group_ms), len(added.alone_ms)) == (8, 8)


def test_what_comes_after_a_later_one_of_its_course_is_counted():
    assert out_of_order([("a", 1), ("b", 2), ("a", 2), ("b", 3)]) == 0
    assert out_of_order([("a", 2), ("a", 1), ("a", 3), ("a", 1)]) == 2


def test_what_is_understood_again_is_counted_by_whether_there_was_need():
    log = "a\t1\tworker-1\na\t2\tworker-2\na\t1\tworker-3\na\t2\tworker-1\na\t3\tworker-1\n"
    assert understood_twice(read_log(log), killed="worker-1") == (1, 1)
    assert understood_twice(read_log(log), killed="front-1") == (2, 0)
    assert understood_twice(read_log(log), killed=LEADER) == (0, 2)


def test_what_was_lost_or_done_twice_is_not_met():
    rounds = [Round("front-1", 200, 0, 0, 0, 0, 0, 900.0), Round("worker-1", 200, 2, 0, 1, 1, 3, 4000.0)]
    figures = {each.key: each for each in figures_of(rounds, Added([4.0, 5.0, 6.0], [1.0, 2.0, 2.0]))}
    assert figures["asked"].ours == 400
    assert [figures[key].met for key in ("unanswered", "wrong", "twice", "out_of_order")] == [False, True, False, False]
    assert figures["added_ms"].ours == 3.0
