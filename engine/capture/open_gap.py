"""The gap of a track that lasts still: written down while it grows, told when it ends.

Used by ``track_recorder.py`` on the thread of the track.
"""

from collections.abc import Callable

from engine.capture.recording_file import RecordingFile
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.recorder_messages import GapNoticed, RecorderEvent
from engine.contract.segments import GapReason


class OpenGap:
    """At most one at a time; all places are samples of the track."""

    def __init__(
        self,
        *,
        track: int,
        emit: Callable[[RecorderEvent], None],
        note: Callable[[Callable[[RecordingFile], None]], None],
    ) -> None:
        self._track = track
        self._emit = emit
        self._note = note
        self._start: int | None = None
        self._noted = 0
        self.reason = GapReason.SOURCE_LOST
        """Why sound is missing now, if any is."""

    @property
    def is_open(self) -> bool:
        """Whether one lasts."""
        return self._start is not None

    def begin(self, at: int, reason: GapReason) -> None:
        """From here on nothing is captured."""
        self._start = self._noted = at
        self.reason = reason

    def grow(self, to: int) -> None:
        """It has come so far; a kill must not make it silence without a reason."""
        if self._start is not None and to - self._noted >= SAMPLE_RATE_HZ:
            self._write(self._start, to)

    def end(self, at: int) -> None:
        """Sound comes again. Harmless where there is none."""
        if self._start is None:
            return
        start, reason = self._start, self.reason
        self._write(start, at)
        self._start = None
        self.reason = GapReason.SOURCE_LOST
        self._emit(GapNoticed(self._track, SampleIndex(start), SampleIndex(at), reason))

    def _write(self, start: int, stop: int) -> None:
        self._noted = stop
        reason = self.reason
        self._note(lambda file: file.note_gap(start, stop, reason))
