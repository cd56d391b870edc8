"""Our own JSON: everything that the library knows of a transcript, for other programs and for the way back.

The format is described in ``README.md``. Text is written as it stands in the library (no Chinese
conversion, nothing cleaned), quarantined lines are there with their reason, so reading a file that
we wrote gives the same meeting and transcript. Whatever else a file may hold, reading it ends in a
transcript that keeps the rules or in ``NotATranscript`` with a plain sentence.
"""

import json
import re
from collections.abc import Mapping
from math import inf, isfinite
from typing import Any, NoReturn

from pydantic import ValidationError

from app.exporting.document import Block, ExportDocument
from app.exporting.profile import ExportProfile
from app.exporting.text_encoding import join
from app.exporting.transcript_file import TranscriptFile
from app.meetings.errors import NotATranscript
from app.meetings.identifiers import SpeakerId
from app.meetings.meeting import Meeting
from app.meetings.moment import Moment
from app.meetings.transcript import GapState, Segment, Transcript, Word

FORMAT = "vivavoce-transcript"
VERSION = 1


class JsonExporter:
    """Writes ``.json``, one line of transcript a line of the file."""

    key = "json"
    extension = ".json"
    title = "JSON"

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file. Always UTF-8 without a byte order mark, as the standard wants it."""
        return (join(self.blocks(document, profile)) + "\n").encode("utf-8")

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> list[Block]:  # noqa: ARG002  the choices of a profile are for readers, this is for programs
        """The particulars, then one block a segment, then what follows them."""
        transcript = document.transcript
        names = {speaker.id: speaker.name for speaker in transcript.speakers}
        head = _dump(_head(document), indent=1)[:-2]
        rows = [
            Block(segment.start_ms, f"  {_dump(_segment(segment, names))}", is_tight=True)
            for segment in transcript.segments
        ]
        rows = [
            Block(row.start_ms, row.text + ("," if number < len(rows) else ""), is_tight=True)
            for number, row in enumerate(rows, start=1)
        ]
        return [
            Block(0, f'{head},\n "segments": ['),
            *rows,
            Block(document.meeting.duration_ms, " ]\n}", is_tight=True),
        ]


def read_transcript_json(data: bytes, *, name: str = "transcript.json") -> tuple[Meeting, Transcript]:
    """Read a file of ours. ``name`` is what the person calls it.

    Raises:
        NotATranscript: it is none, or a newer version wrote it, or a value in it cannot be.
    """
    file = _read(data, name)
    return file.to_meeting(), file.to_transcript()


def read_moments_json(data: bytes, *, name: str = "transcript.json") -> tuple[Moment, ...]:
    """The bookmarks, notes and chapters of a file of ours; files of before have none. Raises ``NotATranscript``."""
    return _read(data, name).to_moments()


def check_for_library(meeting: Meeting, transcript: Transcript, *, name: str) -> None:
    """Whether a library can hold what a file says of a meeting: our own files always pass, unless somebody edited them.

    Raises:
        NotATranscript: it contradicts itself, or the recording.
    """
    known = {None} | {speaker.id for speaker in transcript.speakers}
    length_ms = meeting.duration_ms or inf
    if any(part.end_ms > length_ms for part in (*transcript.segments, *transcript.gaps)):
        raise NotATranscript(name, "a line or gap in it lies outside the recording")
    if any(segment.speaker_id not in known for segment in transcript.segments):
        raise NotATranscript(name, "a line in it names a speaker who is not in the file")
    if len({track.number for track in meeting.tracks}) < len(meeting.tracks):
        raise NotATranscript(name, "two tracks in it have the same number")


def _read(data: bytes, name: str) -> TranscriptFile:
    try:
        return TranscriptFile.model_validate(_parse(data, name))
    except ValidationError as error:
        raise NotATranscript(name, _first_trouble(error)) from error


def _parse(data: bytes, name: str) -> dict[str, Any]:
    try:
        content = json.loads(data, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise NotATranscript(name, "it is not a text file") from error
    except json.JSONDecodeError as error:
        raise NotATranscript(name, f"it is not valid JSON (line {error.lineno})") from error
    except RecursionError as error:
        raise NotATranscript(name, "it is nested too deeply") from error
    except ValueError as error:
        raise NotATranscript(name, "a number in it cannot be read") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:  # pyright: ignore[reportUnknownMemberType]  any JSON may come
        raise NotATranscript(name, "it is JSON, but not a transcript that Vivavoce wrote")
    version = content.get("version")  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]  any JSON may come
    if isinstance(version, int) and version > VERSION:
        raise NotATranscript(name, f"a newer Vivavoce wrote it (format {version}). Please update Vivavoce first")
    if version != VERSION:
        raise NotATranscript(name, "it does not say in which version of the format it is written")
    return content  # pyright: ignore[reportUnknownVariableType]  any JSON may come


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(constant)


def _first_trouble(error: ValidationError) -> str:
    trouble = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in trouble["loc"]).lstrip(".")
    if trouble["type"] == "missing":
        return f"“{place}” is missing"
    if trouble["type"] == "value_error":
        reason = trouble["msg"].removeprefix("Value error, ")
        return f"{reason} (“{place}”)" if place else reason
    return f"“{place}” is not what it should be"


def _head(document: ExportDocument) -> dict[str, Any]:
    meeting, transcript = document.meeting, document.transcript
    return {
        "format": FORMAT,
        "version": VERSION,
        "language": meeting.language,
        "duration_s": _seconds(meeting.duration_ms),
        "meeting": {
            "id": meeting.id,
            "title": meeting.title,
            "created_at": meeting.created_at.isoformat(),
            "status": meeting.status.value,
            "course_id": meeting.course_id,
            "language_probability": _number(meeting.language_probability),
            "source_path": meeting.source_path,
            "source_fingerprint": meeting.source_fingerprint,
            "audio_stream": meeting.audio_stream,
            "channel": meeting.channel.value,
            "model": meeting.model,
            "notes": list(meeting.notes),
            "tracks": [
                {"number": track.number, "kind": track.kind.value, "title": track.title} for track in meeting.tracks
            ],
        },
        "version_id": transcript.version_id,
        "speakers": [
            {"id": speaker.id, "number": speaker.number, "name": speaker.name} for speaker in transcript.speakers
        ],
        "gaps": [
            {
                "track": gap.track,
                "start": _seconds(gap.start_ms),
                "end": _seconds(gap.end_ms),
                "reason": gap.reason.value,
                "state": gap.state.value,
            }
            for gap in transcript.gaps
            if gap.state is not GapState.REPAIRED
        ],
        "moments": [
            {
                "id": moment.id,
                "kind": moment.kind.value,
                "start": _seconds(moment.start_ms),
                "end": _seconds(moment.end_ms),
                "text": moment.text,
            }
            for moment in document.moments
        ],
    }


def _segment(segment: Segment, names: Mapping[SpeakerId, str]) -> dict[str, Any]:
    return {
        "start": _seconds(segment.start_ms),
        "end": _seconds(segment.end_ms),
        "text": segment.text,
        "speaker": names.get(segment.speaker_id) if segment.speaker_id is not None else None,
        "words": [_word(word, segment, names) for word in segment.words],
        "quarantined": segment.quarantine.value if segment.quarantine is not None else None,
        "id": segment.id,
        "track": segment.track,
        "language": segment.language,
        "confidence": _number(segment.confidence),
        "speaker_id": segment.speaker_id,
        "origin": segment.origin.value,
        "repaired": segment.repaired,
    }


def _word(word: Word, segment: Segment, names: Mapping[SpeakerId, str]) -> dict[str, Any]:
    written: dict[str, Any] = {
        "start": _seconds(word.start_ms),
        "end": _seconds(word.end_ms),
        "text": word.text,
        "confidence": _number(word.confidence),
    }
    speaker_id = word.speaker_id or segment.speaker_id
    if speaker_id is not None and speaker_id in names:
        written["speaker"] = names[speaker_id]
    if word.speaker_id is not None:
        written["speaker_id"] = word.speaker_id
    if word.over_id is not None:
        written["over_id"] = word.over_id
    return written


def _seconds(ms: int) -> float:
    """Seconds with three decimals: exact on the way back, whatever the length."""
    return ms / 1000


def _number(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


_HALF_PAIR = re.compile("[\ud800-\udfff]")


def _dump(value: object, *, indent: int | None = None) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _HALF_PAIR.sub(lambda half: f"\\u{ord(half.group()):04x}", text)
