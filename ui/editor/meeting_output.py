"""Plays a meeting: the copy of its sound, or both tracks of a recording at levels of their own.

On the window's thread, made with the first meeting page. A copy goes through QtMultimedia's player
(``media_output.py``), tracks through ``track_output.py``; from outside it is one output.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from app.track_mix import ReadTrack
from ui.editor.media_output import MediaOutput
from ui.editor.playback import OutputTrouble, SoundOutput
from ui.editor.track_output import TrackOutput


class MeetingOutput(QObject):
    """A ``SoundOutput`` for whatever a meeting is made of."""

    def __init__(
        self,
        *,
        copies: SoundOutput | None = None,
        make_tracks: Callable[[], SoundOutput] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._copies = copies or MediaOutput(parent=self)
        self._make_tracks = make_tracks or (lambda: TrackOutput(parent=self))
        self._tracks: SoundOutput | None = None
        self._used = self._copies
        self._changed: Callable[[], None] | None = None

    @property
    def position_ms(self) -> int:
        """Where it stands now."""
        return self._used.position_ms

    @property
    def has_ended(self) -> bool:
        """Whether the end was reached."""
        return self._used.has_ended

    @property
    def trouble(self) -> OutputTrouble | None:
        """Why nothing can be heard, if so."""
        trouble = self._used.trouble
        if trouble is None and self._used is not self._copies and self._copies.trouble is OutputTrouble.NO_DEVICE:
            return OutputTrouble.NO_DEVICE
        return trouble

    def load(self, path: Path, *, tracks: Sequence[ReadTrack] = (), length_ms: int = 0) -> None:
        """Take a file, or the tracks of a recording."""
        self.unload()
        if tracks and self._tracks is None:
            self._tracks = self._make_tracks()
            if self._changed is not None:
                self._tracks.watch(self._changed)
        self._used = self._tracks if tracks and self._tracks is not None else self._copies
        self._used.load(path, tracks=tracks, length_ms=length_ms)

    def unload(self) -> None:
        """Let go of it."""
        self._used.unload()

    def play(self) -> None:
        """Play on."""
        self._used.play()

    def pause(self) -> None:
        """Stop there."""
        self._used.pause()

    def seek(self, position_ms: int) -> None:
        """Stand somewhere else."""
        self._used.seek(position_ms)

    def set_rate(self, rate: float) -> None:
        """Play faster or slower."""
        self._used.set_rate(rate)

    def set_level(self, track: int, level: float) -> None:
        """Play a track louder or softer."""
        self._used.set_level(track, level)

    def watch(self, changed: Callable[[], None]) -> None:
        """Call back when the trouble may have changed."""
        self._changed = changed
        self._copies.watch(changed)
        if self._tracks is not None:
            self._tracks.watch(changed)

    def close(self) -> None:
        """Let go of everything."""
        self._changed = None
        self._copies.close()
        if self._tracks is not None:
            self._tracks.close()
