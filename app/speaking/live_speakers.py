"""Who speaks, while something is recorded: asks an engine process of its own and keeps what is known at this moment.

``overhear`` is called on the threads of the recording, ``name`` on any; both only put something into a line. A thread
of its own works it off and alone talks to the engine: neither sound nor words ever wait for a label. Whatever
goes wrong is said once, beside the words, and the recording goes on without labels; the final search comes after it.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from app.announcements import Announcements, LiveSpeakersChanged
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.live_who import LiveWho
from app.meetings.speaker_run import SpeakerNames
from app.speaking.live_roll import LiveRoll
from engine.contract.audio import SampleIndex, to_milliseconds
from engine.contract.error_report import ErrorReport, to_report
from engine.contract.errors import SpeakersNotTold, VivavoceError
from engine.contract.messages import (
    CancelJob,
    Event,
    FollowedTrack,
    FollowSpeakers,
    HoldSpeaker,
    JobCancelled,
    JobFailed,
    JobFinished,
    SpeakersHeard,
)
from engine.contract.recorder_messages import RecorderEvent, RecordingFailed, RecordingStarted, RecordingStopped
from engine.pipeline.engine_client import EngineEnded
from engine.pipeline.engine_port import EnginePort
from engine.pipeline.silence import Silence

MOST_DEATHS = 3
"""So often the engine may die of one recording."""
SILENT_S = 120.0
"""An engine process that says nothing for so long is taken for hung; it says every few seconds that it works."""
_LOOK_S = 0.1
_JOIN_S = 5.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Named:
    """A person said who somebody is."""

    meeting_id: MeetingId
    speaker_id: SpeakerId
    name: str


class LiveSpeakers:
    """The labels of one recording at a time."""

    def __init__(
        self,
        *,
        library: Library,
        engine: EnginePort,
        announcements: Announcements,
        is_wanted: Callable[[], bool],
        names: Callable[[], SpeakerNames] = SpeakerNames,
        silent_s: float = SILENT_S,
        report_bug: Callable[[threading.ExceptHookArgs], object] | None = None,
    ) -> None:
        """Take what it needs.

        Args:
            library: where a name is kept that a person gave.
            engine: a process of its own.
            announcements: of the house.
            is_wanted: whether the person wants to know who speaks; asked when a recording begins.
            names: what unnamed speakers are called, in the person's language.
            silent_s: after so long without a word the engine process is taken for hung.
            report_bug: told of bugs; by default the thread's excepthook is.
        """
        self._library = library
        self._engine = engine
        self._announcements = announcements
        self._is_wanted = is_wanted
        self._names = names
        self._report_bug = report_bug
        self._inbox: SimpleQueue[RecordingStarted | RecordingStopped | RecordingFailed | _Named | None] = SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_closing = False
        self._who: LiveWho | None = None
        # What the thread knows
        self._roll: LiveRoll | None = None
        self._asked = 0
        self._job = ""
        self._started: RecordingStarted | None = None
        self._deaths = 0
        self._silence = Silence(silent_s)

    @property
    def who(self) -> LiveWho | None:
        """The snapshot of now, or of the last recording; ``None`` before the first. Cheap, safe on every thread."""
        return self._who

    def overhear(self, event: Event | RecorderEvent) -> None:
        """Hear what becomes of a recording. Does not wait."""
        if isinstance(event, RecordingStarted | RecordingStopped | RecordingFailed):
            with self._starting:
                if self._is_closing:
                    return
                if self._thread is None and isinstance(event, RecordingStarted):
                    self._thread = threading.Thread(target=self._work, name="live speakers", daemon=True)
                    self._thread.start()
            self._inbox.put(event)

    def name(self, meeting_id: MeetingId, speaker_id: SpeakerId, name: str) -> None:
        """Say who somebody is. From now on nobody else gets that label, and the final search keeps the name."""
        if name.strip():
            self._inbox.put(_Named(meeting_id, speaker_id, name.strip()))

    def close(self) -> None:
        """End the engine process, join the thread. What a person named is in the library."""
        with self._starting:
            self._is_closing = True
            thread = self._thread
        self._inbox.put(None)
        if thread is not None:
            thread.join(_JOIN_S)
        self._engine.close()

    # The thread

    def _work(self) -> None:
        while not self._is_closing:
            try:
                self._take()
                if self._job:
                    self._listen()
            except MeetingNotFound:
                self._end()
            except Exception as error:
                # A bug of ours costs the labels of this recording, and nothing else.
                report = self._report_bug or threading.excepthook
                report(threading.ExceptHookArgs((type(error), error, error.__traceback__, self._thread)))
                self._fail(to_report(VivavoceError()))

    def _take(self) -> None:
        """What others said; with nothing to listen to it waits for it."""
        with suppress(Empty):
            while True:
                said = self._inbox.get(block=not self._job)
                match said:
                    case RecordingStarted():
                        self._begin(said)
                    case _Named():
                        self._on_named(said)
                    case RecordingStopped() | RecordingFailed():
                        pass  # the rings are closed: the engine hears it itself, and finishes
                    case None:
                        return

    def _begin(self, started: RecordingStarted) -> None:
        """A recording begins, or its recorder was started anew with other rings."""
        meeting_id = MeetingId(started.recording)
        if self._job:
            with suppress(VivavoceError):
                self._engine.send(CancelJob(self._job))
            self._job = ""
        if not self._is_wanted():
            self._who = self._roll = None
            return
        if self._roll is None or self._roll.meeting_id != meeting_id or self._who is None:
            known = self._library.transcript(meeting_id).speakers
            run = self._library.speaker_run(meeting_id)
            self._roll = LiveRoll(meeting_id, names=self._names(), tracks=started.tracks, known=known, run=run)
            self._deaths = 0
        self._started = started
        self._show(self._roll.who())
        self._ask()

    def _ask(self) -> None:
        roll, started = self._roll, self._started
        assert roll is not None
        assert started is not None
        self._asked += 1
        self._job = f"{started.recording}#who{self._asked}"
        self._silence.end()
        self._engine.send(
            FollowSpeakers(
                job=self._job,
                sound_folder=str(self._library.meeting_folder(roll.meeting_id)),
                tracks=tuple(
                    FollowedTrack(
                        each.track,
                        each.kind,
                        each.ring,
                        resume_at=SampleIndex(max(each.first, roll.heard_to.get(each.track, 0))),
                    )
                    for each in started.tracks
                ),
                known=roll.known_stretches(),
            )
        )
        for label in roll.named_labels():
            self._engine.send(HoldSpeaker(self._job, label))

    def _listen(self) -> None:
        asked_at = time.monotonic()
        answer = self._engine.receive(_LOOK_S)
        if isinstance(answer, EngineEnded):
            self._on_died(answer.exit_code)
        elif answer is None:
            self._silence.wait(time.monotonic() - asked_at)
            if self._silence.is_too_long:
                self._engine.kill()
                self._on_died(None)
        elif answer.job == self._job:
            self._silence.end()
            self._on_event(answer)

    def _on_event(self, event: Event) -> None:
        match event:
            case SpeakersHeard():
                if self._roll is not None:
                    self._show(self._roll.hear(event), changed_ms=to_milliseconds(event.start))
            case JobFailed():
                self._fail(event.error)
            case JobFinished() | JobCancelled():
                self._end()
            case _:
                pass

    def _on_died(self, exit_code: int | None) -> None:
        _log.info("The engine process that labels speakers ended with exit code %s.", exit_code)
        self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            self._fail(to_report(SpeakersNotTold("it ended", exit_code)))
        else:
            self._ask()

    def _on_named(self, said: _Named) -> None:
        roll = self._roll
        if roll is None or roll.meeting_id != said.meeting_id:
            return
        named = roll.name(said.speaker_id, said.name)
        if named is None:
            return
        if self._job:
            self._engine.send(HoldSpeaker(self._job, named.label))
        self._keep()
        self._show(roll.who())

    def _keep(self) -> None:
        """What a person said goes into the library, with where it is heard."""
        roll = self._roll
        if roll is None:
            return
        for each in roll.named():
            try:
                self._library.name_live_speaker(roll.meeting_id, each.speaker, roll.heard_speaker(each)).result()
            except MeetingNotFound:
                raise
            except VivavoceError as error:
                # A full disk above all; it is tried again with the next name, and when the recording ends.
                _log.info("A name could not be kept: %s", type(error).__name__)

    def _fail(self, error: ErrorReport) -> None:
        self._job = ""
        if self._roll is not None:
            self._show(self._roll.fail(error))
        with suppress(Exception):
            self._engine.kill()

    def _end(self) -> None:
        """The recording has ended; more is known of those who were named than when they were."""
        self._job = ""
        with suppress(MeetingNotFound):
            self._keep()
        self._engine.close()

    def _show(self, who: LiveWho, *, changed_ms: int = 0) -> None:
        self._who = who
        self._announcements.announce(LiveSpeakersChanged(who.meeting_id, changed_ms))
