"""The part of the library's door that courses go through: which there are, what a course learns and remembers.

``Library`` is built on it: questions are answered on the thread that asks, and each change is one transaction on the
writer thread with a Future that is done when it is on disk.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from app.library import course_changes, edit_history
from app.library.reading import read_courses
from app.library.writer import Transaction
from app.meetings.course import Course
from app.meetings.edit import Edit
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, MeetingId
from engine.contract.options import RecognitionOptions

T = TypeVar("T")


class CourseDoor(ABC):
    """What the library does for a course."""

    def courses(self) -> list[Course]:
        """All courses by title."""
        with self._reading() as connection:
            return read_courses(connection)

    def add_course(self, course: Course) -> "Future[None]":
        """A new folder for meetings."""
        return self._write(lambda t: course_changes.add_course(t, course))

    def rename_course(self, course_id: CourseId, title: str) -> "Future[None]":
        """Give a course another title."""
        return self._write(lambda t: course_changes.rename_course(t, course_id, title))

    def delete_course(self, course_id: CourseId) -> "Future[None]":
        """Remove a course; its meetings stay, without one."""
        return self._write(lambda t: course_changes.delete_course(t, course_id, folder_of=self.meeting_folder))

    def set_glossary(self, course_id: CourseId, glossary: Sequence[GlossaryEntry]) -> "Future[None]":
        """Another glossary, for what is recognised from now on."""
        return self._write(lambda t: course_changes.set_glossary(t, course_id, glossary))

    def add_entries(self, course_id: CourseId, entries: Sequence[GlossaryEntry]) -> "Future[None]":
        """Further terms beside those that are there; one of the same text is joined."""
        return self._write(lambda t: course_changes.add_entries(t, course_id, entries))

    def set_languages(self, course_id: CourseId, languages: Sequence[str]) -> "Future[None]":
        """The languages that are allowed in it."""
        return self._write(lambda t: course_changes.set_languages(t, course_id, languages))

    def set_export_profile(self, course_id: CourseId, profile: str) -> "Future[None]":
        """How its meetings were exported last."""
        return self._write(lambda t: course_changes.set_export_profile(t, course_id, profile))

    def options_in(self, course_id: CourseId | None, options: RecognitionOptions) -> RecognitionOptions:
        """How a meeting of a course is recognised, where somebody wished for ``options``."""
        if course_id is None:
            return options
        with self._reading() as connection:
            course = next((each for each in read_courses(connection) if each.id == course_id), None)
        return options if course is None else course.prefer(options)

    def dismiss_term(self, course_id: CourseId, heard: str, written: str) -> "Future[None]":
        """Never offer this correction for the glossary again."""
        return self._write(lambda t: course_changes.dismiss_term(t, course_id, heard, written))

    def dismissed_terms(self, course_id: CourseId) -> frozenset[tuple[str, str]]:
        """What was dismissed, as heard (in small letters) and written."""
        with self._reading() as connection:
            return course_changes.read_dismissed(connection, course_id)

    def course_edits(self, course_id: CourseId) -> list[tuple[MeetingId, Edit]]:
        """What a person typed or replaced in the meetings of a course and did not undo, oldest first."""
        with self._reading() as connection:
            return edit_history.read_course_edits(connection, course_id)

    @abstractmethod
    def meeting_folder(self, meeting_id: MeetingId) -> Path:
        """Where the sound of a meeting lies."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """A connection that sees one moment of the library."""

    @abstractmethod
    def _write(self, work: Callable[[Transaction], T]) -> "Future[T]":
        """Queue a transaction."""
