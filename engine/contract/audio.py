"""The sound of a meeting in numbers: sample indices, tracks and stretches of speech.

Pure values, used on every thread and in every process. ``SampleIndex`` is the only clock between
the sound card and the library; it becomes milliseconds once, on its way into the library.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE_HZ = 16_000
"""The rate of everything the engine hears, samples per second."""

SILENCE_DBFS = -120.0
"""The level that zeros are said to have: below anything 16 bits can hold, and a number that crosses any wire."""

FRAME_SAMPLES = 320
"""One ring slot: 20 ms at 16 kHz."""

WINDOW_SAMPLES = 512
"""What the voice detector looks at in one step: 32 ms."""

SampleIndex = NewType("SampleIndex", int)
"""Samples at 16 kHz since the start of a recording, per track."""

Milliseconds = NewType("Milliseconds", int)
"""Whole milliseconds since the start of a recording."""

Samples = NDArray[np.float32]
"""Mono sound at 16 kHz, one number in -1..1 a sample, shape ``(n,)``."""


class TrackKind(StrEnum):
    """Where the sound of a track came from."""

    MICROPHONE = "microphone"
    COMPUTER = "computer"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class SpeechSpan:
    """A stretch of one track that holds speech, as the segmenter found it."""

    track: int
    """Number of the track within its meeting, from 0."""
    start: SampleIndex
    stop: SampleIndex
    """First sample after the span."""

    @property
    def length(self) -> int:
        """Number of samples in the span."""
        return self.stop - self.start


def to_milliseconds(index: int) -> Milliseconds:
    """Turn a sample index into milliseconds, rounded to the nearest."""
    return Milliseconds((index * 1000 + SAMPLE_RATE_HZ // 2) // SAMPLE_RATE_HZ)


def from_milliseconds(moment_ms: int) -> SampleIndex:
    """Turn milliseconds into the sample index at which they are over."""
    return SampleIndex(moment_ms * SAMPLE_RATE_HZ // 1000)


def to_seconds(index: int) -> float:
    """Turn a sample index into seconds."""
    return index / SAMPLE_RATE_HZ


def to_index(seconds: float) -> SampleIndex:
    """Turn seconds into the nearest sample index."""
    return SampleIndex(round(seconds * SAMPLE_RATE_HZ))
