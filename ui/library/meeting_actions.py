"""What a person does with a meeting of the list: by its row's button, its menu, a key.

Lives on the window's thread, owned by the library page. It knows the row that is meant and hands the wish to the desk
that does it; opening and exporting are the window's.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId
from ui.dialogs.returned_desk import ReturnedDesk
from ui.library.import_desk import ImportDesk
from ui.library.library_desk import LibraryDesk
from ui.library.meeting_list import MeetingList
from ui.library.meeting_list_model import MeetingListModel
from ui.library.meeting_menu import MeetingMenu
from ui.library.meeting_row import MeetingRow, RowAction
from ui.library.options_desk import Answer, Asked, OptionsDesk
from ui.library.several_menu import SeveralMenu
from ui.library.shelf_desk import ShelfDesk


class MeetingActions(QObject):
    """Opens, renames, moves, exports, cancels, tries again, records on, deletes."""

    open_requested = Signal(object, object)
    """A meeting's id, and the millisecond to begin at or ``None``."""
    export_requested = Signal(object)
    export_chosen_requested = Signal()
    """Export all that is chosen in the list."""
    record_on_requested = Signal(object)
    """Go on recording this meeting."""
    seen = Signal(object)
    """The person knows that this meeting was interrupted."""

    def __init__(
        self,
        *,
        meetings: MeetingList,
        model: MeetingListModel,
        import_desk: ImportDesk,
        library_desk: LibraryDesk,
        shelf_desk: ShelfDesk,
        options_desk: OptionsDesk,
        returned_desk: ReturnedDesk,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._list = meetings
        self._model = model
        self._import_desk = import_desk
        self._library_desk = library_desk
        self._shelf_desk = shelf_desk
        self._options_desk = options_desk
        self._returned_desk = returned_desk
        self._page = page
        self._courses: Sequence[Course] = ()
        meetings.open_requested.connect(self._on_open_requested)
        meetings.action_requested.connect(self._on_action_requested)
        meetings.menu_requested.connect(self._on_menu_requested)
        meetings.delete_requested.connect(self._on_delete_requested)
        meetings.tags_requested.connect(shelf_desk.ask_for_tags)
        meetings.several_menu_requested.connect(self._on_several_menu_requested)
        meetings.several_delete_requested.connect(self._on_several_delete_requested)
        model.renamed.connect(library_desk.rename_meeting)
        options_desk.answered.connect(self._on_answered)

    def show_courses(self, courses: Sequence[Course]) -> None:
        """Offer these courses to move to."""
        self._courses = courses

    def build_menu(self, meeting_id: MeetingId) -> MeetingMenu | None:
        """The context menu of a meeting."""
        row = self._model.find(meeting_id)
        if row is None:
            return None
        menu = MeetingMenu(row, self._courses, parent=self._page)
        menu.open_requested.connect(self._on_open_requested)
        menu.rename_requested.connect(self._on_rename_requested)
        menu.move_requested.connect(self._library_desk.move_meeting)
        menu.export_requested.connect(self.export_requested)
        menu.action_requested.connect(self._on_action_requested)
        menu.recognise_requested.connect(self._on_recognise_requested)
        menu.favourite_requested.connect(self._shelf_desk.set_favourite)
        menu.tags_requested.connect(self._shelf_desk.ask_for_tags)
        menu.returned_requested.connect(self._returned_desk.ask)
        menu.merge_requested.connect(self._shelf_desk.ask_to_merge)
        menu.split_requested.connect(self._shelf_desk.ask_to_split)
        menu.delete_requested.connect(self._on_delete_requested)
        return menu

    def build_several_menu(self) -> SeveralMenu:
        """The context menu of all chosen meetings."""
        menu = SeveralMenu(self._chosen_rows(), self._courses, parent=self._page)
        menu.export_requested.connect(self.export_chosen_requested)
        menu.move_requested.connect(self._on_several_move_requested)
        menu.favourite_requested.connect(self._on_several_favourite_requested)
        menu.restore_requested.connect(self._on_several_restore_requested)
        menu.delete_requested.connect(self._on_several_delete_requested)
        return menu

    def _chosen_rows(self) -> list[MeetingRow]:
        rows = map(self._model.find, self._list.chosen_meetings)
        return [row for row in rows if row is not None]

    def _on_several_menu_requested(self, place: QPoint) -> None:
        self.build_several_menu().popup(place)

    def _on_several_move_requested(self, course_id: CourseId | None) -> None:
        for meeting_id in self._list.chosen_meetings:
            self._library_desk.move_meeting(meeting_id, course_id)

    def _on_several_favourite_requested(self, is_favourite: bool) -> None:
        for meeting_id in self._list.chosen_meetings:
            self._shelf_desk.set_favourite(meeting_id, is_favourite)

    def _on_several_restore_requested(self) -> None:
        self._shelf_desk.restore_several(self._list.chosen_meetings)

    def _on_several_delete_requested(self) -> None:
        rows = self._chosen_rows()
        if all(row.is_binned for row in rows):
            self._shelf_desk.ask_to_delete_several(rows)
        else:
            self._shelf_desk.bin_several(rows)

    def _on_open_requested(self, meeting_id: MeetingId) -> None:
        self.open_requested.emit(meeting_id, None)

    def _on_action_requested(self, meeting_id: MeetingId, action: RowAction) -> None:
        row = self._model.find(meeting_id)
        if row is None:
            return
        if action is RowAction.CANCEL and row.job_id is not None:
            self._model.show_stopping(meeting_id)
            self._import_desk.cancel(row.job_id)
        elif action in (RowAction.TRY_AGAIN, RowAction.CONTINUE):
            self._import_desk.retry(meeting_id)
        elif action is RowAction.RECORD_ON:
            self.record_on_requested.emit(meeting_id)
        elif action is RowAction.SEEN:
            self.seen.emit(meeting_id)
        elif action is RowAction.RESTORE:
            self._shelf_desk.restore(meeting_id)

    def _on_menu_requested(self, meeting_id: MeetingId, place: QPoint) -> None:
        menu = self.build_menu(meeting_id)
        if menu is not None:
            menu.popup(place)

    def _on_rename_requested(self, meeting_id: MeetingId) -> None:
        self._list.choose(meeting_id)
        self._list.rename_current()

    def _on_recognise_requested(self, meeting_id: MeetingId) -> None:
        row = self._model.find(meeting_id)
        if row is not None:
            self._options_desk.ask(Asked(row.summary.meeting.title, meeting_id=meeting_id))

    def _on_answered(self, asked: Asked, answer: Answer) -> None:
        if asked.meeting_id is not None:
            self._import_desk.retry(asked.meeting_id, options=answer.options, speakers=answer.speakers)
        elif asked.path is not None:
            self._import_desk.take_track(
                asked.path,
                options=answer.options,
                course_id=asked.course_id,
                audio_stream=answer.audio_stream,
                channel=answer.channel,
                speakers=answer.speakers,
            )

    def _on_delete_requested(self, meeting_id: MeetingId) -> None:
        row = self._model.find(meeting_id)
        if row is None or row.live is not None:
            return
        if row.is_binned:
            self._shelf_desk.ask_to_delete(row)
        else:
            self._shelf_desk.bin(row)
