"""Recording, as the window and the command line see it: start, pause, mark, stop, and what came of it.

Built by the composition and safe on every thread. Nothing of a recording runs on the caller's thread: the sound has
one (``sound_run.py``), the text another (``live_queue.py``), and a window that is frozen costs neither a frame nor a
word. Sound and text are kept apart on purpose: whatever becomes of the text, the sound is safe and says so.
"""

import shutil
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from app.announcements import Announcement, Announcements, JobEnded, MeetingRemoved, MeetingUpdated, RecordingChanged
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import JobId, MeetingId, MomentId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.moment import Moment, MomentKind
from app.recording.errors import NotRecordedHere, RecordingInProgress
from app.recording.live_queue import Imports, LiveQueue
from app.recording.live_run import LiveRun
from app.recording.live_supervision import LivePatience
from app.recording.live_tools import LiveTools, ignore_device_failure
from app.recording.recorder_link import RecorderLink
from app.recording.recorder_patience import RecorderPatience
from app.recording.recovery import recover_recordings
from app.recording.sound_run import SoundRun
from app.recording.sound_tools import SoundTools
from app.recording.status import (
    RecordingPhase,
    RecordingStatus,
    RecordingWish,
    RecoveredMeeting,
    TrackStatus,
)
from app.recording.status_board import StatusBoard
from engine.contract.audio import SILENCE_DBFS, Milliseconds
from engine.contract.engine import DeviceReport
from engine.contract.errors import DiskFull
from engine.contract.messages import Event
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import RecorderEvent, SourceChoice, SourceState, StartRecording
from engine.contract.room import LEAST_BYTES
from engine.pipeline.engine_client import EngineEnded
from engine.pipeline.engine_port import EnginePort

Listener = Callable[[Event | RecorderEvent], None]

_CLOSE_S = 2.5
_STOP_S = 1.5


class Recordings:
    """One recording at a time. Safe on every thread; no method but ``start``, ``recover`` and ``close`` waits."""

    def __init__(
        self,
        *,
        library: Library,
        recorder: RecorderLink,
        engine: EnginePort,
        imports: Imports,
        announcements: Announcements,
        make_title: Callable[[datetime], str],
        write_playback: Callable[[MeetingId, int], None],
        note_device_failure: Callable[[str, DeviceReport, EngineEnded], None] = ignore_device_failure,
        bookmark_s: Callable[[], int] = lambda: 30,
        low_room_s: Callable[[], float] = lambda: 900.0,
        patience: LivePatience = LivePatience(),  # noqa: B008 - it is frozen
        recorder_patience: RecorderPatience = RecorderPatience(),  # noqa: B008 - likewise
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        report_bug: Callable[[threading.ExceptHookArgs], object] | None = None,
    ) -> None:
        """Nothing is started yet.

        Args:
            library: Where everything is kept.
            recorder: The recorder process.
            engine: An engine process for live recognition alone.
            imports: The line of imports, which stands still meanwhile and takes the better pass.
            announcements: Told when something changed that a person sees.
            make_title: Given the local time, a title for a recording that has none.
            write_playback: Begins to make the copy to listen to, of a meeting with so many tracks.
            note_device_failure: See ``LiveTools``.
            bookmark_s: How far back a bookmark reaches.
            low_room_s: A disk that lasts for less than this is nearly full.
            patience: How long the engine may say nothing.
            recorder_patience: How long the recorder may, and how often it may die.
            now: The time of day, in UTC.
            report_bug: Told of a bug on a thread of ours, instead of Python's own hook.
        """
        self._library = library
        self._announcements = announcements
        self._make_title = make_title
        self._write_playback = write_playback
        self._bookmark_s = bookmark_s
        self._now = now
        self._listeners: tuple[Listener, ...] = ()
        self._sound_tools = SoundTools(
            library=library,
            recorder=recorder,
            on_closed=write_playback,
            listener=self._tell,
            low_room_s=low_room_s,
            patience=recorder_patience,
            report_bug=report_bug,
        )
        self._text_tools = LiveTools(
            library=library,
            engine=engine,
            note_device_failure=note_device_failure,
            listener=self._tell,
            patience=patience,
        )
        self._queue = LiveQueue(library=library, engine=engine, imports=imports, report_bug=report_bug)
        self._starting = threading.Lock()
        self._board: StatusBoard | None = None
        self._sound: SoundRun | None = None
        self._live: LiveRun | None = None
        self._recovered: tuple[RecoveredMeeting, ...] = ()
        self._unsubscribe = announcements.subscribe(self._on_announcement)

    @property
    def status(self) -> RecordingStatus | None:
        """The snapshot of now; ``None`` when nothing is recorded or finishing. Cheap."""
        board = self._board
        return board.status if board is not None else None

    @property
    def recovered(self) -> tuple[RecoveredMeeting, ...]:
        """Interrupted recordings that were found and nobody saw to yet."""
        return self._recovered

    def prepare(self, options: RecognitionOptions) -> "Future[None]":
        """Load the speech model of a recording that begins soon. The Future tells when, or why that cannot be."""
        return self._queue.prepare(options)

    def start(self, wish: RecordingWish) -> MeetingId:
        """Begin to record; returns when the meeting is in the library.

        Raises:
            RecordingInProgress: something is being recorded.
            MeetingNotFound, NotRecordedHere: the meeting to go on with is not there, or came from a file.
            DiskFull, LibraryNotWritable: the library could not note it, or there is hardly any room.
        """
        with self._starting:
            status = self.status
            if status is not None and status.phase.is_open:
                raise RecordingInProgress(status.title)
            self._check_room()
            meeting, job = self._reopen(wish) if wish.append_to is not None else self._add(wish)
            return self._begin(wish, meeting, job)

    def pause(self) -> None:
        """Let go of the sources; nothing of what sounds now is kept anywhere."""
        if (sound := self._sound) is not None:
            sound.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        if (sound := self._sound) is not None:
            sound.resume()

    def stop(self) -> None:
        """End the recording. The phase of the status tells how far that is."""
        if (sound := self._sound) is not None:
            sound.stop()

    def change_source(self, track: int, source: SourceChoice) -> None:
        """Let a track of what is recorded go on with another device of its kind."""
        if (sound := self._sound) is not None:
            sound.change_source(track, source)

    def bookmark(self) -> None:
        """Mark what was said just now, as far back as the person chose."""
        status = self.status
        if status is not None and status.phase.is_open:
            at = status.elapsed_ms
            self._add_moment(MomentKind.BOOKMARK, max(0, at - self._bookmark_s() * 1000), at, "")

    def add_note(self, text: str) -> None:
        """Write a note at this moment."""
        status = self.status
        if status is not None and status.phase.is_open and text.strip():
            self._add_moment(MomentKind.NOTE, status.elapsed_ms, status.elapsed_ms, text.strip())

    def dismiss_recovered(self, meeting_id: MeetingId) -> None:
        """The person has seen to a recovered recording."""
        self._recovered = tuple(each for each in self._recovered if each.meeting_id != meeting_id)
        self._library.set_recovered(meeting_id, False)
        self._announcements.announce(RecordingChanged(meeting_id))

    def retry_understanding(self) -> None:
        """Try live recognition again after it failed."""
        if (live := self._live) is not None:
            live.retry()

    def overhear(self, listener: Listener) -> None:
        """Tell somebody every event of recorder and engine as well, the engine's once they are committed.

        Called on the threads of the recording, so it must not block.
        """
        self._listeners = (*self._listeners, listener)

    def recover(self) -> None:
        """Find what a crash left, make it whole, and go on with its text. Called once at the start."""
        self._recovered = tuple(recover_recordings(self._library, bookmark_s=self._bookmark_s()))
        for job in self._library.unfinished_live_jobs():
            with suppress(MeetingNotFound):
                self._take_up(job)
        for each in self._recovered:
            self._announcements.announce(RecordingChanged(each.meeting_id))

    def close(self) -> None:
        """Within 3 s: the sound is closed and saved. Text that is missing is understood after the next start."""
        self._unsubscribe()
        if (sound := self._sound) is not None:
            sound.stop(within_s=_STOP_S)
            sound.join(_CLOSE_S)
        self._queue.close()

    # How it begins

    def _check_room(self) -> None:
        try:
            free = shutil.disk_usage(self._library.folder).free
        except OSError:
            return  # not every file system tells
        if free < LEAST_BYTES:
            raise DiskFull(str(self._library.folder))

    def _add(self, wish: RecordingWish) -> tuple[Meeting, Job]:
        at = self._now()
        meeting = Meeting(
            id=MeetingId(new_id()),
            title=wish.title.strip() or self._make_title(at.astimezone()),
            created_at=at,
            status=MeetingStatus.RECORDING,
            course_id=wish.course_id,
            tracks=tuple(TrackInfo(number, source.kind) for number, source in enumerate(wish.sources)),
        )
        job = self._live_job(meeting, wish)
        self._library.add_recording(meeting, job).result()
        return meeting, job

    def _reopen(self, wish: RecordingWish) -> tuple[Meeting, Job]:
        meeting_id = wish.append_to
        assert meeting_id is not None
        meeting = self._library.meeting(meeting_id)
        if meeting.source_path or not meeting.tracks:
            raise NotRecordedHere(meeting.title)
        self._queue.drop(meeting_id)
        self._queue.give_up_improving(meeting_id)
        job = self._live_job(meeting, wish)
        self._library.reopen_recording(meeting_id, job).result()
        return meeting, job

    def _live_job(self, meeting: Meeting, wish: RecordingWish) -> Job:
        options = self._library.options_in(meeting.course_id, wish.options)
        return Job(JobId(new_id()), meeting.id, JobState.RUNNING, options, is_live=True)

    def _begin(self, wish: RecordingWish, meeting: Meeting, job: Job) -> MeetingId:
        sources = sources_for(meeting, wish)
        status = RecordingStatus(
            meeting_id=meeting.id,
            job_id=job.id,
            title=meeting.title,
            phase=RecordingPhase.STARTING,
            tracks=tuple(_a_track(track.number, source) for track, source in zip(meeting.tracks, sources, strict=True)),
            elapsed_ms=Milliseconds(meeting.duration_ms),
            model=job.options.model,
        )
        board = StatusBoard(status, announce=partial(self._on_change, job.id))
        live = LiveRun(job, self._text_tools, board=board, language=meeting.language)
        folder = self._library.meeting_folder(meeting.id)
        sound = SoundRun(
            StartRecording(meeting.id, str(folder), sources),
            meeting_id=meeting.id,
            job_id=job.id,
            board=board,
            live=live,
            tools=self._sound_tools,
        )
        self._board, self._sound, self._live = board, sound, live
        sound.start()
        self._queue.begin(live)
        self._announcements.announce(RecordingChanged(meeting.id))
        return meeting.id

    def _take_up(self, job: Job) -> None:
        """The rest of the text of a recording that is over."""
        meeting = self._library.meeting(job.meeting_id)
        if meeting.status is MeetingStatus.RECORDING:
            return  # it could not be made whole yet
        self._queue.add(LiveRun(job, self._text_tools, language=meeting.language))
        self._write_playback(meeting.id, len(meeting.tracks))

    # While it lasts

    def _add_moment(self, kind: MomentKind, start_ms: int, end_ms: int, text: str) -> None:
        board, sound = self._board, self._sound
        if board is None or sound is None:
            return
        at = Milliseconds(start_ms), Milliseconds(end_ms)
        moment = Moment(MomentId(new_id()), board.status.meeting_id, kind, *at, text)
        self._library.add_moment(moment)
        sound.mark(text, Milliseconds(end_ms))

    def _on_change(self, job_id: JobId) -> None:
        """The status of a recording changed in a way that is told."""
        board = self._board
        if board is None or board.status.job_id != job_id:
            return
        status = board.status
        self._announcements.announce(RecordingChanged(status.meeting_id))
        if status.phase is RecordingPhase.ENDED and self._board is board:
            self._board = self._sound = self._live = None
            self._announcements.announce(RecordingChanged(status.meeting_id))

    def _tell(self, event: Event | RecorderEvent) -> None:
        for listener in self._listeners:
            listener(event)

    def _on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, JobEnded) and announcement.state is JobState.CANCELLED:
            self._on_cancelled(announcement.job_id)
        if isinstance(announcement, MeetingUpdated) and announcement.title is not None:
            board = self._board
            if board is not None and board.status.meeting_id == announcement.meeting_id:
                board.change(title=announcement.title)
        if isinstance(announcement, MeetingRemoved):
            self._recovered = tuple(each for each in self._recovered if each.meeting_id != announcement.meeting_id)
            status, sound = self.status, self._sound
            if status is not None and status.meeting_id == announcement.meeting_id and sound is not None:
                sound.stop()
            self._queue.drop(announcement.meeting_id)

    def _on_cancelled(self, job_id: JobId) -> None:
        """A person does not want the rest of a text; while it is recorded, it goes on."""
        status = self.status
        if status is None or status.job_id != job_id or not status.phase.is_open:
            self._queue.drop_job(job_id)


def sources_for(meeting: Meeting, wish: RecordingWish) -> tuple[SourceChoice, ...]:
    """A source for each track, in their order: the wished one of its kind, else the system's own."""
    left = list(wish.sources)
    found: list[SourceChoice] = []
    for track in meeting.tracks:
        source = next((each for each in left if each.kind is track.kind), None)
        if source is not None:
            left.remove(source)
        found.append(source or SourceChoice(track.kind))
    return tuple(found)


def _a_track(number: int, source: SourceChoice) -> TrackStatus:
    return TrackStatus(
        track=number,
        kind=source.kind,
        device=source.name,
        state=SourceState.OPENED,
        peak_dbfs=SILENCE_DBFS,
        rms_dbfs=SILENCE_DBFS,
        recorded_ms=Milliseconds(0),
        saved_ms=Milliseconds(0),
        settled_ms=Milliseconds(0),
    )
