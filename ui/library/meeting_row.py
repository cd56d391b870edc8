"""What the library list shows of a meeting, and which meetings a view of the library holds. Pure values."""

from dataclasses import dataclass
from enum import StrEnum

from app.meetings.identifiers import CourseId, JobId, MeetingId
from app.meetings.meeting import MeetingStatus, MeetingSummary
from engine.contract.errors import VivavoceError
from engine.contract.messages import Stage


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far the job of a meeting is."""

    job_id: JobId
    stage: Stage
    fraction: float
    seconds_left: float | None = None


class RowAction(StrEnum):
    """The one thing that a row offers beside opening it."""

    CANCEL = "cancel"
    TRY_AGAIN = "try_again"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A meeting as it stands in the library, with what became of its last job."""

    summary: MeetingSummary
    job_id: JobId | None = None
    """Its unfinished job, if there is one."""
    error: VivavoceError | None = None
    """Why its last job failed."""

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
        if self.status in (MeetingStatus.WAITING, MeetingStatus.WORKING):
            return RowAction.CANCEL if self.job_id is not None else None
        return {MeetingStatus.FAILED: RowAction.TRY_AGAIN, MeetingStatus.PARTIAL: RowAction.CONTINUE}.get(self.status)

    @property
    def is_unfinished(self) -> bool:
        """Whether its transcript is not whole yet."""
        return self.status is not MeetingStatus.READY

    @property
    def is_to_review(self) -> bool:
        """Whether there are lines that a person should look at."""
        return self.summary.quarantined > 0 and self.status is MeetingStatus.READY


class Shelf(StrEnum):
    """A part of the library that the side bar offers."""

    ALL = "all"
    REVIEW = "review"
    UNFINISHED = "unfinished"
    COURSE = "course"
    NO_COURSE = "no_course"


@dataclass(frozen=True, slots=True)
class View:
    """Which meetings are shown."""

    shelf: Shelf = Shelf.ALL
    course_id: CourseId | None = None
    """Of ``Shelf.COURSE``."""

    def holds(self, row: MeetingRow) -> bool:
        """Whether a meeting belongs here."""
        match self.shelf:
            case Shelf.ALL:
                return True
            case Shelf.REVIEW:
                return row.is_to_review
            case Shelf.UNFINISHED:
                return row.is_unfinished
            case Shelf.COURSE:
                return row.summary.meeting.course_id == self.course_id
            case Shelf.NO_COURSE:
                return row.summary.meeting.course_id is None
