"""Keeps the side bar true, and hands on what a person does in it. Window's thread, owned by the library page."""

from PySide6.QtCore import QObject, Signal

from app.meetings.course import Course
from app.meetings.meeting_filter import SavedFilter
from ui.library.library_desk import LibraryDesk
from ui.library.library_feed import LibraryFeed
from ui.library.meeting_actions import MeetingActions
from ui.library.meeting_list_model import MeetingListModel
from ui.library.meeting_row import Shelf, View
from ui.library.shelf_desk import ShelfDesk
from ui.library.side_bar import SideBar
from ui.library.view_words import view_title
from ui.widgets.search_field import SearchField

_COUNTED = (Shelf.ALL, Shelf.REVIEW, Shelf.UNFINISHED, Shelf.RECOVERED, Shelf.FAVOURITES)


class SideKeeper(QObject):
    """Between the side bar, what was read, and the desks."""

    changed = Signal()
    """What is shown there changed."""
    view_wanted = Signal(object)
    """What was shown is gone or another: the ``View`` to show instead."""

    def __init__(
        self,
        *,
        side_bar: SideBar,
        model: MeetingListModel,
        feed: LibraryFeed,
        actions: MeetingActions,
        library_desk: LibraryDesk,
        shelf_desk: ShelfDesk,
        search: SearchField,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._side_bar = side_bar
        self._model = model
        self._actions = actions
        self._shelf_desk = shelf_desk
        self._search = search
        self.courses: tuple[Course, ...] = ()
        """All of them, as they were read last."""
        feed.courses_changed.connect(self._on_courses_changed)
        feed.filters_changed.connect(self._on_filters_changed)
        feed.room_changed.connect(side_bar.show_room)
        model.counts_changed.connect(self._on_counts_changed)
        entries, view = side_bar.model, side_bar.list
        entries.course_added.connect(library_desk.add_course)
        entries.course_renamed.connect(library_desk.rename_course)
        entries.meeting_moved.connect(library_desk.move_meeting)
        entries.meetings_dropped.connect(shelf_desk.drop)
        side_bar.course_delete_requested.connect(library_desk.ask_to_delete_course)
        view.filter_requested.connect(self._on_filter_requested)
        view.filter_delete_requested.connect(shelf_desk.remove_filter)
        view.empty_bin_requested.connect(shelf_desk.ask_to_empty_bin)

    def _on_courses_changed(self, courses: tuple[Course, ...]) -> None:
        self.courses = courses
        self._actions.show_courses(courses)
        self._shelf_desk.show_courses(courses)
        self._side_bar.model.show_courses(courses)
        self._side_bar.record.show_courses(courses)
        if self._model.view.shelf is Shelf.COURSE and not view_title(self._model.view, courses):
            self.view_wanted.emit(View())
        self._side_bar.choose(self._model.view)
        self.changed.emit()

    def _on_filters_changed(self, filters: tuple[SavedFilter, ...]) -> None:
        self._side_bar.model.show_filters(filters)
        shown = self._model.view.saved
        if shown is not None and shown not in filters:
            now = next((each for each in filters if each.id == shown.id), None)
            self.view_wanted.emit(View() if now is None else View(Shelf.FILTER, saved=now))
        self._side_bar.choose(self._model.view)
        self.changed.emit()

    def _on_counts_changed(self) -> None:
        shelves = {shelf: self._model.count(View(shelf)) for shelf in _COUNTED}
        self._side_bar.model.show_counts(shelves, self._model.course_counts())
        self._side_bar.model.show_tags(self._model.tag_counts(), self._model.count(View(Shelf.BIN)))
        view = self._model.view
        if view.shelf in (Shelf.TAG, Shelf.BIN) and not self._model.count(view):
            self.view_wanted.emit(View())  # the last one left it, and it is not listed any more
        self._side_bar.choose(self._model.view)
        self.changed.emit()

    def _on_filter_requested(self, saved: SavedFilter | None) -> None:
        self._shelf_desk.ask_for_filter(saved, self._search.text())
