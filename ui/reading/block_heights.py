"""The heights of all blocks of a transcript, most of them guessed until somebody looks.

A scroll bar needs the sum of twenty thousand heights and the block under a pixel, while single heights change
with every block that is laid out and lines arrive in the middle. Blocks are kept in runs with the sum of each:
every operation touches one run and walks the sums. Pure; used by the transcript layout on the window's thread.
"""

from collections.abc import Iterable
from typing import Final

_RUN: Final = 256
"""Blocks in a run when built; a run is split at twice that."""


class BlockHeights:
    """A list of heights in pixels that knows its sums."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        flat = list(heights)
        self._runs: list[list[int]] = [flat[at : at + _RUN] for at in range(0, len(flat), _RUN)] or [[]]
        self._sums: list[int] = [sum(run) for run in self._runs]
        self._count = len(flat)
        self._total = sum(self._sums)

    def __len__(self) -> int:
        return self._count

    @property
    def total(self) -> int:
        """Height of everything together."""
        return self._total

    def height(self, index: int) -> int:
        """Height of one block."""
        run, at = self._locate(index)
        return self._runs[run][at]

    def top(self, index: int) -> int:
        """Where a block begins; for the index after the last one, where everything ends."""
        run, at = self._locate(index)
        return sum(self._sums[:run]) + sum(self._runs[run][:at])

    def index_at(self, pixel: int) -> int:
        """The block that covers a pixel, the first or last one outside."""
        if self._count == 0:
            return 0
        left = max(pixel, 0)
        index = 0
        for run, total in zip(self._runs, self._sums, strict=True):
            if left < total:
                for height in run:
                    if left < height:
                        return index
                    left -= height
                    index += 1
            left -= total
            index += len(run)
        return self._count - 1

    def replace(self, index: int, height: int) -> None:
        """Give one block another height."""
        run, at = self._locate(index)
        self._add(run, height - self._runs[run][at])
        self._runs[run][at] = height

    def insert(self, index: int, height: int) -> None:
        """Put a block before another, or at the end."""
        run, at = self._locate(index)
        self._runs[run].insert(at, height)
        self._add(run, height)
        self._count += 1
        if len(self._runs[run]) >= 2 * _RUN:
            self._split(run)

    def remove(self, index: int) -> None:
        """Take a block away."""
        run, at = self._locate(index)
        self._add(run, -self._runs[run].pop(at))
        self._count -= 1
        if not self._runs[run] and len(self._runs) > 1:
            del self._runs[run], self._sums[run]

    def _locate(self, index: int) -> tuple[int, int]:
        last = len(self._runs) - 1
        for number, run in enumerate(self._runs):
            if index < len(run) or number == last:
                return number, index
            index -= len(run)
        raise IndexError(index)

    def _add(self, run: int, height: int) -> None:
        self._sums[run] += height
        self._total += height

    def _split(self, run: int) -> None:
        whole = self._runs[run]
        halves = [whole[:_RUN], whole[_RUN:]]
        self._runs[run : run + 1] = halves
        self._sums[run : run + 1] = [sum(half) for half in halves]
