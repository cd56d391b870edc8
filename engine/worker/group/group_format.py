"""A question and its answer as they travel through a group, and back.

Pure; the messages are those between a desktop and a worker (``wire_format.py``, ``wire_answers.py``), only that here a
question carries its sound with it. Fronts write questions and read answers, workers the other way round.
"""

from collections.abc import Callable
from dataclasses import dataclass

from google.protobuf.message import DecodeError

from engine.contract.audio import Samples
from engine.contract.options import RecognitionOptions
from engine.remote import transcription_pb2 as wire
from engine.remote.question import LanguageTask, LinesTask, Question, Task, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.wire_answers import AnswerReader, answer_messages, refusal_message
from engine.remote.wire_format import BYTES_A_SAMPLE, question_message, read_question, to_pcm, to_samples
from engine.worker.answering import Answered


@dataclass(frozen=True, slots=True)
class CarriedQuestion:
    """A question that arrived, before the options of its session are known."""

    message: wire.GroupQuestion

    @property
    def session_id(self) -> str:
        """Of whoever asked."""
        return self.message.session_id

    @property
    def seq_id(self) -> int:
        """Its number in the session."""
        return self.message.question.seq_id

    @property
    def context(self) -> str:
        """Where the options of the session are kept."""
        return self.message.context

    def read(self, options: RecognitionOptions) -> Question:
        """The question. Raises ``Refused`` for what breaks a rule."""
        return read_question(
            self.message.question,
            session_id=self.message.session_id,
            options=options,
            sound=_cutter(self.message.pcm16),
        )


def write_question(question: Question, *, context: str) -> bytes:
    """A question with its sound; ``context`` says where its options are kept."""
    sounds = _sounds_of(question.task)
    places = [0]
    for each in sounds:
        places.append(places[-1] + len(each))
    return wire.GroupQuestion(
        session_id=question.session_id,
        question=question_message(question, places=places[: len(sounds)]),
        pcm16=b"".join(to_pcm(each) for each in sounds),
        context=context,
    ).SerializeToString()


def carried_question(data: bytes) -> CarriedQuestion:
    """What a front published. Raises ``Refused`` if it is no question."""
    try:
        message = wire.GroupQuestion.FromString(data)
    except DecodeError as error:
        raise Refused(RefusalReason.NOT_UNDERSTOOD, "not a question of a group") from error
    if not message.session_id or message.question.seq_id < 1:
        raise Refused(RefusalReason.NOT_UNDERSTOOD, "a question without a session or a number")
    return CarriedQuestion(message)


def write_answer(answered: Answered, *, session_id: str, seq_id: int, worker_ms: float) -> bytes:
    """An answer; ``worker_ms`` is all the time it took at the worker."""
    messages = answer_messages(
        answered.answer,
        session_id=session_id,
        seq_id=seq_id,
        acknowledged_to=0,
        worker_ms=worker_ms,
        waited_ms=answered.waited_ms,
    )
    return wire.GroupAnswer(results=messages).SerializeToString()


def write_refusal(refused: Refused, *, session_id: str, seq_id: int) -> bytes:
    """Why a question is not answered."""
    return wire.GroupAnswer(
        results=[refusal_message(refused, session_id=session_id, seq_id=seq_id)]
    ).SerializeToString()


def read_answer(data: bytes, *, task: Task) -> Answered:
    """What a worker published.

    Raises:
        Refused: as the worker refused, or it is no answer to this.
    """
    try:
        results = wire.GroupAnswer.FromString(data).results
    except DecodeError as error:
        raise Refused(RefusalReason.NOT_UNDERSTOOD, "not an answer of a group") from error
    reader = AnswerReader(task)
    for each in results:
        answer = reader.take(each)
        if answer is not None:
            return Answered(answer, each.waited_ms)
    raise Refused(RefusalReason.NOT_UNDERSTOOD, "an answer without its end")


def _sounds_of(task: Task) -> list[Samples]:
    match task:
        case LinesTask(stretches=stretches):
            return [each.samples for each in stretches]
        case WindowTask(samples=samples):
            return [samples]
        case LanguageTask(stretches=stretches, samples=samples):
            return [each.samples for each in stretches] if samples is None else [samples]


def _cutter(pcm16: bytes) -> Callable[[int, int], Samples]:
    def cut(start: int, stop: int) -> Samples:
        if stop * BYTES_A_SAMPLE > len(pcm16):
            raise Refused(RefusalReason.SOUND_MISSING, "a question about sound that it does not carry")
        return to_samples(memoryview(pcm16)[start * BYTES_A_SAMPLE : stop * BYTES_A_SAMPLE])

    return cut
