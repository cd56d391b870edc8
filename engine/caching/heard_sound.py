"""A sound as ``sound_proof.py`` holds it against another: its waveform below 1 kHz, and how loud each of six bands is.

Pure. Made once of a sound, however many others it is held against. A second takes a millisecond.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.caching.sound_print import bring_down, fft
from engine.contract.audio import SAMPLE_RATE_HZ, Samples

PROOF_RATE_HZ = 2000

HOP = 32
"""Samples at ``PROOF_RATE_HZ`` between two levels: 16 ms."""

HOP_SAMPLES = HOP * SAMPLE_RATE_HZ // PROOF_RATE_HZ
"""The same at 16 kHz."""

BAND_HZ = (1000, 1500, 2200, 3200, 4500, 6500)
"""Borders of the bands above the waveform. What is higher many codecs leave out."""

BANDS = len(BAND_HZ)
"""That of the waveform, and those between these borders."""

FLOOR_DB = -100.0
"""Nothing is quieter: 16 bits write nothing below."""

_LOWEST_HZ = 120
"""Codecs for speech take away what is below, and hum is no word."""

_FRAME = 512


@dataclass(frozen=True, slots=True)
class HeardSound:
    """See above."""

    low: Samples
    """From 120 to 1000 Hz, at ``PROOF_RATE_HZ``."""
    levels: Samples
    """Decibels below full scale by 16 ms and band, shape ``(n, BANDS)``; the first band is that of ``low``."""

    def from_hop(self, hop: int) -> "HeardSound":
        """The same as heard from a later moment on, or from an earlier one: silence before it."""
        if hop >= 0:
            return HeardSound(self.low[hop * HOP :], self.levels[hop:])
        return HeardSound(
            np.pad(self.low, (-hop * HOP, 0)), np.pad(self.levels, ((-hop, 0), (0, 0)), constant_values=FLOOR_DB)
        )


def hear(samples: Samples) -> HeardSound:
    """Sound at 16 kHz as it is compared."""
    low = _low(samples)
    count = len(low) // HOP
    above = _above(samples, count)
    return HeardSound(low, np.concatenate((levels_of(low, count)[:, None], above), axis=1))


def levels_of(low: Samples, count: int) -> Samples:
    """How loud a waveform at ``PROOF_RATE_HZ`` is, by 16 ms."""
    return decibels((low[: count * HOP].reshape(count, HOP) ** 2).mean(axis=1))


def decibels(power: NDArray[np.floating]) -> Samples:
    """Of a power, full scale being 1."""
    return (10 * np.log10(np.maximum(power, np.float32(10 ** (FLOOR_DB / 10))))).astype(np.float32)


def _low(samples: Samples) -> Samples:
    low = bring_down(samples, PROOF_RATE_HZ)
    if not len(low):
        return low
    size: int = fft.next_fast_len(len(low) + PROOF_RATE_HZ // 10, real=True)
    spectrum: NDArray[np.complex64] = fft.rfft(low, size)
    frequencies = np.arange(len(spectrum)) * (PROOF_RATE_HZ / size)
    spectrum *= np.clip(frequencies / (_LOWEST_HZ / 2) - 1, 0, 1).astype(np.float32)
    passed: Samples = fft.irfft(spectrum, size)
    return passed[: len(low)]


def _above(samples: Samples, count: int) -> Samples:
    """Levels of the bands above the waveform, from frames of twice the hop around its middle."""
    beside = (_FRAME - HOP_SAMPLES) // 2
    padded = np.pad(samples, (beside, _FRAME + HOP_SAMPLES))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[::HOP_SAMPLES][:count]
    spectrum: NDArray[np.complex64] = fft.rfft(frames * _WINDOW, axis=1)[:, : _EDGES[-1]]
    power = spectrum.real**2 + spectrum.imag**2
    return decibels(np.add.reduceat(power, _EDGES[:-1], axis=1) * _POWER)


_EDGES = np.array(BAND_HZ) * _FRAME // SAMPLE_RATE_HZ
_WINDOW = np.hanning(_FRAME).astype(np.float32)
_POWER = np.float32(2 / (_FRAME * float(np.sum(np.hanning(_FRAME) ** 2))))
"""Makes a sum over the lines of a spectrum the power of the sound in them (Parseval)."""
