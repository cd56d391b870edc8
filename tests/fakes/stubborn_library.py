"""A library for an editor, whose disk refuses edits when a test says so; else the real one."""

from concurrent.futures import Future

from app.library.library import Library
from app.meetings.edit import Edit, EditId, PastEdit
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import Meeting
from app.meetings.transcript import Transcript
from engine.contract.errors import VivavoceError


class StubbornLibrary:
    """Refuses with ``refuses`` while it is set."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.refuses: VivavoceError | None = None

    def meeting(self, meeting_id: MeetingId) -> Meeting:
        return self._library.meeting(meeting_id)

    def transcript(self, meeting_id: MeetingId) -> Transcript:
        return self._library.transcript(meeting_id)

    def history(self, meeting_id: MeetingId) -> list[PastEdit]:
        return self._library.history(meeting_id)

    def edit(self, edit_id: EditId) -> Edit | None:
        return self._library.edit(edit_id)

    def apply_edit(self, meeting_id: MeetingId, edit: Edit) -> "Future[Edit]":
        return self._refused() or self._library.apply_edit(meeting_id, edit)

    def undo_edit(self, meeting_id: MeetingId, edit_id: EditId) -> "Future[Edit | None]":
        return self._library.undo_edit(meeting_id, edit_id)

    def redo_edit(self, meeting_id: MeetingId, edit_id: EditId) -> "Future[Edit | None]":
        return self._library.redo_edit(meeting_id, edit_id)

    def _refused(self) -> "Future[Edit] | None":
        if self.refuses is None:
            return None
        future: Future[Edit] = Future()
        future.set_exception(self.refuses)
        return future
