"""The few facts about a meeting that lie beside its sound, so that a lost database can be made again.

Written after the commit by the writer thread; read by ``repair.py``. A sidecar is a copy: the database is
what counts, and a sidecar that cannot be written costs nothing but this safety.
"""

import contextlib
import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.meetings.identifiers import CourseId, MeetingId, MomentId
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.moment import Moment, MomentKind
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.channel import Channel

NAME = "sidecar.json"
_FORMAT = 1
_MAX_BYTES = 1024 * 1024

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What a sidecar tells."""

    meeting: Meeting
    course_title: str
    """Empty without a course."""
    moments: tuple[Moment, ...] = ()


def write_sidecar(folder: Path, meeting: Meeting, *, course_title: str, moments: Sequence[Moment] = ()) -> None:
    """Write the sidecar of a meeting into its folder, whole or not at all."""
    content = {
        "format": _FORMAT,
        "id": meeting.id,
        "title": meeting.title,
        "created_at": meeting.created_at.astimezone(UTC).isoformat(timespec="milliseconds"),
        "course_id": meeting.course_id,
        "course_title": course_title,
        "duration_ms": meeting.duration_ms,
        "language": meeting.language,
        "source_path": meeting.source_path,
        "source_fingerprint": meeting.source_fingerprint,
        "audio_stream": meeting.audio_stream,
        "channel": meeting.channel.value,
        "tracks": [{"number": t.number, "kind": t.kind.value, "title": t.title} for t in meeting.tracks],
        "is_recording": meeting.status is MeetingStatus.RECORDING,
        "is_favourite": meeting.is_favourite,
        "binned_at": meeting.binned_at.astimezone(UTC).isoformat() if meeting.binned_at is not None else None,
        "tags": list(meeting.tags),
        "moments": [
            {"id": m.id, "kind": m.kind.value, "start_ms": m.start_ms, "end_ms": m.end_ms, "text": m.text}
            for m in moments
        ],
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.name == "posix":
            folder.chmod(0o700)
        part = folder / (NAME + ".part")
        # ASCII JSON holds any file name, also one that is not text.
        part.write_text(json.dumps(content, indent=1), encoding="ascii")
        if os.name == "posix":
            part.chmod(0o600)
        part.replace(folder / NAME)
    except OSError as error:
        _log.warning("The sidecar of meeting %s could not be written: %s", meeting.id, error.strerror)


def read_sidecar(folder: Path) -> Sidecar | None:
    """What lies beside the sound of a meeting, or ``None`` where there is no readable sidecar.

    A recording that nobody ended comes back as one, so that it is recovered as any other.
    """
    place = folder / NAME
    try:
        if place.stat().st_size > _MAX_BYTES:
            return None
        content: dict[str, Any] = json.loads(place.read_bytes())
        tracks = tuple(
            TrackInfo(int(each["number"]), TrackKind(each["kind"]), str(each["title"])) for each in content["tracks"]
        )
        course_id = content.get("course_id")
        stream = content.get("audio_stream")
        meeting = Meeting(
            id=MeetingId(folder.name),
            title=str(content["title"]),
            created_at=datetime.fromisoformat(str(content["created_at"])),
            status=MeetingStatus.RECORDING if content.get("is_recording") is True else MeetingStatus.PARTIAL,
            course_id=CourseId(str(course_id)) if course_id is not None else None,
            duration_ms=Milliseconds(int(content.get("duration_ms", 0))),
            language=str(content.get("language", "")),
            source_path=str(content.get("source_path", "")),
            source_fingerprint=str(content.get("source_fingerprint", "")),
            audio_stream=int(stream) if stream is not None else None,
            channel=Channel(str(content.get("channel") or Channel.MIX)),
            tracks=tracks,
            is_favourite=content.get("is_favourite") is True,
            binned_at=datetime.fromisoformat(str(content["binned_at"])) if content.get("binned_at") else None,
            tags=tuple(str(each) for each in content.get("tags") or ()),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None
    return Sidecar(meeting, str(content.get("course_title", "")), _moments_from(content.get("moments"), meeting.id))


def _moments_from(content: Any, meeting_id: MeetingId) -> tuple[Moment, ...]:
    moments: list[Moment] = []
    for each in content if isinstance(content, list) else ():  # pyright: ignore[reportUnknownVariableType] - JSON
        with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
            moments.append(_moment_from(each, meeting_id))  # pyright: ignore[reportUnknownArgumentType] - JSON
    return tuple(moments)


def _moment_from(content: dict[str, Any], meeting_id: MeetingId) -> Moment:
    start = max(0, int(content["start_ms"]))
    return Moment(
        MomentId(str(content["id"])),
        meeting_id,
        MomentKind(content["kind"]),
        Milliseconds(start),
        Milliseconds(max(start, int(content["end_ms"]))),
        str(content["text"]),
    )
