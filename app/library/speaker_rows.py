"""Looks for the speakers and remembered voices as rows, and back. Pure."""

import json
from array import array
from collections.abc import Sequence
from typing import Any

from pydantic_core import from_json

from app.library.rows import clean, to_json, to_moment
from app.library.speaker_tables import SpeakerRunRow, VoiceRow
from app.meetings.attribution import Turn
from app.meetings.identifiers import CourseId, SpeakerId
from app.meetings.speaker_run import Clip, HeardSpeaker, SpeakerRun
from app.meetings.voice import RememberedVoice, VoiceId
from engine.contract.audio import Milliseconds
from engine.contract.error_report import ErrorReport
from engine.contract.speakers import SpeakerCount

RUN_COLUMNS = (
    SpeakerRunRow.state,
    SpeakerRunRow.least,
    SpeakerRunRow.most,
    SpeakerRunRow.error,
    SpeakerRunRow.turns,
    SpeakerRunRow.found,
)
VOICE_COLUMNS = (
    VoiceRow.id,
    VoiceRow.course_id,
    VoiceRow.name,
    VoiceRow.voice,
    VoiceRow.speech_ms,
    VoiceRow.updated_at_ms,
)

WAITING = "waiting"
FOUND = "found"
FAILED = "failed"


def run_values(run: SpeakerRun) -> dict[str, Any]:
    """A run as the columns of its row, but for the meeting and the time."""
    return {
        "state": WAITING if run.is_waiting else FAILED if run.error is not None else FOUND,
        "least": run.count.least,
        "most": run.count.most,
        "error": _error_json(run.error),
        "turns": to_json([[turn.track, turn.start_ms, turn.end_ms, turn.speaker] for turn in run.turns]),
        "found": to_json([_heard(each) for each in run.speakers]),
    }


def run_from(row: Sequence[Any]) -> SpeakerRun:
    """A run from ``RUN_COLUMNS``."""
    return SpeakerRun(
        count=SpeakerCount(row[1], row[2]),
        turns=tuple(Turn(t[0], Milliseconds(t[1]), Milliseconds(t[2]), t[3]) for t in from_json(row[4])),
        speakers=tuple(_heard_from(each) for each in from_json(row[5])),
        is_waiting=row[0] == WAITING,
        error=_error_from(row[3]),
    )


def voice_values(voice: RememberedVoice) -> dict[str, Any]:
    """A voice as the columns of its row, but for the time."""
    return {
        "id": voice.id,
        "course_id": voice.course_id,
        "name": clean(voice.name),
        "voice": array("f", voice.voice).tobytes(),
        "speech_ms": voice.speech_ms,
    }


def voice_from(row: Sequence[Any]) -> RememberedVoice:
    """A voice from ``VOICE_COLUMNS``."""
    numbers = array("f")
    numbers.frombytes(row[3])
    return RememberedVoice(
        id=VoiceId(row[0]),
        course_id=CourseId(row[1]) if row[1] is not None else None,
        name=row[2],
        voice=tuple(numbers),
        speech_ms=Milliseconds(row[4]),
        updated_at=to_moment(row[5]),
    )


def _heard(speaker: HeardSpeaker) -> dict[str, object]:
    written: dict[str, object] = {
        "label": speaker.label,
        "speaker": speaker.speaker_id,
        "speech_ms": speaker.speech_ms,
        "clips": [[clip.track, clip.start_ms, clip.end_ms] for clip in speaker.clips],
    }
    if speaker.voice:
        written["voice"] = [round(each, 6) for each in speaker.voice]
    return written


def _heard_from(content: dict[str, Any]) -> HeardSpeaker:
    return HeardSpeaker(
        label=content["label"],
        speaker_id=SpeakerId(content["speaker"]) if content["speaker"] is not None else None,
        speech_ms=Milliseconds(content["speech_ms"]),
        clips=tuple(Clip(clip[0], Milliseconds(clip[1]), Milliseconds(clip[2])) for clip in content["clips"]),
        voice=tuple(content.get("voice", ())),
    )


def _error_json(error: ErrorReport | None) -> str | None:
    if error is None:
        return None
    return to_json({"name": error.name, "data": dict(error.data), "sentence": error.sentence})


def _error_from(column: str | None) -> ErrorReport | None:
    if column is None:
        return None
    stored: dict[str, Any] = json.loads(column)
    return ErrorReport(str(stored.get("name", "")), dict(stored.get("data") or {}), str(stored.get("sentence", "")))
