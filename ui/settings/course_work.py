"""What ``CoursesArea`` has done in the background: reading offers, files in and out, a whole course exported."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.courses.glossary_file import GlossaryUnreadable, ReadGlossary, read_glossary, write_glossary
from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.errors import DestinationNotWritable
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId
from engine.contract.errors import VivavoceError


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of an export of all meetings."""

    folder: Path
    files: int
    troubles: tuple[VivavoceError, ...]


def import_terms(library: Library, course_id: CourseId, file: Path) -> ReadGlossary:
    """Add the terms of a file. Raises ``GlossaryUnreadable``."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise GlossaryUnreadable(file.name) from error
    found = read_glossary(data, name=file.name)
    library.add_entries(course_id, found.entries).result()
    return found


def export_terms(file: Path, entries: Sequence[GlossaryEntry]) -> Path:
    """Write terms as CSV. Raises ``DestinationNotWritable``."""
    try:
        file.write_bytes(write_glossary(entries))
    except OSError as error:
        raise DestinationNotWritable(file.name, str(error)) from error
    return file


def export_course(library: Library, course: Course, profile: ExportProfile, folder: Path) -> Exported:
    """Write every meeting, oldest first; what cannot be written is told and the others are."""
    from app.exporting.destination import export_files  # noqa: PLC0415 - what makes Word files loads with an export

    files = 0
    troubles: list[VivavoceError] = []
    for row in reversed(library.meetings(course_id=course.id)):
        meeting_id = row.meeting.id
        try:
            document = ExportDocument(row.meeting, library.transcript(meeting_id), tuple(library.moments(meeting_id)))
            files += len(export_files(document, profile, folder))
        except VivavoceError as error:
            troubles.append(error)
    return Exported(folder, files, tuple(troubles))
