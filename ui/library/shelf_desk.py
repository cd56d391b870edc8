"""Keeps order in the library as a person asks: bin, tags, favourites, saved filters; recordings that become one or two.

Lives on the window's thread, owned by the library page. Writes go to the library's own thread, sound is put together on
a background thread and can be stopped. What can be taken back says so above the list; what cannot asks first.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.background import Background
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import Meeting
from app.meetings.meeting_filter import SavedFilter
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.library.import_desk import ImportDesk
from ui.library.meeting_list_model import MeetingListModel
from ui.library.meeting_row import MeetingRow, Shelf, View
from ui.library.row_words import clock_text, moment_text
from ui.library.trace_words import traces_text
from ui.widgets.message_bar import MessageBar, MessageKind
from ui.widgets.question import Question

_MOST_OFFERED = 40
"""Recordings that are offered to be put together with another, the nearest in time first."""


class ShelfDesk(QObject):
    """Keeps order."""

    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self,
        *,
        library: Library,
        model: MeetingListModel,
        imports: ImportDesk,
        background: Background,
        message: MessageBar,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._library = library
        self._model = model
        self._imports = imports
        self._background = background
        self._message = message
        self._page = page
        self._courses: Sequence[Course] = ()
        self._take_back: Callable[[], None] | None = None
        self._cancellation: Cancellation | None = None
        message.acted.connect(self._on_acted)

    def show_courses(self, courses: Sequence[Course]) -> None:
        """The courses as they are now."""
        self._courses = courses

    # Marks

    def set_favourite(self, meeting_id: MeetingId, is_favourite: bool) -> None:
        """Mark a meeting, or take the mark away."""
        self._write(self._library.set_favourite(meeting_id, is_favourite))

    def set_tags(self, meeting_id: MeetingId, tags: Sequence[str]) -> None:
        """The tags of a meeting from now on."""
        self._write(self._library.set_tags(meeting_id, tags))

    def ask_for_tags(self, meeting_id: MeetingId) -> None:
        """Let the person write the tags of a meeting."""
        from ui.dialogs.tag_dialog import TagDialog  # noqa: PLC0415 - loaded when it is first asked for

        row = self._model.find(meeting_id)
        if row is None:
            return
        meeting = row.summary.meeting
        dialog = TagDialog(meeting.title, meeting.tags, list(self._model.tag_counts()), parent=self._page)
        dialog.setProperty("meeting", meeting_id)
        dialog.accepted.connect(self._on_tags_written)
        dialog.open()

    def drop(self, meeting_ids: Sequence[MeetingId], view: View) -> None:
        """Meetings were dropped on a tag, the favourites or the bin."""
        rows = [row for row in map(self._model.find, meeting_ids) if row is not None]
        if view.shelf is Shelf.BIN:
            self.bin_several(rows)
            return
        for row in rows:
            if view.shelf is Shelf.TAG:
                self.set_tags(row.id, [*row.summary.meeting.tags, view.tag])
            elif view.shelf is Shelf.FAVOURITES:
                self.set_favourite(row.id, True)

    # Filters

    def ask_for_filter(self, saved: SavedFilter | None, text: str = "") -> None:
        """Let the person make a filter, or change one."""
        from ui.dialogs.filter_dialog import FilterDialog  # noqa: PLC0415 - likewise

        dialog = FilterDialog(
            saved, text=text, courses=self._courses, tags=list(self._model.tag_counts()), parent=self._page
        )
        dialog.accepted.connect(self._on_filter_chosen)
        dialog.open()

    def remove_filter(self, saved: SavedFilter) -> None:
        """Forget a filter; it can be taken back."""
        self._write(self._library.remove_filter(saved.id))
        self._offer(self.tr("The filter “{title}” is deleted.").format(title=saved.title), partial(self._keep, saved))

    # The bin

    def bin(self, row: MeetingRow) -> None:
        """Move a meeting to the bin; its job is stopped. It can be taken back."""
        if row.live is not None or row.is_binned:
            return
        if row.job_id is not None:
            self._imports.cancel(row.job_id)
        self._write(self._library.bin_meeting(row.id))
        text = self.tr("“{title}” is in the bin, with its sound.").format(title=row.summary.meeting.title)
        self._offer(text, partial(self.restore, row.id))

    def bin_several(self, rows: Sequence[MeetingRow]) -> None:
        """Move some meetings to the bin; what is being recorded stays. It can be taken back in one step."""
        taken = [row for row in rows if row.live is None and not row.is_binned]
        for row in taken:
            self.bin(row)
        if len(taken) > 1:
            text = self.tr("%n meeting(s) are in the bin, with their sound.", "", len(taken))
            self._offer(text, partial(self.restore_several, [row.id for row in taken]))

    def restore_several(self, meeting_ids: Sequence[MeetingId]) -> None:
        """Take some meetings out of the bin."""
        for meeting_id in meeting_ids:
            self.restore(meeting_id)

    def restore(self, meeting_id: MeetingId) -> None:
        """Take a meeting out of the bin."""
        self._write(self._library.restore_meeting(meeting_id))

    def ask_to_delete(self, row: MeetingRow) -> None:
        """Delete a meeting in the bin for good, if the person agrees."""
        question = self._question(
            self.tr("Delete “{title}” for good?").format(title=row.summary.meeting.title), self.tr("Delete for good")
        )
        question.setProperty("meeting", row.id)
        question.accepted.connect(self._on_delete_agreed)
        question.open()

    def ask_to_delete_several(self, rows: Sequence[MeetingRow]) -> None:
        """Delete some meetings in the bin for good, if the person agrees."""
        lying = [row.id for row in rows if row.is_binned]
        if not lying:
            return
        question = self._question(
            self.tr("Delete %n meeting(s) in the bin for good?", "", len(lying)), self.tr("Delete for good")
        )
        question.setProperty("meetings", lying)
        question.accepted.connect(self._on_several_delete_agreed)
        question.open()

    def ask_to_empty_bin(self) -> None:
        """Delete everything in the bin for good, if the person agrees."""
        count = self._model.count(View(Shelf.BIN))
        if not count:
            return
        question = self._question(
            self.tr("Delete %n meeting(s) in the bin for good?", "", count), self.tr("Empty the bin")
        )
        question.accepted.connect(self._on_empty_agreed)
        question.open()

    # Putting together and dividing

    def ask_to_merge(self, meeting_id: MeetingId) -> None:
        """Let the person choose what a recording is put together with."""
        from ui.dialogs.assembly_dialogs import MergeDialog  # noqa: PLC0415 - likewise

        row = self._model.find(meeting_id)
        if row is None:
            return
        mine = row.summary.meeting
        others = [other for other in map(self._model.find, self._model.ids_in(View())) if other is not None]
        near = sorted(
            (other.summary.meeting for other in others if other.id != meeting_id and can_be_assembled(other)),
            key=lambda other: abs(other.created_at - mine.created_at),
        )[:_MOST_OFFERED]
        offered = [(other.id, self._described(other), other.created_at < mine.created_at) for other in near]
        dialog = MergeDialog(meeting_id, mine.title, offered, parent=self._page)
        dialog.accepted.connect(self._on_merge_chosen)
        dialog.open()

    def ask_to_split(self, meeting_id: MeetingId, at_ms: int | None = None) -> None:
        """Let the person choose where a recording is divided."""
        from ui.dialogs.assembly_dialogs import SplitDialog  # noqa: PLC0415 - likewise

        row = self._model.find(meeting_id)
        if row is None:
            return
        meeting = row.summary.meeting
        middle = meeting.duration_ms // 2
        dialog = SplitDialog(meeting.title, meeting.duration_ms, middle if at_ms is None else at_ms, parent=self._page)
        dialog.setProperty("meeting", meeting_id)
        dialog.accepted.connect(self._on_split_chosen)
        dialog.open()

    # Slots

    def _on_tags_written(self) -> None:
        dialog: Any = self.sender()
        self.set_tags(dialog.property("meeting"), dialog.tags)

    def _on_filter_chosen(self) -> None:
        dialog: Any = self.sender()
        self._keep(dialog.saved)

    def _on_delete_agreed(self) -> None:
        self._write(self._library.delete_meeting(self.sender().property("meeting")))

    def _on_several_delete_agreed(self) -> None:
        for meeting_id in self.sender().property("meetings"):
            self._write(self._library.delete_meeting(meeting_id))

    def _on_empty_agreed(self) -> None:
        deliver(self._library.empty_bin(), self._on_emptied, self._on_failed)

    def _on_emptied(self, count: int) -> None:
        self._say(self.tr("%n meeting(s) deleted for good.", "", count))

    def _on_merge_chosen(self) -> None:
        dialog: Any = self.sender()
        first, second = dialog.pair
        self._begin(_merge, first, second, text=self.tr("Putting the recordings together…"))

    def _on_split_chosen(self) -> None:
        dialog: Any = self.sender()
        if dialog.at_ms is not None:
            self._begin(_split, dialog.property("meeting"), dialog.at_ms, text=self.tr("Dividing the recording…"))

    def _begin(self, work: Callable[..., Any], *what: object, text: str) -> None:
        if self._cancellation is not None:
            return  # one at a time; the bar shows it
        self._cancellation = Cancellation()
        self._take_back = None
        self._message.say(text, action=self.tr("Cancel"))
        future = self._background.run(partial(work, self._library, *what, self._cancellation))
        deliver(future, self._on_assembled, self._on_failed)

    def _on_assembled(self, done: Any) -> None:
        self._cancellation = None
        self._message.hide()
        if done is None:
            return  # it was cancelled
        text = self.tr("Done. What it was made of is in the bin.")
        self._offer(text, partial(self._undo_assembled, done))

    def _undo_assembled(self, done: Any) -> None:
        deliver(self._background.run(partial(_undo, self._library, done)), self._on_written, self._on_failed)

    def _on_acted(self) -> None:
        """The button in the bar: it takes back what was done, or stops what is being done."""
        if self._cancellation is not None:
            self._cancellation.request()
        elif self._take_back is not None:
            take_back, self._take_back = self._take_back, None
            take_back()

    def _on_written(self, _nothing: None) -> None:
        """The announcements tell the rest."""

    def _on_failed(self, error: VivavoceError) -> None:
        if self._cancellation is not None:
            self._cancellation = None
            self._message.hide()
        self.failed.emit(error)

    # Private

    def _keep(self, saved: SavedFilter) -> None:
        self._write(self._library.save_filter(saved))

    def _offer(self, text: str, take_back: Callable[[], None]) -> None:
        self._take_back = take_back
        self._message.say(text, action=self.tr("Undo"))

    def _say(self, text: str) -> None:
        self._take_back = None
        self._message.say(text, MessageKind.INFO)

    def _question(self, title: str, action: str) -> Question:
        text = self.tr(
            "Sound and words are removed from this computer and cannot be brought back: from the library, its search, "
            "its own backups and the copies to listen to."
        )
        return Question(title, f"{text}\n\n{traces_text(self._library.file_system)}", action=action, parent=self._page)

    def _described(self, meeting: Meeting) -> str:
        when = moment_text(meeting.created_at, datetime.now().astimezone().date())
        return f"{meeting.title} · {when} · {clock_text(meeting.duration_ms)}"

    def _write(self, future: "Future[None]") -> None:
        deliver(future, self._on_written, self._on_failed)


def can_be_assembled(row: MeetingRow) -> bool:
    """Whether a meeting has sound that nobody is working on."""
    return row.live is None and row.job_id is None and row.length_ms > 0 and not row.is_binned


def _merge(library: Library, first: MeetingId, second: MeetingId, cancellation: Cancellation) -> Any:
    """On a background thread."""
    from app.assembling import merge_meetings  # noqa: PLC0415 - loads FFmpeg, which the window starts without

    try:
        return merge_meetings(library, first, second, cancellation=cancellation)
    except Cancelled:
        return None


def _split(library: Library, meeting_id: MeetingId, at_ms: int, cancellation: Cancellation) -> Any:
    """On a background thread."""
    from app.assembling import split_meeting  # noqa: PLC0415 - likewise

    try:
        return split_meeting(library, meeting_id, at_ms, cancellation=cancellation)
    except Cancelled:
        return None


def _undo(library: Library, done: Any) -> None:
    """On a background thread."""
    from app.assembling import take_back  # noqa: PLC0415 - likewise

    take_back(library, done)
