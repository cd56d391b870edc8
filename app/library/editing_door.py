"""The part of the library's door that edits go through, and the versions of a transcript.

``Library`` is built on it, as on ``RecordingDoor``: questions are answered on the thread that asks, and each change is
one transaction on the writer thread with a Future that is done when it is on disk.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from app.library import edit_changes, edit_history, edited_versions, version_offer
from app.library.edit_journal import EditJournal
from app.library.writer import Transaction
from app.meetings.edit import Edit, EditId, PastEdit, VersionInfo
from app.meetings.identifiers import MeetingId, VersionId
from app.meetings.transcript import Segment, Transcript

T = TypeVar("T")


class EditingDoor(ABC):
    """What the library does for an editor."""

    # Edits

    def apply_edit(self, meeting_id: MeetingId, edit: Edit) -> "Future[Edit]":
        """Do an edit, and write it down as the last of the history; gives it as it really is.

        The same name again is the same edit, grown by further typing. Told twice it is done once.
        """
        journal = EditJournal(self.meeting_folder(meeting_id))
        return self._write(lambda t: edit_changes.apply_edit(t, meeting_id, edit, journal=journal))

    def undo_edit(self, meeting_id: MeetingId, edit_id: EditId) -> "Future[Edit | None]":
        """Take an edit back; ``None`` if it is not in effect."""
        journal = EditJournal(self.meeting_folder(meeting_id))
        return self._write(lambda t: edit_changes.undo_edit(t, meeting_id, edit_id, journal=journal))

    def redo_edit(self, meeting_id: MeetingId, edit_id: EditId) -> "Future[Edit | None]":
        """Do an undone edit again; ``None`` if there is none such."""
        journal = EditJournal(self.meeting_folder(meeting_id))
        return self._write(lambda t: edit_changes.redo_edit(t, meeting_id, edit_id, journal=journal))

    def history(self, meeting_id: MeetingId) -> list[PastEdit]:
        """The edits of the version that is shown, oldest first, undone ones last."""
        with self._reading() as connection:
            return edit_history.read_history(connection, meeting_id)

    def edit(self, edit_id: EditId) -> Edit | None:
        """One edit with its lines."""
        with self._reading() as connection:
            return edit_history.read_edit(connection, edit_id)

    def deleted_lines(self, meeting_id: MeetingId) -> list[Segment]:
        """The lines that a person deleted, by time; ``RestoreLines`` brings them back."""
        with self._reading() as connection:
            return edit_history.read_deleted(connection, meeting_id)

    # Versions

    def versions(self, meeting_id: MeetingId) -> list[VersionInfo]:
        """The versions of a transcript, newest first; ``transcript`` reads one."""
        with self._reading() as connection:
            return edit_history.read_versions(connection, meeting_id)

    def transcript_before_edits(self, meeting_id: MeetingId, version_id: VersionId) -> Transcript:
        """A version as the machine left it. Raises ``MeetingNotFound``."""
        with self._reading() as connection:
            return edit_history.read_before_edits(connection, meeting_id, version_id)

    def restore_version(
        self, meeting_id: MeetingId, version_id: VersionId, *, before_edits: bool = False
    ) -> "Future[VersionId]":
        """Show an older version again, as a new one; what is shown now is kept. ``MeetingIsRecorded`` while it is."""
        journal = EditJournal(self.meeting_folder(meeting_id))
        return self._write(
            lambda t: edited_versions.restore_version(
                t, meeting_id, version_id, before_edits=before_edits, journal=journal
            )
        )

    def offered_transcript(self, meeting_id: MeetingId, version_id: VersionId) -> Transcript:
        """What would be shown if a better pass were taken. Raises ``MeetingNotFound``."""
        with self._reading() as connection:
            return version_offer.read_offer(connection, meeting_id, version_id)

    def take_offer(self, meeting_id: MeetingId, version_id: VersionId) -> "Future[None]":
        """Show a better pass around what is the person's. ``MeetingIsRecorded`` while it is."""
        return self._write(lambda t: version_offer.take_offer(t, meeting_id, version_id))

    def decline_offer(self, meeting_id: MeetingId, version_id: VersionId) -> "Future[None]":
        """Leave what is shown; the better pass stays in the list of versions."""
        return self._write(lambda t: version_offer.decline_offer(t, meeting_id, version_id))

    @abstractmethod
    def meeting_folder(self, meeting_id: MeetingId) -> Path:
        """Where the sound of a meeting lies, and the journal of its edits."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """A connection that sees one moment of the library."""

    @abstractmethod
    def _write(self, work: Callable[[Transaction], T]) -> "Future[T]":
        """Queue a transaction."""
