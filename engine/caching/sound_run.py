"""A stretch of a kept sound that was heard again: which of its steps are proven, and where they lie now.

Pure. Made by ``recording_memory.py`` while it goes through a recording.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.caching.sound_index import BLOCK
from engine.caching.sound_proof import STEP_SAMPLES

STEPS = BLOCK // STEP_SAMPLES
"""Of a block."""

MOST_DRIFT = 32
"""Samples by which two neighbouring blocks may lie apart, 2 ms: more was cut out or put in between."""


@dataclass(frozen=True, slots=True)
class HeardBlock:
    """One block that was held against the recording."""

    same: NDArray[np.bool_]
    """For each step, whether it is proven."""
    at: int
    """Where the beginning of the whole sound lies, by this block, in samples of the recording; may be negative."""


@dataclass
class SoundRun:
    """Blocks of one sound, one after the other."""

    sound: str
    at: int
    """As ``HeardBlock.at``, of the last block."""
    blocks: dict[int, HeardBlock] = field(default_factory=dict[int, HeardBlock])

    @property
    def first(self) -> int:
        """First sample of the sound that was looked at."""
        return min(self.blocks) * BLOCK

    @property
    def stop(self) -> int:
        """First sample of the sound that was not."""
        last = max(self.blocks)
        return last * BLOCK + len(self.blocks[last].same) * STEP_SAMPLES

    def is_same(self, start: int, stop: int) -> bool:
        """Whether all of the sound between two of its samples is proven, and lies together as it did."""
        before: int | None = None
        for number in range(start // BLOCK, (max(start, stop - 1)) // BLOCK + 1):
            block = self.blocks.get(number)
            if block is None or (before is not None and abs(block.at - before) > MOST_DRIFT):
                return False
            before = block.at
            low = max(0, (start - number * BLOCK) // STEP_SAMPLES)
            high = min(STEPS, -(-(stop - number * BLOCK) // STEP_SAMPLES))
            # The last block of a sound ends within a step, which is too short to prove and to hold a word.
            if high > len(block.same) + 1 or not block.same[low:high].all():
                return False
        return True

    def place(self, sample: int) -> int:
        """Where a sample of the sound lies in the recording."""
        number = sample // BLOCK
        block = self.blocks.get(number) or self.blocks[max(self.blocks)]
        return sample + block.at

    def same_before(self, sample: int, *, least: int) -> int:
        """The earliest sample from which all is proven up to this one, not before ``least``."""
        while sample > least and self.is_same(max(least, sample - STEP_SAMPLES), sample):
            sample = max(least, sample - STEP_SAMPLES)
        return sample

    def same_behind(self, sample: int, *, most: int) -> int:
        """The last sample up to which all is proven from this one on, not behind ``most``."""
        while sample < most and self.is_same(sample, min(most, sample + STEP_SAMPLES)):
            sample = min(most, sample + STEP_SAMPLES)
        return sample


def joined(spans: Sequence[tuple[int, int]], *, slack: int = STEP_SAMPLES) -> list[tuple[int, int]]:
    """Spans in order, those that touch or nearly do as one."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1] + slack:
            found[-1] = (found[-1][0], max(found[-1][1], stop))
        else:
            found.append((start, stop))
    return found
