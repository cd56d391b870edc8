"""The sound of a meeting without a file."""

from pathlib import Path

import numpy as np

from app.meetings.loudness import FRAME_MS, Loudness
from app.track_mix import ReadTrack


class FakeMeetingSound:
    """Says what it was told to say."""

    def __init__(
        self, *, path: Path | None = Path("sound.flac"), length_ms: int = 200_000, tracks: tuple[ReadTrack, ...] = ()
    ) -> None:
        self._path = path
        self._length_ms = length_ms
        self._tracks = tracks
        self.is_measured = True
        self.measured = 0

    def playback_path(self) -> Path | None:
        return self._path

    @property
    def length_ms(self) -> int:
        return self._length_ms

    def read_loudness(self) -> Loudness:
        self.measured += 1
        return Loudness(np.full(self._length_ms // FRAME_MS, 12_000, np.uint16))

    def track_readers(self) -> tuple[ReadTrack, ...]:
        return self._tracks
