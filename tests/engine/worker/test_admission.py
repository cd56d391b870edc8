import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.worker.admission import (
    LEAST_PART,
    MEMORY_S,
    MOST_WAIT_S,
    QUIET_S,
    READINGS,
    TARGET,
    Admission,
    has_time_to_wait,
    most_in_time,
)

SLOW = READINGS / 0.5
"""Seconds of speech a second with which one stream takes half of the time."""


def room(admission: Admission, now_s: float = 0.0, *, capacity: float = 15.0, wait_s: float = 0.0) -> int:
    return admission.room(now_s, capacity=capacity, wait_s=wait_s)


def test_an_empty_worker_takes_on_as_many_as_the_probe_says():
    assert room(Admission(), capacity=15.0) == int(TARGET * 15.0 / READINGS)
    assert room(Admission(), capacity=0.0) == 0


def test_an_empty_worker_takes_the_first_one_on_in_any_case():
    assert room(Admission(), capacity=READINGS) == 1
    assert room(Admission(), capacity=READINGS * 0.1) == 1
    assert room(Admission(), wait_s=MOST_WAIT_S + 0.01) > 0, "those who waited are gone"


def test_no_more_are_taken_on_than_get_their_final_words_in_time():
    assert int(most_in_time(final_s=0.17, turns=2)) == 6, "tiny.en on two cores, as measured"
    assert most_in_time(final_s=0.32, turns=2) < 2, "base"
    assert most_in_time(final_s=1.0, turns=2) == 0.0
    assert most_in_time(final_s=0.0, turns=2) == math.inf, "an older probe did not look"
    admission = Admission()
    taken = 0
    while admission.room(float(taken), capacity=1000.0, wait_s=0.0, most=6.2):
        admission.join(f"desktop/{taken}/0", float(taken))
        taken += 1
    assert taken == 6


def test_only_where_reading_is_quick_final_words_have_time_to_wait_for_tentative_ones():
    assert has_time_to_wait(0.17)
    assert not has_time_to_wait(0.32)


def test_an_empty_worker_that_is_too_slow_still_takes_the_first_one_on():
    admission = Admission()
    assert admission.room(0.0, capacity=SLOW, wait_s=0.0, most=0.0) == 1
    admission.join("desktop/meeting/0", 0.0)
    assert admission.room(0.0, capacity=SLOW, wait_s=0.0, most=0.0) == 0


def test_a_session_whose_line_broke_does_not_keep_out_the_one_that_comes_instead():
    admission = Admission()
    admission.join("before", 0.0)
    for second in range(30):
        admission.asks("before", float(second), is_file=False)
        admission.spent("before", 0.2, float(second))
    assert room(admission, 30.0, capacity=SLOW) == 0
    assert room(admission, 30.0 + QUIET_S, capacity=SLOW, wait_s=MOST_WAIT_S + 0.01) == 1
    admission.join("instead", 30.0 + QUIET_S)
    assert room(admission, 30.0 + QUIET_S, capacity=SLOW) == 0


def test_so_many_quiet_sessions_are_not_taken_on_that_they_could_not_all_speak():
    admission = Admission()
    now, taken = 0.0, 0
    while room(admission, now, capacity=SLOW) and taken < 100:
        admission.join(str(taken), now)
        taken += 1
        now += QUIET_S + 1.0
    assert taken < 10


def test_each_that_joins_takes_a_place_and_gives_it_back():
    admission = Admission()
    before = room(admission)
    admission.join("a", 0.0)
    admission.join("a", 0.0)
    assert room(admission) == before - 1
    admission.leave("a")
    admission.leave("a")
    assert room(admission) == before


def test_who_took_one_track_of_a_meeting_on_takes_the_others_too():
    admission = Admission()
    admission.join("desktop/meeting/0", 0.0)
    assert admission.knows("desktop/meeting/0") and admission.knows("desktop/meeting/1")
    assert not admission.knows("desktop/other/0") and not admission.knows("another/meeting/0")
    admission.leave("desktop/meeting/0")
    assert not admission.knows("desktop/meeting/1")


def test_files_take_no_place():
    admission = Admission()
    before = room(admission)
    for name in "abcdefgh":
        admission.join(name, 0.0)
        admission.asks(name, 0.0, is_file=True)
    assert room(admission) == before
    assert admission.live == 0


def test_what_sessions_really_take_counts_in_the_end():
    cheap, dear = Admission(), Admission()
    for admission, cost in ((cheap, 0.03), (dear, 0.25)):
        admission.join("a", 0.0)
        for second in range(1, 300):
            admission.asks("a", float(second), is_file=False)
            admission.spent("a", cost, float(second))
    assert cheap.load(300.0, capacity=15.0) == pytest.approx(0.03, rel=0.1)
    assert dear.load(300.0, capacity=15.0) == pytest.approx(0.25, rel=0.1)
    assert room(cheap, 300.0) > room(Admission()) - 1 > room(dear, 300.0)


def test_who_is_silent_now_still_has_a_place():
    admission = Admission()
    admission.join("a", 0.0)
    assert admission.load(100 * MEMORY_S, capacity=15.0) == pytest.approx(LEAST_PART * READINGS / 15.0)


def test_nobody_is_taken_on_while_those_who_are_here_wait():
    admission = Admission()
    admission.join("a", 0.0)
    assert room(admission) > 0
    assert room(admission, wait_s=MOST_WAIT_S + 0.01) == 0


def test_a_session_that_nobody_took_on_costs_nothing():
    admission = Admission()
    admission.spent("ghost", 1.0, 0.0)
    admission.asks("ghost", 0.0, is_file=False)
    admission.leave("ghost")
    assert admission.live == 0
    assert not admission.knows("ghost")


@given(st.floats(2.0, 500.0), st.lists(st.floats(0.0, 0.3), max_size=30))
def test_whoever_joins_while_there_is_room_never_brings_the_load_beyond_the_target(capacity: float, costs: list[float]):
    admission = Admission()
    now = 0.0
    for number, _ in enumerate(costs):
        if admission.room(now, capacity=capacity, wait_s=0.0):
            admission.join(str(number), now)
            assert admission.load(now, capacity=capacity) <= TARGET + 1e-6 or admission.live == 1
