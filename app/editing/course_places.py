"""Where a text stands in the meetings of a course: what a glossary term that is offered would apply to.

Runs on a background thread or in the command line: transcripts are read, one after the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from app.editing.finding import FoundPlace, Wanted, find_places
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.meeting import Meeting, MeetingSummary
from app.meetings.transcript import Segment, Transcript


class ReadLibrary(Protocol):
    """The library, as far as this knows it."""

    def meetings(self, *, course_id: CourseId | None = None) -> list[MeetingSummary]:
        """Meetings, newest first."""
        ...

    def transcript(self, meeting_id: MeetingId) -> Transcript:
        """The transcript that is shown."""
        ...


@dataclass(frozen=True, slots=True)
class CoursePlaces:
    """One meeting, and where in it the text stands."""

    meeting: Meeting
    places: tuple[FoundPlace, ...]
    lines: tuple[Segment, ...]
    """Those in which it stands, for a preview."""


def places_in_course(library: ReadLibrary, text: str, course_id: CourseId) -> Iterator[CoursePlaces]:
    """Meetings of the course with the text in them, newest first, as whole words where words have borders."""
    for row in library.meetings(course_id=course_id):
        segments = library.transcript(row.meeting.id).segments
        places = find_places(segments, Wanted(text, whole_words=True))
        if places:
            names = {place.line for place in places}
            yield CoursePlaces(row.meeting, tuple(places), tuple(line for line in segments if line.id in names))
