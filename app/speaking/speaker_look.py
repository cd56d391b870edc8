"""One look for the speakers of a meeting with the engine process: asks, waits, and brings the answer to the library.

``run`` works on the thread of ``speaker_queue.py``; ``leave`` and ``abandon`` may be called on any. Whatever goes
wrong, the transcript stands as it was, and the reason stands with the look.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto

from app.library.library import Library
from app.meetings.attribution import turns_from
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId, SpeakerId, new_id
from app.meetings.meeting import Meeting
from app.meetings.speaker_run import SpeakerNames, SpeakerRun, heard_from
from app.speaking.pinning import Pinned, pinned
from engine.contract.error_report import ErrorReport, to_report
from engine.contract.errors import SpeakersNotTold, VivavoceError
from engine.contract.messages import (
    CancelJob,
    Event,
    FindSpeakers,
    HeardTrack,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgressed,
    SpeakersFound,
)
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from engine.pipeline.engine_client import EngineEnded
from engine.pipeline.engine_port import EnginePort
from engine.pipeline.silence import Silence

MOST_DEATHS = 2
"""So often the engine may die of one look."""
SILENT_S = 300.0
"""An engine process that says nothing for so long is taken for hung."""
_LOOK_S = 0.1
_CANCEL_S = 2.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for."""

    meeting_id: MeetingId
    count: SpeakerCount = ANY_COUNT
    apart: frozenset[SpeakerId] = frozenset()
    """Speakers whose voice stays theirs while examples are taken out of it."""
    is_persons: bool = False
    """A person waits for it: it goes before the others, and does not step aside for a recording."""


class LookEnd(Enum):
    """How a look ended."""

    DONE = auto()
    FAILED = auto()
    LEFT = auto()
    """It stepped aside and is still to be done."""
    GONE = auto()
    """The meeting was deleted, or the look was given up."""


@dataclass(frozen=True, slots=True)
class LookTools:
    """What the queue lends to each look."""

    library: Library
    engine: EnginePort
    names: Callable[[], SpeakerNames]
    wants_voices: Callable[[Meeting], bool]
    """Whether the person asked to remember voices of this meeting."""
    on_progress: Callable[[MeetingId], None]
    silent_s: float = SILENT_S


class SpeakerLook:
    """The work on one wish."""

    def __init__(self, wish: Wish, tools: LookTools) -> None:
        self.wish = wish
        self.fraction = 0.0
        """How far it is, 0..1."""
        self._tools = tools
        self._library = tools.library
        self._engine = tools.engine
        self._job = new_id()
        self._end: LookEnd | None = None
        self._asked_for: tuple[SpeakerId, ...] = ()
        self._found: SpeakersFound | None = None
        self._deaths = 0
        self._silence = Silence(tools.silent_s)
        self._is_engine_busy = False
        self._lock = threading.Lock()

    def run(self) -> LookEnd:
        """Work until it is over."""
        try:
            self._ask()
        except MeetingNotFound:
            return LookEnd.GONE
        while self._end is None:
            asked_at = time.monotonic()
            answer = self._engine.receive(_LOOK_S)
            if isinstance(answer, EngineEnded):
                self._on_engine_ended(answer)
            elif answer is None:
                self._silence.wait(time.monotonic() - asked_at)
                if self._silence.is_too_long:
                    _log.info("The engine process said nothing about speakers for too long and was ended.")
                    self._engine.kill()
                    self._is_engine_busy = False
                    self._fail(to_report(SpeakersNotTold("silent")))
            elif answer.job == self._job:
                self._silence.end()
                self._on_event(answer)
        if self._is_engine_busy:
            self._stop_engine()
        return self._end

    def leave(self) -> None:
        """Step aside: it is still to be done."""
        self._finish(LookEnd.LEFT)

    def abandon(self) -> None:
        """Stop without a trace."""
        self._finish(LookEnd.GONE)

    def _ask(self) -> None:
        meeting = self._library.meeting(self.wish.meeting_id)
        told = self._pinned()
        self._asked_for = told.speakers
        self._silence.end()
        self._is_engine_busy = True
        self._engine.send(
            FindSpeakers(
                job=self._job,
                sound_folder=str(self._library.meeting_folder(meeting.id)),
                tracks=tuple(HeardTrack(track.number, track.kind) for track in meeting.tracks),
                count=self.wish.count,
                pinned=told.turns,
                wants_voices=self._tools.wants_voices(meeting),
            )
        )

    def _pinned(self) -> Pinned:
        meeting_id = self.wish.meeting_id
        apart: Collection[SpeakerId] = self.wish.apart
        return pinned(self._library.speaker_decisions(meeting_id), self._library.speaker_run(meeting_id), apart=apart)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, JobFinished | JobCancelled | JobFailed):
            self._is_engine_busy = False
        match event:
            case JobProgressed():
                self.fraction = max(self.fraction, event.done / event.total if event.total else 0.0)
                self._tools.on_progress(self.wish.meeting_id)
            case SpeakersFound():
                self._found = event
            case JobFinished():
                self._take()
            case JobFailed():
                self._fail(event.error)
            case JobCancelled():
                self._finish(LookEnd.GONE)
            case _:
                pass

    def _take(self) -> None:
        found = self._found
        if found is None:  # it says it is done and said nothing
            self._fail(to_report(SpeakersNotTold("no answer")))
            return
        run = SpeakerRun(
            count=self.wish.count, turns=turns_from(found.turns), speakers=tuple(map(heard_from, found.speakers))
        )
        self._write(
            lambda: self._library.take_speakers(
                self.wish.meeting_id, run, asked_for=self._asked_for, names=self._tools.names()
            ),
            LookEnd.DONE,
        )

    def _on_engine_ended(self, ended: EngineEnded) -> None:
        _log.info("The engine process ended with exit code %s while it looked for speakers.", ended.exit_code)
        self._is_engine_busy = False
        self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            # Not EngineDied, which speaks of a recognition that can go on: here the text is complete.
            self._fail(to_report(SpeakersNotTold("it ended", ended.exit_code)))
        elif self._end is None:
            self._ask()

    def _fail(self, error: ErrorReport) -> None:
        self._write(lambda: self._library.fail_speakers(self.wish.meeting_id, error), LookEnd.FAILED)

    def _write(self, work: Callable[[], "Future[bool] | Future[None]"], end: LookEnd) -> None:
        with self._lock:
            if self._end is not None:
                return
            self._end = end
            future = work()
        try:
            future.result()
        except MeetingNotFound:
            self._end = LookEnd.GONE
        except VivavoceError as error:
            # A full disk above all. The wish is in the library already, and is looked at again at the next start.
            _log.info("What a look for speakers found could not be written: %s", type(error).__name__)
            self._end = LookEnd.FAILED

    def _finish(self, end: LookEnd) -> None:
        with self._lock:
            if self._end is None:
                self._end = end

    def _stop_engine(self) -> None:
        with suppress(Exception):
            self._engine.send(CancelJob(self._job))
        until = time.monotonic() + _CANCEL_S
        while time.monotonic() < until:
            answer = self._engine.receive(_LOOK_S)
            if isinstance(answer, EngineEnded):
                return
            if isinstance(answer, JobCancelled | JobFinished | JobFailed) and answer.job == self._job:
                return
        self._engine.kill()
