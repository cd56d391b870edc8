"""The live recognition of one recording: asks the engine, takes in what comes, and keeps at it whatever happens.

``run`` works on the thread of ``live_queue.py``; the other public methods are called on any. Sound and text are apart:
nothing here can hold up or end a recording. What is committed stands in the library with the mark of its track, in
one transaction, so an engine that is asked again goes on with the very next word.
"""

import logging
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future

from app.meetings.coverage import TrackMark
from app.meetings.errors import LibraryError, MeetingNotFound
from app.meetings.identifiers import MeetingId
from app.meetings.job import Job
from app.recording.live_asking import LOOK_S, LiveAsking
from app.recording.live_rest import deadly_stretch, has_rest
from app.recording.live_signs import LiveSigns
from app.recording.live_supervision import Answer, LiveSupervision
from app.recording.live_tools import Ending, LiveTools
from app.recording.said_words import OpenLines, followed_track
from app.recording.status_board import StatusBoard
from app.transcript_intake import TranscriptIntake
from engine.contract.engine import DeviceReport
from engine.contract.error_report import ErrorReport, from_report, to_report
from engine.contract.errors import DiskFull, EngineDied, VivavoceError, WorkerError
from engine.contract.messages import (
    DeviceChosen,
    Event,
    FellBehind,
    FollowRecording,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgressed,
    LanguageChosen,
    LineGrown,
    StretchRepaired,
    StretchSkipped,
    TentativeHeard,
    TrackSettled,
)
from engine.pipeline.engine_client import EngineEnded

MOST_CARD_FAILURES = 5
"""So often a graphics card may fail: each time a further way of using it is ruled out."""
_MOST_LAST_TRIES = 2

_log = logging.getLogger(__name__)


class LiveRun:
    """The work on one recording's text."""

    def __init__(self, job: Job, tools: LiveTools, *, board: StatusBoard | None = None, language: str = "") -> None:
        """Without a board it is the rest of a recording that is over."""
        self.job = job
        self.board = board
        self._signs = LiveSigns(board)
        self._tools = tools
        self._library = tools.library
        self._engine = tools.engine
        self._supervision = LiveSupervision(tools.patience)
        self._intake = TranscriptIntake(library=tools.library, job_id=job.id)
        self._lock = threading.Lock()
        # What others wish
        self._rings: Mapping[int, str] | None = None if board is not None else {}
        self._version = 0
        self._is_sound_over = board is None
        self._is_leaving = False
        self._is_closing = False
        self._is_gone = False
        # What the queue's thread knows
        self._asking = LiveAsking(job.id, tools)
        self._error: ErrorReport | None = None
        self._failed_s = 0.0
        self._last_tries = 0
        self._open_lines = OpenLines()
        self._language = language
        self._device: DeviceReport | None = None
        self._card_failures = 0

    @property
    def meeting_id(self) -> MeetingId:
        """Whose text it is."""
        return self.job.meeting_id

    @property
    def error(self) -> ErrorReport | None:
        """Why it cannot go on, if it cannot."""
        return self._error

    def follow(self, rings: Mapping[int, str]) -> None:
        """The recorder began, or began again: these are the rings of its tracks now."""
        with self._lock:
            self._rings = dict(rings)
            self._version += 1

    def end_sound(self, *, is_clean: bool) -> None:
        """Nothing more is recorded. Where the rings were not closed, the rest is read from the files."""
        with self._lock:
            self._is_sound_over = True
            if not is_clean:
                self._rings = {}
                self._version += 1

    def give_up(self, error: ErrorReport) -> None:
        """There is no sound to understand."""
        with self._lock:
            self._is_sound_over = True
            self._last_tries = _MOST_LAST_TRIES
            self._error = error

    def retry(self) -> None:
        """Try again after a failure."""
        with self._lock:
            if self._error is not None:
                self._error = None
                self._supervision.forgive()
                self._version += 1
        self._signs.show_loading()

    def leave(self, *, is_closing: bool = False) -> None:
        """Let something else go first; ``is_closing`` lets nobody wait for the engine."""
        with self._lock:
            self._is_leaving = True
            self._is_closing = self._is_closing or is_closing

    def come_back(self) -> None:
        """What went first is done: ``run`` may be called again."""
        with self._lock:
            self._is_leaving = self._is_closing

    def abandon(self) -> None:
        """The meeting is gone."""
        with self._lock:
            self._is_gone = True

    def fall_over(self) -> None:
        """A bug of ours ended it; the sound goes on, and so does the wait for its end."""
        self._asking.free()
        self._fail(to_report(VivavoceError()))

    # The queue's thread

    def run(self) -> Ending:
        """Work until the recording is understood, or something else goes first."""
        ending: Ending | None = None
        try:
            while (ending := self._attend()) is None:
                self._listen()
        except MeetingNotFound:
            ending = Ending.GONE
        if self._asking.is_busy:
            self._asking.stop(is_hurried=self._is_hurried)
        return ending

    def _attend(self) -> Ending | None:
        """Do what others wish, and tell whether it is over."""
        with self._lock:
            rings, version, is_over = self._rings, self._version, self._is_sound_over
            ending = Ending.GONE if self._is_gone else Ending.LEFT if self._is_leaving else None
        if ending is not None:
            return ending
        if self._asking.is_busy:
            self._asking.mind(is_outdated=version != self._asking.version)
        elif self._error is not None:
            if not is_over:
                self._try_later()
            elif not self._try_once_more():
                ending = Ending.FAILED
        elif rings is not None and self._asking.version != version:
            self._ask(rings, version)
        elif rings is not None and is_over and self._is_whole():
            ending = Ending.DONE
        return ending

    def _listen(self) -> None:
        asked_at = self._tools.clock()
        answer = self._engine.receive(LOOK_S)
        if isinstance(answer, EngineEnded):
            self._on_engine_ended(answer)
        elif answer is None:
            if self._asking.is_busy and not self._asking.is_letting_go:
                self._supervision.wait(self._tools.clock() - asked_at)
                if self._supervision.is_hung:
                    _log.info("The live engine said nothing for too long and was ended.")
                    self._engine.kill()
                    self._on_engine_ended(EngineEnded(None, ""))
        elif answer.job == self._asking.name:
            self._on_event(answer)

    # What the engine says

    def _on_event(self, event: Event) -> None:
        if isinstance(event, JobFinished | JobCancelled | JobFailed) and self._asking.is_letting_go:
            self._asking.free()
            return
        if self._asking.is_letting_go:
            return  # from before; what it did not commit is understood again
        self._supervision.hear(event)
        if not isinstance(event, JobFailed | JobCancelled | JobProgressed):
            self._signs.show_listening()
        match event:
            case LineGrown() | TrackSettled() | StretchSkipped() | StretchRepaired():
                self._take_in(event)
            case TentativeHeard():
                self._signs.show_tentative(event)
            case FellBehind():
                self._signs.show_lateness(event)
            case DeviceChosen():
                self._device = event.device
                self._signs.show_device(event.device)
            case LanguageChosen():
                self._on_language(event)
            case JobFinished() | JobFailed() | JobCancelled():
                self._on_job_over(event)
            case _:
                pass
        self._tools.tell(event, is_committed=self._error is None)

    def _take_in(self, event: LineGrown | TrackSettled | StretchSkipped | StretchRepaired) -> None:
        """What goes into the library."""
        match event:
            case LineGrown():
                if self._write(self._intake.grow(event)):
                    self._open_lines.hear(event)
                    self._signs.show_line(event)
            case TrackSettled():
                if self._write(self._intake.settle(event)):
                    self._signs.show_settled(event.track, event.settled_to)
            case StretchSkipped():
                self._write(self._intake.skip(event))
            case StretchRepaired():
                self._write(self._intake.repair(event))

    def _on_job_over(self, event: JobFinished | JobFailed | JobCancelled) -> None:
        match event:
            case JobFinished():
                self._asking.is_busy = False
                self._signs.show_in_time()
            case JobFailed():
                self._asking.is_busy = False
                self._fail(event.error)
            case JobCancelled():
                self._asking.free()

    def _on_language(self, event: LanguageChosen) -> None:
        self._language = event.language
        self._write(self._library.set_language(self.meeting_id, event.language, event.probability))

    def _on_engine_ended(self, ended: EngineEnded) -> None:
        if not self._asking.is_busy:
            return
        _log.info("The live engine ended with exit code %s.", ended.exit_code)
        if self._asking.is_letting_go:
            self._asking.free()
            return
        self._asking.is_busy = False
        self._signs.show_nothing_tentative()
        device, self._device = self._device, None
        if device is not None and device.is_own_card and self._card_failures < MOST_CARD_FAILURES:
            self._card_failures += 1
            self._tools.note_device_failure(self.job.options.model, device, ended)
            self._go_on()
            return
        marks = self._library.track_marks(self.meeting_id)
        match self._supervision.died([mark.settled_to for mark in marks]):
            case Answer.AGAIN:
                self._go_on()
            case Answer.SKIP:
                self._skip(marks)
                self._go_on()
            case Answer.GIVE_UP:
                self._fail(to_report(EngineDied(ended.exit_code)))

    # What it does

    def _ask(self, rings: Mapping[int, str], version: int) -> None:
        marks = self._library.track_marks(self.meeting_id)
        transcript = self._library.transcript(self.meeting_id)
        name = self._asking.begin(version)
        self._supervision.begin()
        self._engine.send(
            FollowRecording(
                job=name,
                sound_folder=str(self._library.meeting_folder(self.meeting_id)),
                tracks=tuple(
                    followed_track(mark, rings.get(mark.track, ""), transcript, open_lines=self._open_lines)
                    for mark in marks
                ),
                options=self.job.options,
                language=self._language,
            )
        )

    def _go_on(self) -> None:
        self._asking.version = None
        self._signs.show_restarting()

    def _skip(self, marks: Sequence[TrackMark]) -> None:
        """Give up the stretch at which the engine dies each time."""
        skipped = deadly_stretch(self._library, self.meeting_id, marks, job=self._asking.name)
        if skipped is None:
            return
        gap = skipped.gap
        _log.info("Live recognition gave up %d samples at which it died each time.", gap.stop - gap.start)
        if self._write(self._intake.skip(skipped)):
            self._write(self._library.settle_track(self.job.id, gap.track, gap.stop))
        self._tools.listener(skipped)

    def _write(self, future: "Future[None]") -> bool:
        """Wait until it is on disk, so that a slow library slows the engine down. A full disk ends the text for now."""
        try:
            future.result()
        except MeetingNotFound:
            raise
        except VivavoceError as error:
            self._fail(to_report(error))
            if self._asking.is_busy and not self._asking.is_letting_go:
                self._asking.let_go()
            return False
        return True

    def _fail(self, error: ErrorReport) -> None:
        self._error = error
        self._failed_s = self._tools.clock()
        self._signs.show_failed(error)

    def _try_later(self) -> None:
        """While the recording lasts, an engine that died too often is asked again by itself, and so is a worker."""
        is_due = self._tools.clock() - self._failed_s > self._tools.patience.again_s
        if is_due and self._error is not None and isinstance(from_report(self._error), EngineDied | WorkerError):
            self.retry()

    def _try_once_more(self) -> bool:
        """After the recording, what only wanted room is tried again by itself."""
        error = None if self._error is None else from_report(self._error)
        if not isinstance(error, DiskFull | LibraryError) or self._last_tries >= 1:
            return False
        self._last_tries += 1
        self._error = None
        self._asking.version = None
        return True

    def _is_hurried(self) -> bool:
        return self._is_closing

    def _is_whole(self) -> bool:
        """Whether everything is settled; what is not is asked for again, from the files."""
        if not has_rest(self._library, self.meeting_id) or self._last_tries >= _MOST_LAST_TRIES:
            return True
        self._last_tries += 1
        with self._lock:
            self._rings = {}
            self._version += 1
        return False
