from collections import Counter
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.remote.question import Priority
from engine.worker.schedule import ALIKE, FLOOR, LIVE, TENTATIVE_WITHIN_S, Schedule, Ticket, due_s

FINAL, TENTATIVE = Priority.LIVE_FINAL, Priority.LIVE_TENTATIVE
FOREGROUND, BACKGROUND = Priority.FOREGROUND_FILE, Priority.BACKGROUND_FILE

_numbers = count(1)


def ticket(
    priority: Priority = FINAL,
    *,
    session: str = "",
    due: float = 0.0,
    kind: str | None = None,
    size: int = 100,
) -> Ticket:
    number = next(_numbers)
    return Ticket(number, session or f"s{number}", priority, 0.0, due, kind, size)


tickets = st.builds(
    ticket,
    st.sampled_from(Priority),
    session=st.sampled_from(["a", "b", "c", "d"]),
    due=st.floats(0, 10),
    kind=st.sampled_from([None, "x", "y"]),
    size=st.integers(50, 300),
)


def test_words_of_somebody_who_stopped_come_first_and_all_other_files_last():
    schedule = Schedule()
    for priority in (BACKGROUND, TENTATIVE, FOREGROUND, FINAL):
        schedule.add(ticket(priority))
    assert [schedule.take()[0].priority for _ in range(4)] == [FINAL, TENTATIVE, FOREGROUND, BACKGROUND]
    assert schedule.take() == []


def test_within_a_class_the_earliest_deadline_comes_first_whoever_asked_before():
    schedule = Schedule()
    for due in (3.0, 1.0, 2.0):
        schedule.add(ticket(due=due))
    assert [schedule.take()[0].due_s for _ in range(3)] == [1.0, 2.0, 3.0]


def test_a_newer_question_takes_the_place_of_a_tentative_one_of_its_session_only():
    schedule = Schedule()
    older, other = ticket(TENTATIVE, session="a"), ticket(TENTATIVE, session="b")
    schedule.add(older)
    schedule.add(other)
    assert schedule.add(ticket(TENTATIVE, session="a")) == [older]
    assert schedule.add(ticket(FINAL, session="b")) == [other]


def test_final_words_are_never_replaced():
    schedule = Schedule()
    schedule.add(ticket(FINAL, session="a"))
    assert schedule.add(ticket(FINAL, session="a")) == []
    assert len(schedule) == 2


def test_tentative_words_that_cannot_begin_in_time_are_handed_back_and_final_ones_are_not():
    schedule = Schedule()
    late = ticket(TENTATIVE, due=1.0)
    for each in (late, ticket(TENTATIVE, due=3.0), ticket(FINAL, due=1.0)):
        schedule.add(each)
    assert schedule.take_late(2.0) == [late]
    assert len(schedule) == 2


def test_no_deadline_is_so_far_away_that_others_pass_it_by_for_ever():
    assert due_s(FINAL, arrived_s=5.0, within_s=1e9) == 15.0
    assert due_s(TENTATIVE, arrived_s=5.0, within_s=60.0) == 5.0 + TENTATIVE_WITHIN_S
    assert due_s(BACKGROUND, arrived_s=5.0, within_s=1e12) == 5.0 + 24 * 3600
    assert due_s(FINAL, arrived_s=5.0, within_s=0.0) == 5.5


def test_a_question_that_is_taken_back_has_no_turn():
    schedule = Schedule()
    wanted = ticket()
    schedule.add(wanted)
    assert schedule.take_back(wanted)
    assert not schedule.take_back(wanted)
    assert schedule.take() == []


def test_a_batch_holds_questions_of_one_kind_and_of_about_the_same_length():
    schedule = Schedule()
    same = [ticket(kind="en", size=size, due=due) for due, size in enumerate((100, 120, 130, 200))]
    for each in (*same, ticket(kind="zh", size=100), ticket(kind=None)):
        schedule.add(each)
    schedule.take_back(same[3])
    batch = schedule.take(most=8)
    while batch and batch[0].kind != "en":
        batch = schedule.take(most=8)
    assert [each.size for each in batch] == [100, 120]


def test_tentative_words_join_final_ones_only_where_a_batch_is_large():
    for most, joined in ((2, 1), (8, 2)):
        schedule = Schedule()
        schedule.add(ticket(FINAL, kind="en"))
        schedule.add(ticket(TENTATIVE, kind="en"))
        assert len(schedule.take(most=most)) == joined


def test_a_file_has_no_turn_where_the_device_is_kept_free_of_files():
    schedule = Schedule()
    schedule.add(ticket(FOREGROUND))
    assert schedule.take(with_files=False) == []
    assert len(schedule.take()) == 1


def test_tentative_words_have_no_turn_where_a_slot_is_kept_for_final_ones():
    schedule = Schedule()
    schedule.add(ticket(TENTATIVE))
    schedule.add(ticket(FOREGROUND))
    assert schedule.take(with_tentative=False)[0].priority is FOREGROUND
    assert schedule.take(with_tentative=False) == []


def test_a_file_that_did_not_wait_has_nothing_coming():
    schedule = Schedule()
    for _ in range(1000):
        schedule.spent(FINAL, 1.0)
    schedule.add(ticket(FINAL))
    schedule.add(ticket(BACKGROUND))
    assert schedule.take()[0].priority is FINAL


@given(st.lists(tickets, max_size=60), st.integers(1, 8))
def test_every_question_comes_out_once_and_none_before_one_of_a_higher_class(asked: list[Ticket], most: int):
    schedule = Schedule()
    replaced = [older for each in asked for older in schedule.add(each)]
    taken: list[list[Ticket]] = []
    while batch := schedule.take(most=most):
        taken.append(batch)
    heads = [batch[0] for batch in taken]
    assert [head.priority for head in heads] == sorted(head.priority for head in heads)
    for priority in Priority:
        dues = [(head.due_s, head.number) for head in heads if head.priority is priority]
        assert dues == sorted(dues)
    everything = [each.number for batch in taken for each in batch] + [each.number for each in replaced]
    assert Counter(everything) == Counter(each.number for each in asked)
    for batch in taken:
        assert len(batch) <= most
        assert len({each.kind for each in batch}) == 1
        assert max(each.size for each in batch) <= ALIKE * min(each.size for each in batch)
        assert len(batch) == 1 or batch[0].priority in LIVE or len({each.priority for each in batch}) == 1


@settings(max_examples=30)
@given(
    st.lists(st.sampled_from([FINAL, TENTATIVE, FOREGROUND]), min_size=1, max_size=5),
    st.floats(0.05, 0.5),
    st.floats(0.1, 2.0),
)
def test_a_file_in_the_background_goes_on_under_full_load_and_takes_hardly_more_than_its_floor(
    load: list[Priority], live_s: float, slice_s: float
):
    schedule = Schedule()
    spent = dict.fromkeys(Priority, 0.0)
    waits: list[float] = []
    waited = 0.0
    schedule.add(ticket(BACKGROUND))
    while sum(spent.values()) < 800 * slice_s:
        for priority in load:
            schedule.add(ticket(priority))
        while batch := schedule.take():
            priority = batch[0].priority
            cost = slice_s if priority is BACKGROUND else live_s
            schedule.spent(priority, cost)
            spent[priority] += cost
            if priority is BACKGROUND:
                waits.append(waited)
                waited = 0.0
                schedule.add(ticket(BACKGROUND))
                break
            waited += cost
            if len(schedule) == 1:
                break  # never idle: more comes at once
    total = sum(spent.values())
    assert spent[BACKGROUND] / total == pytest.approx(FLOOR / (1 + FLOOR), rel=0.2)
    assert max(waits) <= (max(slice_s, 1.0) + live_s) / FLOOR + live_s


@given(st.lists(st.floats(0.0, 10.0), min_size=1, max_size=50))
def test_no_question_waits_for_ever_behind_those_that_come_after_it(withins: list[float]):
    schedule = Schedule()
    patient = ticket(FINAL, due=due_s(FINAL, arrived_s=0.0, within_s=10.0))
    schedule.add(patient)
    for turn in range(1000):
        now = 0.1 * turn
        within = withins[turn % len(withins)]
        schedule.add(ticket(FINAL, due=due_s(FINAL, arrived_s=now, within_s=within)))
        if schedule.take() == [patient]:
            return
    pytest.fail("it never had a turn")
