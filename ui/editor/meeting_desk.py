"""Does what a person asks of the open meeting: another title, a line accepted or taken back, a job stopped or gone on.

Lives on the window's thread, owned by ``MeetingPage``. Writes go to the library's own thread and to the import queue;
the announcement that follows shows what was done.
"""

from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId, SegmentId
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver


class Imports(Protocol):
    """What the page asks of the import queue, on background threads."""

    def cancel(self, job_id: JobId) -> None:
        """Stop a job; what it has is kept."""
        ...

    def retry(self, meeting_id: MeetingId) -> JobId:
        """Go on where it stopped."""
        ...


class MeetingDesk(QObject):
    """Writes for the page."""

    accepted = Signal()
    """A line is part of the transcript now, and can be taken back."""
    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(self, *, library: Library, imports: Imports, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._imports = imports
        self._background = background
        self._accepted: SegmentId | None = None

    def rename(self, meeting_id: MeetingId, title: str) -> None:
        """Give the meeting another title."""
        deliver(self._library.rename_meeting(meeting_id, title), self._on_written, self._on_failed)

    def accept(self, segment_id: SegmentId) -> None:
        """Take a line out of quarantine."""
        self._accepted = segment_id
        deliver(self._library.accept_segment(segment_id, True), self._on_accepted, self._on_failed)

    def take_back(self) -> None:
        """Set the line aside again that was accepted last."""
        if self._accepted is not None:
            segment_id, self._accepted = self._accepted, None
            deliver(self._library.accept_segment(segment_id, False), self._on_written, self._on_failed)

    def cancel(self, job_id: JobId) -> None:
        """Stop the job."""
        deliver(self._background.run(partial(self._imports.cancel, job_id)), self._on_written, self._on_failed)

    def go_on(self, meeting_id: MeetingId) -> None:
        """Go on where the job stopped."""
        deliver(self._background.run(partial(self._imports.retry, meeting_id)), self._on_written, self._on_failed)

    def forget(self) -> None:
        """There is nothing to take back any more."""
        self._accepted = None

    def _on_accepted(self, _none: None) -> None:
        self.accepted.emit()

    def _on_written(self, _answer: object) -> None:
        pass  # the announcement that follows shows it

    def _on_failed(self, error: VivavoceError) -> None:
        self._accepted = None
        self.failed.emit(error)
