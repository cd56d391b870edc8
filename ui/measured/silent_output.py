"""A sound output without a loudspeaker: its position follows the clock. A ``SoundOutput``, on the window's thread."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.track_mix import ReadTrack
    from ui.editor.playback import OutputTrouble


class SilentOutput:
    """Plays nothing, at the wanted speed."""

    def __init__(self) -> None:
        self._position_ms = 0.0
        self._since_s: float | None = None
        self._rate = 1.0
        self._loaded: tuple[Path, Sequence[ReadTrack], int] | None = None

    @property
    def position_ms(self) -> int:
        """Where it stands."""
        passed_s = 0.0 if self._since_s is None else time.monotonic() - self._since_s
        return round(self._position_ms + 1000 * self._rate * passed_s)

    @property
    def is_playing(self) -> bool:
        """Whether it was told to play, with something to play."""
        return self._since_s is not None and self._loaded is not None

    @property
    def has_ended(self) -> bool:
        """Never: who measures stops before."""
        return False

    @property
    def trouble(self) -> "OutputTrouble | None":
        """None."""
        return None

    def load(self, path: Path, *, tracks: "Sequence[ReadTrack]" = (), length_ms: int = 0) -> None:
        """Stand at the beginning."""
        self._loaded = (path, tracks, length_ms)
        self.unload()

    def unload(self) -> None:
        """Stand at the beginning."""
        self._since_s, self._position_ms = None, 0.0

    def play(self) -> None:
        """Let the position follow the clock."""
        self._since_s = time.monotonic()

    def pause(self) -> None:
        """Stand still."""
        self._position_ms, self._since_s = float(self.position_ms), None

    def seek(self, position_ms: int) -> None:
        """Stand somewhere else."""
        self._position_ms = float(position_ms)
        if self._since_s is not None:
            self._since_s = time.monotonic()

    def set_rate(self, rate: float) -> None:
        """Play faster or slower."""
        self.seek(self.position_ms)
        self._rate = rate

    def set_level(self, track: int, level: float) -> None:
        """Silence is as loud at every level."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Nothing ever changes."""

    def close(self) -> None:
        """Nothing is open."""
