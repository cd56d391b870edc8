"""Does to the library what a person asks: naming, moving, courses. Asks before what cannot be taken back.

Lives on the window's thread, owned by the library page. Writes go to the library's own thread; the announcements tell
the rest, ``failed`` tells what went wrong.
"""

from concurrent.futures import Future

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId, new_id
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.widgets.question import Question


class LibraryDesk(QObject):
    """Writes to the library."""

    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(self, *, library: Library, page: QWidget) -> None:
        super().__init__(page)
        self._library = library
        self._page = page

    def rename_meeting(self, meeting_id: MeetingId, title: str) -> None:
        """Give a meeting another title."""
        self._write(self._library.rename_meeting(meeting_id, title))

    def move_meeting(self, meeting_id: MeetingId, course_id: CourseId | None) -> None:
        """Put a meeting into a course, or out of any."""
        self._write(self._library.move_meeting(meeting_id, course_id))

    def add_course(self, title: str) -> None:
        """Make a course."""
        self._write(self._library.add_course(Course(CourseId(new_id()), title)))

    def rename_course(self, course_id: CourseId, title: str) -> None:
        """Give a course another title."""
        self._write(self._library.rename_course(course_id, title))

    def ask_to_delete_course(self, course_id: CourseId, title: str) -> None:
        """Delete a course if the person agrees; its meetings stay."""
        question = Question(
            self.tr("Delete the course “{title}”?").format(title=title),
            self.tr("Its meetings stay in the library, without a course."),
            action=self.tr("Delete course"),
            parent=self._page,
        )
        question.setProperty("course", course_id)
        question.accepted.connect(self._on_course_delete_agreed)
        question.open()

    def _on_course_delete_agreed(self) -> None:
        self._write(self._library.delete_course(self.sender().property("course")))

    def _write(self, future: "Future[None]") -> None:
        deliver(future, self._on_written, self._on_failed)

    def _on_written(self, _nothing: None) -> None:
        """The announcements tell the rest."""

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)
