"""The part of the library's door for keeping order: favourites, tags, saved filters, the bin, and deleting for good.

``Library`` is built on it, as on ``RecordingDoor``: questions are answered on the thread that asks, and each change is
one transaction on the writer thread with a Future that is done when it is on disk.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from app.library import assembled_changes, meeting_changes, reading, shelf_changes
from app.library.assembled_changes import AssembledMeeting
from app.library.rows import to_ms
from app.library.writer import Transaction
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import MeetingSummary
from app.meetings.meeting_filter import FilterId, SavedFilter

T = TypeVar("T")


class ShelfDoor(ABC):
    """What the library does for whoever keeps order in it."""

    @abstractmethod
    def meeting_folder(self, meeting_id: MeetingId) -> Path:
        """Where the sound of a meeting lies."""

    # Marks

    def set_favourite(self, meeting_id: MeetingId, is_favourite: bool) -> "Future[None]":
        """Mark a meeting as a favourite, or take the mark away."""
        folder = self.meeting_folder(meeting_id)
        return self._write(
            lambda t: shelf_changes.set_favourite(t, meeting_id, is_favourite=is_favourite, folder=folder)
        )

    def set_tags(self, meeting_id: MeetingId, tags: Sequence[str]) -> "Future[None]":
        """The tags of a meeting from now on; two that differ in case alone are one."""
        folder, wanted = self.meeting_folder(meeting_id), tuple(tags)
        return self._write(lambda t: shelf_changes.set_tags(t, meeting_id, wanted, folder=folder))

    def tags(self) -> list[str]:
        """Every tag that lies on a meeting, by name."""
        with self._reading() as connection:
            return shelf_changes.read_tags(connection)

    # Filters

    def filters(self) -> list[SavedFilter]:
        """The saved filters by title."""
        with self._reading() as connection:
            return shelf_changes.read_filters(connection)

    def save_filter(self, saved: SavedFilter) -> "Future[None]":
        """A new filter, or another form of one that is there."""
        return self._write(lambda t: shelf_changes.save_filter(t, saved))

    def remove_filter(self, filter_id: FilterId) -> "Future[None]":
        """Forget a filter."""
        return self._write(lambda t: shelf_changes.remove_filter(t, filter_id))

    # The bin

    def bin_meeting(self, meeting_id: MeetingId) -> "Future[None]":
        """Move a meeting to the bin, with its sound. Fails with ``MeetingIsRecorded`` while it is recorded."""
        folder = self.meeting_folder(meeting_id)
        return self._write(
            lambda t: shelf_changes.bin_meeting(t, meeting_id, now_ms=to_ms(self._moment()), folder=folder)
        )

    def restore_meeting(self, meeting_id: MeetingId) -> "Future[None]":
        """Take a meeting out of the bin."""
        folder = self.meeting_folder(meeting_id)
        return self._write(lambda t: shelf_changes.restore_meeting(t, meeting_id, folder=folder))

    def binned_meetings(self) -> list[MeetingSummary]:
        """What lies in the bin, newest first."""
        with self._reading() as connection:
            return reading.read_summaries(connection, is_binned=True)

    def delete_meeting(self, meeting_id: MeetingId) -> "Future[None]":
        """Remove a meeting for good: rows, index and sound. What is in use or long is finished a little later."""
        self.meeting_folder(meeting_id)

        def work(transaction: Transaction) -> None:
            meeting_changes.delete_meeting(transaction, meeting_id)
            transaction.after_commit(self._on_deleted)

        return self._write(work)

    def empty_bin(self, *, older_than_days: int = 0) -> "Future[int]":
        """Delete for good what lies in the bin, or only what lay there for so many days; says how many they were.

        All of it in one transaction: after a crash either everything is still in the bin, or it is gone and the rest of
        its sound is removed at the next start.
        """
        before = to_ms(self._moment() - timedelta(days=older_than_days)) if older_than_days > 0 else None

        def work(transaction: Transaction) -> int:
            gone = shelf_changes.binned_before(transaction.connection, before)
            for meeting_id in gone:
                meeting_changes.delete_meeting(transaction, meeting_id)
            if gone:
                transaction.after_commit(self._on_deleted)
            return len(gone)

        return self._write(work)

    # Putting together and taking apart

    def add_assembled(self, made: Sequence[AssembledMeeting], *, instead_of: Sequence[MeetingId]) -> "Future[None]":
        """Meetings made of others, whose sound lies in its place already; those go to the bin in the same transaction.

        Fails with ``MeetingIsRecorded`` while one of the others is recorded; then nothing was changed.
        """
        meetings, others = tuple(made), tuple(instead_of)
        return self._write(
            lambda t: assembled_changes.add_assembled(
                t, meetings, instead_of=others, now_ms=to_ms(self._moment()), folder_of=self.meeting_folder
            )
        )

    @abstractmethod
    def _moment(self) -> datetime:
        """The time of day."""

    @abstractmethod
    def _on_deleted(self) -> None:
        """Something was deleted for good, and committed. Writer thread."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """A connection that sees one moment of the library."""

    @abstractmethod
    def _write(self, work: Callable[[Transaction], T]) -> "Future[T]":
        """Queue a transaction."""
