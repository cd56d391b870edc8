"""The words over the list: what is shown, and why nothing is. Used by the library page on the window's thread."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.meetings.course import Course
from ui.library.meeting_row import Shelf, View

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def view_title(view: View, courses: Sequence[Course]) -> str:
    """The title of a part of the library; empty for a course that is gone."""
    named = {
        Shelf.COURSE: next((course.title for course in courses if course.id == view.course_id), ""),
        Shelf.TAG: view.tag,
        Shelf.FILTER: view.saved.title if view.saved is not None else "",
    }
    ours = {
        Shelf.ALL: translate("Views", "All meetings"),
        Shelf.REVIEW: translate("Views", "Set aside"),
        Shelf.UNFINISHED: translate("Views", "Unfinished"),
        Shelf.RECOVERED: translate("Views", "Recovered"),
        Shelf.FAVOURITES: translate("Views", "Favourites"),
        Shelf.NO_COURSE: translate("Views", "No course"),
        Shelf.BIN: translate("Views", "Bin"),
    }
    return (named | ours)[view.shelf]


def nothing_here_text(view: View) -> str:
    """What to say where a part of the library is empty."""
    return {
        Shelf.REVIEW: translate("Views", "No line was set aside."),
        Shelf.UNFINISHED: translate("Views", "Everything is finished."),
        Shelf.RECOVERED: translate("Views", "Nothing was interrupted."),
        Shelf.FAVOURITES: translate("Views", "No favourites yet. A meeting's menu makes it one."),
        Shelf.TAG: translate("Views", "No meeting is like this."),
        Shelf.FILTER: translate("Views", "No meeting is like this."),
        Shelf.BIN: translate("Views", "The bin is empty."),
        Shelf.COURSE: translate("Views", "This course is empty. Drop recordings here, or drag meetings onto its name."),
    }.get(view.shelf, "")
