"""Questions and answers arrive as they were, and what is none is refused."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.remote import transcription_pb2 as wire
from engine.remote.question import LinesTask, Question
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.answering import Answered
from engine.worker.group.group_format import (
    carried_question,
    read_answer,
    write_answer,
    write_question,
    write_refusal,
)
from tests.builders.group import lines, window
from tests.builders.remote_values import questions
from tests.fakes.fake_answering import plain_answer


@given(questions)
def test_a_question_arrives_with_its_sound(question: Question):
    carried = carried_question(write_question(question, context="key"))
    assert (carried.session_id, carried.seq_id, carried.context) == (question.session_id, question.seq_id, "key")
    arrived = carried.read(question.options)
    assert write_question(arrived, context="key") == write_question(question, context="key")
    assert repr(arrived) == repr(question)


@pytest.mark.parametrize("question", [window("meeting", 1), lines("file", 2, stretches=3)])
def test_an_answer_arrives_with_the_time_it_took(question: Question):
    answered = Answered(plain_answer(question), 7.5)
    data = write_answer(answered, session_id=question.session_id, seq_id=question.seq_id, worker_ms=20.0)
    assert read_answer(data, task=question.task) == answered


def test_a_refusal_arrives_as_one():
    data = write_refusal(Refused(RefusalReason.BUSY, "later"), session_id="meeting", seq_id=1)
    with pytest.raises(Refused) as refused:
        read_answer(data, task=window("meeting", 1).task)
    assert (refused.value.reason, refused.value.detail) == (RefusalReason.BUSY, "later")


@given(st.binary(max_size=200))
def test_what_is_no_question_or_answer_is_refused(data: bytes):
    with contextlib.suppress(Refused):
        carried_question(data)
    with contextlib.suppress(Refused):
        read_answer(data, task=LinesTask((), "en"))


def test_a_question_about_sound_that_it_does_not_carry_is_refused():
    message = wire.GroupQuestion.FromString(write_question(window("meeting", 1), context="key"))
    message.pcm16 = message.pcm16[:100]
    carried = carried_question(message.SerializeToString())
    with pytest.raises(Refused) as refused:
        carried.read(window("meeting", 1).options)
    assert refused.value.reason is RefusalReason.SOUND_MISSING
