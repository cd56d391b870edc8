"""The part of the library's door that recordings go through: sound that grows, lines that grow, gaps and moments.

``Library`` is built on it; it has no threads and no connections of its own. As everywhere at that door, questions are
answered on the thread that asks, and each change is one transaction on the writer thread with a Future that is done
when it is on disk.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from app.library import gap_changes, line_changes, moment_changes, reading_recordings, recording_changes
from app.library.writer import Transaction
from app.meetings.coverage import Coverage, TrackMark
from app.meetings.identifiers import JobId, MeetingId, MomentId
from app.meetings.job import Job
from app.meetings.meeting import Meeting
from app.meetings.moment import Moment
from app.meetings.transcript import Gap, Segment
from engine.contract.audio import SampleIndex

T = TypeVar("T")


class RecordingDoor(ABC):
    """What the library does for a recording."""

    def __init__(self) -> None:
        self._recorded_here: set[MeetingId] = set()

    @abstractmethod
    def meeting_folder(self, meeting_id: MeetingId) -> Path:
        """Where the sound of a meeting lies."""

    # Reading

    def track_marks(self, meeting_id: MeetingId) -> list[TrackMark]:
        """How far each track is recorded and settled: where to go on after an interruption."""
        with self._reading() as connection:
            return reading_recordings.read_marks(connection, meeting_id)

    def coverage(self, meeting_id: MeetingId) -> Coverage:
        """How much of a meeting is captured, understood and missing. Raises ``MeetingNotFound``."""
        with self._reading() as connection:
            return reading_recordings.read_coverage(connection, meeting_id)

    def moments(self, meeting_id: MeetingId) -> list[Moment]:
        """The bookmarks and notes of a meeting, by time."""
        with self._reading() as connection:
            return reading_recordings.read_moments(connection, meeting_id)

    def recordings_to_recover(self) -> list[Meeting]:
        """Meetings that say they are being recorded; at a start, those that were interrupted."""
        with self._reading() as connection:
            return reading_recordings.read_recordings_to_recover(connection)

    def live_job(self, meeting_id: MeetingId) -> Job | None:
        """The job of live recognition a meeting had last; ``None`` for one that never had any."""
        with self._reading() as connection:
            return reading_recordings.read_live_job(connection, meeting_id)

    def unfinished_live_jobs(self) -> list[Job]:
        """Jobs of live recognition that are not over, oldest first; ``jobs(unfinished=True)`` leaves them out."""
        with self._reading() as connection:
            return reading_recordings.read_unfinished_live_jobs(connection)

    # The recording

    def add_recording(self, meeting: Meeting, job: Job) -> "Future[None]":
        """A meeting that is being recorded, with its tracks, a live version that is shown, and its running job."""
        folder = self.meeting_folder(meeting.id)

        def work(transaction: Transaction) -> None:
            recording_changes.add_recording(transaction, meeting, job, folder=folder)
            transaction.after_commit(lambda: self._recorded_here.add(meeting.id))

        return self._write(work)

    def reopen_recording(self, meeting_id: MeetingId, job: Job) -> "Future[None]":
        """Go on with a recorded meeting, in the version that is shown. Other jobs in line for it are given up."""
        folder = self.meeting_folder(meeting_id)

        def work(transaction: Transaction) -> None:
            recording_changes.reopen_recording(transaction, meeting_id, job, folder=folder)
            transaction.after_commit(lambda: self._recorded_here.add(meeting_id))

        return self._write(work)

    def set_recorded(self, meeting_id: MeetingId, lengths_ms: Mapping[int, int]) -> "Future[None]":
        """How long the tracks are by now, by their numbers; the longest is the meeting's length."""
        lengths = dict(lengths_ms)
        return self._write(lambda t: recording_changes.set_recorded(t, meeting_id, lengths))

    def finish_recording(
        self, meeting_id: MeetingId, *, duration_ms: int, is_recovered: bool, notes: Sequence[str]
    ) -> "Future[None]":
        """The sound is closed; call ``set_recorded`` before. The meeting's status is now that of its job."""
        folder = self.meeting_folder(meeting_id)
        return self._write(
            lambda t: recording_changes.finish_recording(
                t, meeting_id, duration_ms=duration_ms, is_recovered=is_recovered, notes=notes, folder=folder
            )
        )

    def set_recovered(self, meeting_id: MeetingId, is_recovered: bool) -> "Future[None]":
        """Whether a recording that was found again still waits for the person to see to it."""
        return self._write(lambda t: recording_changes.set_recovered(t, meeting_id, is_recovered=is_recovered))

    # Its words

    def grow_line(self, job_id: JobId, segment: Segment, *, settled_to: SampleIndex) -> "Future[None]":
        """A line as it stands now, known by its name, and the mark of its track, in one transaction.

        Told again it changes nothing. A line that a person edited or accepted meanwhile stays as they left it; the
        words that came since are a line behind it.
        """
        return self._write(lambda t: line_changes.grow_line(t, job_id, segment, settled_to=settled_to))

    def settle_track(self, job_id: JobId, track: int, settled_to: SampleIndex) -> "Future[None]":
        """The mark of a track moves on over what holds no words. It never goes back."""
        return self._write(lambda t: line_changes.settle_track(t, job_id, track, settled_to))

    def note_gap(self, job_id: JobId, gap: Gap) -> "Future[None]":
        """A stretch that was not captured, which is lost at once, or one that was not recognised. Once is enough."""
        return self._write(lambda t: gap_changes.note_gap(t, job_id, gap))

    def repair_gap(self, job_id: JobId, track: int, start_ms: int, end_ms: int) -> "Future[None]":
        """A stretch is understood now: what of it was an open gap is repaired."""
        return self._write(lambda t: gap_changes.repair_gap(t, job_id, track, start_ms, end_ms))

    # Moments

    def add_moment(self, moment: Moment) -> "Future[None]":
        """A new bookmark or note; the same one again is kept once."""
        folder = self.meeting_folder(moment.meeting_id)
        return self._write(lambda t: moment_changes.add_moment(t, moment, folder=folder))

    def change_moment(self, moment: Moment) -> "Future[None]":
        """Another text or time for a moment; one that is gone stays gone."""
        folder = self.meeting_folder(moment.meeting_id)
        return self._write(lambda t: moment_changes.change_moment(t, moment, folder=folder))

    def remove_moment(self, moment_id: MomentId) -> "Future[None]":
        """Take a moment away."""
        return self._write(lambda t: moment_changes.remove_moment(t, moment_id, folder_of=self.meeting_folder))

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """A connection that sees one moment of the library."""

    @abstractmethod
    def _write(self, work: Callable[[Transaction], T]) -> "Future[T]":
        """Queue a transaction."""
