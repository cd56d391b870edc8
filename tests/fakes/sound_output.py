"""A sound output that plays as fast as the test says."""

from collections.abc import Callable, Sequence
from pathlib import Path

from app.track_mix import ReadTrack
from ui.editor.playback import OutputTrouble


class FakeSoundOutput:
    """Keeps what it was told; ``advance`` lets time pass."""

    def __init__(self, *, trouble: OutputTrouble | None = None) -> None:
        self.loaded: Path | None = None
        self.is_playing = False
        self.is_closed = False
        self.rate = 1.0
        self.tracks = 0
        self.levels: dict[int, float] = {}
        self._position_ms = 0
        self._has_ended = False
        self._trouble = trouble
        self._changed: Callable[[], None] | None = None

    @property
    def position_ms(self) -> int:
        return self._position_ms

    @property
    def has_ended(self) -> bool:
        return self._has_ended

    @property
    def trouble(self) -> OutputTrouble | None:
        return self._trouble

    def advance(self, by_ms: int, *, to_end: bool = False) -> None:
        """Let so much of the recording be played."""
        if self.is_playing:
            self._position_ms += by_ms
            self._has_ended = to_end

    def change_trouble(self, trouble: OutputTrouble | None) -> None:
        """Unplug the headphones, or plug them in again."""
        self._trouble = trouble
        if self._changed is not None:
            self._changed()

    def load(self, path: Path, *, tracks: Sequence[ReadTrack] = (), length_ms: int = 0) -> None:
        self.loaded = path
        self.tracks = len(tracks)
        self.levels = {}
        self._position_ms = 0
        self._has_ended = False

    def unload(self) -> None:
        self.loaded = None
        self.is_playing = False

    def play(self) -> None:
        self.is_playing = True
        self._has_ended = False

    def pause(self) -> None:
        self.is_playing = False

    def seek(self, position_ms: int) -> None:
        self._position_ms = position_ms
        self._has_ended = False

    def set_rate(self, rate: float) -> None:
        self.rate = rate

    def set_level(self, track: int, level: float) -> None:
        self.levels[track] = level

    def watch(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def close(self) -> None:
        self.is_closed = True
        self.unload()
