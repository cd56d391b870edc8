"""The sound of one recording: commands down to the recorder, its events up to the status and the library.

Has a thread of its own, which reads the recorder's events for as long as the recording lasts; the public methods are
called on any and return at once. Whatever becomes of the recorder process, the recording goes on or ends here: one
that died is started again and appends, one that hangs is ended, and a stop that is not answered closes the files
without it.
"""

import logging
import math
import threading
import time
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from app.meetings.identifiers import JobId, MeetingId
from app.recording.chosen_sources import ChosenSources
from app.recording.errors import RecorderKeepsEnding
from app.recording.live_run import LiveRun
from app.recording.recorder_client import RecorderEnded
from app.recording.recorder_patience import RecorderWatch
from app.recording.sound_ledger import SoundLedger
from app.recording.sound_tools import SoundTools
from app.recording.status import RecordingPhase
from app.recording.status_board import StatusBoard
from engine.capture.recording_file import RecoveredRecording, recover
from engine.contract.audio import SILENCE_DBFS, Milliseconds, SampleIndex, from_milliseconds, to_milliseconds
from engine.contract.error_report import ErrorReport, to_report
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import (
    GapNoticed,
    LevelsMeasured,
    MarkMoment,
    PauseRecording,
    RecorderCommand,
    RecorderEvent,
    RecordingFailed,
    RecordingPaused,
    RecordingResumed,
    RecordingStarted,
    RecordingStopped,
    ResumeRecording,
    RoomMeasured,
    SavedTo,
    SourceChanged,
    SourceChoice,
    SourceState,
    StartRecording,
    StopRecording,
)
from engine.contract.segments import RecognisedGap

_LOOK_S = 0.05
_JOIN_S = 3.0
_MOST_BUGS = 20

_log = logging.getLogger(__name__)


class _Wish(StrEnum):
    """What the person wants now, whatever the recorder is doing."""

    RECORD = "record"
    PAUSE = "pause"
    STOP = "stop"


class SoundRun:
    """The recorder's part of one recording."""

    def __init__(
        self,
        plan: StartRecording,
        *,
        meeting_id: MeetingId,
        job_id: JobId,
        board: StatusBoard,
        live: LiveRun,
        tools: SoundTools,
    ) -> None:
        self._plan = plan
        self._sources = ChosenSources(plan)
        self._meeting_id = meeting_id
        self._ledger = SoundLedger(library=tools.library, meeting_id=meeting_id, job_id=job_id, clock=tools.clock)
        self._board = board
        self._live = live
        self._tools = tools
        self._recorder = tools.recorder
        self._watch = RecorderWatch(tools.patience)
        self._lock = threading.Lock()
        self._wish = _Wish.RECORD
        self._stop_until_s = math.inf
        self._has_begun = False
        self._is_started = False
        self._start_at_s: float | None = 0.0
        self._has_spare = False
        self._known_tracks: set[int] = set()
        """Those whose source is open, or is known to be lost."""
        self._ended_tracks: set[int] = set()
        self._is_over = False
        self._bugs = 0
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)

    def start(self) -> None:
        """Begin to record."""
        self._thread.start()

    def pause(self) -> None:
        """Let go of the sources; nothing of what sounds now is kept."""
        self._want(_Wish.PAUSE, PauseRecording())

    def resume(self) -> None:
        """Go on after a pause."""
        self._want(_Wish.RECORD, ResumeRecording())

    def stop(self, *, within_s: float | None = None) -> None:
        """End the recording; where the recorder takes longer, its files are closed without it."""
        with self._lock:
            until_s = self._tools.clock() + (within_s or self._tools.patience.stop_s)
            is_asked, self._stop_until_s = self._wish is _Wish.STOP, min(until_s, self._stop_until_s)
            if is_asked:
                return
            self._wish = _Wish.STOP
            is_started = self._is_started
        if self._board.status.phase not in (RecordingPhase.FAILED, RecordingPhase.ENDED):
            self._board.change(phase=RecordingPhase.STOPPING)
        if is_started:
            self._recorder.send(StopRecording())

    def mark(self, text: str, at_ms: Milliseconds) -> None:
        """Write a mark of the person into the journals."""
        with self._lock:
            is_started = self._is_started
        if is_started:
            self._recorder.send(MarkMoment(text, from_milliseconds(at_ms)))

    def change_source(self, track: int, source: SourceChoice) -> None:
        """Let a track go on with another device of its kind."""
        if self._sources.choose(track, source) and self._is_started:  # else it is told once it records
            self._tell_sources()

    def join(self, timeout_s: float = _JOIN_S) -> bool:
        """Wait until the sound is closed; whether it is."""
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _want(self, wish: _Wish, command: RecorderCommand) -> None:
        with self._lock:
            if self._wish in (_Wish.STOP, wish):
                return
            self._wish = wish
            is_started = self._is_started
        if is_started:
            self._recorder.send(command)

    # The recording's thread

    def _run(self) -> None:
        while not self._is_over:
            try:
                self._step()
            except Exception as error:
                # A bug must not leave a recording that nobody stops, nor go round and round.
                self._on_bug()
                report = self._tools.report_bug or threading.excepthook
                report(threading.ExceptHookArgs((type(error), error, error.__traceback__, self._thread)))

    def _on_bug(self) -> None:
        self._bugs += 1
        if self._bugs >= _MOST_BUGS:
            self._is_over = True
            self._recorder.kill()
            self._recorder.close()
            self._board.change(phase=RecordingPhase.FAILED)
            self._live.end_sound(is_clean=False)

    def _step(self) -> None:
        now = self._tools.clock()
        if self._start_at_s is not None and now >= self._start_at_s:
            self._start_recorder()
        answer = self._recorder.receive(_LOOK_S) if self._recorder.is_running or self._start_at_s is None else None
        if answer is None and self._start_at_s is not None:
            time.sleep(_LOOK_S)
        if isinstance(answer, RecorderEnded):
            self._on_ended(answer)
        elif answer is not None:
            self._watch.hear()
            self._on_event(answer)
        elif self._start_at_s is None and self._wish is not _Wish.PAUSE:
            self._watch.wait(self._tools.clock() - now)
        self._mind_the_recorder()

    def _start_recorder(self) -> None:
        self._start_at_s = None
        self._has_spare = False
        self._watch.begin()
        self._recorder.send(self._sources.ask())

    def _mind_the_recorder(self) -> None:
        """A recorder that does not answer is ended; after a stop its files are closed without it."""
        if self._is_over:
            return
        now = self._tools.clock()
        with self._lock:
            wish, stop_until_s = self._wish, self._stop_until_s
        if wish is _Wish.STOP:
            if self._start_at_s is not None or now > stop_until_s:
                self._recorder.kill()
                self._close_without_recorder()
        elif self._start_at_s is None and self._watch.is_hung:
            _log.info("The recorder said nothing for too long and was ended.")
            self._recorder.kill()
            self._on_ended(RecorderEnded(None, ""))

    # What the recorder says

    def _on_event(self, event: RecorderEvent) -> None:
        match event:
            case RecordingStarted():
                self._on_started(event)
            case LevelsMeasured():
                self._on_levels(event)
            case SavedTo():
                self._on_saved(event)
            case GapNoticed():
                self._note_gap(RecognisedGap(event.track, event.start, event.stop, event.reason))
            case SourceChanged():
                self._on_source(event)
            case RecordingPaused():
                for track in self._board.status.tracks:
                    self._board.change_track(track.track, peak_dbfs=SILENCE_DBFS, rms_dbfs=SILENCE_DBFS)
                self._known_tracks.clear()
                self._change_phase(RecordingPhase.PAUSED)
            case RecordingResumed():
                self._watch.hear()
                self._change_phase(self._running_phase())
            case RoomMeasured():
                self._board.change(room_s=event.seconds, is_room_low=event.seconds < self._tools.low_room_s())
            case RecordingStopped():
                if self._wish is _Wish.STOP:
                    self._close(event.lengths)
            case RecordingFailed():
                self._on_failed(event.error)
        self._tools.listener(event)

    def _on_started(self, event: RecordingStarted) -> None:
        for track in event.tracks:
            # Which device it is, and whether it is lost, its source says next.
            changes = {"device": track.device} if track.device else {}
            self._board.change_track(
                track.track, state=SourceState.OPENED, recorded_ms=to_milliseconds(track.first), **changes
            )
        self._has_begun = True
        self._watch.started()
        self._live.follow({track.track: track.ring for track in event.tracks})
        with self._lock:
            self._is_started = True
            wish = self._wish
        if not self._board.status.is_saving:
            self._board.change(is_saving=True, error=None)
        self._tell_sources()
        if wish is _Wish.PAUSE:
            self._recorder.send(PauseRecording())
        elif wish is _Wish.STOP:
            self._recorder.send(StopRecording())

    def _tell_sources(self) -> None:
        for change in self._sources.take_changes():
            self._recorder.send(change)

    def _on_levels(self, event: LevelsMeasured) -> None:
        self._watch.see(self._tools.clock())
        if self._watch.is_steady and not self._has_spare:
            self._has_spare = True  # once for each recorder: one that cannot be started is not tried again and again
            self._recorder.stand_by()
        self._board.change_track(
            event.track,
            peak_dbfs=event.peak_dbfs,
            rms_dbfs=event.rms_dbfs,
            recorded_ms=to_milliseconds(event.at),
        )
        self._board.change(elapsed_ms=max(track.recorded_ms for track in self._board.status.tracks))

    def _on_saved(self, event: SavedTo) -> None:
        before = self._board.track(event.track)
        at_ms = to_milliseconds(event.at)
        self._board.change_track(event.track, saved_ms=at_ms)
        if not self._board.status.is_saving and before is not None and at_ms > before.saved_ms:
            self._board.change(is_saving=True, error=None)
        self._ledger.note_lengths({track.track: int(track.saved_ms) for track in self._board.status.tracks})

    def _on_source(self, event: SourceChanged) -> None:
        changes: dict[str, object] = {"state": event.state}
        if event.device:
            changes["device"] = event.device
        self._board.change_track(event.track, **changes)
        self._known_tracks.add(event.track)
        if self._board.status.phase is RecordingPhase.STARTING:
            self._change_phase(self._running_phase())
        if event.state is SourceState.ENDED:
            self._ended_tracks.add(event.track)
            if len(self._ended_tracks) == len(self._plan.sources):
                self.stop()

    def _running_phase(self) -> RecordingPhase:
        """Devices take a moment to open, and until then not everything is heard."""
        is_known = len(self._known_tracks) == len(self._plan.sources)
        return RecordingPhase.RECORDING if is_known else RecordingPhase.STARTING

    def _on_failed(self, error: ErrorReport) -> None:
        if not self._has_begun:
            self._recorder.close()
            self._fail(error)
            return
        self._board.change(is_saving=False, error=error)
        if (
            not self._is_started and self._start_at_s is None
        ):  # it could not go on after a death: a full disk, above all
            self._start_at_s = self._tools.clock() + self._tools.patience.longest_wait_s

    def _on_ended(self, ended: RecorderEnded) -> None:
        _log.info("The recorder ended with exit code %s.", ended.exit_code)
        with self._lock:
            self._is_started = False
            wish = self._wish
        if wish is _Wish.STOP:
            self._close_without_recorder()
            return
        wait_s = self._watch.died(has_begun=self._has_begun)
        if wait_s is None:
            self._fail(to_report(RecorderKeepsEnding(ended.exit_code)))
            return
        self._start_at_s = self._tools.clock() + wait_s

    # The end

    def _close(self, lengths: Sequence[SampleIndex]) -> None:
        """The recorder closed the files."""
        self._finish({number: int(to_milliseconds(length)) for number, length in enumerate(lengths)}, ())
        self._recorder.close()  # after the library knows: it may hang; before the phase changes: the next one needs it
        self._change_phase(RecordingPhase.FINISHING)
        self._live.end_sound(is_clean=True)

    def _close_without_recorder(self) -> None:
        """It is gone, or does not answer: what it left is made complete here."""
        recovered = self._recover()
        self._finish(_lengths_of(recovered), recovered.not_restored)
        self._recorder.close()
        self._change_phase(RecordingPhase.FINISHING)
        self._live.end_sound(is_clean=False)

    def _fail(self, error: ErrorReport) -> None:
        """Nothing can be recorded any more. What is saved is safe, and understood."""
        recovered = self._recover()
        self._finish(_lengths_of(recovered), recovered.not_restored)
        self._recorder.close()
        self._board.change(phase=RecordingPhase.FAILED, error=error)
        if recovered.length > 0:
            self._live.end_sound(is_clean=False)
        else:
            self._live.give_up(error)

    def _recover(self) -> RecoveredRecording:
        try:
            recovered = recover(Path(self._plan.folder))
        except VivavoceError as error:
            # No room for a marker; the sound is as it was, and the next start writes it.
            _log.info("What the recorder left could not be completed: %s", type(error).__name__)
            return RecoveredRecording((), ())
        for track in recovered.tracks:
            for gap in track.gaps:
                self._note_gap(gap)
        return recovered

    def _finish(self, lengths_ms: dict[int, int], notes: Sequence[str]) -> None:
        """The sound is whole."""
        with self._lock:
            self._is_started = False
        self._is_over = True
        if not self._ledger.finish(lengths_ms, notes):
            return
        for number, length_ms in lengths_ms.items():
            self._board.change_track(number, recorded_ms=length_ms, saved_ms=length_ms)
        self._board.change(elapsed_ms=max(lengths_ms.values(), default=0))
        self._tools.on_closed(self._meeting_id, len(lengths_ms))

    # What it notes

    def _note_gap(self, gap: RecognisedGap) -> None:
        self._ledger.note_gap(gap)

    def _change_phase(self, phase: RecordingPhase) -> None:
        if self._board.status.phase not in (RecordingPhase.FAILED, RecordingPhase.ENDED):
            self._board.change(phase=phase)


def _lengths_of(recovered: RecoveredRecording) -> dict[int, int]:
    return {track.track: int(to_milliseconds(track.length)) for track in recovered.tracks}
