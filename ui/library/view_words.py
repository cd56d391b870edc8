"""The words over the list: what is shown, and why nothing is. Used by the library page on the window's thread."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.meetings.course import Course
from ui.library.meeting_row import Shelf, View

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def view_title(view: View, courses: Sequence[Course]) -> str:
    """The title of a part of the library; empty for a course that is gone."""
    match view.shelf:
        case Shelf.ALL:
            return translate("Views", "All meetings")
        case Shelf.REVIEW:
            return translate("Views", "To review")
        case Shelf.UNFINISHED:
            return translate("Views", "Unfinished")
        case Shelf.RECOVERED:
            return translate("Views", "Recovered")
        case Shelf.NO_COURSE:
            return translate("Views", "No course")
        case Shelf.COURSE:
            return next((course.title for course in courses if course.id == view.course_id), "")


def nothing_here_text(view: View) -> str:
    """What to say where a part of the library is empty."""
    match view.shelf:
        case Shelf.REVIEW:
            return translate("Views", "Nothing to review: no line was set aside.")
        case Shelf.UNFINISHED:
            return translate("Views", "Everything is finished.")
        case Shelf.RECOVERED:
            return translate("Views", "Nothing was interrupted.")
        case Shelf.COURSE:
            return translate("Views", "This course is empty. Drop recordings here, or drag meetings onto its name.")
        case Shelf.ALL | Shelf.NO_COURSE:
            return ""
