"""The live recognitions, one at a time: of the recording that runs, and else of those whose text is not whole yet.

Has a thread of its own, which alone talks to the live engine process; the public methods may be called on any. While
there is work, the line of imports stands still and its engine process is closed: two speech models at once are more
than many computers hold. A recording that is understood gets the better pass, which stands in that line.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Protocol

from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import JobState
from app.recording.live_run import LiveRun
from app.recording.live_tools import Ending
from app.recording.status import RecordingPhase, UnderstandingPhase
from app.recording.warm_up import WarmUp
from engine.contract.errors import VivavoceError
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_port import EnginePort

KEPT_S = 120.0
"""How long an engine that was warmed up waits for its recording."""

_JOIN_S = 3.0
_LEAST_MS = 1000
"""Less sound holds no words that a better pass would find."""

_log = logging.getLogger(__name__)


class Imports(Protocol):
    """The line of imports as recording sees it: ``ImportQueue``, or a fake."""

    def hold(self) -> None:
        """Stand still, and let the engine process go. Returns at once."""
        ...

    def go_on(self) -> None:
        """Go on."""
        ...

    def improve(self, meeting_id: MeetingId) -> JobId:
        """Put the better pass of a recording in line; once, however often it is asked for."""
        ...

    def cancel(self, job_id: JobId) -> None:
        """Stop a job and keep what it has."""
        ...


class LiveQueue:
    """The runs, the engine that works on them, and what follows from how each ends."""

    def __init__(
        self,
        *,
        library: Library,
        engine: EnginePort,
        imports: Imports,
        report_bug: Callable[[threading.ExceptHookArgs], object] | None = None,
    ) -> None:
        self._library = library
        self._engine = engine
        self._imports = imports
        self._report_bug = report_bug
        self._changed = threading.Condition()
        self._line: deque[LiveRun] = deque()
        self._warm_up: WarmUp | None = None
        self._kept_until_s = 0.0
        self._current: LiveRun | WarmUp | None = None
        self._is_holding = False
        self._is_closing = False
        self._thread: threading.Thread | None = None

    def prepare(self, options: RecognitionOptions) -> "Future[None]":
        """Load the speech model of a recording that begins soon. The Future tells when, or why that cannot be."""
        warm_up = WarmUp(options, engine=self._engine)
        with self._changed:
            if self._is_closing or self._line or isinstance(self._current, LiveRun):
                warm_up.loaded.set_result(None)
                return warm_up.loaded
            self._warm_up = warm_up
        self._wake()
        return warm_up.loaded

    def begin(self, run: LiveRun) -> None:
        """A recording begins: its text goes before everything else."""
        self._put(run, is_first=True)

    def add(self, run: LiveRun) -> None:
        """The rest of a recording that is over, when there is time."""
        self._put(run, is_first=False)

    def drop(self, meeting_id: MeetingId) -> list[LiveRun]:
        """Let go of a meeting, because it is gone or recorded on; the runs that were dropped."""
        with self._changed:
            dropped = [run for run in self._line if run.meeting_id == meeting_id]
            self._line = deque(run for run in self._line if run.meeting_id != meeting_id)
            if isinstance(self._current, LiveRun) and self._current.meeting_id == meeting_id:
                dropped.append(self._current)
        for run in dropped:
            run.abandon()
        return dropped

    def drop_job(self, job_id: JobId) -> None:
        """Let go of a job that a person cancelled."""
        with self._changed:
            current = self._current
            dropped = [run for run in self._line if run.job.id == job_id]
            self._line = deque(run for run in self._line if run.job.id != job_id)
            if isinstance(current, LiveRun) and current.job.id == job_id:
                dropped.append(current)
        for run in dropped:
            run.abandon()

    def give_up_improving(self, meeting_id: MeetingId) -> None:
        """The meeting is recorded on: a better pass over what there is now would be of no use."""
        for job in self._library.jobs(unfinished=True):
            if job.meeting_id == meeting_id:
                self._imports.cancel(job.id)

    def close(self) -> None:
        """End the work and the engine process within moments. What is not understood is at the next start."""
        with self._changed:
            self._is_closing = True
            run, thread = self._current, self._thread
            self._changed.notify_all()
        if isinstance(run, WarmUp):
            run.leave()
        elif run is not None:
            run.leave(is_closing=True)
        if thread is not None:
            thread.join(_JOIN_S)
        self._engine.kill()

    def _put(self, run: LiveRun, *, is_first: bool) -> None:
        with self._changed:
            if self._is_closing:
                return
            if is_first:
                self._line.appendleft(run)
                if isinstance(self._current, LiveRun):
                    self._current.leave()
            else:
                self._line.append(run)
        self._wake()

    def _wake(self) -> None:
        with self._changed:
            is_new, self._is_holding = not self._is_holding, True
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="live-text", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        if is_new:
            # Not under our lock: it waits for the library, whose announcements come back to us.
            self._imports.hold()

    # The queue's thread

    def _work(self) -> None:
        while (run := self._next()) is not None:
            if isinstance(run, WarmUp):
                run.run()
                self._kept_until_s = time.monotonic() + KEPT_S
                with self._changed:
                    self._current = None
                continue
            try:
                self._note_running(run)
                self._settle(run, run.run())
            except Exception as error:
                # A bug with one recording must not stop the others; its sound is nothing of ours.
                self._on_bug(run, error)
            finally:
                with self._changed:
                    self._current = None

    def _next(self) -> LiveRun | WarmUp | None:
        """Wait for a run; with nothing left to do the engine process is let go and the imports go on."""
        while True:
            with self._changed:
                if self._is_closing:
                    return None
                if self._warm_up is not None:
                    self._current, self._warm_up = self._warm_up, None
                    return self._current
                if self._line:
                    self._kept_until_s = 0.0
                    self._current = self._line.popleft()
                    return self._current
                kept_s = self._kept_until_s - time.monotonic()
                if not self._is_holding or kept_s > 0:
                    self._changed.wait(kept_s if self._is_holding else None)
                    continue
            self._engine.close()
            with self._changed:
                if not self._line and not self._is_closing:
                    self._is_holding = False
                    self._imports.go_on()

    def _note_running(self, run: LiveRun) -> None:
        """What waited since the last start is worked on now."""
        if run.board is None:
            with suppress(VivavoceError):
                self._library.set_job_state(run.job.id, JobState.RUNNING).result()

    def _settle(self, run: LiveRun, ending: Ending) -> None:
        try:
            match ending:
                case Ending.LEFT:
                    run.come_back()
                    with self._changed:
                        if not self._is_closing:
                            self._line.append(run)
                    return
                case Ending.DONE:
                    if self._is_worth_improving(run.meeting_id):
                        self._imports.improve(run.meeting_id)
                    self._library.set_job_state(run.job.id, JobState.DONE).result()
                case Ending.FAILED:
                    self._library.set_job_state(run.job.id, JobState.FAILED, error=run.error).result()
                case Ending.GONE:
                    pass
        except MeetingNotFound:
            pass
        except VivavoceError as error:
            # A full disk above all. At the next start the job waits again.
            _log.info("The end of a live recognition could not be noted: %s", type(error).__name__)
        self._show_end(run, ending)

    def _is_worth_improving(self, meeting_id: MeetingId) -> bool:
        marks = self._library.track_marks(meeting_id)
        return max((mark.length_ms for mark in marks), default=0) >= _LEAST_MS

    def _show_end(self, run: LiveRun, ending: Ending) -> None:
        if run.board is None:
            return
        if ending is Ending.DONE:
            run.board.change(understanding=UnderstandingPhase.DONE, behind_s=0.0)
        elif ending is Ending.FAILED:
            run.board.change(understanding=UnderstandingPhase.FAILED, understanding_error=run.error)
        if run.board.status.phase is not RecordingPhase.FAILED:
            run.board.change(phase=RecordingPhase.ENDED)

    def _on_bug(self, run: LiveRun, error: Exception) -> None:
        report = self._report_bug or threading.excepthook
        report(threading.ExceptHookArgs((type(error), error, error.__traceback__, self._thread)))
        self._engine.kill()
        run.fall_over()
        with self._changed:
            self._line.appendleft(run)
