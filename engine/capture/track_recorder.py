"""One track while it is recorded: takes a source's blocks, puts them in their place, and fills the ring.

Each track has a thread (``_run``); the source delivers on its own. Started, paused and stopped by ``recorder.py`` on
the thread that obeys commands. A source that is lost is looked for again (``source_finder.py``); meanwhile the track
goes on as silence with a gap.
"""

import contextlib
import queue
import threading
from collections.abc import Callable

import numpy as np

from engine.capture.growing_track import GrowingTrack
from engine.capture.open_gap import OpenGap
from engine.capture.recording_file import RecordingFile
from engine.capture.ring_buffer import RingWriter
from engine.capture.small_holes import SmallHoles
from engine.capture.sound_source import SoundBlock, SoundSource
from engine.capture.source_finder import FIRST_PATIENCE_S, Found, Refused, SourceFinder, close_aside
from engine.capture.source_watch import Finding, SourceWatch
from engine.capture.track_timeline import NewRate, Piece, Silence, TimedBlock, TrackTimeline
from engine.contract.audio import SAMPLE_RATE_HZ, to_index
from engine.contract.recorder_messages import LevelsMeasured, RecorderEvent, SourceChanged, SourceState
from engine.contract.segments import GapReason

_LOOK_EVERY_S = 0.05
_LEVELS_EVERY_S = 0.05
"""As often as a meter on a screen can use."""
_QUIET_S = 0.3
"""Without any sound the level is told so often."""
_STALLED_S = 0.7
"""When we ourselves did not run for so long, what waited must be taken before anything is said to be missing."""
_SLEPT_S = 2.5
"""When it was so long, the computer slept, or the process was stopped."""
_SETTLE_S = 0.5
"""After such a stop, what waited in the sound system comes in a burst; it goes first."""
_BEGIN_S = 1.5
_STUMBLE_S = 0.1
"""In its first moments a sound system stumbles: less than this is missing then, and nothing was lost of it."""
_UNNOTICED_S = 2.0
"""A source that rests and is found lost so soon after its last sound did not rest: what it owed is missing."""
_TOLD_APART_S = 0.3
"""A source that has to make way for another one is given so long to close."""
_TAIL_S = 0.5
"""So much less than the other track one may have at a stop: its last sound was still in the device."""


class TrackRecorder:
    """Records one track."""

    def __init__(
        self,
        *,
        track: int,
        ring: RingWriter,
        new_source: Callable[[int, int], SoundSource],
        now: Callable[[], float],
        emit: Callable[[RecorderEvent], None],
        note: Callable[[Callable[[RecordingFile], None]], None],
    ) -> None:
        self._track = track
        self._growing = GrowingTrack(ring)
        self._now = now
        self._emit = emit
        self._note = note
        self._first = ring.written
        self._first_wait_s = 0.0
        self._inbox: queue.SimpleQueue[tuple[SoundSource, SoundBlock]] = queue.SimpleQueue()
        self._finder = SourceFinder(
            new_source=new_source, deliver=lambda source, block: self._inbox.put((source, block))
        )
        self._source: SoundSource | None = None
        self._timeline: TrackTimeline | None = None
        self._watch: SourceWatch | None = None
        self._device = ""
        self._has_ended = False
        self._may_rest = False
        self._is_lost = False
        self._settled_at_s = 0.0
        self._origin_s = 0.0
        self._rate_hz = SAMPLE_RATE_HZ
        self._captured_s = 0.0
        self._looked_s = 0.0
        self._opened_s = 0.0
        self._levels_s, self._stop_s = 0.0, float("inf")
        self._rest_from: int | None = None
        """Where a rest began that lasts still."""
        self._holes = SmallHoles()
        self._gap = OpenGap(track=track, emit=emit, note=note)
        self._is_other_chosen = threading.Event()
        self._is_changing = False
        """Another source is being opened while the one before goes on."""
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def position(self) -> int:
        """Samples of the track so far, those that wait for their frame included."""
        return self._growing.length

    @property
    def has_ended(self) -> bool:
        """Whether its file was played to the end."""
        return self._has_ended

    @property
    def heard_until_s(self) -> float:
        """When the last sample of the newest block was captured."""
        return self._captured_s

    @property
    def waiting_blocks(self) -> int:
        """Blocks that were delivered and not yet taken."""
        return self._inbox.qsize()

    def start(self, origin_s: float, *, died_at: int | None = None) -> None:
        """Open the source and go on; sample ``position`` is at ``origin_s`` on the clock.

        Devices take a moment to open, on a busy computer some seconds. Nothing was lost in that time, unless another
        recorder had the device open until its death at ``died_at``: that gap lasts until sound comes again.
        """
        self.join(None)
        self._first = self.position
        self._first_wait_s = 0.0 if died_at is not None or self._is_lost else FIRST_PATIENCE_S
        if died_at is not None:
            self._gap.begin(died_at, GapReason.RECORDER_DIED)
        self._origin_s = origin_s - self.position / SAMPLE_RATE_HZ
        self._stopping.clear()
        self._is_other_chosen.clear()
        self._is_changing = False
        self._stop_s = float("inf")
        self._looked_s = self._levels_s = self._now()
        self._finder.begin(is_lost=self._is_lost)
        self._thread = threading.Thread(target=self._run, name=f"track-{self._track}", daemon=True)
        self._thread.start()

    def change_source(self) -> None:
        """Another source was chosen: go on with that one once it is open. Does not wait."""
        self._is_other_chosen.set()

    def stop(self) -> None:
        """Let go of the source and put what came into the ring. Does not wait; ``join`` does."""
        self._stop_s = self._now()
        self._stopping.set()

    def join(self, timeout_s: float | None) -> bool:
        """Wait for the thread; whether it ended in time."""
        if self._thread is not None:
            self._thread.join(timeout_s)
            if self._thread.is_alive():
                return False
            self._thread = None
        return True

    def finish(self, length: int) -> None:
        """Fill up to the length of the longest track, and to a whole frame. After ``join``."""
        self.catch_up(length)
        self._growing.fill()

    def catch_up(self, length: int) -> None:
        """Fill up to the length of the longest track. After ``join``."""
        missing = length - self.position
        is_tail = missing <= _TAIL_S * SAMPLE_RATE_HZ and not self._is_lost
        if missing > 0 and not (self._has_ended or self._may_rest or is_tail):
            self._silence(missing, GapReason.SOURCE_LOST)
            self._gap.end(self.position)
        elif missing > 0:
            self._growing.append_silence(missing)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._look()
            with contextlib.suppress(queue.Empty):
                self._take(*self._inbox.get(timeout=_LOOK_EVERY_S))
                self._take_waiting()
        self._take_waiting()
        self._let_go()

    def _take_waiting(self) -> None:
        for _ in range(self._inbox.qsize()):
            self._take(*self._inbox.get())

    def _look(self) -> None:
        now_s = self._notice_sleep()
        if self._is_other_chosen.is_set():
            self._is_other_chosen.clear()
            self._begin_change()
        if self._source is not None and self._is_changing:
            self._go_on_changing(self._source, now_s)
        if self._source is None:
            self._look_for_source(now_s)
        else:
            self._look_after(self._source, now_s)
        waited_s = now_s - self._levels_s
        if waited_s >= (_LEVELS_EVERY_S if self._growing.meter.has_heard else _QUIET_S):
            self._levels_s = now_s
            level = self._growing.meter.take()
            self._emit(LevelsMeasured(self._track, level.peak_dbfs, level.rms_dbfs, self._growing.written))

    def _notice_sleep(self) -> float:
        """The time now; when we were not asked for long, whatever is missing was slept through."""
        now_s = self._now()
        if now_s - self._looked_s > _STALLED_S:
            self._settled_at_s = now_s + _SETTLE_S
        if now_s - self._looked_s > _SLEPT_S:
            self._gap.reason = GapReason.SLEPT
        self._looked_s = now_s
        return now_s

    def _look_after(self, source: SoundSource, now_s: float) -> None:
        if source.has_ended and self._inbox.empty():
            if not self._has_ended:
                self._has_ended = True
                self._growing.break_off()
                self._emit(SourceChanged(self._track, SourceState.ENDED, self._device, ""))
            return
        if self._timeline is None or self._watch is None or now_s < self._settled_at_s:
            return
        self._append(self._timeline.look(now_s), self._reason(source))
        if source.may_rest and source.has_clock and now_s - self._watch.last_block_s > _SETTLE_S:
            self._append(self._timeline.rest(now_s), self._reason(source))
            self._gap.end(self.position)  # it slept no longer than until now; what rests has no gap
        if self._watch.look(now_s) is Finding.LOST:
            self._lose(source, "no sound arrived for 2 s")
        elif source.trouble and self._inbox.empty():
            self._lose(source, source.trouble)

    def _lose(self, source: SoundSource, why: str, *, not_before_s: float = float("-inf")) -> None:
        self._is_lost = True
        self._is_changing = False
        self._first_wait_s = 0.0
        self._emit(SourceChanged(self._track, SourceState.LOST, self._device, why))
        self._note_source("lost", 0)
        since_s = self._looked_s - self._watch.last_block_s if self._watch is not None else 0.0
        if self._rest_from is not None and not self._gap.is_open and since_s < _UNNOTICED_S:
            self._gap.begin(self._rest_from, GapReason.SOURCE_LOST)
        self._leave(source)
        self._finder.begin(is_lost=True, not_before_s=not_before_s)

    def _begin_change(self) -> None:
        self._is_changing = self._source is not None
        if self._is_changing:
            self._finder.begin_with_chosen()
        else:
            self._finder.begin(is_lost=self._is_lost)

    def _go_on_changing(self, source: SoundSource, now_s: float) -> None:
        """The source of before goes on until the other one is open; it makes way where only one of them can be."""
        match self._finder.look(now_s, self.position):
            case Found() as found:
                self._is_changing = False
                self._take_waiting()
                self._release(source)
                self._begin(found, now_s, after_s=self._end_s())
            case Refused(why):
                self._lose(source, f"it makes way for another one: {why}", not_before_s=now_s + _TOLD_APART_S)
            case _:
                pass

    def _look_for_source(self, now_s: float) -> None:
        if self._has_ended:
            return
        match self._finder.look(now_s, self.position):
            case Found() as found:
                self._begin(found, now_s)
            case Refused(why, is_final=True):
                self._has_ended = True
                self._finder.abandon()
                self._emit(SourceChanged(self._track, SourceState.LOST, self._device, why))
                self._emit(SourceChanged(self._track, SourceState.ENDED, self._device, why))
                return
            case Refused(why) if not self._is_lost:
                self._is_lost = True
                self._first_wait_s = 0.0
                self._emit(SourceChanged(self._track, SourceState.LOST, self._device, why))
            case _:
                pass
        if self._source is None and self._is_lost and now_s >= self._settled_at_s:
            self._go_on_without(now_s)

    def _begin(self, found: Found, now_s: float, *, after_s: float = float("-inf")) -> None:
        """Go on with a source. What it heard before ``after_s`` was heard by another one."""
        source, opened = found.source, found.opened
        self._source, self._device, self._may_rest = source, opened.device, source.may_rest
        self._opened_s, self._rate_hz = now_s, opened.rate_hz
        self._watch = SourceWatch(now_s=now_s, may_rest=source.may_rest)
        self._growing.break_off(rate_hz=opened.rate_hz)
        if self._gap.is_open and source.may_rest and source.has_clock:
            # When it will say something nobody knows, but from now on it could.
            open_s = min((each.arrived_s - each.length / opened.rate_hz for each in found.early), default=now_s)
            self._silence(to_index(open_s - self._end_s()), self._gap.reason)
            self._gap.end(self.position)
        self._timeline = None
        if source.has_clock:
            self._timeline = TrackTimeline(rate_hz=opened.rate_hz, position_s=self._end_s())
        state = SourceState.REOPENED if self._is_lost else SourceState.OPENED
        self._is_lost = False
        self._emit(SourceChanged(self._track, state, opened.device, f"{opened.rate_hz} Hz, {opened.channels} channels"))
        self._note_source(state.value, opened.rate_hz, host_api=opened.host_api)
        for block in found.early:
            if block.arrived_s - block.length / opened.rate_hz >= after_s:
                self._take(source, block)

    def _go_on_without(self, now_s: float) -> None:
        """The track does not stand still while its source is away; the clock alone moves it."""
        missing = to_index(now_s - self._origin_s - _SETTLE_S) - self.position
        if missing >= SAMPLE_RATE_HZ // 10:
            self._silence(missing, self._gap.reason)

    def _take(self, source: SoundSource, block: SoundBlock) -> None:
        if self._finder.keep_early(source, block):
            return
        if source is not self._source or block.arrived_s > self._stop_s:
            return  # from a source that was given up, or from a pause
        self._notice_sleep()
        told_s = block.arrived_s if block.captured_s is None else block.captured_s + block.length / self._rate_hz
        self._captured_s = min(block.arrived_s, told_s)
        mono = np.ascontiguousarray(block.sound.mean(axis=1, dtype=np.float32))
        if self._watch is not None:
            finding = self._watch.hear(arrived_s=block.arrived_s, is_zero=not block.sound.any())
            if finding is Finding.SILENT:
                self._emit(SourceChanged(self._track, SourceState.SILENT, self._device, "nothing but zeros"))
            elif finding is Finding.HEARD:
                self._emit(SourceChanged(self._track, SourceState.HEARD, self._device, ""))
        if self._timeline is None:
            self._append([mono], None)
        else:
            placed = self._timeline.place(TimedBlock(mono, block.arrived_s, block.captured_s))
            self._append(placed, self._reason(source))
            if placed:
                self._gap.reason = GapReason.SOURCE_LOST

    def _append(self, pieces: list[Piece], reason: GapReason | None) -> None:
        for piece in pieces:
            match piece:
                case Silence():
                    self._growing.break_off()
                    due = self.position + to_index(piece.length_s)
                    is_start = self.position == self._first and piece.length_s < self._first_wait_s
                    is_stumble = piece.length_s < _STUMBLE_S and self._looked_s - self._opened_s < _BEGIN_S
                    if reason is None and self._rest_from is None:
                        self._rest_from = self.position
                    if reason is None or is_start or is_stumble or self._is_small(piece.length_s):
                        self._growing.append_silence(due - self.position)
                    else:
                        self._silence(due - self.position, reason)
                case NewRate():
                    self._growing.break_off(rate_hz=piece.rate_hz)
                    detail = f"its real rate is {piece.rate_hz} Hz"
                    self._emit(SourceChanged(self._track, SourceState.REOPENED, self._device, detail))
                    self._note_source("rate", piece.rate_hz)
                case _:
                    self._gap.end(self.position)
                    self._rest_from = None
                    self._growing.append(piece, captured_s=self._captured_s)

    def _is_small(self, length_s: float) -> bool:
        return not self._gap.is_open and self._holes.may_be_kept_quiet(length_s, at=self.position)

    def _reason(self, source: SoundSource) -> GapReason | None:
        """Of what is missing now; nothing is missing of a source that rests, unless we slept."""
        return None if source.may_rest and self._gap.reason is not GapReason.SLEPT else self._gap.reason

    def _silence(self, count: int, reason: GapReason) -> None:
        """Silence that is a gap; one that goes on is told when it ends."""
        if not self._gap.is_open:
            self._growing.break_off()
            self._gap.begin(self.position, reason)
        self._growing.append_silence(count)
        self._gap.grow(self.position)

    def _end_s(self) -> float:
        return self._origin_s + self.position / SAMPLE_RATE_HZ

    def _let_go(self) -> None:
        """At a stop or a pause, on the track's thread."""
        self._finder.abandon()
        if self._source is not None:
            self._release(self._source)
        self._gap.end(self.position)

    def _release(self, source: SoundSource) -> None:
        """Leave a source that works."""
        if self._timeline is not None:
            self._append(self._timeline.release(), self._gap.reason)
        self._leave(source)

    def _leave(self, source: SoundSource) -> None:
        self._growing.break_off()
        self._source = self._timeline = self._watch = self._rest_from = None
        close_aside(source)

    def _note_source(self, state: str, rate_hz: int, *, host_api: str = "") -> None:
        device = self._device
        self._note(lambda file: file.note_source(state=state, device=device, rate_hz=rate_hz, host_api=host_api))
