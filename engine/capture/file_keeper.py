"""Follows the rings and keeps what comes on the disk, so that a slow disk never costs a sample.

One thread for all tracks of a recording, started by ``recorder.py``. It alone writes the recording files; what the
tracks' threads have to say for the journal reaches it through ``note``. Every second all is made durable. A full disk
is told once and tried again each second: as long as the ring has not come round, nothing is lost; what was lost is a
gap of its own kind. A disk that hangs holds up this thread alone.
"""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.capture.disk_room import DiskRoom
from engine.capture.recording_file import RecordingFile
from engine.capture.ring_buffer import RingLapped, RingReader
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull, RecordingNotSaved, VivavoceError
from engine.contract.recorder_messages import GapNoticed, RecorderEvent, RecordingFailed, SavedTo
from engine.contract.segments import GapReason

SAVE_EVERY_S = 1.0
_FOLLOW_EVERY_S = 0.05
_PIECE = SAMPLE_RATE_HZ

Note = Callable[[RecordingFile], None]
"""Something for a journal."""


@dataclass(slots=True)
class KeptTrack:
    """A track that is followed."""

    track: int
    ring: RingReader
    file: RecordingFile
    saved: int = field(default=0)
    lost_from: SampleIndex | None = field(default=None)
    """Beginning of the stretch that could not be written, until its silence is."""


class FileKeeper:
    """Keeps all tracks of one recording."""

    def __init__(
        self,
        tracks: list[KeptTrack],
        *,
        recording: str,
        room: DiskRoom,
        emit: Callable[[RecorderEvent], None],
        every_s: float = SAVE_EVERY_S,
    ) -> None:
        self._tracks = tracks
        self._recording = recording
        self._room = room
        self._emit = emit
        self._every_s = every_s
        self._notes: queue.SimpleQueue[tuple[KeptTrack, Note]] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._has_told = False
        self._thread = threading.Thread(target=self._run, name="file-keeper", daemon=True)

    @property
    def lengths(self) -> tuple[SampleIndex, ...]:
        """What is in the files."""
        return tuple(track.file.length for track in self._tracks)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def note(self, track: int, note: Note) -> None:
        """Write into a track's journal, soon. For every thread."""
        self._notes.put((self._tracks[track], note))

    def finish(self, timeout_s: float) -> bool:
        """Keep what is still in the rings, complete the files and let go. Whether it was done in time; ask again."""
        self._stopping.set()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        next_save = 0
        rounds = max(1, round(self._every_s / _FOLLOW_EVERY_S))
        while not self._stopping.wait(_FOLLOW_EVERY_S):
            is_full = self._has_told
            if not is_full or next_save == 0:
                self._attempt(self._follow)
            if (room := self._room.look()) is not None:
                self._emit(room)
            next_save = (next_save + 1) % rounds
            if next_save == 0 and not self._has_told:
                self._attempt(self._save)
        self._attempt(self._follow)
        for track in self._tracks:
            self._attempt(lambda track=track: self._finish(track))
            track.ring.close()
            track.file.close()

    def _attempt(self, work: Callable[[], None]) -> None:
        """Work on the disk; its troubles are told once, until it works again."""
        try:
            work()
        except DiskFull as error:
            self._tell(error)
        except OSError as error:
            folder = str(self._tracks[0].file.folder)
            self._tell(RecordingNotSaved(folder, error.strerror or str(error), has_begun=True))
        else:
            self._has_told = False

    def _tell(self, error: VivavoceError) -> None:
        if self._has_told:
            return
        self._has_told = True
        self._emit(RecordingFailed(self._recording, to_report(error)))
        if isinstance(error, DiskFull):
            self._emit(self._room.run_out())

    def _follow(self) -> None:
        while not self._notes.empty():
            track, note = self._notes.get()
            try:
                note(track.file)
            except (DiskFull, OSError):
                self._notes.put((track, note))  # it is said again when there is room
                raise
        for track in self._tracks:
            self._follow_track(track)

    def _follow_track(self, track: KeptTrack) -> None:
        while (at := track.file.length) < (written := track.ring.written):
            stop = min(written, at + _PIECE)
            try:
                piece = track.ring.view(at, stop).copy()
                if not track.ring.holds(at):
                    raise RingLapped  # noqa: TRY301 - the same as if the view itself had noticed
            except RingLapped:
                self._skip(track, at, track.ring.oldest)
            else:
                track.file.append(piece)

    def _skip(self, track: KeptTrack, at: SampleIndex, stop: SampleIndex) -> None:
        """The disk took nothing for so long that the ring came round."""
        if track.lost_from is None:
            track.lost_from = at
        track.file.note_gap(at, stop, GapReason.NOT_SAVED)
        track.file.append_silence(stop - at)
        if track.ring.holds(stop):
            self._emit(GapNoticed(track.track, track.lost_from, stop, GapReason.NOT_SAVED))
            track.lost_from = None

    def _save(self) -> None:
        for track in self._tracks:
            if track.file.length != track.saved:
                track.saved = track.file.save()
                self._emit(SavedTo(track.track, SampleIndex(track.saved)))

    def _finish(self, track: KeptTrack) -> None:
        track.file.finish()
        self._emit(SavedTo(track.track, track.file.length))
