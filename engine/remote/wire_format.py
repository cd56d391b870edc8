"""What a session sends to a worker: sound, what it is opened with, and questions, as messages and back.

Pure; used by the remote session on the desktop and by ``service.py`` on the worker. What comes down again stands in
``wire_answers.py``. A newer peer may send fields and kinds that are not known here: they are passed over where nothing
depends on them. What breaks a rule is ``Refused`` with ``NOT_UNDERSTOOD``, what is beyond a bound with ``TOO_MUCH``.

Sound goes as 16 bit, as recordings hold it, so that nothing is lost on the way: a sample is a 32768th part.
"""

import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.engine import SpanAudio
from engine.contract.languages import LANGUAGES
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.remote import transcription_pb2 as wire
from engine.remote.question import LanguageTask, LinesTask, Priority, Question, SaidWord, Task, WindowTask
from engine.remote.refusal import RefusalReason, Refused

PROTOCOLS = (1,)
"""Versions of the protocol that this side speaks."""

BYTES_A_SAMPLE = 2
FULL_SCALE = 32768

MOST_CHUNK_BYTES = 256 * 1024
"""Of sound in one message; 8 s."""

MOST_STRETCH_SAMPLES = 60 * SAMPLE_RATE_HZ
"""Of a stretch or a window; recognisers hear half a minute at a time."""

MOST_STRETCHES = 64
"""In one question."""

MOST_SPANS = 2000
"""Parts of a stretch, and as many spans of speech."""

MOST_SAID = 2000
MOST_TERMS = 5000
MOST_SPOKEN = 100
"""Ways to say one term."""

MOST_CHARACTERS = 500
"""Of a term or a word."""

MOST_TOKENS = 500
"""Of a word."""

MOST_BEAM = 16
MOST_CONTEXT_CHARACTERS = 64 * 1024
DEFAULT_BEAM = RecognitionOptions().beam_size

_LARGEST = 1 << 53
_SESSION_ID = re.compile(r"[!-~]{1,200}")
_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_MEETING = re.compile(r"[A-Za-z0-9_-]{0,100}")

ReadSound = Callable[[int, int], Samples]
"""Gives what a session sent from one offset to another, or raises ``Refused`` with ``SOUND_MISSING``."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a session begins with."""

    protocol: int
    options: RecognitionOptions
    context_json: str = ""
    """What is known of the meeting; see ``session_context.py``."""
    meeting: str = ""
    """What it is called towards workers."""


# Sound


def to_pcm(samples: Samples) -> bytes:
    """Samples in -1..1 as little-endian 16 bit."""
    scaled = np.rint(np.asarray(samples, np.float32) * np.float32(FULL_SCALE))
    return np.clip(scaled, -FULL_SCALE, FULL_SCALE - 1).astype("<i2").tobytes()


def to_samples(pcm: bytes | bytearray | memoryview) -> Samples:
    """Little-endian 16 bit as samples in -1..1."""
    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(FULL_SCALE)


def chunk_message(session_id: str, *, start: int, pcm: bytes) -> wire.AudioChunk:
    """Sound with its checksum; at the most ``MOST_CHUNK_BYTES``."""
    return wire.AudioChunk(session_id=session_id, start=start, pcm16=pcm, crc32=zlib.crc32(pcm))


def read_sound(chunk: wire.AudioChunk) -> bytes:
    """The sound of a chunk; empty where it carries none.

    Raises:
        Refused: its checksum does not fit, it is too much at a time, or no sound at all.
    """
    if not chunk.pcm16:
        return b""
    if len(chunk.pcm16) > MOST_CHUNK_BYTES:
        raise Refused(RefusalReason.TOO_MUCH, f"{len(chunk.pcm16)} bytes of sound in one message")
    if len(chunk.pcm16) % BYTES_A_SAMPLE or not 0 <= chunk.start < _LARGEST:
        raise _not_understood("half a sample, or a place that is none")
    if zlib.crc32(chunk.pcm16) != chunk.crc32:
        raise Refused(RefusalReason.SOUND_DAMAGED, f"the sound at {chunk.start} has another checksum")
    return chunk.pcm16


# What a session begins with


def read_session_id(chunk: wire.AudioChunk) -> str:
    """The session of a chunk. Raises ``Refused`` if it names none."""
    if not _SESSION_ID.fullmatch(chunk.session_id):
        raise _not_understood("a session's id is up to 200 printable characters")
    return chunk.session_id


def opening_message(opening: Opening) -> wire.Opening:
    """Write what a session begins with; the number of threads is the worker's own matter."""
    options = opening.options
    return wire.Opening(
        protocol=opening.protocol,
        model=options.model,
        languages=options.languages,
        language_per_segment=options.language_per_segment,
        beam_size=options.beam_size,
        glossary=[
            wire.GlossaryTerm(text=term.text, spoken=term.spoken, replacement=term.replacement)
            for term in options.glossary
        ],
        context_json=opening.context_json,
        meeting=opening.meeting,
    )


def read_opening(message: wire.Opening) -> Opening:
    """Read what a session begins with. Raises ``Refused`` for what breaks a rule."""
    if not _MODEL.fullmatch(message.model):
        raise _not_understood("no name of a speech model")
    if message.beam_size > MOST_BEAM:
        raise Refused(RefusalReason.TOO_MUCH, f"a beam of {message.beam_size}")
    if not _MEETING.fullmatch(message.meeting):
        raise _not_understood("no name of a meeting")
    if len(message.glossary) > MOST_TERMS:
        raise Refused(RefusalReason.TOO_MUCH, "the glossary is too long")
    if len(message.languages) > len(LANGUAGES):
        raise Refused(RefusalReason.TOO_MUCH, "more languages than there are")
    options = RecognitionOptions(
        model=message.model,
        languages=tuple(_language(each) for each in message.languages),
        language_per_segment=message.language_per_segment,
        beam_size=message.beam_size or DEFAULT_BEAM,
        glossary=tuple(_term(each) for each in message.glossary),
    )
    return Opening(message.protocol, options, read_context_json(message), message.meeting)


def read_context_json(message: wire.Opening | wire.AudioChunk) -> str:
    """What the desktop knows of the meeting; empty if it says nothing. Raises ``Refused`` if it is too long."""
    if len(message.context_json) > MOST_CONTEXT_CHARACTERS:
        raise Refused(RefusalReason.TOO_MUCH, "the context is too long")
    return message.context_json


# Questions


def question_message(question: Question, *, places: Sequence[int]) -> wire.Question:
    """Write a question.

    Args:
        question: What is asked.
        places: For each stretch, or for the window, the offset of its first sample in what the session sent.
    """
    message = wire.Question(
        seq_id=question.seq_id,
        priority=wire.Priority.Name(question.priority),
        answer_within_ms=min(round(question.answer_within_s * 1000), 0xFFFFFFFF),
    )
    match question.task:
        case LinesTask(stretches=stretches, language=language):
            message.lines.CopyFrom(wire.Lines(stretches=_stretches(stretches, places), language=language))
        case WindowTask() as task:
            message.window.CopyFrom(
                wire.Window(
                    at=places[0],
                    stop=places[0] + len(task.samples),
                    said=[wire.SaidWord(text=word.text, tokens=word.tokens) for word in task.said],
                    language=task.language,
                    careful=task.careful,
                )
            )
        case LanguageTask(stretches=stretches, samples=samples):
            if samples is None:
                message.language.CopyFrom(wire.LanguageVote(stretches=_stretches(stretches, places)))
            else:
                message.language.CopyFrom(wire.LanguageVote(at=places[0], stop=places[0] + len(samples)))
    return message


def read_question(
    message: wire.Question, *, session_id: str, options: RecognitionOptions, sound: ReadSound
) -> Question:
    """Read a question, with the sound it is about.

    Raises:
        Refused: it breaks a rule, asks for too much at a time, or its sound is not there.
    """
    if message.seq_id < 1:
        raise _not_understood("a question has a number from 1")
    return Question(
        session_id=session_id,
        seq_id=message.seq_id,
        priority=_priority(message.priority),
        options=options,
        task=_task(message, sound),
        answer_within_s=message.answer_within_ms / 1000,
    )


def _task(message: wire.Question, sound: ReadSound) -> Task:
    if message.HasField("lines"):
        lines = message.lines
        return LinesTask(_read_stretches(lines.stretches, sound), _language(lines.language, may_miss=True))
    if message.HasField("window"):
        window = message.window
        if len(window.said) > MOST_SAID:
            raise Refused(RefusalReason.TOO_MUCH, f"{len(window.said)} words are said already")
        return WindowTask(
            samples=_read_window(window.at, window.stop, sound),
            said=tuple(_said(each) for each in window.said),
            language=_language(window.language),
            careful=window.careful,
        )
    if message.HasField("language"):
        vote = message.language
        if not vote.stretches and vote.stop:
            return LanguageTask(samples=_read_window(vote.at, vote.stop, sound))
        return LanguageTask(_read_stretches(vote.stretches, sound))
    raise _not_understood("a question of a kind that is not known here")


def _stretches(stretches: Sequence[SpanAudio], places: Sequence[int]) -> list[wire.Stretch]:
    return [
        wire.Stretch(
            track=stretch.track,
            parts=[wire.Piece(start=each.start, stop=each.stop) for each in stretch.parts],
            speech=[wire.Piece(start=each.start, stop=each.stop) for each in stretch.speech],
            is_whole=stretch.is_whole,
            at=place,
        )
        for stretch, place in zip(stretches, places, strict=True)
    ]


def _read_stretches(messages: Sequence[wire.Stretch], sound: ReadSound) -> tuple[SpanAudio, ...]:
    if len(messages) > MOST_STRETCHES:
        raise Refused(RefusalReason.TOO_MUCH, f"{len(messages)} stretches in one question")
    return tuple(_read_stretch(each, sound) for each in messages)


def _read_stretch(message: wire.Stretch, sound: ReadSound) -> SpanAudio:
    if max(len(message.parts), len(message.speech)) > MOST_SPANS:
        raise Refused(RefusalReason.TOO_MUCH, "a stretch of too many pieces")
    parts = _spans(message.track, message.parts)
    if not parts or any(part.length == 0 for part in parts):
        raise _not_understood("a stretch without sound")
    length = sum(part.length for part in parts)
    samples = _read_window(message.at, message.at + length, sound)
    return SpanAudio(parts, samples, _spans(message.track, message.speech), message.is_whole)


def _spans(track: int, pieces: Iterable[wire.Piece]) -> tuple[SpeechSpan, ...]:
    spans: list[SpeechSpan] = []
    for each in pieces:
        if not (spans[-1].start if spans else 0) <= each.start <= each.stop < _LARGEST:
            raise _not_understood("pieces out of order")
        spans.append(SpeechSpan(track, SampleIndex(each.start), SampleIndex(each.stop)))
    return tuple(spans)


def _read_window(start: int, stop: int, sound: ReadSound) -> Samples:
    if not 0 <= start < stop < _LARGEST:
        raise _not_understood("a window that ends before it begins")
    if stop - start > MOST_STRETCH_SAMPLES:
        raise Refused(RefusalReason.TOO_MUCH, f"{(stop - start) / SAMPLE_RATE_HZ:.0f} s in one piece")
    return sound(start, stop)


def _priority(value: int) -> Priority:
    """A class that only a newer desktop knows has time until tomorrow."""
    try:
        return Priority(value)
    except ValueError:
        return Priority.BACKGROUND_FILE


def _language(code: str, *, may_miss: bool = False) -> str:
    if code not in LANGUAGES and not (may_miss and not code):
        raise _not_understood("a language that is not known here")
    return code


def _term(message: wire.GlossaryTerm) -> GlossaryTerm:
    texts = (message.text, message.replacement, *message.spoken)
    if len(message.spoken) > MOST_SPOKEN or any(len(text) > MOST_CHARACTERS for text in texts):
        raise Refused(RefusalReason.TOO_MUCH, "a term of the glossary is too long")
    return GlossaryTerm(message.text, tuple(message.spoken), message.replacement)


def _said(message: wire.SaidWord) -> SaidWord:
    if len(message.text) > MOST_CHARACTERS or len(message.tokens) > MOST_TOKENS:
        raise Refused(RefusalReason.TOO_MUCH, "a word is too long")
    return SaidWord(message.text, tuple(message.tokens))


def _not_understood(detail: str) -> Refused:
    return Refused(RefusalReason.NOT_UNDERSTOOD, detail)
