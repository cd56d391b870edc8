"""What a worker sends back, as messages and back: answers, refusals, how a session was opened, what the worker is.

Pure; the counterpart of ``wire_format.py``. A long answer is cut into several messages, so that none is larger than
what every peer takes. A newer worker may say more than is known here: what is extra is passed over, a reason or a mark
that is not known becomes the nearest that is.
"""

import math
from collections.abc import Iterable, Iterator

from engine.contract.audio import SampleIndex
from engine.contract.engine import DeviceReport, LanguageGuess
from engine.contract.heard import AlignedWord, Heard
from engine.contract.languages import LANGUAGES
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.remote import transcription_pb2 as wire
from engine.remote.question import Answer, LanguageTask, LinesFound, LinesTask, Task, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession, Standing, WorkerDescription, WorkerHealth

MOST_ANSWER_BYTES = 512 * 1024
"""Of lines in one message; a single line may be longer."""

MOST_DETAIL_CHARACTERS = 500
MOST_NAME_CHARACTERS = 100
MOST_BATCH = 64
MOST_PARALLEL = 64

_NUMBERS = {reason: number for number, reason in enumerate(RefusalReason, start=1)}
_REASONS = {number: reason for reason, number in _NUMBERS.items()}


# Answers


def answer_messages(
    answer: Answer,
    *,
    session_id: str,
    seq_id: int,
    acknowledged_to: int,
    worker_ms: float = 0.0,
    waited_ms: float = 0.0,
) -> Iterator[wire.TranscribeResult]:
    """An answer in as many messages as it takes; times are of the question as a whole."""
    for part in _parts(answer):
        part.session_id = session_id
        part.seq_id = seq_id
        part.acknowledged_to = acknowledged_to
        part.worker_ms = worker_ms
        part.waited_ms = waited_ms
        yield part


def refusal_message(
    refused: Refused, *, session_id: str, seq_id: int = 0, acknowledged_to: int = 0
) -> wire.TranscribeResult:
    """Why a question, or with 0 the session, is not answered."""
    refusal = wire.Refusal(
        reason=wire.RefusalReason.Name(_NUMBERS[refused.reason]), detail=_text(refused.detail, MOST_DETAIL_CHARACTERS)
    )
    return wire.TranscribeResult(session_id=session_id, seq_id=seq_id, acknowledged_to=acknowledged_to, refusal=refusal)


def read_refusal(message: wire.Refusal) -> Refused:
    """Read why something is not answered; a reason of a newer worker stands in the detail."""
    reason = _REASONS.get(message.reason)
    if reason is None:
        return Refused(RefusalReason.NOT_UNDERSTOOD, f"reason {message.reason}: {message.detail}")
    return Refused(reason, message.detail)


class AnswerReader:
    """Puts together the answer to one question from the messages it comes in."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._lines: list[list[RecognisedSegment]] = []
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget what came: after a broken stream an answer comes again from its beginning."""
        count = len(self._task.stretches) if isinstance(self._task, LinesTask) else 0
        self._lines = [[] for _ in range(count)]

    def take(self, result: wire.TranscribeResult) -> Answer | None:
        """Take a message; gives the answer once it is complete, and ``None`` before and for what is not known here.

        Raises:
            Refused: the worker refused, or answered something else than what was asked.
        """
        if result.HasField("refusal"):
            raise read_refusal(result.refusal)
        match self._task:
            case LinesTask() as task if result.HasField("lines"):
                return self._take_lines(task, result.lines)
            case WindowTask() if result.HasField("window"):
                return _heard(result.window)
            case LanguageTask() if result.HasField("language"):
                return _guess(result.language)
            case _ if result.HasField("lines") or result.HasField("window") or result.HasField("language"):
                raise Refused(RefusalReason.NOT_UNDERSTOOD, "an answer to something else")
            case _:
                return None

    def _take_lines(self, task: LinesTask, message: wire.LinesFound) -> LinesFound | None:
        if message.lines:
            if message.stretch >= len(self._lines):
                raise Refused(RefusalReason.NOT_UNDERSTOOD, "lines of a stretch that was not asked for")
            self._lines[message.stretch] += [_read_line(each, language=task.language) for each in message.lines]
        return tuple(tuple(each) for each in self._lines) if message.is_last else None


def _parts(answer: Answer) -> Iterator[wire.TranscribeResult]:
    if isinstance(answer, Heard):
        words = [_aligned(each) for each in answer.words]
        heard = wire.WindowHeard(
            words=words,
            is_loop=answer.is_loop,
            no_speech=answer.no_speech,
            score=answer.score,
            decode_ms=(answer.decoding_s or 0.0) * 1000,
        )
        yield wire.TranscribeResult(window=heard)
    elif isinstance(answer, LanguageGuess):
        guessed = wire.LanguageGuessed(language=answer.language, probability=answer.probability)
        yield wire.TranscribeResult(language=guessed)
    else:
        waiting: wire.LinesFound | None = None
        for part in _line_groups(answer):
            if waiting is not None:
                yield wire.TranscribeResult(lines=waiting)
            waiting = part
        last = wire.LinesFound() if waiting is None else waiting
        last.is_last = True
        yield wire.TranscribeResult(lines=last)


def _line_groups(answer: LinesFound) -> Iterator[wire.LinesFound]:
    for stretch, lines in enumerate(answer):
        group, size = wire.LinesFound(stretch=stretch), 0
        for line in lines:
            message = _line(line)
            if group.lines and size + message.ByteSize() > MOST_ANSWER_BYTES:
                yield group
                group, size = wire.LinesFound(stretch=stretch), 0
            group.lines.append(message)
            size += message.ByteSize()
        if group.lines:
            yield group


def _line(line: RecognisedSegment) -> wire.Line:
    return wire.Line(
        track=line.track,
        start=line.start,
        stop=line.stop,
        text=line.text,
        language=line.language,
        confidence=line.confidence,
        words=[
            wire.Word(start=word.start, stop=word.stop, text=word.text, confidence=word.confidence, heard=word.heard)
            for word in line.words
        ],
        quarantine="" if line.quarantine is None else line.quarantine.value,
        no_speech=line.no_speech,
        repaired=line.repaired,
    )


def _read_line(message: wire.Line, *, language: str) -> RecognisedSegment:
    return RecognisedSegment(
        track=message.track,
        start=SampleIndex(message.start),
        stop=SampleIndex(message.stop),
        text=message.text,
        language=message.language if message.language in LANGUAGES else language,
        confidence=_probability(message.confidence),
        words=tuple(
            RecognisedWord(
                SampleIndex(word.start), SampleIndex(word.stop), word.text, _probability(word.confidence), word.heard
            )
            for word in message.words
        ),
        quarantine=_quarantine(message.quarantine),
        no_speech=_probability(message.no_speech),
        repaired=message.repaired,
    )


def _quarantine(value: str) -> QuarantineReason | None:
    """A reason that only a newer worker knows is a doubt all the same."""
    if not value:
        return None
    try:
        return QuarantineReason(value)
    except ValueError:
        return QuarantineReason.LOW_EVIDENCE


def _aligned(word: AlignedWord) -> wire.Word:
    return wire.Word(
        start=word.start,
        stop=word.stop,
        text=word.text,
        confidence=word.confidence,
        heard=word.heard,
        tokens=word.tokens,
    )


def _heard(message: wire.WindowHeard) -> Heard:
    words = tuple(
        AlignedWord(word.start, word.stop, word.text, _probability(word.confidence), tuple(word.tokens), word.heard)
        for word in message.words
    )
    decoding_s = max(0.0, _number(message.decode_ms)) / 1000
    no_speech, score = _probability(message.no_speech), _number(message.score)
    return Heard(words, message.is_loop, no_speech, score, decoding_s=decoding_s or None)


def _guess(message: wire.LanguageGuessed) -> LanguageGuess:
    if message.language not in LANGUAGES:
        raise Refused(RefusalReason.NOT_UNDERSTOOD, "a language that is not known here")
    return LanguageGuess(message.language, _probability(message.probability))


# Sessions and the worker itself


def opened_message(opened: OpenedSession, *, session_id: str, acknowledged_to: int = 0) -> wire.TranscribeResult:
    """How a session was opened, and what of its sound is there already."""
    message = wire.Opened(
        device=_device(opened.device),
        batch_size=opened.batch_size,
        parallel=opened.parallel,
        languages=opened.languages,
        context_json=opened.context_json,
    )
    return wire.TranscribeResult(session_id=session_id, acknowledged_to=acknowledged_to, opened=message)


def read_opened(message: wire.Opened, *, worker: str) -> OpenedSession:
    """Read how a session was opened by the worker of this name."""
    return OpenedSession(
        device=_read_device(message.device, worker=worker),
        batch_size=min(max(1, message.batch_size), MOST_BATCH),
        parallel=min(max(1, message.parallel), MOST_PARALLEL),
        languages=tuple(code for code in message.languages if code in LANGUAGES),
        context_json=message.context_json,
    )


def description_message(described: WorkerDescription) -> wire.Description:
    """What a worker says of itself."""
    standing = described.standing
    return wire.Description(
        protocols=described.protocols,
        name=_text(described.name, MOST_NAME_CHARACTERS),
        application_version=_text(described.application_version, MOST_NAME_CHARACTERS),
        device=_device(standing.device),
        models=standing.models,
        capacity=standing.capacity,
        live_streams=standing.live_streams,
        free_streams=standing.free_streams,
        waiting=standing.waiting,
        wait_ms=standing.wait_ms,
    )


def read_description(message: wire.Description) -> WorkerDescription:
    """Read what a worker says of itself."""
    name = _text(message.name, MOST_NAME_CHARACTERS)
    standing = Standing(
        device=_read_device(message.device, worker=name),
        models=tuple(message.models),
        capacity=max(0.0, _number(message.capacity)),
        live_streams=message.live_streams,
        free_streams=message.free_streams,
        waiting=message.waiting,
        wait_ms=max(0.0, _number(message.wait_ms)),
    )
    version = _text(message.application_version, MOST_NAME_CHARACTERS)
    return WorkerDescription(tuple(message.protocols), name, version, standing)


def health_message(health: WorkerHealth) -> wire.HealthReport:
    """Whether a worker decodes."""
    reason = _text(health.reason, MOST_DETAIL_CHARACTERS)
    return wire.HealthReport(decodes=health.decodes, decode_ms=health.decode_ms, reason=reason)


def read_health(message: wire.HealthReport) -> WorkerHealth:
    """Read whether a worker decodes."""
    reason = _text(message.reason, MOST_DETAIL_CHARACTERS)
    return WorkerHealth(message.decodes, max(0.0, _number(message.decode_ms)), reason)


def _device(device: DeviceReport) -> wire.DeviceFound:
    return wire.DeviceFound(
        device=device.device,
        compute_type=device.compute_type,
        name=_text(device.name, MOST_NAME_CHARACTERS),
        refused=_texts(device.refused),
    )


def _read_device(message: wire.DeviceFound, *, worker: str) -> DeviceReport:
    name = _text(message.name, MOST_NAME_CHARACTERS)
    return DeviceReport(message.device, message.compute_type, name, _texts(message.refused), worker)


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(_text(each, MOST_DETAIL_CHARACTERS) for each in texts)


def _text(text: str, most: int) -> str:
    """A text as a person and a log can bear it: one line, not too long, and no half characters."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(each if each.isprintable() else " " for each in whole)[:most].strip()


def _number(value: float) -> float:
    return value if math.isfinite(value) else 0.0


def _probability(value: float) -> float:
    return min(max(0.0, value), 1.0) if math.isfinite(value) else 0.0
