"""Does what a person asks of the open meeting: its title, lines accepted, bookmarks and notes, its job; and takes back.

Lives on the window's thread, owned by ``MeetingPage``. Writes go to the library's own thread and to the import queue;
the announcement that follows shows what was done.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.editing.line_keeping import AcceptLines, SetAsideLines
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId, SegmentId
from app.meetings.moment import Moment
from engine.contract.errors import VivavoceError
from engine.contract.options import RecognitionOptions
from engine.contract.segments import QuarantineReason
from ui.bridge.delivery import deliver
from ui.editor.meeting_editor import MeetingEditor


class Imports(Protocol):
    """What the page asks of the import queue, on background threads."""

    def cancel(self, job_id: JobId) -> None:
        """Stop a job; what it has is kept."""
        ...

    def retry(self, meeting_id: MeetingId, *, options: RecognitionOptions | None = None) -> JobId:
        """Go on where it stopped, or begin anew where that is asked for."""
        ...


class MeetingDesk(QObject):
    """Writes for the page."""

    accepted = Signal()
    """A line is part of the transcript now, and can be taken back."""
    set_aside_done = Signal()
    """Lines are left out now; undo brings them back."""
    moment_removed = Signal(object)
    """A ``Moment`` is gone, and can be brought back."""
    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self, *, library: Library, imports: Imports, background: Background, editor: MeetingEditor, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._editor = editor
        self._library = library
        self._imports = imports
        self._background = background
        self._accepted: tuple[SegmentId, QuarantineReason | None] | None = None
        self._removed: Moment | None = None

    def rename(self, meeting_id: MeetingId, title: str) -> None:
        """Give the meeting another title."""
        deliver(self._library.rename_meeting(meeting_id, title), self._on_written, self._on_failed)

    def accept(self, segment_id: SegmentId) -> None:
        """Take a line out of quarantine: an edit that is undone like any other."""
        edited = self._editor.document
        line = None if edited is None else edited.find(segment_id)
        self._removed = None
        self._accepted = (segment_id, None if line is None else line.quarantine)
        if edited is None:
            deliver(self._library.accept_segment(segment_id, True), self._on_accepted, self._on_failed)
        elif self._editor.apply(AcceptLines((segment_id,))) is not None:
            self.accepted.emit()

    def set_aside(self, segment_ids: Sequence[SegmentId]) -> None:
        """Put lines into quarantine: kept, and left out of everything."""
        if self._editor.apply(SetAsideLines(tuple(segment_ids))) is not None:
            self.set_aside_done.emit()

    def write_on_moment(self, moment: Moment, text: str) -> None:
        """Give a bookmark or note other words."""
        deliver(self._library.change_moment(replace(moment, text=text)), self._on_written, self._on_failed)

    def remove_moment(self, moment: Moment) -> None:
        """Take a bookmark or note away."""
        self._accepted, self._removed = None, moment
        deliver(self._library.remove_moment(moment.id), self._on_moment_removed, self._on_failed)

    def take_back(self) -> None:
        """Undo what was done last: set the line aside again, bring the bookmark or note back."""
        if self._removed is not None:
            moment, self._removed = self._removed, None
            deliver(self._library.add_moment(moment), self._on_written, self._on_failed)
        elif self._accepted is not None:
            (segment_id, reason), self._accepted = self._accepted, None
            if self._editor.document is None:
                deliver(self._library.accept_segment(segment_id, False), self._on_written, self._on_failed)
            elif reason is not None:
                self._editor.apply(SetAsideLines((segment_id,), reason))

    def cancel(self, job_id: JobId) -> None:
        """Stop the job."""
        deliver(self._background.run(partial(self._imports.cancel, job_id)), self._on_written, self._on_failed)

    def go_on(self, meeting_id: MeetingId) -> None:
        """Go on where the job stopped."""
        deliver(self._background.run(partial(self._imports.retry, meeting_id)), self._on_written, self._on_failed)

    def forget(self) -> None:
        """There is nothing to take back any more."""
        self._accepted, self._removed = None, None

    def _on_accepted(self, _none: None) -> None:
        self.accepted.emit()

    def _on_moment_removed(self, _none: None) -> None:
        self.moment_removed.emit(self._removed)

    def _on_written(self, _answer: object) -> None:
        pass  # the announcement that follows shows it

    def _on_failed(self, error: VivavoceError) -> None:
        self._accepted, self._removed = None, None
        self.failed.emit(error)
