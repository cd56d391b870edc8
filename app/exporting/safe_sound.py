"""The sound of a copy that can be given away: silent where it must be, the same sample for sample elsewhere.

Runs on a background thread or in the command line. The copy is FLAC, which loses nothing, so it is read back and held
against the original block by block: only what was proven is called safe.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from engine.contract.cancellation import Cancellation

_COMPARED = 1 << 18

Block = NDArray[np.int16]
"""Shape ``(samples, channels)``."""


def write_silenced(source: Path, target: Path, silences: Sequence[tuple[int, int]], cancellation: Cancellation) -> None:
    """Write the sound of ``source`` with stretches, in milliseconds, made silent."""
    with av.open(str(target), "w", format="flac") as opened:
        container: Any = opened  # PyAV's stubs leave packets unknown, which a strict checker refuses
        stream: Any = None
        layout = ""
        for start, block, rate in _blocks(source):
            cancellation.check()
            if stream is None:
                stream = container.add_stream("flac", rate=rate)
                layout = "mono" if block.shape[1] == 1 else "stereo"
                stream.layout = layout
                stream.format = "s16"
            silent = block.copy()
            silent[_is_silent(start, len(block), rate, silences)] = 0
            frame: Any = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(silent.reshape(1, -1)), format="s16", layout=layout
            )
            frame.sample_rate = rate
            container.mux(stream.encode(frame))
        if stream is not None:
            container.mux(stream.encode(None))


def is_proven(source: Path, copy: Path, silences: Sequence[tuple[int, int]], cancellation: Cancellation) -> bool:
    """Whether the copy, read back from disk, is silent in the stretches and the original's samples everywhere else."""
    ours, theirs = _Reader(source), _Reader(copy)
    at = 0
    while True:
        cancellation.check()
        wanted, got = ours.next(_COMPARED), theirs.next(_COMPARED)
        if wanted.shape != got.shape or ours.rate != theirs.rate:
            return False
        if not len(wanted):
            return at > 0
        silent = _is_silent(at, len(wanted), ours.rate, silences)
        if got[silent].any() or not np.array_equal(got[~silent], wanted[~silent]):
            return False
        at += len(wanted)


class _Reader:
    """Gives blocks of the length that is asked for."""

    def __init__(self, path: Path) -> None:
        self._blocks = _blocks(path)
        self._held: list[Block] = []
        self.rate = 0

    def next(self, samples: int) -> Block:
        while sum(map(len, self._held)) < samples:
            found = next(self._blocks, None)
            if found is None:
                break
            _, block, self.rate = found
            self._held.append(block)
        if not self._held:
            return np.zeros((0, 0), np.int16)
        joined = np.concatenate(self._held)
        self._held = [joined[samples:]] if len(joined) > samples else []
        return joined[:samples]


def _blocks(path: Path) -> Iterator[tuple[int, Block, int]]:
    """The sound of a file: where each block begins, its samples, and the rate."""
    at = 0
    with av.open(str(path)) as container:
        for each in container.decode(audio=0):
            frame: Any = each
            raw: NDArray[Any] = frame.to_ndarray()
            channels = len(frame.layout.channels)
            if raw.dtype == np.int32:  # FLAC of 24 bits is not written by us; kept within 16
                raw = raw >> 16
            samples = raw.reshape(-1, channels) if not frame.format.is_planar else raw.T
            block = np.ascontiguousarray(samples.astype(np.int16))
            yield at, block, int(frame.sample_rate)
            at += len(block)


def _is_silent(start: int, length: int, rate: int, silences: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    silent = np.zeros(length, np.bool_)
    for begin_ms, end_ms in silences:
        first = begin_ms * rate // 1000 - start
        last = -(-end_ms * rate // 1000) - start
        if last > 0 and first < length:
            silent[max(0, first) : max(0, last)] = True
    return silent
