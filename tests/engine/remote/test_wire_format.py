"""What goes up arrives as it was, and what breaks a rule is refused, whoever sent it."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import Samples
from engine.contract.engine import SpanAudio
from engine.contract.options import RecognitionOptions
from engine.remote import transcription_pb2 as wire
from engine.remote.question import LanguageTask, LinesTask, Priority, Question, Task, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.wire_format import (
    MOST_CHUNK_BYTES,
    Opening,
    chunk_message,
    opening_message,
    question_message,
    read_opening,
    read_question,
    read_session_id,
    read_sound,
    to_pcm,
    to_samples,
)
from tests.builders import remote_values as values

OPTIONS = RecognitionOptions()


def sounds_of(task: Task) -> list[Samples]:
    match task:
        case WindowTask(samples=samples):
            return [samples]
        case LanguageTask(samples=samples) if samples is not None:
            return [samples]
        case LinesTask(stretches=stretches) | LanguageTask(stretches=stretches):
            return [each.samples for each in stretches]


def over_the_wire(question: Question) -> Question:
    """Send everything the question is about, and then the question."""
    sounds = sounds_of(question.task)
    places = [sum(len(each) for each in sounds[:number]) for number in range(len(sounds))]
    everything = to_samples(b"".join(to_pcm(each) for each in sounds))
    message = wire.Question.FromString(question_message(question, places=places).SerializeToString())
    return read_question(
        message, session_id=question.session_id, options=question.options, sound=lambda at, stop: everything[at:stop]
    )


def comparable(task: Task) -> object:
    """The same without arrays, which have no equality of their own."""

    def bare(stretch: SpanAudio) -> tuple[object, ...]:
        return stretch.parts, stretch.samples.tolist(), stretch.speech, stretch.is_whole

    match task:
        case LinesTask(stretches=stretches, language=language):
            return "lines", [bare(each) for each in stretches], language
        case WindowTask(samples=samples):
            return "window", samples.tolist(), task.said, task.language, task.careful
        case LanguageTask(stretches=stretches, samples=samples):
            return "language", [bare(each) for each in stretches], None if samples is None else samples.tolist()


def test_every_sixteen_bit_sample_goes_down_and_up_unchanged():
    everything = np.arange(-32768, 32768).astype("<i2").tobytes()
    assert to_pcm(to_samples(everything)) == everything


def test_what_is_louder_than_full_scale_is_cut():
    assert to_samples(to_pcm(np.array([-1.5, 1.0, 7.0], np.float32))).tolist() == [-1.0, 32767 / 32768, 32767 / 32768]


@given(values.questions)
def test_a_question_arrives_as_it_was_asked(question: Question):
    read = over_the_wire(question)
    assert comparable(read.task) == comparable(question.task)
    assert replace(read, task=question.task) == question


@given(values.options, st.integers(0, 9), values.texts)
def test_a_session_is_opened_as_it_was_meant(options: RecognitionOptions, protocol: int, context: str):
    opening = Opening(protocol, options, context)
    assert read_opening(wire.Opening.FromString(opening_message(opening).SerializeToString())) == opening


@given(values.sounds, values.places)
def test_sound_arrives_as_it_was_sent(samples: Samples, start: int):
    chunk = chunk_message("meeting/0", start=start, pcm=to_pcm(samples))
    assert to_samples(read_sound(chunk)).tolist() == samples.tolist()
    assert read_session_id(chunk) == "meeting/0"


def test_a_question_without_sound_has_none():
    assert read_sound(wire.AudioChunk(session_id="meeting/0", start=7)) == b""


@given(st.binary(min_size=2, max_size=64), st.data())
def test_a_single_wrong_byte_of_sound_is_noticed(pcm: bytes, data: st.DataObject):
    pcm = pcm[: len(pcm) // 2 * 2]
    chunk = chunk_message("meeting/0", start=0, pcm=pcm)
    at = data.draw(st.integers(0, len(pcm) - 1))
    chunk.pcm16 = pcm[:at] + bytes([pcm[at] ^ data.draw(st.integers(1, 255))]) + pcm[at + 1 :]
    assert reason_of(lambda: read_sound(chunk)) is RefusalReason.SOUND_DAMAGED


def test_sound_in_too_large_a_piece_or_with_half_a_sample_is_refused():
    large = chunk_message("meeting/0", start=0, pcm=bytes(MOST_CHUNK_BYTES + 2))
    assert reason_of(lambda: read_sound(large)) is RefusalReason.TOO_MUCH
    odd = chunk_message("meeting/0", start=0, pcm=b"abc")
    assert reason_of(lambda: read_sound(odd)) is RefusalReason.NOT_UNDERSTOOD


@pytest.mark.parametrize("name", ["", " ", "a b", "é", "a" * 201, "line\nbreak"])
def test_a_session_has_a_plain_name(name: str):
    chunk = wire.AudioChunk(session_id=name)
    assert reason_of(lambda: read_session_id(chunk)) is RefusalReason.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (wire.Opening(), RefusalReason.NOT_UNDERSTOOD),
        (wire.Opening(model="../../etc/passwd"), RefusalReason.NOT_UNDERSTOOD),
        (wire.Opening(model="base", languages=["xx"]), RefusalReason.NOT_UNDERSTOOD),
        (wire.Opening(model="base", beam_size=1000), RefusalReason.TOO_MUCH),
        (wire.Opening(model="base", context_json="x" * 70_000), RefusalReason.TOO_MUCH),
        (wire.Opening(model="base", glossary=[wire.GlossaryTerm(text="x" * 600)]), RefusalReason.TOO_MUCH),
    ],
)
def test_a_session_that_breaks_a_rule_is_not_opened(message: wire.Opening, reason: RefusalReason):
    assert reason_of(lambda: read_opening(message)) is reason


def piece(start: int, stop: int) -> wire.Piece:
    return wire.Piece(start=start, stop=stop)


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (wire.Question(lines=wire.Lines(language="en")), RefusalReason.NOT_UNDERSTOOD),
        (wire.Question(seq_id=1), RefusalReason.NOT_UNDERSTOOD),
        (wire.Question(seq_id=1, window=wire.Window(at=5, stop=5, language="en")), RefusalReason.NOT_UNDERSTOOD),
        (wire.Question(seq_id=1, window=wire.Window(at=-5, stop=5, language="en")), RefusalReason.NOT_UNDERSTOOD),
        (wire.Question(seq_id=1, window=wire.Window(at=0, stop=5, language="xx")), RefusalReason.NOT_UNDERSTOOD),
        (wire.Question(seq_id=1, window=wire.Window(stop=1 << 40, language="en")), RefusalReason.TOO_MUCH),
        (wire.Question(seq_id=1, window=wire.Window(at=1 << 62, stop=(1 << 62) + 1)), RefusalReason.NOT_UNDERSTOOD),
        (wire.Question(seq_id=1, lines=wire.Lines(stretches=[wire.Stretch()])), RefusalReason.NOT_UNDERSTOOD),
        (
            wire.Question(seq_id=1, lines=wire.Lines(stretches=[wire.Stretch(parts=[piece(9, 3)])])),
            RefusalReason.NOT_UNDERSTOOD,
        ),
        (
            wire.Question(seq_id=1, lines=wire.Lines(stretches=[wire.Stretch(parts=[piece(9, 12), piece(3, 5)])])),
            RefusalReason.NOT_UNDERSTOOD,
        ),
        (
            wire.Question(seq_id=1, lines=wire.Lines(stretches=[wire.Stretch(parts=[piece(0, 1 << 50)])])),
            RefusalReason.TOO_MUCH,
        ),
        (
            wire.Question(seq_id=1, lines=wire.Lines(stretches=[wire.Stretch(parts=[piece(0, 1)])] * 65)),
            RefusalReason.TOO_MUCH,
        ),
    ],
)
def test_a_question_that_breaks_a_rule_is_refused(message: wire.Question, reason: RefusalReason):
    def read() -> object:
        return read_question(message, session_id="meeting/0", options=OPTIONS, sound=lambda at, stop: values.sound(1))

    assert reason_of(read) is reason


def test_what_a_newer_desktop_adds_is_passed_over():
    message = wire.Question(seq_id=1, window=wire.Window(at=0, stop=4, language="en"))
    newer = message.SerializeToString() + b"\xf2\x3f\x03new"  # field 1022, of bytes
    read = read_question(
        wire.Question.FromString(newer), session_id="meeting/0", options=OPTIONS, sound=lambda at, stop: values.sound(4)
    )
    assert isinstance(read.task, WindowTask)


def test_a_priority_of_a_newer_desktop_has_time():
    message = wire.Question.FromString(wire.Question(seq_id=1).SerializeToString() + b"\x10\x63")  # priority = 99
    message.window.CopyFrom(wire.Window(at=0, stop=4, language="en"))
    read = read_question(
        message, session_id="meeting/0", options=OPTIONS, sound=lambda at, stop: values.sound(stop - at)
    )
    assert read.priority is Priority.BACKGROUND_FILE


@given(st.binary(max_size=200))
def test_bytes_that_parse_are_a_question_or_refused(data: bytes):
    """Case 87."""
    try:
        message = wire.Question.FromString(data)
    except Exception:  # protobuf's own error; what parses is what matters here
        return
    try:
        read_question(
            message, session_id="meeting/0", options=OPTIONS, sound=lambda at, stop: values.sound(min(stop - at, 9))
        )
    except Refused as refused:
        assert refused.reason in {RefusalReason.NOT_UNDERSTOOD, RefusalReason.TOO_MUCH}


def reason_of(work: Callable[[], object]) -> RefusalReason:
    with pytest.raises(Refused) as refused:
        work()
    return refused.value.reason
