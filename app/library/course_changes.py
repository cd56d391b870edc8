"""Changes of courses.

Runs on the writer thread, inside its transactions; called by the façade.
"""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import delete, insert, select, update

from app.announcements import CourseChanged, MeetingUpdated
from app.library.meeting_changes import write_down
from app.library.rows import clean, to_json
from app.library.schema import CourseRow, MeetingRow
from app.library.writer import Transaction
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId


def add_course(transaction: Transaction, course: Course) -> None:
    """A new folder for meetings."""
    transaction.connection.execute(
        insert(CourseRow),
        {
            "id": course.id,
            "title": clean(course.title),
            "languages": to_json(course.languages),
            "glossary": to_json([clean(term) for term in course.glossary]),
        },
    )
    transaction.announce(CourseChanged(course.id))


def rename_course(transaction: Transaction, course_id: CourseId, title: str) -> None:
    """Another title; the list of meetings shows it."""
    transaction.connection.execute(update(CourseRow).where(CourseRow.id == course_id).values(title=clean(title)))
    transaction.announce(CourseChanged(course_id))


def delete_course(transaction: Transaction, course_id: CourseId, *, folder_of: Callable[[MeetingId], Path]) -> None:
    """Remove the folder; its meetings stay, without a course."""
    connection = transaction.connection
    ids = connection.execute(select(MeetingRow.id).where(MeetingRow.course_id == course_id)).scalars().all()
    connection.execute(update(MeetingRow).where(MeetingRow.course_id == course_id).values(course_id=None))
    connection.execute(delete(CourseRow).where(CourseRow.id == course_id))
    for each in ids:
        write_down(transaction, MeetingId(each), folder_of(MeetingId(each)))
        transaction.announce(MeetingUpdated(MeetingId(each)))
    transaction.announce(CourseChanged(course_id))
