"""What comes down arrives as it was said, however long it is, and whatever a newer worker adds."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import SampleIndex
from engine.contract.engine import LanguageGuess
from engine.contract.heard import Heard
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.remote import transcription_pb2 as wire
from engine.remote.question import Answer, LanguageTask, LinesFound, LinesTask, Task, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession, WorkerDescription, WorkerHealth
from engine.remote.wire_answers import (
    MOST_ANSWER_BYTES,
    AnswerReader,
    answer_messages,
    description_message,
    health_message,
    opened_message,
    read_description,
    read_health,
    read_opened,
    read_refusal,
    refusal_message,
)
from tests.builders import remote_values as values
from tests.builders.speech_clips import whole

WINDOW = WindowTask(values.sound(100), (), "en", careful=False)
LANGUAGE = LanguageTask(samples=values.sound(100))


def lines_task(count: int) -> LinesTask:
    return LinesTask(tuple(whole(values.sound(100)) for _ in range(count)), "en")


def over_the_wire(answer: Answer) -> list[wire.TranscribeResult]:
    messages = answer_messages(answer, session_id="meeting/0", seq_id=4, acknowledged_to=99, worker_ms=8, waited_ms=3)
    return [wire.TranscribeResult.FromString(each.SerializeToString()) for each in messages]


def read(task: Task, results: Iterable[wire.TranscribeResult]) -> Answer | None:
    reader = AnswerReader(task)
    answers = [reader.take(each) for each in results]
    assert answers[:-1] == [None] * (len(answers) - 1)
    return answers[-1]


@given(st.lists(st.lists(values.lines, max_size=4).map(tuple), max_size=3).map(tuple))
def test_lines_arrive_as_they_were_understood(found: LinesFound):
    assert read(lines_task(len(found)), over_the_wire(found)) == found


@given(values.heard)
def test_words_of_a_window_arrive_as_they_were_heard(heard: Heard):
    assert read(WINDOW, over_the_wire(heard)) == heard


@given(values.guesses)
def test_a_guess_arrives_as_it_was_made(guess: LanguageGuess):
    assert read(LANGUAGE, over_the_wire(guess)) == guess


def test_every_message_says_whose_it_is_and_what_arrived():
    for message in over_the_wire(((),)):
        assert (message.session_id, message.seq_id, message.acknowledged_to) == ("meeting/0", 4, 99)
        assert (message.worker_ms, message.waited_ms) == (8, 3)


def test_ninety_thousand_words_cross_in_small_messages():
    """Case 83."""
    words = tuple(RecognisedWord(SampleIndex(n), SampleIndex(n + 1), f" word{n}", 0.5) for n in range(150))
    line = RecognisedSegment(0, SampleIndex(0), SampleIndex(1), "words", "en", 0.5, words)
    found = (tuple(replace(line, start=SampleIndex(n)) for n in range(400)), (), (line,) * 200)
    messages = over_the_wire(found)
    assert sum(len(line.words) for lines in found for line in lines) == 90_000
    assert len(messages) > 3
    assert max(each.ByteSize() for each in messages) < MOST_ANSWER_BYTES + 1000
    assert read(lines_task(3), messages) == found


def test_after_a_broken_stream_an_answer_is_read_from_its_beginning():
    line = RecognisedSegment(0, SampleIndex(0), SampleIndex(1), "x" * 100_000, "en", 0.5)
    messages = over_the_wire(((line,) * 12,))
    assert len(messages) > 1
    reader = AnswerReader(lines_task(1))
    assert reader.take(messages[0]) is None
    reader.begin_anew()
    answers = [reader.take(each) for each in messages]
    assert answers[-1] == ((line,) * 12,)


@pytest.mark.parametrize("reason", list(RefusalReason))
def test_a_refusal_keeps_its_reason(reason: RefusalReason):
    message = refusal_message(Refused(reason, "why\nnot \udce9"), session_id="meeting/0", seq_id=3)
    with pytest.raises(Refused) as refused:
        AnswerReader(WINDOW).take(wire.TranscribeResult.FromString(message.SerializeToString()))
    assert (refused.value.reason, refused.value.detail) == (reason, "why not ?")
    assert message.refusal.reason == wire.RefusalReason.Value(reason.name)


def test_a_reason_of_a_newer_worker_is_a_refusal_all_the_same():
    message = wire.Refusal.FromString(b"\x08\x63\x12\x05tired")
    refused = read_refusal(message)
    assert (refused.reason, refused.detail) == (RefusalReason.NOT_UNDERSTOOD, "reason 99: tired")


def test_an_answer_of_a_kind_that_only_a_newer_worker_knows_is_passed_over():
    newer = wire.TranscribeResult.FromString(wire.TranscribeResult(seq_id=4).SerializeToString() + b"\xf2\x3f\x03new")
    assert AnswerReader(WINDOW).take(newer) is None
    assert AnswerReader(lines_task(1)).take(wire.TranscribeResult(acknowledged_to=5)) is None


def test_an_answer_to_something_else_is_refused():
    for task, answer in ((WINDOW, LanguageGuess("en", 1.0)), (LANGUAGE, ()), (lines_task(1), LanguageGuess("en", 1.0))):
        with pytest.raises(Refused):
            read(task, over_the_wire(answer))
    with pytest.raises(Refused):
        AnswerReader(lines_task(1)).take(wire.TranscribeResult(lines=wire.LinesFound(stretch=1, lines=[wire.Line()])))
    with pytest.raises(Refused):
        read(LANGUAGE, [wire.TranscribeResult(language=wire.LanguageGuessed(language="klingon"))])


def test_numbers_that_are_none_are_no_evidence():
    word = wire.Word(text="well", confidence=float("nan"))
    line = wire.Line(text="well", language="klingon", words=[word], confidence=7, quarantine="boredom")
    found = read(lines_task(1), [wire.TranscribeResult(lines=wire.LinesFound(lines=[line], is_last=True))])
    assert isinstance(found, tuple)
    segment = found[0][0]
    assert (segment.words[0].confidence, segment.confidence, segment.language) == (0.0, 1.0, "en")
    assert segment.quarantine is QuarantineReason.LOW_EVIDENCE
    heard = read(WINDOW, [wire.TranscribeResult(window=wire.WindowHeard(score=float("-inf"), no_speech=float("nan")))])
    assert heard == Heard((), is_loop=False, no_speech=0.0, score=0.0)


@given(st.binary(max_size=200), st.sampled_from([WINDOW, LANGUAGE, lines_task(2)]))
def test_bytes_that_parse_are_an_answer_or_refused(data: bytes, task: Task):
    """Case 87."""
    try:
        message = wire.TranscribeResult.FromString(data)
    except Exception:  # protobuf's own error; what parses is what matters here
        return
    try:
        AnswerReader(task).take(message)
    except Refused as refused:
        assert refused.reason in RefusalReason


@given(values.opened_sessions)
def test_a_session_is_told_what_it_runs_on(opened: OpenedSession):
    message = opened_message(opened, session_id="meeting/0", acknowledged_to=7).SerializeToString()
    known = replace(opened, device=replace(opened.device, worker="Attic"))
    assert read_opened(wire.TranscribeResult.FromString(message).opened, worker="Attic") == known


@given(values.descriptions)
def test_a_worker_is_described_as_it_is(described: WorkerDescription):
    message = wire.Description.FromString(description_message(described).SerializeToString())
    device = replace(described.standing.device, worker=described.name)
    assert read_description(message) == replace(described, standing=replace(described.standing, device=device))


def test_an_empty_description_is_one_of_a_worker_that_can_nothing():
    described = read_description(wire.Description())
    assert described.protocols == ()
    assert read_opened(wire.Opened(), worker="").batch_size == 1


@given(st.booleans(), st.floats(0, 1e6), values.names)
def test_health_arrives_as_it_is(decodes: bool, decode_ms: float, reason: str):
    health = WorkerHealth(decodes, decode_ms, reason)
    assert read_health(wire.HealthReport.FromString(health_message(health).SerializeToString())) == health
