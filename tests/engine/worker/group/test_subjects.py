"""What things are called in a group."""

from hypothesis import given
from hypothesis import strategies as st

from engine.remote.question import Question
from engine.worker.group import subjects
from tests.builders.group import lines, window
from tests.builders.remote_values import questions

session_ids = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=200)


@given(session_ids, st.integers(1, 1 << 60))
def test_no_name_that_a_peer_chose_reaches_a_subject_that_is_not_its_own(session_id: str, seq_id: int):
    subject = subjects.answer_subject(session_id, seq_id)
    assert subject.count(".") == 3
    assert not set(subject) & set("*> ")
    assert subject.startswith("vivavoce.answer.")


@given(questions)
def test_each_question_lies_in_the_lane_that_looks_for_it(question: Question):
    lane = subjects.lane_of(question)
    assert lane in subjects.LANES
    assert subjects.question_subject(question).rpartition(".")[0] + ".*" == lane.filter


def test_lectures_of_a_course_share_a_lane_in_order_and_live_words_none():
    one, other = lines("peer/algebra//week-3/0", 1), lines("peer/algebra//week-4/0", 7)
    assert subjects.lane_of(one) is subjects.lane_of(other)
    assert subjects.lane_of(one).is_in_order
    assert not subjects.lane_of(window("peer/algebra//week-3/0", 1)).is_in_order
    assert len({subjects.lane_of(lines(f"course-{number}//x", 1)) for number in range(100)}) == subjects.PARTITIONS


@given(session_ids, st.integers(1, 1 << 60), st.integers(0, 1 << 60), st.integers(0, 1 << 60))
def test_an_id_says_after_which_refusal_a_question_was_asked(session_id: str, seq_id: int, refused: int, lost: int):
    identity = subjects.message_id(session_id, seq_id, refused_at=refused, lost_at=lost)
    assert subjects.refused_before(identity) == refused
