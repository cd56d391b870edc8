"""What the library list shows of a meeting, and which meetings a view of the library holds. Pure values."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.meetings.identifiers import CourseId, JobId, MeetingId
from app.meetings.meeting import MeetingStatus, MeetingSummary
from app.meetings.meeting_filter import SavedFilter
from app.recording.status import RecordingPhase
from engine.contract.audio import TrackKind
from engine.contract.errors import VivavoceError
from engine.contract.messages import Stage


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far the job of a meeting is."""

    job_id: JobId
    stage: Stage
    fraction: float
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class LiveRow:
    """A meeting that is recorded now, or whose last words are being understood."""

    phase: RecordingPhase
    length_ms: int


class RowAction(StrEnum):
    """The one thing that a row offers beside opening it."""

    CANCEL = "cancel"
    TRY_AGAIN = "try_again"
    CONTINUE = "continue"
    RECORD_ON = "record_on"
    """Go on recording a meeting that was recorded."""
    SEEN = "seen"
    """The person knows that it was interrupted."""
    RESTORE = "restore"
    """Take it out of the bin."""


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A meeting as it stands in the library, with what became of its last job."""

    summary: MeetingSummary
    job_id: JobId | None = None
    """Its unfinished job, if there is one."""
    error: VivavoceError | None = None
    """Why its last job failed."""
    live: LiveRow | None = None
    is_held: bool = False
    """Whether its job waits until a recording ends."""

    @property
    def id(self) -> MeetingId:
        """Of the meeting."""
        return self.summary.meeting.id

    @property
    def status(self) -> MeetingStatus:
        """Of the meeting."""
        return self.summary.meeting.status

    @property
    def action(self) -> RowAction | None:
        """What the button in the row does."""
        if self.is_binned:
            return RowAction.RESTORE
        if self.live is not None or self.status is MeetingStatus.RECORDING:
            return None
        if self.status in (MeetingStatus.WAITING, MeetingStatus.WORKING):
            return RowAction.CANCEL if self.job_id is not None else None
        if self.is_recovered and self.status is MeetingStatus.READY:
            return RowAction.RECORD_ON
        return {MeetingStatus.FAILED: RowAction.TRY_AGAIN, MeetingStatus.PARTIAL: RowAction.CONTINUE}.get(self.status)

    @property
    def length_ms(self) -> int:
        """How long it is by now."""
        return self.live.length_ms if self.live is not None else self.summary.meeting.duration_ms

    @property
    def is_binned(self) -> bool:
        """Whether it lies in the bin."""
        return self.summary.meeting.binned_at is not None

    @property
    def is_recovered(self) -> bool:
        """Whether its recording was interrupted, and nobody has seen to it."""
        return self.summary.meeting.is_recovered

    @property
    def is_recorded(self) -> bool:
        """Whether it was recorded here, so that one can go on with it."""
        kinds = {track.kind for track in self.summary.meeting.tracks}
        return bool(kinds & {TrackKind.MICROPHONE, TrackKind.COMPUTER})

    @property
    def is_unfinished(self) -> bool:
        """Whether its transcript is not whole yet."""
        return self.status not in (MeetingStatus.READY, MeetingStatus.RECORDING)

    @property
    def is_to_review(self) -> bool:
        """Whether there are lines that a person should look at."""
        return self.summary.quarantined > 0 and self.status is MeetingStatus.READY


class Shelf(StrEnum):
    """A part of the library that the side bar offers."""

    ALL = "all"
    REVIEW = "review"
    UNFINISHED = "unfinished"
    RECOVERED = "recovered"
    COURSE = "course"
    NO_COURSE = "no_course"
    FAVOURITES = "favourites"
    TAG = "tag"
    FILTER = "filter"
    BIN = "bin"


@dataclass(frozen=True, slots=True)
class View:
    """Which meetings are shown."""

    shelf: Shelf = Shelf.ALL
    course_id: CourseId | None = None
    """Of ``Shelf.COURSE``."""
    tag: str = ""
    """Of ``Shelf.TAG``."""
    saved: SavedFilter | None = None
    """Of ``Shelf.FILTER``."""

    def holds(self, row: MeetingRow, today: date) -> bool:
        """Whether a meeting belongs here. What lies in the bin is nowhere else."""
        if row.is_binned or self.shelf is Shelf.BIN:
            return row.is_binned and self.shelf is Shelf.BIN
        meeting = row.summary.meeting
        return {
            Shelf.ALL: True,
            Shelf.REVIEW: row.is_to_review,
            Shelf.UNFINISHED: row.is_unfinished,
            Shelf.RECOVERED: row.is_recovered,
            Shelf.FAVOURITES: meeting.is_favourite,
            Shelf.COURSE: meeting.course_id == self.course_id,
            Shelf.NO_COURSE: meeting.course_id is None,
            Shelf.TAG: self.tag.casefold() in (tag.casefold() for tag in meeting.tags),
            Shelf.FILTER: self.saved is not None and self.saved.wanted.holds(row.summary, today),
        }[self.shelf]
