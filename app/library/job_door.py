"""The part of the library's door that jobs go through: what was asked for, how far it is, and what it wrote.

``Library`` is built on it, as on ``RecordingDoor``: questions are answered on the thread that asks, and each change is
one transaction on the writer thread with a Future that is done when it is on disk.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import TypeVar

from sqlalchemy import Connection

from app.library import job_changes, reading
from app.library.writer import Transaction
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import Job, JobOutput, JobState
from app.meetings.transcript import Gap, Segment, VersionKind
from engine.contract.audio import SampleIndex
from engine.contract.error_report import ErrorReport

T = TypeVar("T")


class JobDoor(ABC):
    """What the library does for a job."""

    def jobs(self, *, unfinished: bool = False) -> list[Job]:
        """Jobs in the order they were asked for; ``unfinished`` are those in line, which no live job ever stands in."""
        with self._reading() as connection:
            return reading.read_jobs(connection, unfinished=unfinished)

    def job(self, job_id: JobId) -> Job:
        """One job. Raises ``KeyError`` for a name that was never a job's."""
        with self._reading() as connection:
            found = reading.read_job(connection, job_id)
        if found is None:
            raise KeyError(job_id)
        return found

    def job_output(self, job_id: JobId) -> JobOutput:
        """What a job has written so far."""
        with self._reading() as connection:
            return reading.read_job_output(connection, job_id)

    def last_job(self, meeting_id: MeetingId) -> Job | None:
        """The job a meeting was given last; ``None`` for one that never had any."""
        with self._reading() as connection:
            return reading.read_last_job(connection, meeting_id)

    def start_job(self, job: Job) -> "Future[None]":
        """A further job of a meeting: into the version that ``new_version`` made, or on from its last job."""
        return self._write(lambda t: job_changes.start_job(t, job))

    def start_rerun(self, job: Job, kind: VersionKind) -> "Future[None]":
        """A job from the beginning, with the version it writes into: both are there, or neither."""
        return self._write(lambda t: job_changes.start_rerun(t, job, kind))

    def set_job_state(self, job_id: JobId, state: JobState, *, error: ErrorReport | None = None) -> "Future[None]":
        """Move a job on, and its meeting's status with it."""
        return self._write(lambda t: job_changes.set_job_state(t, job_id, state, error=error))

    def commit_segments(
        self,
        job_id: JobId,
        segments: Sequence[Segment],
        gaps: Sequence[Gap],
        *,
        finished_to: SampleIndex,
        speech: int,
    ) -> "Future[None]":
        """Finished lines and the job's progress mark, in one transaction; the same mark twice is taken once."""
        return self._write(
            lambda t: job_changes.commit_segments(t, job_id, segments, gaps, finished_to=finished_to, speech=speech)
        )

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """A connection that sees one moment of the library."""

    @abstractmethod
    def _write(self, work: Callable[[Transaction], T]) -> "Future[T]":
        """Queue a transaction."""
