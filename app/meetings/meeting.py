"""A meeting: a recording with its transcript. A lecture is a meeting."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.meetings.identifiers import CourseId, MeetingId
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.channel import Channel


class MeetingStatus(StrEnum):
    """What a person may expect of a meeting."""

    WAITING = "waiting"
    """Its job stands in line."""
    RECORDING = "recording"
    """It is being recorded. One that still says so at the next start was interrupted, and is recovered."""
    WORKING = "working"
    """It is being read or understood; what is finished can be read."""
    READY = "ready"
    PARTIAL = "partial"
    """Cancelled or interrupted; the sound is whole, the transcript goes up to the progress mark."""
    FAILED = "failed"
    """Its last job failed; the reason stands with the job."""


@dataclass(frozen=True, slots=True)
class TrackInfo:
    """One track of a meeting's sound."""

    number: int
    kind: TrackKind
    title: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A recording as it stands in the library."""

    id: MeetingId
    title: str
    """As the person wrote it, never used as a path."""
    created_at: datetime
    """When it was recorded or imported, in UTC."""
    status: MeetingStatus
    course_id: CourseId | None = None
    duration_ms: Milliseconds = Milliseconds(0)
    """True length from decoding; 0 until known."""
    language: str = ""
    """Language of the meeting as decided by vote; empty until known."""
    language_probability: float | None = None
    source_path: str = ""
    """The media file it was imported from, as it was named then."""
    source_fingerprint: str = ""
    """Content hash of that file, so that the same file is recognised again."""
    audio_stream: int | None = None
    """Audio stream chosen in the container; ``None`` is the default one."""
    channel: Channel = Channel.MIX
    """What of its two channels is understood."""
    model: str = ""
    """Speech model of the last finished recognition."""
    notes: tuple[str, ...] = ()
    """Plain remarks of the import, such as which channel was used."""
    tracks: tuple[TrackInfo, ...] = ()
    is_recovered: bool = False
    """Its recording was interrupted and found again at a later start; until the person has seen to it."""
    is_favourite: bool = False
    binned_at: datetime | None = None
    """When it was moved to the bin, in UTC; ``None`` for one that is not there."""
    tags: tuple[str, ...] = ()
    """Words that the person put on it, in alphabetical order."""


@dataclass(frozen=True, slots=True)
class MeetingSummary:
    """A row of the library list."""

    meeting: Meeting
    course_title: str
    """Empty without a course."""
    segments: int
    words: int
    quarantined: int
    """Lines set aside with a reason."""
    gaps: int
    """Stretches that something is missing of."""
    gap_ms: Milliseconds
    """Length of all open and lost gaps together, counted once however many tracks lack it, as in ``Coverage``."""
    speakers: tuple[str, ...] = ()
    error: str = ""
    """Plain sentence of the last failed job; empty if none."""
