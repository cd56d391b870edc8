from collections.abc import Mapping

import pytest

from engine.recognition.window_policy import Share
from engine.worker.loaded_model import Measured
from engine.worker.share_choice import FINAL_S, choose_share, narrower

WIDE = Share(replicas=4, threads=1, batch=2)


class Machine:
    """Takes so long for a final with so many calls side by side."""

    def __init__(self, finals_s: Mapping[int, float]) -> None:
        self._finals_s = finals_s
        self.tried: list[int] = []

    def measure(self, share: Share) -> Measured | None:
        self.tried.append(share.replicas)
        seconds = self._finals_s.get(share.replicas)
        return None if seconds is None else Measured(share.replicas * 7.0 / seconds, 1, seconds)

    def choose(self, widest: Share = WIDE) -> Share:
        first = self.measure(widest)
        assert first is not None
        return choose_share(widest, first, self.measure)[0]


def test_where_final_words_come_in_time_the_most_calls_side_by_side_are_taken_and_no_other_is_tried():
    machine = Machine({4: FINAL_S, 2: 0.1})
    assert machine.choose() == WIDE
    assert machine.tried == [4]


def test_where_they_come_too_late_fewer_and_faster_calls_are_taken_as_many_as_come_in_time():
    machine = Machine({4: 0.7, 2: 0.4, 1: 0.3})
    assert machine.choose() == Share(replicas=2, threads=2, batch=2)
    assert machine.tried == [4, 2]


def test_where_nothing_comes_in_time_the_fastest_is_taken():
    assert Machine({4: 3.0, 2: 1.8, 1: 1.1}).choose().replicas == 1


def test_fewer_calls_that_are_hardly_faster_are_not_worth_it():
    assert Machine({4: 0.7, 2: 0.66, 1: 0.1}).choose() == WIDE


def test_what_cannot_be_measured_now_is_not_chosen():
    assert Machine({4: 0.7}).choose() == WIDE


@pytest.mark.parametrize("replicas", [1, 2, 3, 4])
def test_fewer_calls_have_all_threads_and_no_more(replicas: int):
    found = narrower(Share(replicas=replicas, threads=2, batch=2))
    if replicas == 1:
        assert found is None
    else:
        assert found is not None
        assert found.replicas < replicas
        assert found.replicas * found.threads <= replicas * 2
