"""A question to the library that a person gave a name: which meetings, and what was said in them. Pure.

The side bar keeps them; ``Library.search`` and the library list answer them. A part that is empty asks for nothing.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import NewType

from app.meetings.identifiers import CourseId
from app.meetings.meeting import MeetingStatus, MeetingSummary

FilterId = NewType("FilterId", str)


class FilterState(StrEnum):
    """In which state a meeting must be. Never rename a value: libraries hold it."""

    ANY = "any"
    TO_REVIEW = "to_review"
    UNFINISHED = "unfinished"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class MeetingFilter:
    """What is asked."""

    text: str = ""
    """Words that must have been said, as they are typed into the search field."""
    course_id: CourseId | None = None
    tag: str = ""
    speaker: str = ""
    """A part of the name is enough."""
    last_days: int = 0
    """Meetings of so many days before today, today with them; 0 for any time."""
    since: date | None = None
    until: date | None = None
    """The last day that belongs to it."""
    state: FilterState = FilterState.ANY

    @property
    def is_open(self) -> bool:
        """Whether every meeting belongs to it, whatever was said."""
        return self == MeetingFilter(text=self.text)

    def holds(self, summary: MeetingSummary, today: date) -> bool:
        """Whether a meeting belongs to it; what was said is another question."""
        meeting = summary.meeting
        day = meeting.created_at.astimezone().date()
        return (
            meeting.binned_at is None
            and (self.course_id is None or meeting.course_id == self.course_id)
            and (not self.tag or self.tag.casefold() in (tag.casefold() for tag in meeting.tags))
            and (not self.speaker or any(self.speaker.casefold() in name.casefold() for name in summary.speakers))
            and (not self.last_days or day > today - timedelta(days=self.last_days))
            and (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
            and self._is_in_state(summary)
        )

    def _is_in_state(self, summary: MeetingSummary) -> bool:
        is_ready = summary.meeting.status is MeetingStatus.READY
        match self.state:
            case FilterState.ANY:
                return True
            case FilterState.TO_REVIEW:
                return is_ready and summary.quarantined > 0
            case FilterState.UNFINISHED:
                return not is_ready
            case FilterState.DONE:
                return is_ready


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """A filter with its name in the side bar."""

    id: FilterId
    title: str
    wanted: MeetingFilter
