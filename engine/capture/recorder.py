"""One recording from start to stop: a ring, a file and a thread for each track, one clock for all.

Built and driven by ``recorder_process.py`` on the thread that reads commands; events leave from several threads.
Every wait here has an end: a stop takes less than a second, whatever the devices do.
"""

import datetime
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.capture.file_keeper import FileKeeper, KeptTrack
from engine.capture.recording_file import OpenForAppending, RecordingFile, open_growing
from engine.capture.ring_buffer import RingReader, RingWriter
from engine.capture.sound_folder import SoundFolder
from engine.capture.sound_source import SoundSource, steady_now
from engine.capture.track_recorder import TrackRecorder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.recorder_messages import (
    RecordedTrack,
    RecorderEvent,
    RecordingStarted,
    RecordingStopped,
    SourceChoice,
    StartRecording,
)
from engine.contract.segments import GapReason

_TRACK_S = 0.4
"""How long the tracks' threads may take to end ..."""
_KEEPER_S = 0.5
"""... and the file keeper after them."""
_WAITING_BLOCKS = 50


class OpenSource(Protocol):
    """Makes the source that was chosen; does not open it yet."""

    def __call__(self, choice: SourceChoice, *, start_s: float, has_room: Callable[[], bool]) -> SoundSource:
        """Raises ``SourceUnusable`` where this computer has no such source."""
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
    ) -> None:
        """Open files and rings.

        Raises:
            DiskFull: there is no room to begin.
            OSError: the folder cannot be written, or there is no memory for the rings.
        """
        self._command = command
        self._open_source = open_source
        self._emit = emit
        self._now = now
        self._paused_s: float | None = None
        folder = SoundFolder(Path(command.folder))
        files: list[RecordingFile] = []
        self._tracks: list[_Track] = []
        try:
            for number in range(len(command.sources)):
                files.append(RecordingFile(folder, track=number, open_for_appending=open_for_appending))
            first = _align(files)
            self._keeper = self._follow(files, first)
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

    def start(self) -> None:
        """Begin to record."""
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
        self._start_tracks()

    def pause(self) -> None:
        """Let go of the sources. Nothing of what sounds now is kept."""
        if self._paused_s is None:
            self._paused_s = self._now()
            self._stop_tracks()

    def resume(self) -> None:
        """Go on after a pause. Both tracks go on at the same sample."""
        if self._paused_s is None:
            return
        length_s = self._now() - self._paused_s
        self._paused_s = None
        at = max(track.recorder.position for track in self._tracks)
        for number, track in enumerate(self._tracks):
            track.recorder.catch_up(at)
            self._keeper.note(number, lambda file: file.note_pause(length_s=length_s, at=at))
        self._start_tracks()

    def stop(self) -> None:
        """Close everything, in less than a second."""
        ended = self._stop_tracks()
        length = max((track.recorder.position for track in self._tracks), default=0)
        for track in ended:
            track.recorder.finish(length)
        self._keeper.finish(_KEEPER_S)
        lengths = self._keeper.lengths
        for track in self._tracks:
            track.ring.close()
        self._emit(RecordingStopped(self.recording, lengths))

    def _follow(self, files: list[RecordingFile], first: SampleIndex) -> FileKeeper:
        started_utc = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        kept: list[KeptTrack] = []
        for number, (choice, file) in enumerate(zip(self._command.sources, files, strict=True)):
            name = uuid.uuid4().hex
            ring = RingWriter.create(name, seconds=self._command.ring_seconds, first=first)
            recorder = self._track_recorder(number, choice, ring, file)
            self._tracks.append(_Track(choice, ring, name, recorder))
            kept.append(KeptTrack(number, RingReader.attach(name), file))
            file.note_start(
                kind=choice.kind,
                device=choice.name or Path(choice.path).name,
                host_api=choice.host_api,
                rate_hz=SAMPLE_RATE_HZ,
                started_utc=started_utc,
            )
        return FileKeeper(kept, recording=self.recording, emit=self._emit)

    def _track_recorder(
        self, number: int, choice: SourceChoice, ring: RingWriter, file: RecordingFile
    ) -> TrackRecorder:
        def has_room() -> bool:
            few_wait = recorder.waiting_blocks < _WAITING_BLOCKS
            return few_wait and (choice.pace == 1.0 or ring.written - file.length < ring.capacity // 2)

        def new_source(done: int) -> SoundSource:
            return self._open_source(choice, start_s=done / SAMPLE_RATE_HZ, has_room=has_room)

        recorder = TrackRecorder(
            track=number,
            ring=ring,
            new_source=new_source,
            now=self._now,
            emit=self._emit,
            note=lambda note: self._keeper.note(number, note),
        )
        return recorder

    def _start_tracks(self) -> None:
        origin_s = self._now()
        for track in self._tracks:
            track.recorder.start(origin_s)

    def _stop_tracks(self) -> list[_Track]:
        """Those whose threads ended in time; the others must be left alone."""
        for track in self._tracks:
            track.recorder.stop()
        return [track for track in self._tracks if track.recorder.join(_TRACK_S / len(self._tracks))]


def _align(files: list[RecordingFile]) -> SampleIndex:
    """Bring the tracks of a recording that goes on to one length: a kill leaves them some frames apart."""
    length = max((file.length for file in files), default=SampleIndex(0))
    for file in files:
        if (start := file.length) < length:
            file.note_gap(start, length, GapReason.SOURCE_LOST)
            file.append_silence(length - start)
    return length
