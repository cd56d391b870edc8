"""The tracks of a recording as one hears them: side by side on one clock, faster or slower at the same pitch.

Used by ``ui/editor/track_output.py`` on a thread of its own. Both tracks go through the same filter as the channels of
one sound, so that nothing can make them drift apart; their levels are given only after it, when they are played.
"""

from collections.abc import Callable, Sequence
from typing import Any

import av
import av.error
import av.filter
import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import SAMPLE_RATE_HZ, Samples

ReadTrack = Callable[[int, int], Samples]
"""The samples of a track from one sample to another, cut to what is there."""

_BLOCK = SAMPLE_RATE_HZ // 10
_LAYOUT = {1: "mono", 2: "stereo"}
_KNEE = np.float32(0.7)


class TrackMix:
    """Reads on from one place, at one rate."""

    def __init__(
        self, tracks: Sequence[ReadTrack], *, start: int, length: int, rate: float = 1.0, out_rate_hz: int
    ) -> None:
        self._tracks = tracks
        self._at = start
        self._length = length
        self._graph: Any = None
        self._given = 0
        if rate != 1.0 or out_rate_hz != SAMPLE_RATE_HZ:
            self._graph = _graph(rate, channels=len(tracks), out_rate_hz=out_rate_hz)
        self._is_flushed = False

    def read(self) -> NDArray[np.float32] | None:
        """The next tenth of a second of every track, one row a track; ``None`` at the end. May be short or empty."""
        if self._at >= self._length:
            return self._rest()
        stop = min(self._length, self._at + _BLOCK)
        block = np.zeros((len(self._tracks), stop - self._at), np.float32)
        for row, read in zip(block, self._tracks, strict=True):
            samples = read(self._at, stop)
            row[: len(samples)] = samples
        self._at = stop
        if self._graph is None:
            return block
        frame = av.AudioFrame.from_ndarray(
            np.ascontiguousarray(block.T.reshape(1, -1)), format="flt", layout=_LAYOUT[len(self._tracks)]
        )
        frame.sample_rate = SAMPLE_RATE_HZ
        frame.pts = self._given
        self._given += block.shape[1]
        self._graph.push(frame)
        return self._pulled()

    def _rest(self) -> NDArray[np.float32] | None:
        if self._graph is None or self._is_flushed:
            return None
        self._is_flushed = True
        self._graph.push(None)
        return self._pulled()

    def _pulled(self) -> NDArray[np.float32]:
        rows = len(self._tracks)
        parts: list[NDArray[np.float32]] = [np.zeros((rows, 0), np.float32)]
        while True:
            try:
                frame = self._graph.pull()
            except (av.error.BlockingIOError, av.error.EOFError):
                break
            parts.append(frame.to_ndarray().reshape(-1, rows).T)
        return np.concatenate(parts, axis=1)


def mixed_down(block: NDArray[np.float32], levels: Sequence[float]) -> NDArray[np.float32]:
    """The sum of the tracks at their levels, bent where it would go beyond full scale."""
    total = np.asarray(levels, np.float32) @ block
    size = np.abs(total)
    bent = _KNEE + (1 - _KNEE) * np.tanh((size - _KNEE) / (1 - _KNEE))
    return np.where(size > _KNEE, np.copysign(bent, total), total).astype(np.float32)


def _graph(rate: float, *, channels: int, out_rate_hz: int) -> Any:
    # PyAV's stubs know little of filters, which a strict checker refuses.
    graph: Any = av.filter.Graph()
    source = graph.add_abuffer(sample_rate=SAMPLE_RATE_HZ, format="flt", layout=_LAYOUT[channels])
    stretch = graph.add("atempo", f"{rate:.4f}")
    resample = graph.add("aresample", str(out_rate_hz))
    shape = graph.add("aformat", f"sample_fmts=flt:sample_rates={out_rate_hz}:channel_layouts={_LAYOUT[channels]}")
    sink = graph.add("abuffersink")
    for one, other in ((source, stretch), (stretch, resample), (resample, shape), (shape, sink)):
        one.link_to(other)
    graph.configure()
    return graph
