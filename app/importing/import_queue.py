"""Recordings on their way into the library: one job at a time, in the order they were asked for.

Has a thread of its own, which alone talks to the engine process; the public methods may be called on any. What is
in line stands in the library, so the line survives the end of the application: ``start`` picks it up again.
"""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from app.announcements import Announcement, Announcements, JobEnded, MeetingRemoved
from app.importing.engine_patience import Patience
from app.importing.job_run import (
    CANCEL_S,
    JobRun,
    JobTools,
    forget_far_words,
    goes_on_from_its_mark,
)
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import CourseId, JobId, MeetingId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.readable import readable
from app.meetings.transcript import VersionKind
from engine.contract.audio import TrackKind, from_milliseconds
from engine.contract.channel import Channel
from engine.contract.engine import DeviceReport
from engine.contract.errors import MediaNotFound, NoWordsFound, VivavoceError
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import SpeakerCount
from engine.pipeline.engine_client import EngineEnded
from engine.pipeline.engine_port import EnginePort

IDLE_S = 300.0
"""How long an engine process with nothing to do is kept, with its speech model in memory."""

_JOIN_S = 5.0
"""Longer than this only a dead network drive holds the thread, which then ends with the process."""


def _ignore_device_failure(model: str, device: DeviceReport, ended: EngineEnded) -> None:
    """Nobody remembers."""


class ImportQueue:
    """The jobs and the engine process that works them off."""

    def __init__(
        self,
        *,
        library: Library,
        engine: EnginePort,
        announcements: Announcements,
        fingerprint: Callable[[Path], str],
        note_device_failure: Callable[[str, DeviceReport, EngineEnded], None] = _ignore_device_failure,
        idle_s: float = IDLE_S,
        cancel_s: float = CANCEL_S,
        patience: Patience = Patience(),  # noqa: B008 - it is frozen
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        report_bug: Callable[[threading.ExceptHookArgs], object] | None = None,
    ) -> None:
        self._library = library
        self._engine = engine
        self._announcements = announcements
        self._tools = JobTools(
            library=library,
            engine=engine,
            announcements=announcements,
            fingerprint=fingerprint,
            note_device_failure=note_device_failure,
            clock=clock,
            cancel_s=cancel_s,
            patience=patience,
        )
        self._idle_s = idle_s
        self._now = now
        self._report_bug = report_bug
        self._changed = threading.Condition()
        self._line: deque[JobId] = deque()
        self._current: JobRun | None = None
        self._is_closing = False
        self._is_held = False
        self._thread: threading.Thread | None = None
        self._unsubscribe: Callable[[], None] | None = None

    def start(self, *, pick_up: bool = True) -> None:
        """Begin to work; with ``pick_up`` also on what was in line when the application ended."""
        unfinished = [job.id for job in self._library.jobs(unfinished=True)] if pick_up else []
        with self._changed:
            if self._thread is not None or self._is_closing:
                return
            self._line = deque(dict.fromkeys([*unfinished, *self._line]))
            self._unsubscribe = self._announcements.subscribe(self._on_announcement)
            self._thread = threading.Thread(target=self._work, name="imports", daemon=True)
            self._thread.start()

    def add(
        self,
        path: Path,
        *,
        options: RecognitionOptions,
        course_id: CourseId | None = None,
        audio_stream: int | None = None,
        channel: Channel = Channel.MIX,
        title: str = "",
        speakers: SpeakerCount | None = None,
    ) -> JobId:
        """Take a file in, by its name where no title is given; returns when meeting and job are in the library.

        So many ``speakers`` are looked for once its text is there, also after a restart.

        Raises:
            MediaNotFound: there is no such file.
            DiskFull, LibraryNotWritable: the library could not note it.
        """
        if not path.is_file():
            raise MediaNotFound(path.name)
        meeting = Meeting(
            id=MeetingId(new_id()),
            title=title or readable(path.stem),
            created_at=self._now(),
            status=MeetingStatus.WAITING,
            course_id=course_id,
            source_path=str(path.absolute()),
            audio_stream=audio_stream,
            channel=channel,
            tracks=(TrackInfo(0, TrackKind.FILE),),
        )
        wanted = self._library.options_in(course_id, options)
        job = Job(JobId(new_id()), meeting.id, JobState.WAITING, wanted, speakers=speakers)
        self._library.add_import(meeting, job).result()
        self._stand_in_line(job.id)
        return job.id

    def retry(
        self,
        meeting_id: MeetingId,
        *,
        options: RecognitionOptions | None = None,
        speakers: SpeakerCount | None = None,
        asks_first: bool = True,
    ) -> JobId:
        """Go on from the progress mark; or begin anew, if that is asked for or the last job reached its end.

        What is in the transcript stays until a new one is whole. Without ``speakers``, what was said of them before
        stands. With ``asks_first`` a person who edited the words is asked before others are shown in their place.

        Raises:
            MeetingNotFound: there is no such meeting.
            DiskFull, LibraryNotWritable: the library could not note it.
        """
        meeting = self._library.meeting(meeting_id)
        if options is not None:
            options = self._library.options_in(meeting.course_id, options)
        last = self._library.last_job(meeting_id)
        if last is not None and not last.is_over and not last.is_live:
            is_same_wish = options is None or gives_the_same(options, last.options)
            if is_same_wish and speakers in (None, last.speakers):
                self._stand_in_line(last.id)
                return last.id
            self.cancel(last.id)
            last = self._library.job(last.id)
        options = options or (last.options if last is not None else RecognitionOptions())
        if speakers is None and last is not None and last.state is not JobState.DONE:
            speakers = last.speakers  # nobody has looked for them yet
        job = replace(self._new_job(meeting_id, options), speakers=speakers, asks_first=asks_first)
        if last is not None and _can_go_on(last, options) and goes_on_from_its_mark(self._library, last, meeting):
            job = replace(job, finished_to=last.finished_to, length=last.length, speech=last.speech)
            self._library.start_job(job).result()
        else:
            self._library.start_rerun(job, VersionKind.RECOGNISED).result()
        self._stand_in_line(job.id)
        return job.id

    def improve(self, meeting_id: MeetingId) -> JobId:
        """The better pass of a recording, behind what is in line; the one that is in line already, if there is one.

        What is in the transcript stays until the new one is whole.

        Raises:
            MeetingNotFound: there is no such meeting.
            DiskFull, LibraryNotWritable: the library could not note it.
        """
        self._library.meeting(meeting_id)
        waiting = [job for job in self._library.jobs(unfinished=True) if job.meeting_id == meeting_id]
        if waiting:
            self._stand_in_line(waiting[-1].id)
            return waiting[-1].id
        live = self._library.live_job(meeting_id)
        job = self._new_job(meeting_id, live.options if live is not None else RecognitionOptions())
        job = replace(job, asks_first=True)
        self._library.start_rerun(job, VersionKind.RECOGNISED).result()
        self._stand_in_line(job.id)
        return job.id

    def hold(self) -> None:
        """Stand still: something else needs the computer. The running job goes back in line, its engine is let go."""
        with self._changed:
            self._is_held = True
            run = self._current
            self._changed.notify_all()
        if run is not None:
            run.leave()

    def go_on(self) -> None:
        """Go on where it stood still."""
        with self._changed:
            self._is_held = False
            self._changed.notify_all()

    def cancel(self, job_id: JobId) -> None:
        """Stop a job and keep what it has. The library knows when this returns; a job that is over stays as it is."""
        with self._changed:
            run = self._current if self._current is not None and self._current.job.id == job_id else None
            if run is None and job_id in self._line:
                self._line.remove(job_id)
        if run is not None and run.cancel():
            return
        try:
            job = self._library.job(job_id)
        except KeyError:
            return
        if not job.is_over:
            self._library.set_job_state(job_id, JobState.CANCELLED).result()
            with contextlib.suppress(MeetingNotFound):
                forget_far_words(self._library, job, self._library.meeting(job.meeting_id))
            self._announcements.announce(JobEnded(job_id, job.meeting_id, JobState.CANCELLED))

    def close(self) -> None:
        """Put the running job back in line for the next start, end the engine process, join the thread."""
        with self._changed:
            self._is_closing = True
            run, thread, unsubscribe = self._current, self._thread, self._unsubscribe
            self._unsubscribe = None
            self._changed.notify_all()
        if unsubscribe is not None:
            unsubscribe()
        if run is not None:
            run.leave()
        if thread is not None:
            thread.join(_JOIN_S)
        self._engine.close()

    # The import thread

    def _work(self) -> None:
        while (run := self._next()) is not None:
            try:
                run.run()
            except Exception as error:
                # A bug with one recording must neither stop the others nor leave this one running for ever.
                self._on_bug(run, error)
            finally:
                if run.has_left and not self._is_closing:
                    self._engine.close()  # it still works on what was left
                with self._changed:
                    self._current = None
                    if run.has_left and run.job.id not in self._line:
                        self._line.appendleft(run.job.id)

    def _next(self) -> JobRun | None:
        """Wait for a job; meanwhile an engine process that is not needed for long is let go. ``None`` at the end."""
        while True:
            with self._changed:
                while (self._is_held or not self._line) and not self._is_closing:
                    if self._is_held and self._engine.is_running:
                        break
                    if not self._changed.wait(self._idle_s if self._engine.is_running else None):
                        break
                if self._is_closing:
                    return None
                if self._line and not self._is_held:
                    self._current = self._prepare(self._line.popleft())
                    if self._current is not None:
                        return self._current
                    continue
            self._engine.close()

    def _prepare(self, job_id: JobId) -> JobRun | None:
        try:
            job = self._library.job(job_id)
            return (
                None if job.is_over or job.is_live else JobRun(job, self._library.meeting(job.meeting_id), self._tools)
            )
        except (KeyError, MeetingNotFound):
            return None  # deleted while it stood in line

    def _on_bug(self, run: JobRun, error: Exception) -> None:
        report = self._report_bug or threading.excepthook
        report(threading.ExceptHookArgs((type(error), error, error.__traceback__, self._thread)))
        run.fail(VivavoceError())
        self._engine.kill()

    # Others

    def _new_job(self, meeting_id: MeetingId, options: RecognitionOptions) -> Job:
        """A job that knows how much there is to do, if the meeting was recorded here."""
        length = from_milliseconds(sum(mark.length_ms for mark in self._library.track_marks(meeting_id)))
        return Job(JobId(new_id()), meeting_id, JobState.WAITING, options, length=length)

    def _stand_in_line(self, job_id: JobId) -> None:
        with self._changed:
            is_current = self._current is not None and self._current.job.id == job_id
            if not is_current and job_id not in self._line:
                self._line.append(job_id)
                self._changed.notify_all()

    def _on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, MeetingRemoved):
            run = self._current
            if run is not None and run.job.meeting_id == announcement.meeting_id:
                run.abandon()


def gives_the_same(one: RecognitionOptions, other: RecognitionOptions) -> bool:
    """Whether two wishes give the same words: the number of threads only changes how soon."""
    return replace(one, threads=0) == replace(other, threads=0)


def _can_go_on(last: Job, options: RecognitionOptions) -> bool:
    if last.is_live:
        return False  # its marks are those of the tracks; all of them are understood anew
    has_failed_at_the_end = last.error is not None and last.error.name == NoWordsFound.__name__
    return last.state is not JobState.DONE and not has_failed_at_the_end and gives_the_same(options, last.options)
