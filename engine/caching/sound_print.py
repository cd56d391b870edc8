"""The print of a sound: few numbers by which the same sound is found again, whatever codec it went through.

Pure. The method of Haitsma and Kalker, “A Highly Robust Audio Fingerprinting System” (ISMIR 2002): frames that overlap
by 15/16, 33 bands from 300 to 2000 Hz, and one bit for each pair of neighbouring bands: whether their difference of
energy grew since the frame before. Of the 32-bit words every eighth is kept, chosen by its own value (the sampling of
Manber, “Finding Similar Files in a Large File System”, 1994), so that both sides keep the same ones and an index stays
small.

A print finds candidates; it proves nothing (``sound_proof.py`` does).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.fft
import soxr
from numpy.typing import NDArray

from engine.contract.audio import SAMPLE_RATE_HZ, Samples

fft: Any = scipy.fft  # keeps float32, unlike numpy's stubs it has no types

PRINT_RATE_HZ = 4000
"""Sound is brought down to this first: nothing above 2000 Hz counts."""

FRAME = 1024
"""Samples at ``PRINT_RATE_HZ``: 256 ms."""

HOP = 64
"""16 ms."""

HOP_SAMPLES = HOP * SAMPLE_RATE_HZ // PRINT_RATE_HZ
"""The same at 16 kHz."""

KEPT_OF = 8
"""One word of so many is kept."""

_BANDS = 33
_LOWEST_HZ, _HIGHEST_HZ = 300.0, 2000.0
_LEAST_ENERGY = 1e-3
"""Of a frame, summed over its bands: all silences are alike, so silence has no print."""


@dataclass(frozen=True, slots=True)
class SoundPrint:
    """The kept words of a sound with their places."""

    words: NDArray[np.uint32]
    places: NDArray[np.int32]
    """In hops of 16 ms, ascending."""


def print_of(samples: Samples) -> SoundPrint:
    """The print of sound at 16 kHz. A second takes half a millisecond."""
    low = bring_down(samples, PRINT_RATE_HZ)
    if len(low) < FRAME + HOP:
        return SoundPrint(np.zeros(0, np.uint32), np.zeros(0, np.int32))
    frames = np.lib.stride_tricks.sliding_window_view(low, FRAME)[::HOP] * _WINDOW
    spectrum: NDArray[np.complex64] = fft.rfft(frames, axis=1)[:, _EDGES[0] : _EDGES[-1]]
    power = spectrum.real**2 + spectrum.imag**2
    energy = power @ _IN_BAND
    bits = np.diff(np.diff(energy, axis=1), axis=0) > 0
    words = np.packbits(bits, axis=1, bitorder="little").view(np.uint32)[:, 0]
    loud = energy[1:].sum(axis=1) > _LEAST_ENERGY
    kept = np.flatnonzero(loud & (_mixed(words) % KEPT_OF == 0))
    return SoundPrint(words[kept], kept.astype(np.int32))


def bring_down(samples: Samples, rate_hz: int) -> Samples:
    """Sound of 16 kHz at a lower rate that divides it."""
    return soxr.resample(np.ascontiguousarray(samples, np.float32), SAMPLE_RATE_HZ, rate_hz, quality="MQ")


def _mixed(words: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The words well mixed, so that which are kept has nothing to do with their bits (Knuth's multiplicative hash)."""
    return (words * np.uint32(2654435761)) >> np.uint32(16)


def _edges() -> NDArray[np.intp]:
    borders = np.geomspace(_LOWEST_HZ, _HIGHEST_HZ, _BANDS + 1) * FRAME / PRINT_RATE_HZ
    return np.round(borders).astype(np.intp)


def _in_band() -> NDArray[np.float32]:
    """One column a band, 1 where a frequency belongs to it."""
    lines: NDArray[np.intp] = np.arange(int(_EDGES[0]), int(_EDGES[-1]))[:, None]
    return ((lines >= _EDGES[:-1]) & (lines < _EDGES[1:])).astype(np.float32)


_EDGES = _edges()
_IN_BAND = _in_band()
_WINDOW = np.hanning(FRAME).astype(np.float32)
