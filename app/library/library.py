"""The library: everything a person keeps, behind one door.

Built by the composition, closed by it. Questions are answered on the thread that asks, over a connection of
their own, and never wait for the writer; each change is one transaction on the writer thread and
returns a Future that is done when it is committed. Announcements follow the commit, on the writer thread.
"""

import logging
import re
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from app.announcements import Announcements
from app.library import meeting_changes, reading, searching, version_changes
from app.library.archive import RestoreReport, restore_archive, write_archive
from app.library.check import CheckReport, check_index, check_rows
from app.library.course_door import CourseDoor
from app.library.editing_door import EditingDoor
from app.library.erasing import Eraser, overwrites_in_place
from app.library.job_door import JobDoor
from app.library.opening import Circumstances, OpenedLibrary, OpeningReport, open_library
from app.library.recording_door import RecordingDoor
from app.library.saga import Saga, end_interrupted
from app.library.shelf_door import ShelfDoor
from app.library.shelf_index import catch_up
from app.library.speaking_door import SpeakingDoor
from app.library.upkeep import Upkeep, settle, sign, utc_now
from app.library.writer import Transaction, Writer
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import CourseId, JobId, MeetingId, SegmentId, VersionId
from app.meetings.job import Job
from app.meetings.meeting import Meeting, MeetingSummary
from app.meetings.search import SearchHit
from app.meetings.transcript import Gap, Segment, Speaker, Transcript, VersionKind
from engine.contract.audio import SampleIndex
from engine.contract.errors import VivavoceError

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Library(CourseDoor, JobDoor, RecordingDoor, SpeakingDoor, EditingDoor, ShelfDoor):
    """An open library. Safe on every thread."""

    def __init__(
        self,
        *,
        folder: Path,
        opened: OpenedLibrary,
        announcements: Announcements,
        now: Callable[[], datetime],
        forget_speech: Callable[[str], None],
    ) -> None:
        super().__init__()
        self.folder = folder
        self.opening: OpeningReport = opened.report
        """What opening had to do."""
        self._now = now
        self._database = opened.database
        self._lock = opened.lock
        self._is_closed = False
        self._writer = Writer(database=opened.database, announcements=announcements)
        self._upkeep = Upkeep(database=opened.database, writer=self._writer, is_checked=opened.is_checked, now=now)
        self.file_system = opened.file_system
        """Kind of file system that it lies on, such as ``ext4``; empty where it cannot be told."""
        self._eraser = Eraser(
            database=opened.database,
            writer=self._writer,
            folder=folder,
            overwrites=overwrites_in_place(opened.file_system),
            forget_speech=forget_speech,
        )

    @classmethod
    def open(
        cls, folder: Path, *, announcements: Announcements, circumstances: Circumstances | None = None
    ) -> "Library":
        """Open the library in a folder, or make a new one there.

        A job that was running when the application died is waiting again.

        Raises:
            LibraryInUse: another Vivavoce has it open.
            LibraryTooNew: a newer Vivavoce wrote it; not a byte was changed.
            LibraryDamaged: it is damaged and nothing could be restored.
            LibraryNotWritable, DiskFull: the system does not let us write.
        """
        circumstances = circumstances or Circumstances()
        opened = open_library(folder, circumstances)
        library = cls(
            folder=folder,
            opened=opened,
            announcements=announcements,
            now=circumstances.now,
            forget_speech=circumstances.forget_speech,
        )
        library._begin()
        return library

    # Reading

    def meeting_folder(self, meeting_id: MeetingId) -> Path:
        """Where the sound of a meeting lies."""
        if not re.fullmatch(r"[0-9A-Za-z_-]{1,64}", meeting_id):
            raise ValueError("A meeting's name must be safe to be a folder's.")
        return self.folder / "meetings" / meeting_id

    def meetings(self, *, course_id: CourseId | None = None) -> list[MeetingSummary]:
        """The library list, newest first, without what lies in the bin."""
        with self._database.reading() as connection:
            return reading.read_summaries(connection, course_id=course_id, is_binned=False)

    def meeting(self, meeting_id: MeetingId) -> Meeting:
        """One meeting. Raises ``MeetingNotFound``."""
        with self._database.reading() as connection:
            return reading.read_meeting(connection, meeting_id)

    def summary(self, meeting_id: MeetingId) -> MeetingSummary:
        """One row of the library list. Raises ``MeetingNotFound``."""
        with self._database.reading() as connection:
            found = reading.read_summaries(connection, meeting_id=meeting_id)
        if not found:
            raise MeetingNotFound(meeting_id)
        return found[0]

    def transcript(self, meeting_id: MeetingId, version_id: VersionId | None = None) -> Transcript:
        """A version of a transcript, by default the current one. Raises ``MeetingNotFound``."""
        with self._database.reading() as connection:
            return reading.read_transcript(connection, meeting_id, version_id)

    def page(self, meeting_id: MeetingId, *, from_ms: int = 0, most: int = 100) -> Transcript:
        """A few lines of the current version, from a moment on: what a window shows first of a long one.

        Raises ``MeetingNotFound``.
        """
        with self._database.reading() as connection:
            return reading.read_page(connection, meeting_id, from_ms=from_ms, most=most)

    def find_by_fingerprint(self, fingerprint: str) -> list[Meeting]:
        """Meetings that came from the very same file, newest first."""
        with self._database.reading() as connection:
            return reading.read_meetings_by_fingerprint(connection, fingerprint)

    def search(
        self,
        text: str,
        *,
        limit: int = 200,
        meeting_id: MeetingId | None = None,
        meetings: Collection[MeetingId] | None = None,
        is_stopped: Callable[[], bool] | None = None,
    ) -> list[SearchHit]:
        """What holds every word of a text, whatever the text is. Nothing to look for finds nothing.

        Over everything that was said, and titles, tags, speakers, bookmarks and notes; or over ``meetings`` alone. In
        one meeting it is its lines. ``is_stopped`` is asked again and again on the way; then nothing is found.
        """
        try:
            with self._database.reading() as connection:
                return searching.search(
                    connection, text, limit=limit, meeting_id=meeting_id, meetings=meetings, is_stopped=is_stopped
                )
        except DBAPIError as error:
            if is_stopped is None or not is_stopped():
                _log.error("The search index could not be read: %s", type(error.orig).__name__)
            return []

    # Writing

    def add_import(self, meeting: Meeting, job: Job) -> "Future[None]":
        """A new meeting with its tracks, a first version of its transcript and its job."""
        folder = self.meeting_folder(meeting.id)
        return self._write(lambda t: meeting_changes.add_import(t, meeting, job, folder=folder))

    def rename_meeting(self, meeting_id: MeetingId, title: str) -> "Future[None]":
        """Give a meeting another title."""
        folder = self.meeting_folder(meeting_id)
        return self._write(lambda t: meeting_changes.rename_meeting(t, meeting_id, title, folder=folder))

    def move_meeting(self, meeting_id: MeetingId, course_id: CourseId | None) -> "Future[None]":
        """Put a meeting into a course, or out of any."""
        folder = self.meeting_folder(meeting_id)
        return self._write(lambda t: meeting_changes.move_meeting(t, meeting_id, course_id, folder=folder))

    def set_media(
        self,
        meeting_id: MeetingId,
        *,
        duration_ms: int,
        gaps: Sequence[Gap],
        notes: Sequence[str],
        job_id: JobId,
        length: SampleIndex,
        tracks: int = 1,
    ) -> "Future[None]":
        """What decoding found out about a recording, and as how many tracks it was read."""
        folder = self.meeting_folder(meeting_id)
        return self._write(
            lambda t: meeting_changes.set_media(
                t,
                meeting_id,
                duration_ms=duration_ms,
                gaps=gaps,
                notes=notes,
                job_id=job_id,
                length=length,
                tracks=tracks,
                folder=folder,
            )
        )

    def set_language(self, meeting_id: MeetingId, language: str, probability: float) -> "Future[None]":
        """The language of a meeting, as decided by vote."""
        return self._write(lambda t: meeting_changes.set_language(t, meeting_id, language, probability))

    def set_fingerprint(self, meeting_id: MeetingId, fingerprint: str) -> "Future[None]":
        """The content hash of the file a meeting came from."""
        folder = self.meeting_folder(meeting_id)
        return self._write(lambda t: meeting_changes.set_fingerprint(t, meeting_id, fingerprint, folder=folder))

    def add_note(self, meeting_id: MeetingId, note: str) -> "Future[None]":
        """A plain remark beside those of ``set_media``; the same remark is kept once."""
        return self._write(lambda t: meeting_changes.add_note(t, meeting_id, note))

    def new_version(self, meeting_id: MeetingId, kind: VersionKind) -> "Future[VersionId]":
        """A version for a re-run; it becomes the current one when its job is done, and never if that fails."""
        return self._write(lambda t: version_changes.new_version(t, meeting_id, kind))

    def accept_segment(self, segment_id: SegmentId, accepted: bool) -> "Future[None]":
        """Take a line out of quarantine, or put it back."""
        return self._write(lambda t: version_changes.accept_segment(t, segment_id, accepted=accepted))

    def add_transcript(
        self, meeting: Meeting, segments: Sequence[Segment], speakers: Sequence[Speaker], gaps: Sequence[Gap]
    ) -> "Future[VersionId]":
        """A transcript from elsewhere, as a new meeting or as a new version of one that is here."""
        folder = self.meeting_folder(meeting.id)
        return self._write(
            lambda t: meeting_changes.add_transcript(t, meeting, segments, speakers, gaps, folder=folder)
        )

    # Keeping

    def check(self) -> CheckReport:
        """Look the whole library over: file, references, index, sound folders. Takes seconds for a large one."""
        with self._database.reading() as connection:
            report = check_rows(connection, self.folder, recorded_here=frozenset(self._recorded_here))
        found = self._write(lambda t: check_index(t.connection)).result()
        return replace(report, problems=(*report.problems, *found))

    def backup(self, to: Path) -> Path:
        """Write a backup as one zip, to a file of that name or into a folder, and read it back.

        Raises:
            FileExistsError: there is a file of that name.
            FileNotFoundError: there is no folder to put it into.
            DiskFull, LibraryNotWritable: it could not be written; nothing is left of it.
        """
        return write_archive(self._database.path, to, now=self._now())

    @staticmethod
    def restore(archive: Path, folder: Path) -> RestoreReport:
        """Put the library of a backup into a folder that nobody has open; the one that is there is kept aside.

        Raises:
            ArchiveRefused: it is not a backup, or is unsafe. Nothing was changed.
            LibraryInUse, LibraryTooNew, DiskFull, LibraryNotWritable: nothing was changed either.
        """
        return restore_archive(archive, folder, now=utc_now())

    def close(self) -> None:
        """Finish what is queued, stop the threads, give the library back. Twice is harmless."""
        if self._is_closed:
            return
        self._is_closed = True
        self._eraser.stop()
        self._upkeep.stop()
        self._upkeep.finish_before_closing()
        self._writer.close()
        self._database.close()
        self._lock.release()

    def saga(self, made: Sequence[MeetingId]) -> Saga:
        """What makes these meetings, with their sound, whole or not at all."""
        return Saga(self.folder / "meetings", made=made)

    def _begin(self) -> None:
        end_interrupted(self.folder / "meetings", is_written=self._has)
        try:
            self._write(lambda t: settle(t, self.folder)).result()
        except VivavoceError as error:
            self.opening.warnings.append(error.sentence)  # a full disk is no reason not to read
        except BaseException:
            self.close()
            raise
        self._write(lambda t: t.after_commit(self._eraser.begin))
        self._write(sign)
        self._upkeep.start()

    def _reading(self) -> AbstractContextManager[Connection]:
        return self._database.reading()

    def _write(self, work: Callable[[Transaction], T]) -> "Future[T]":
        def whole(transaction: Transaction) -> T:
            result = work(transaction)
            catch_up(transaction.connection)
            return result

        return self._writer.write(whole)

    def _has(self, meeting_id: MeetingId) -> bool:
        try:
            self.meeting(meeting_id)
        except MeetingNotFound:
            return False
        return True

    def _moment(self) -> datetime:
        return self._now()

    def _on_deleted(self) -> None:
        self._database.empty_log()
        self._eraser.begin()
        self._upkeep.forget_soon()
