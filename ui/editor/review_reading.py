"""What a ranking of places needs beside the lines: the pass before, and the names that are known. In the background."""

from dataclasses import dataclass

from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import Transcript, VersionKind

_PASSES = (VersionKind.LIVE, VersionKind.RECOGNISED)


@dataclass(frozen=True, slots=True)
class Beside:
    """What is known beside the lines."""

    earlier: Transcript | None = None
    """What another pass over the same sound heard."""
    known: tuple[str, ...] = ()
    """The glossary of the course, and the words of the title."""


def read_beside(library: Library, meeting_id: MeetingId) -> Beside:
    """Read it. Raises ``MeetingNotFound``."""
    meeting = library.meeting(meeting_id)
    course = next((each for each in library.courses() if each.id == meeting.course_id), None)
    known = (*(entry.text for entry in (course.glossary if course is not None else ())), meeting.title)
    passes = [each for each in library.versions(meeting_id) if each.kind in _PASSES and not each.is_current]
    # The live pass is the one that had another ear: it heard the words while they came.
    passes.sort(key=lambda each: each.kind is not VersionKind.LIVE)
    earlier = library.transcript(meeting_id, passes[0].id) if passes else None
    return Beside(earlier, known)
