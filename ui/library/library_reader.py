"""Reads what the library page shows. Called on background threads only; nothing here touches a widget."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import disk_usage

from app.library.library import Library
from app.meetings.course import Course
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import Job
from app.meetings.meeting import MeetingStatus, MeetingSummary
from app.meetings.meeting_filter import SavedFilter
from engine.contract.error_report import from_report
from engine.contract.room import seconds_of_recording
from ui.library.meeting_row import MeetingRow


@dataclass(frozen=True, slots=True)
class LibraryContents:
    """Everything that the list and the side bar need."""

    rows: tuple[MeetingRow, ...]
    courses: tuple[Course, ...]
    filters: tuple[SavedFilter, ...]
    line: tuple[MeetingId, ...]
    """Meetings with an unfinished job, in the order in which they are worked on."""


@dataclass(frozen=True, slots=True)
class RowChanges:
    """Some rows as they stand now."""

    rows: tuple[MeetingRow, ...]
    gone: tuple[MeetingId, ...]
    line: tuple[MeetingId, ...]


def read_contents(library: Library) -> LibraryContents:
    """Read the whole library list."""
    jobs = library.jobs(unfinished=True)
    active = {job.meeting_id: job.id for job in jobs}
    summaries = (*library.meetings(), *library.binned_meetings())
    rows = tuple(_row(library, summary, active.get(summary.meeting.id)) for summary in summaries)
    return LibraryContents(rows, read_courses(library), read_filters(library), _line(jobs))


def read_rows(library: Library, meeting_ids: Iterable[MeetingId]) -> RowChanges:
    """Read a few rows again."""
    jobs = library.jobs(unfinished=True)
    active = {job.meeting_id: job.id for job in jobs}
    rows: list[MeetingRow] = []
    gone: list[MeetingId] = []
    for meeting_id in meeting_ids:
        try:
            rows.append(_row(library, library.summary(meeting_id), active.get(meeting_id)))
        except MeetingNotFound:
            gone.append(meeting_id)
    return RowChanges(tuple(rows), tuple(gone), _line(jobs))


def read_courses(library: Library) -> tuple[Course, ...]:
    """Read the courses, by title."""
    return tuple(sorted(library.courses(), key=lambda course: course.title.casefold()))


def read_filters(library: Library) -> tuple[SavedFilter, ...]:
    """Read the saved filters, by title."""
    return tuple(library.filters())


def read_room_hours(folder: Path, tracks: int) -> float:
    """How many hours of a recording of so many tracks the disk still takes."""
    return seconds_of_recording(disk_usage(folder).free, tracks=tracks) / 3600


def _row(library: Library, summary: MeetingSummary, job_id: JobId | None) -> MeetingRow:
    row = MeetingRow(summary, job_id=job_id)
    if summary.meeting.status is not MeetingStatus.FAILED:
        return row
    last = library.last_job(summary.meeting.id)
    return replace(row, error=from_report(last.error)) if last is not None and last.error is not None else row


def _line(jobs: Sequence[Job]) -> tuple[MeetingId, ...]:
    return tuple(job.meeting_id for job in jobs)
