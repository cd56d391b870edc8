"""What ``CoursesArea`` has done in the background: the terms of a course, from files and into them."""

from collections.abc import Sequence
from pathlib import Path

from app.courses.glossary_file import GlossaryUnreadable, ReadGlossary, read_glossary, write_glossary
from app.library.library import Library
from app.meetings.errors import DestinationNotWritable
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId


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
