from collections.abc import Mapping

import pytest

from engine.worker.loaded_model import Measured
from engine.worker.share_choice import (
    FINAL_S,
    MOST_CALLS,
    SMALL_BYTES,
    WorkerShare,
    alike,
    choose_share,
    widest_share,
)

SMALL, LARGE = SMALL_BYTES // 4, 4 * SMALL_BYTES

Threads = tuple[int, int, int]
"""Calls, and threads of each to the encoder and to the decoder."""


class Machine:
    """Takes so long for a final with such a share; what is not told takes for ever."""

    def __init__(self, finals_s: Mapping[Threads, float], *, threads: int = 4, is_quiet: bool = True) -> None:
        self._finals_s = finals_s
        self._threads = threads
        self._is_quiet = is_quiet
        self.tried: list[Threads] = []

    def measure(self, share: WorkerShare) -> Measured:
        threads = (share.calls, share.encoder, share.decoder)
        self.tried.append(threads)
        seconds = self._finals_s.get(threads, 100.0)
        return Measured(share.calls * 7.0 / seconds, 1, seconds)

    def choose(self, size: int = SMALL) -> Threads:
        share, measured = choose_share(
            widest_share("cpu", threads=self._threads, model_bytes=size),
            threads=self._threads,
            may_be_twice=size <= SMALL_BYTES,
            measure=self.measure,
            compare=lambda share: self.measure(share) if self._is_quiet else None,
        )
        assert measured.final_s == self._finals_s[share.calls, share.encoder, share.decoder]
        return share.calls, share.encoder, share.decoder


def test_where_final_words_come_in_time_there_are_as_many_calls_as_threads_and_no_other_share_is_tried():
    machine = Machine({(4, 1, 1): FINAL_S, (2, 2, 2): 0.1})
    assert machine.choose() == (4, 1, 1)
    assert machine.tried == [(4, 1, 1)]


def test_where_they_come_too_late_fewer_calls_are_taken_as_many_as_come_in_time():
    machine = Machine({(4, 1, 1): 0.7, (2, 2, 2): 0.4, (1, 4, 4): 0.3})
    assert machine.choose() == (2, 2, 2)
    assert machine.tried == [(4, 1, 1), (2, 2, 2), (2, 2, 1), (2, 1, 1)]


def test_a_decoder_that_is_faster_with_one_thread_gets_one():
    finals_s = {(4, 1, 1): 0.7, (2, 2, 2): 0.9, (2, 2, 1): 0.35, (2, 1, 1): 0.4}
    assert Machine(finals_s).choose() == (2, 2, 1)


def test_where_a_second_thread_brings_nothing_at_all_a_call_has_one_and_the_rest_of_the_processor_is_free():
    assert Machine({(2, 1, 1): 0.8, (1, 2, 2): 0.9, (1, 2, 1): 0.7, (1, 1, 1): 0.45}, threads=2).choose() == (1, 1, 1)


def test_where_nothing_comes_in_time_the_fastest_is_taken():
    finals_s = {(4, 1, 1): 3.0, (2, 2, 2): 2.0, (2, 2, 1): 1.8, (2, 1, 1): 2.5, (1, 4, 4): 1.3, (1, 4, 1): 1.1}
    assert Machine(finals_s).choose() == (1, 4, 1)


def test_fewer_calls_that_are_hardly_faster_are_not_worth_it():
    assert Machine({(4, 1, 1): 0.7, (2, 2, 2): 0.66, (1, 4, 4): 0.1}).choose() == (4, 1, 1)


def test_on_a_machine_where_others_work_nothing_is_compared():
    machine = Machine({(4, 1, 1): 0.7, (2, 2, 2): 0.1}, is_quiet=False)
    assert machine.choose() == (4, 1, 1)
    assert machine.tried == [(4, 1, 1)]


def test_large_weights_are_measured_with_all_threads_and_with_one_and_are_never_in_memory_twice():
    machine = Machine({(1, 8, 8): 2.0, (1, 1, 1): 1.5}, threads=8)
    assert machine.choose(LARGE) == (1, 1, 1)
    assert machine.tried == [(1, 8, 8), (1, 1, 1)]


@pytest.mark.parametrize("threads", [1, 2, 3, 4, 6, 8, 16, 64, 200])
@pytest.mark.parametrize("size", [SMALL, 2 * SMALL_BYTES, LARGE])
def test_no_share_has_more_threads_than_there_are(threads: int, size: int):
    widest = widest_share("cpu", threads=threads, model_bytes=size)
    assert 1 <= widest.calls <= MOST_CALLS
    assert all(each.threads <= threads for each in (widest, *alike(widest, may_be_twice=True)))
    tried: list[WorkerShare] = []

    def better_each_time(share: WorkerShare) -> Measured:
        tried.append(share)
        return Measured(1.0, 1, 1000.0 / 2 ** len(tried))

    choose_share(widest, threads=threads, may_be_twice=True, measure=better_each_time, compare=better_each_time)
    assert all(each.threads <= threads for each in tried)


def test_a_card_is_shared_as_it_was_measured():
    assert widest_share("cuda", threads=4, model_bytes=LARGE) == WorkerShare(1, 4, 4, 8)
    assert alike(WorkerShare(2, 1, 1, 2), may_be_twice=True) == []
