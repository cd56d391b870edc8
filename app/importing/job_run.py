"""One job with the engine process: asks, takes in what comes, and decides how it ends.

``run`` works on the import thread; ``cancel`` and ``abandon`` are called on any. The lock makes sure that once a job
was cancelled, nothing it still says reaches the library.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from app.announcements import Announcements, JobEnded, JobProgressAnnounced
from app.importing.engine_patience import EnginePatience, Patience
from app.importing.job_progress import JobProgress
from app.library.library import Library
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting
from app.transcript_intake import TranscriptIntake, to_gaps
from engine.contract.audio import to_milliseconds, to_seconds
from engine.contract.engine import DeviceReport
from engine.contract.error_report import ErrorReport, to_report
from engine.contract.errors import EngineDied, MediaError, NoWordsFound, VivavoceError
from engine.contract.messages import (
    CancelJob,
    DeviceChosen,
    Event,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgressed,
    LanguageChosen,
    MediaRead,
    SegmentsFinished,
    Stage,
    TranscribeFile,
)
from engine.contract.places import FAR_WORDS
from engine.pipeline.engine_client import EngineEnded
from engine.pipeline.engine_port import EnginePort

NO_SPEECH = "No speech was found."
NO_WORDS = "No words were found."
ALL_SET_ASIDE = "All that was heard was set aside as doubtful."
CARD_FAILED = "The graphics card failed during recognition. It went on in another way from where it was."

MOST_DEATHS = 3
"""So often the engine may die at the same place."""
MOST_CARD_FAILURES = 5
"""So often a graphics card may fail: each time a further way of using it is ruled out."""
SPEECH_WITHOUT_WORDS_S = 5.0
"""More speech than this without a word is a failure."""
CANCEL_S = 2.0
"""How long the engine may take to stop a job before it is killed."""
_LOOK_S = 0.1

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JobTools:
    """What the import queue lends to each job."""

    library: Library
    engine: EnginePort
    announcements: Announcements
    fingerprint: Callable[[Path], str]
    """Content hash of a media file; raises the ``MediaError`` tree."""
    note_device_failure: Callable[[str, DeviceReport, EngineEnded], None]
    """Told the speech model, the device that was in use, and how the engine process ended."""
    clock: Callable[[], float] = time.monotonic
    cancel_s: float = CANCEL_S
    patience: Patience = field(default_factory=Patience)


def goes_on_from_its_mark(library: Library, job: Job, meeting: Meeting) -> bool:
    """Whether a cancelled job may be gone on with. A better pass of a recording begins anew: its text is complete."""
    is_better_pass = is_recorded(meeting) and not library.job_output(job.id).is_shown
    return job.state is not JobState.CANCELLED or not is_better_pass


def _is_lesser(device: DeviceReport, *, than: DeviceReport) -> bool:
    """Whether a graphics card of this computer was given up. Going to a worker, and back, is no such thing."""
    is_the_same = (device.device, device.compute_type) == (than.device, than.compute_type)
    return than.is_own_card and not device.worker and not is_the_same


def forget_far_words(library: Library, job: Job, meeting: Meeting) -> None:
    """Delete the words that a cancelled better pass kept beside the sound. Once the engine has let go of it."""
    if is_recorded(meeting) and not library.job_output(job.id).is_shown:
        with contextlib.suppress(OSError):
            (library.meeting_folder(meeting.id) / FAR_WORDS).unlink(missing_ok=True)


def is_recorded(meeting: Meeting) -> bool:
    """Whether its sound was recorded here, and not read from a file."""
    return not meeting.source_path


class JobRun:
    """The work on one job, from its progress mark on."""

    def __init__(self, job: Job, meeting: Meeting, tools: JobTools) -> None:
        self.job = job
        self._meeting = meeting
        self._tools = tools
        self._library = tools.library
        self._engine = tools.engine
        self._lock = threading.Lock()
        self._is_over = False
        self._is_leaving = False
        self._is_engine_busy = False
        self._is_cancelled = False
        self._mark = job.finished_to
        self._speech = job.speech
        self._is_shown = tools.library.job_output(job.id).is_shown
        # A re-run votes anew, also after an interruption: the meeting's language is that of the transcript before it.
        self._language = meeting.language if self._is_shown else ""
        self._voted: LanguageChosen | None = None
        self._duration_ms = int(meeting.duration_ms)
        self._length = int(job.length)
        self._device: DeviceReport | None = None
        self._deaths = 0
        self._card_failures = 0
        self._notes: list[str] = []
        self._patience = EnginePatience(tools.patience)
        self._intake = TranscriptIntake(library=tools.library, job_id=job.id)
        self._progress = JobProgress(clock=tools.clock)

    @property
    def has_left(self) -> bool:
        """Whether it was put back in line."""
        return self._is_leaving

    def run(self) -> None:
        """Work until the job is over in the library, or waits again."""
        if not self._write(lambda: self._library.set_job_state(self.job.id, JobState.RUNNING)):
            return
        self._announce_progress()
        self._note_fingerprint()
        if not self._is_over:
            self._ask()
        while not self._is_over:
            asked_at = self._tools.clock()
            answer = self._engine.receive(_LOOK_S)
            if isinstance(answer, EngineEnded):
                self._on_engine_ended(answer)
            elif answer is None:
                self._patience.wait(self._tools.clock() - asked_at)
                if self._patience.is_over:
                    self._on_engine_hung()
            elif answer.job == self.job.id:
                self._patience.hear(answer)
                self._on_event(answer)
            if self._progress.is_due():
                self._announce_progress()
        if self._is_engine_busy and not self._is_leaving:
            self._stop_engine()
        if self._is_cancelled:
            forget_far_words(self._library, self.job, self._meeting)  # the engine writes no more

    def cancel(self) -> bool:
        """Mark the job as cancelled at once; what it has is kept. Whether there was something to cancel."""
        return self._finish(JobState.CANCELLED)

    def leave(self) -> None:
        """Put the job back in line, for later or for the next start; the queue ends the engine process itself."""
        self._is_leaving = True
        self._finish(JobState.WAITING)

    def abandon(self) -> None:
        """Stop without a trace: the meeting is gone from the library. Does not wait for the library."""
        with self._lock:
            self._is_over = True

    def fail(self, error: VivavoceError) -> None:
        """End the job with a reason; what it has is kept."""
        self._finish(JobState.FAILED, error=to_report(error))

    # What the engine says

    def _on_event(self, event: Event) -> None:
        if isinstance(event, JobFinished | JobCancelled | JobFailed):
            self._is_engine_busy = False
        match event:
            case JobProgressed():
                self._progress.update(event.stage, event.done, event.total)
            case MediaRead():
                self._on_media_read(event)
            case DeviceChosen():
                if self._device is not None and _is_lesser(event.device, than=self._device):
                    self._note(CARD_FAILED)
                self._device = event.device
                self._announce_progress()
            case LanguageChosen():
                self._language, self._voted = event.language, event
                if self._is_shown:
                    self._note_language()
            case SegmentsFinished():
                self._on_segments(event)
            case JobFinished():
                self._on_finished()
            case JobCancelled():
                self._finish(JobState.CANCELLED)
            case JobFailed():
                self._finish(JobState.FAILED, error=event.error)
            case _:
                pass  # of live recognition, which has an engine of its own

    def _on_media_read(self, event: MediaRead) -> None:
        self._length = int(event.length)
        if is_recorded(self._meeting):
            return  # the recording itself knows its length and its gaps
        self._duration_ms = int(to_milliseconds(max(event.lengths, default=event.length)))
        gaps = to_gaps(event.gaps, duration_ms=self._duration_ms)
        notes = (*event.notes, *self._notes)
        self._write(
            lambda: self._library.set_media(
                self._meeting.id,
                duration_ms=self._duration_ms,
                gaps=gaps,
                notes=notes,
                job_id=self.job.id,
                length=event.length,
                tracks=max(1, len(event.lengths)),
            )
        )

    def _on_segments(self, event: SegmentsFinished) -> None:
        if event.finished_to <= self._mark and self._mark > 0:
            return
        if not self._write(lambda: self._intake.take(event, duration_ms=self._duration_ms)):
            return
        self._mark = event.finished_to
        self._speech += event.speech
        self._deaths = 0
        if self._length:
            self._progress.update(Stage.RECOGNISING, event.finished_to, self._length)

    def _on_finished(self) -> None:
        speech_s = to_seconds(self._speech)
        output = self._library.job_output(self.job.id)
        if output.lines:
            pass
        elif output.set_aside:
            self._note(ALL_SET_ASIDE)
        elif speech_s > SPEECH_WITHOUT_WORDS_S:
            self.fail(NoWordsFound(speech_s))
            return
        else:
            self._note(NO_WORDS if self._speech else NO_SPEECH)
        if not self._is_shown:
            self._note_language()
        self._finish(JobState.DONE)

    def _on_engine_hung(self) -> None:
        """It is there and says nothing: to a person the same as one that died."""
        _log.info("The engine process said nothing for too long and was ended.")
        self._engine.kill()
        self._on_engine_ended(EngineEnded(None, ""))

    def _on_engine_ended(self, ended: EngineEnded) -> None:
        _log.info("The engine process ended with exit code %s.", ended.exit_code)
        self._is_engine_busy = False
        if self._is_over:
            return
        device, self._device = self._device, None
        if device is not None and device.is_own_card and self._card_failures < MOST_CARD_FAILURES:
            self._card_failures += 1
            self._tools.note_device_failure(self.job.options.model, device, ended)
            self._note(CARD_FAILED)
        else:
            self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            self.fail(EngineDied(ended.exit_code))
            return
        self._progress.pause()
        self._ask()

    # What it does

    def _ask(self) -> None:
        self._is_engine_busy = True
        self._patience.begin()
        self._engine.send(
            TranscribeFile(
                job=self.job.id,
                source=self._meeting.source_path,
                sound_folder=str(self._library.meeting_folder(self._meeting.id)),
                audio_stream=self._meeting.audio_stream,
                channel=self._meeting.channel,
                options=self.job.options,
                resume_at=self._mark,
                resume_language=self._language if self._mark > 0 else "",
                tracks=max(1, len(self._meeting.tracks)) if is_recorded(self._meeting) else 1,
                course=self._meeting.course_id or "",
            )
        )

    def _stop_engine(self) -> None:
        """Ask the engine to let go of the job, and end it if it does not. What the job still says is not heard."""
        self._engine.send(CancelJob(self.job.id))
        until = time.monotonic() + self._tools.cancel_s
        while time.monotonic() < until:
            answer = self._engine.receive(_LOOK_S)
            if isinstance(answer, EngineEnded):
                return
            if isinstance(answer, JobCancelled | JobFinished | JobFailed) and answer.job == self.job.id:
                return
        self._engine.kill()

    def _note_fingerprint(self) -> None:
        if self._meeting.source_fingerprint or not self._meeting.source_path:
            return
        with contextlib.suppress(MediaError):  # the engine says it better
            found = self._tools.fingerprint(Path(self._meeting.source_path))
            self._write(lambda: self._library.set_fingerprint(self._meeting.id, found))

    def _note_language(self) -> None:
        voted = self._voted
        if voted is not None:
            self._write(lambda: self._library.set_language(self._meeting.id, voted.language, voted.probability))

    def _note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.append(text)
            self._write(lambda: self._library.add_note(self._meeting.id, text))

    def _write(self, work: "Callable[[], Future[None]]") -> bool:
        """Write to the library unless the job is over, and wait until it is on disk. A full disk ends the job."""
        with self._lock:
            if self._is_over:
                return False
            future = work()
        try:
            future.result()
        except VivavoceError as error:
            self.fail(error)
            return False
        return True

    def _finish(self, state: JobState, *, error: ErrorReport | None = None) -> bool:
        with self._lock:
            if self._is_over:
                return False
            self._is_over = True
            self._is_cancelled = state is JobState.CANCELLED
            future = self._library.set_job_state(self.job.id, state, error=error)
        try:
            future.result()
        except VivavoceError as trouble:
            # Nor is there room to write that there is no room. At the next start the job waits again.
            error = error or to_report(trouble)
        if state is not JobState.WAITING:
            sentence = error.sentence if error is not None else ""
            self._tools.announcements.announce(JobEnded(self.job.id, self.job.meeting_id, state, sentence))
        return True

    def _announce_progress(self) -> None:
        if not self._is_over:
            progress = self._progress
            self._tools.announcements.announce(
                JobProgressAnnounced(
                    self.job.id,
                    self.job.meeting_id,
                    JobState.RUNNING,
                    progress.stage,
                    progress.fraction,
                    progress.seconds_left,
                    self._device.worker if self._device is not None else "",
                    self._device.missed_worker if self._device is not None else "",
                )
            )
