"""Find and replace over a course or the whole library: meeting by meeting, each replaced by an edit of its own.

Runs on a background thread: every transcript is read. A meeting that is open in an editor is replaced there, by
``TranscriptEditor.apply``, so that its document and its history know of it.
"""

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from app.editing.document import Document
from app.editing.finding import FoundPlace, Wanted, find_places
from app.editing.replacing import ReplacePlaces
from app.meetings.edit import Edit
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.meeting import Meeting, MeetingSummary
from app.meetings.transcript import Segment, Transcript


class SearchedLibrary(Protocol):
    """The library, as far as this knows it."""

    def meetings(self, *, course_id: CourseId | None = None) -> list[MeetingSummary]:
        """Meetings, newest first."""
        ...

    def transcript(self, meeting_id: MeetingId) -> Transcript:
        """The transcript that is shown."""
        ...

    def apply_edit(self, meeting_id: MeetingId, edit: Edit) -> "Future[Edit]":
        """Do an edit and write it down."""
        ...


@dataclass(frozen=True, slots=True)
class FoundMeeting:
    """A meeting in which something was found."""

    meeting: Meeting
    places: tuple[FoundPlace, ...]
    lines: tuple[Segment, ...]
    """Those in which it stands, for a preview."""


def find_everywhere(
    library: SearchedLibrary, wanted: Wanted, *, course_id: CourseId | None = None
) -> Iterator[FoundMeeting]:
    """Meetings with places in them, newest first, one by one as they are read."""
    for row in library.meetings(course_id=course_id):
        segments = library.transcript(row.meeting.id).segments
        places = find_places(segments, wanted)
        if places:
            names = {place.line for place in places}
            lines = tuple(line for line in segments if line.id in names)
            yield FoundMeeting(row.meeting, tuple(places), lines)


def replace_in(library: SearchedLibrary, found: FoundMeeting, text: str) -> "Future[Edit] | None":
    """Replace the places of one meeting that nobody has open; ``None`` where nothing of it stands there any more."""
    document = Document(library.transcript(found.meeting.id))
    edit = ReplacePlaces(found.places, text).apply(document)
    return None if edit is None else library.apply_edit(found.meeting.id, edit)
