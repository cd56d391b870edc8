"""The sound of a meeting in the library, as the meeting page wants it: the file to play, its length, its shape.

Built by ``composition.py`` for the window. ``read_peaks`` reads the whole recording, piece by piece, and belongs on a
background thread.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, Samples, to_milliseconds

_PIECE = 60 * SAMPLE_RATE_HZ


class StoredSound:
    """One meeting's sound on disk. Nothing is held open.

    Of a recording all tracks together: what is there by now, also while it is recorded.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = SoundFolder(folder)

    def playback_path(self) -> Path | None:
        """The file to play, ``None`` until it was decoded, or the copy of a recording was made."""
        return self._folder.playback_path() if self._is_there else None

    @property
    def length_ms(self) -> int:
        """True length, 0 until it was decoded."""
        return int(to_milliseconds(self._folder.longest)) if self._is_there else 0

    def read_peaks(self, buckets: int) -> Sequence[tuple[float, float]]:
        """Lowest and highest sample of that many equal parts, over all tracks; none before the sound was decoded."""
        length = int(self._folder.longest) if self._is_there else 0
        if not length or buckets <= 0:
            return []
        edges = np.linspace(0, length, buckets + 1).astype(np.int64)
        low, high = np.zeros(buckets, np.float32), np.zeros(buckets, np.float32)
        for track in self._tracks():
            for begin in range(0, length, _PIECE):
                samples = self._folder.read(begin, min(length, begin + _PIECE), track)
                if not len(samples):
                    break
                _widen(low, high, edges, begin, samples)
        return list(zip(low.tolist(), high.tolist(), strict=True))

    def _tracks(self) -> list[int]:
        numbers = [path.stem.removeprefix("track-") for path in self._folder.path.glob("track-*.pcm")]
        return sorted(int(number) for number in numbers if number.isdecimal())

    @property
    def _is_there(self) -> bool:
        return self._folder.is_recording or self._folder.is_complete()


def _widen(
    low: NDArray[np.float32], high: NDArray[np.float32], edges: NDArray[np.int64], begin: int, samples: Samples
) -> None:
    """Let the peaks of the parts reach as far as these samples, which begin at sample ``begin``."""
    end = begin + len(samples)
    first = int(np.searchsorted(edges, begin, side="right")) - 1
    last = int(np.searchsorted(edges, end, side="left"))
    for bucket in range(first, min(last, len(low))):
        part = samples[max(0, int(edges[bucket]) - begin) : max(0, int(edges[bucket + 1]) - begin)]
        if len(part):
            low[bucket] = min(low[bucket], part.min())
            high[bucket] = max(high[bucket], part.max())
