from engine.remote.question import Question
from engine.remote.session_name import COURSE_END, new_session_name
from engine.remote.wire_format import chunk_message, read_session_id
from engine.worker.group import subjects
from tests.builders.group import lines


def lane(session_id: str) -> subjects.Lane:
    question: Question = lines(session_id, 1)
    return subjects.lane_of(question)


def test_no_two_sessions_have_one_name():
    assert len({new_session_name(course) for course in ("", "physics") for _ in range(100)}) == 200


def test_lectures_of_one_course_wait_in_one_lane_of_a_group():
    courses = [f"course {number}" for number in range(50)]
    for course in courses:
        assert lane(new_session_name(course)) is lane(new_session_name(course))
    assert len({lane(new_session_name(course)).name for course in courses}) > 1


def test_a_worker_learns_no_name_of_a_course():
    named = new_session_name("Labour law, Dr Meier / 2026")
    assert "Meier" not in named
    assert named.count(COURSE_END) == 1
    assert read_session_id(chunk_message(named, start=0, pcm=b"")) == named
    assert COURSE_END not in new_session_name()
