"""A course: a folder of meetings with what they share."""

from dataclasses import dataclass

from app.meetings.identifiers import CourseId


@dataclass(frozen=True, slots=True)
class Course:
    """A folder of meetings with a shared glossary and languages."""

    id: CourseId
    title: str
    languages: tuple[str, ...] = ()
    glossary: tuple[str, ...] = ()
    meetings: int = 0
    """How many meetings lie in it."""
