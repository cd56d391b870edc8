"""One recording from start to stop: a ring, a file and a thread for each track, one clock for all.

Built and driven by ``recorder_process.py`` on the thread that reads commands; events leave from several threads.
Every wait here has an end: a stop takes less than a second, whatever the devices do.
"""

import datetime
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from engine.capture.disk_room import DiskRoom, FreeBytes, free_bytes
from engine.capture.file_keeper import FileKeeper, KeptTrack
from engine.capture.keep_awake import KeepAwake
from engine.capture.recording_file import OpenForAppending, RecordingFile, open_growing
from engine.capture.ring_buffer import RingReader, RingWriter
from engine.capture.sound_folder import SoundFolder
from engine.capture.sound_source import SoundSource
from engine.capture.track_recorder import TrackRecorder
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.recorder_messages import (
    GapNoticed,
    RecordedTrack,
    RecorderEvent,
    RecordingPaused,
    RecordingResumed,
    RecordingStarted,
    RecordingStopped,
    SourceChoice,
    StartRecording,
)
from engine.contract.segments import GapReason
from engine.contract.steady_clock import steady_now

_TRACK_S = 0.4
"""How long the tracks' threads may take to end ..."""
_KEEPER_S = 0.5
"""... and the file keeper after them."""
_WAITING_BLOCKS = 50
_DEATH_S = 600.0
"""A recorder that was killed and is replaced within so long leaves a gap by the clock; later, somebody appends."""


class OpenSource(Protocol):
    """Makes the source that was chosen; does not open it yet."""

    def __call__(self, choice: SourceChoice, *, start_s: float, has_room: Callable[[], bool], rank: int) -> SoundSource:
        """The source of that rank: 0 is the one chosen, 1 the next best and so on. ``open`` says if there is none."""
        ...


@dataclass(slots=True)
class _Track:
    choice: SourceChoice
    ring: RingWriter
    name: str
    recorder: TrackRecorder


class Recorder:
    """One recording."""

    def __init__(
        self,
        command: StartRecording,
        *,
        open_source: OpenSource,
        emit: Callable[[RecorderEvent], None],
        now: Callable[[], float] = steady_now,
        open_for_appending: OpenForAppending = open_growing,
        free: FreeBytes = free_bytes,
        awake: KeepAwake | None = None,
        utc_now: Callable[[], datetime.datetime] = lambda: datetime.datetime.now(datetime.UTC),
    ) -> None:
        """Open files and rings.

        Raises:
            DiskFull: there is no room to begin.
            BlockingIOError: another recorder writes into that folder still.
            OSError: the folder cannot be written, or there is no memory for the rings.
        """
        self._command = command
        self._open_source = open_source
        self._emit = emit
        self._now = now
        self._awake = awake or KeepAwake()
        self._utc_now = utc_now
        self._paused_s: float | None = None
        folder = SoundFolder(Path(command.folder))
        self._room = DiskRoom(folder.path, tracks=len(command.sources), now=now, free=free)
        self._room.check()
        files: list[RecordingFile] = []
        self._tracks: list[_Track] = []
        try:
            for number in range(len(command.sources)):
                files.append(RecordingFile(folder, track=number, open_for_appending=open_for_appending, now=now))
            self._aligned_s = now()
            is_replacing = any(file.due_since_cut_off(_DEATH_S) is not None for file in files)
            self._gaps = _align(files)
            length = files[0].length
            lasting = [gap for gap in self._gaps if is_replacing and gap.stop == length and self._has_clock(gap.track)]
            self._died_at = {gap.track: gap.start for gap in lasting if gap.reason is GapReason.RECORDER_DIED}
            self._keeper = self._follow(files, length)
        except BaseException:
            for track in self._tracks:
                track.ring.close()
            for file in files:
                file.close()
            raise

    @property
    def recording(self) -> str:
        """Its name."""
        return self._command.recording

    @property
    def has_ended(self) -> bool:
        """Whether every source was a file and all were played to the end."""
        return all(track.recorder.has_ended for track in self._tracks)

    def has_heard_until(self, at_s: float) -> bool:
        """Whether every device has delivered what sounded until then, on the clock of the recorder."""
        return self._paused_s is not None or all(
            track.recorder.heard_until_s >= at_s for number, track in enumerate(self._tracks) if self._has_clock(number)
        )

    def start(self) -> None:
        """Begin to record."""
        self._awake.hold()
        self._keeper.start()
        self._emit(
            RecordingStarted(
                self.recording,
                tuple(
                    RecordedTrack(number, track.choice.kind, track.choice.name, track.name, track.ring.written)
                    for number, track in enumerate(self._tracks)
                ),
            )
        )
        for gap in self._gaps:
            if self._died_at.get(gap.track) != gap.start:  # the one that lasts still is told when it ends
                self._emit(gap)
        # A recorder that was replaced goes on by the clock of the one before: opening took no time of the recording.
        is_cut_off = any(gap.reason is GapReason.RECORDER_DIED for gap in self._gaps)
        self._start_tracks(self._aligned_s if is_cut_off else self._now(), died_at=self._died_at)

    def pause(self) -> None:
        """Let go of the sources. Nothing of what sounds now is kept."""
        if self._paused_s is not None:
            return
        self._paused_s = self._now()
        self._stop_tracks()
        self._awake.release()
        for number in range(len(self._tracks)):
            self._keeper.note(number, RecordingFile.note_pausing)
        self._emit(RecordingPaused(self._position))

    def resume(self) -> None:
        """Go on after a pause. Both tracks go on at the same sample."""
        if self._paused_s is None:
            return
        length_s = self._now() - self._paused_s
        self._paused_s = None
        self._awake.hold()
        at = self._position
        for number, track in enumerate(self._tracks):
            track.recorder.catch_up(at)
            self._keeper.note(number, lambda file: file.note_pause(length_s=length_s, at=at))
        self._start_tracks(self._now())
        self._emit(RecordingResumed(at))

    def change_source(self, number: int, choice: SourceChoice) -> None:
        """Let a track go on with another device of its kind; in a pause it is taken when the recording goes on."""
        if number < len(self._tracks) and self._has_clock(number):
            track = self._tracks[number]
            if choice.kind is track.choice.kind:
                track.choice = choice
                track.recorder.change_source()

    def mark(self, text: str, at: SampleIndex) -> None:
        """Write down what the person marked."""
        self._keeper.note(0, lambda file: file.note_mark(text, at=at))

    def stop(self) -> None:
        """Close everything, in less than a second. A disk that hangs may take longer: ``has_let_go``."""
        self._awake.release()
        ended = self._stop_tracks()
        length = self._position
        for track in ended:
            track.recorder.finish(length)
        self._keeper.finish(_KEEPER_S)
        lengths = self._keeper.lengths
        for track in self._tracks:
            track.ring.close()
        self._emit(RecordingStopped(self.recording, lengths))

    def has_let_go(self, timeout_s: float) -> bool:
        """After ``stop``: whether the last sample is written, or the disk has refused it."""
        return self._keeper.finish(timeout_s)

    @property
    def _position(self) -> SampleIndex:
        return SampleIndex(max((track.recorder.position for track in self._tracks), default=0))

    def _follow(self, files: list[RecordingFile], first: SampleIndex) -> FileKeeper:
        started_utc = self._utc_now().isoformat(timespec="seconds")
        kept: list[KeptTrack] = []
        for number, (choice, file) in enumerate(zip(self._command.sources, files, strict=True)):
            name = uuid.uuid4().hex
            ring = RingWriter.create(name, seconds=self._command.ring_seconds, first=first)
            # A file that is played goes on where it would be; after a stop it begins anew.
            began_at = file.began_at if file.due_since_cut_off(_DEATH_S) is not None else None
            recorder = self._track_recorder(number, choice, ring, file, first if began_at is None else began_at)
            self._tracks.append(_Track(choice, ring, name, recorder))
            kept.append(KeptTrack(number, RingReader.attach(name), file))
            file.note_start(
                kind=choice.kind,
                device=choice.name or Path(choice.path).name,
                host_api=choice.host_api,
                rate_hz=SAMPLE_RATE_HZ,
                started_utc=started_utc,
                goes_on=began_at is not None,
            )
        return FileKeeper(kept, recording=self.recording, room=self._room, emit=self._emit)

    def _track_recorder(
        self, number: int, choice: SourceChoice, ring: RingWriter, file: RecordingFile, began_at: SampleIndex
    ) -> TrackRecorder:
        def has_room() -> bool:
            few_wait = recorder.waiting_blocks < _WAITING_BLOCKS
            return few_wait and (choice.pace == 1.0 or ring.written - file.length < ring.capacity // 2)

        def new_source(at: int, rank: int) -> SoundSource:
            chosen = self._tracks[number].choice  # the person may have chosen another one since
            return self._open_source(chosen, start_s=(at - began_at) / SAMPLE_RATE_HZ, has_room=has_room, rank=rank)

        recorder = TrackRecorder(
            track=number,
            ring=ring,
            new_source=new_source,
            now=self._now,
            emit=self._emit,
            note=lambda note: self._keeper.note(number, note),
        )
        return recorder

    def _start_tracks(self, origin_s: float, *, died_at: Mapping[int, SampleIndex] = {}) -> None:
        """All go on at one sample, which is due at that time."""
        for number, track in enumerate(self._tracks):
            at = track.recorder.position
            if self._has_clock(number):
                self._keeper.note(number, partial(RecordingFile.note_clock, at=at, steady_s=origin_s))
            track.recorder.start(origin_s, died_at=died_at.get(number))

    def _has_clock(self, track: int) -> bool:
        """A file's samples alone make its time."""
        return self._command.sources[track].kind is not TrackKind.FILE

    def _stop_tracks(self) -> list[_Track]:
        """Those whose threads ended in time; the others must be left alone."""
        for track in self._tracks:
            track.recorder.stop()
        return [track for track in self._tracks if track.recorder.join(_TRACK_S / len(self._tracks))]


def _align(files: list[RecordingFile]) -> list[GapNoticed]:
    """Bring the tracks of a recording that goes on to one length: a kill leaves them some frames apart.

    A recorder that was killed and is replaced at once leaves a gap as long as it was away. One that was killed long
    ago leaves a gap of a frame, so that everybody sees that the sound breaks off there. In both cases the gaps before
    it are told once more: it may have died before it told one that was still open.
    """
    length = max((file.length for file in files), default=SampleIndex(0))
    reason = GapReason.SOURCE_LOST
    if any(file.was_cut_off for file in files):
        reason = GapReason.RECORDER_DIED
        due = [file.due_since_cut_off(_DEATH_S) or 0 for file in files]
        length = SampleIndex(max(length + FRAME_SAMPLES, *due))
    gaps: list[GapNoticed] = []
    for number, file in enumerate(files):
        if (start := file.length) < length:
            file.note_gap(start, length, reason)
            file.append_silence(length - start)
            gaps.append(GapNoticed(number, start, length, reason))
    if not any(file.was_cut_off for file in files):
        return gaps
    return [
        GapNoticed(gap.track, gap.start, gap.stop, gap.reason)
        for file in files
        for gap in file.gaps
        if gap.stop > file.began_at
    ]
