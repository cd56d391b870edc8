"""The proof that two sounds are one: what is kept of a sound to hold another against it, and how that is done.

Pure. Kept are the waveform from 120 to 1000 Hz, eight bits of the mu-law at 2 kHz, and the energy of five bands above,
every 16 ms: 2.3 kB a second. A codec changes that waveform little, in pauses too; another voice, another word, another
pitch, a place moved by a millisecond changes it within a few hundredths of a second. Both sounds are laid over each
other to a thirtieth of a millisecond (the peak of their cross-correlation), once a block; then each 64 ms must agree by
themselves, at that one place:

    down to the noise     the waveforms correlate as ``GRADES`` demands, and no worse than this copy does elsewhere
    loud in a band above  the energies differ by no more than ``MOST_BAND_DB``
    below all noise       the other is as quiet

Quiet steps are no exception: what was cut out or put in between two words, or at their end, is as little the same
sound. A first version took any quiet for any other, and let one cut in six thousand by.

The thresholds were set with ``vivavoce measure cache``; README.md says what was measured.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.caching.sound_print import bring_down, fft
from engine.contract.audio import SAMPLE_RATE_HZ, Samples

PROOF_RATE_HZ = 2000
STEP = 128
"""Samples at ``PROOF_RATE_HZ`` of one step, 64 ms. Bands are compared by two of them."""

STEP_SAMPLES = STEP * SAMPLE_RATE_HZ // PROOF_RATE_HZ
"""The same at 16 kHz."""

MOST_LAG_S = 0.05
"""So far may the print be wrong about the place."""

MOST_BAND_DB = 8.0


@dataclass(frozen=True, slots=True)
class Grade:
    """What is demanded of steps of a loudness."""

    above_db: float
    """Below the loud steps of the block."""
    correlation: float
    """Of the waveforms, at least, whatever the codec."""
    worse_db: float
    """So much more than where the block is loud may be different: a good copy has no bad places."""


GRADES = (Grade(-20.0, 0.9, 20.0), Grade(-24.0, 0.8, 24.0), Grade(-38.0, 0.55, 32.0), Grade(-66.0, 0.45, 32.0))
"""From loud to quiet. Codecs spend their bits where it is loud."""

LEAST_LOUD_DB = -92.0
"""Below full scale; what is below this, or below the last grade, is no sound and is only compared with its like."""

QUIET_SLACK_DB = 9.0
"""So much more than that may be what must be quiet."""

LOUD_BAND_DB = -38.0
"""Above this, below the loud steps of its block, a band is loud."""

MASKED_DB = 18.0
"""So much below what is heard just before or after, codecs write into a band what they like: nobody hears it."""

BAND_HZ = (1000, 1500, 2200, 3200, 4500, 6500)
"""Borders of the bands."""

_LOWEST_HZ = 120
"""Codecs for speech take away what is below, and hum is no word."""

_MU = 255.0
_BAND_HOP = 256
_BAND_FRAME = 512
_PER_STEP = STEP_SAMPLES // _BAND_HOP
_FLOOR_DB = -100.0
_LEAST_DIFFERENT = 1.6e-4
"""What the eight bits of the mu-law make different, of the energy."""

_BETWEEN = 16
"""Places between two samples at which the lag is looked for."""


@dataclass(frozen=True, slots=True)
class SoundProof:
    """What is kept of a sound."""

    low: NDArray[np.int8]
    """The waveform below 1 kHz at ``PROOF_RATE_HZ``, by the mu-law."""
    peak: float
    """What its loudest sample was."""
    bands: NDArray[np.int8]
    """Decibels by 16 ms and band, shape ``(n, 5)``."""

    @property
    def steps(self) -> int:
        """Whole steps in it."""
        return len(self.low) // STEP


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two sounds agree, step by step."""

    same: NDArray[np.bool_]
    """For each step of what was kept, whether the other sound is proven to be the same there."""
    lag: int
    """Samples at 16 kHz by which the other sound is later than it was said to be."""


def proof_of(samples: Samples) -> SoundProof:
    """What to keep of sound at 16 kHz."""
    low = _low(samples)
    peak = float(np.max(np.abs(low), initial=0.0))
    scaled = np.log1p(np.abs(low) * (_MU / peak)) / np.log1p(_MU) if peak > 0 else low
    bands = np.clip(np.round(_bands(samples)), -127, 0).astype(np.int8)
    return SoundProof(np.round(np.sign(low) * scaled * 127).astype(np.int8), peak, bands)


def compare(kept: SoundProof, samples: Samples) -> Comparison:
    """Hold a sound, which begins and ends where the kept one does to a twentieth of a second, against what was kept."""
    steps = kept.steps
    if steps < 2:
        return Comparison(np.zeros(steps, np.bool_), 0)
    mine = _waveform(kept)
    other = _low(samples)[: len(mine)]
    shifted, lag = _laid_over(mine, np.pad(other, (0, len(mine) - len(other))))
    correlation, loudness, other_loudness = _by_step(mine, shifted, steps)
    gain_db = _gain_db(loudness, other_loudness)
    loud_db = float(np.percentile(loudness, 95))
    quiet_from = max(loud_db + GRADES[-1].above_db, LEAST_LOUD_DB)
    is_quiet = other_loudness - gain_db < quiet_from + QUIET_SLACK_DB
    is_same = np.where(loudness > quiet_from, correlation >= _demanded(correlation, loudness - loud_db), is_quiet)
    is_same &= _bands_agree(kept.bands, _bands(samples), gain_db, steps, late=round(lag * 8 / _BAND_HOP))
    return Comparison(is_same, round(lag * SAMPLE_RATE_HZ / PROOF_RATE_HZ))


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


def _waveform(kept: SoundProof) -> Samples:
    scaled = np.abs(kept.low.astype(np.float32)) / np.float32(127)
    return np.sign(kept.low) * np.expm1(scaled * np.float32(np.log1p(_MU))) * np.float32(kept.peak / _MU)


def _laid_over(mine: Samples, other: Samples) -> tuple[Samples, float]:
    """The other sound moved onto mine, and by how many samples it was late, to a part of a sample."""
    most = int(MOST_LAG_S * PROOF_RATE_HZ)
    size: int = fft.next_fast_len(len(mine) + 2 * most, real=True)
    ours: NDArray[np.complex64] = fft.rfft(mine, size)
    theirs: NDArray[np.complex64] = fft.rfft(other, size)
    by_lag: Samples = fft.irfft(np.conj(ours) * theirs, size)
    lags = np.arange(-most, most + 1)
    best = int(lags[np.argmax(by_lag[lags])])
    # Between the samples by the sum of Whittaker and Shannon; a short one is enough to find the peak.
    fine = best + np.arange(-_BETWEEN, _BETWEEN + 1) / _BETWEEN
    around = best + np.arange(-24, 25)
    values = np.sinc(fine[:, None] - around[None, :]) @ by_lag[around % size]
    lag = float(fine[int(np.argmax(values))])
    turn = np.exp(2j * np.pi * lag / size * np.arange(len(theirs))).astype(np.complex64)
    moved: Samples = fft.irfft(theirs * turn, size)
    return moved[: len(mine)], lag


def _by_step(mine: Samples, other: Samples, steps: int) -> tuple[NDArray[np.floating], Samples, Samples]:
    """Correlation and both loudnesses of each step."""

    def summed(values: Samples) -> Samples:
        return values[: steps * STEP].reshape(steps, STEP).sum(axis=1)

    cross, ours, theirs = summed(mine * other), summed(mine * mine), summed(other * other)
    correlation = cross / np.sqrt(np.maximum(ours * theirs, np.float32(1e-20)))
    return correlation, _decibels(ours / STEP), _decibels(theirs / STEP)


def _demanded(correlation: NDArray[np.floating], below_db: Samples) -> NDArray[np.floating]:
    """The least correlation of each step, from its loudness, and from how good this copy is where it is loud."""
    loud = (below_db > GRADES[1].above_db) & (correlation >= GRADES[1].correlation)
    typical = float(np.median(correlation[loud])) if loud.any() else 0.0
    differs = max(1 - min(1.0, typical) ** 2, _LEAST_DIFFERENT)
    demanded = np.full(len(correlation), GRADES[-1].correlation)
    for grade in reversed(GRADES):
        worst = min(1.0, differs * 10 ** (grade.worse_db / 10))
        demanded[below_db > grade.above_db] = max(grade.correlation, np.sqrt(1 - worst))
    return demanded


def _gain_db(loudness: Samples, other: Samples) -> float:
    """By how much the other sound is louder, where mine is loud."""
    loud = loudness >= np.percentile(loudness, 80)
    return float(np.median(other[loud] - loudness[loud]))


def _bands_agree(mine: NDArray[np.int8], other: Samples, gain_db: float, steps: int, *, late: int) -> NDArray[np.bool_]:
    """For each step, whether the bands that are loud there are as loud in the other sound."""
    ours = _by_window(mine.astype(np.float32), steps)
    theirs = _by_window(np.roll(other, -late, axis=0), steps) - np.float32(gain_db)
    around = np.pad(ours, ((2, 2), (0, 0)), constant_values=_FLOOR_DB)
    nearby = np.max([around[at : at + steps] for at in range(5)], axis=0)
    heard_from = np.maximum(np.percentile(ours, 95, axis=0) + LOUD_BAND_DB, nearby - MASKED_DB)
    differs = np.abs(np.maximum(ours, heard_from) - np.maximum(theirs, heard_from)) > MOST_BAND_DB
    return ~np.any(differs, axis=1)


def _by_window(bands: Samples, steps: int) -> Samples:
    """Mean energy of each band by window of two steps, in decibels."""
    needed = steps * _PER_STEP
    filled = np.full((needed, bands.shape[1]), _FLOOR_DB, np.float32)
    filled[: min(needed, len(bands))] = bands[:needed]
    power = np.power(np.float32(10), filled / 10).reshape(steps, _PER_STEP, -1).mean(axis=1)
    both = (power[:-1] + power[1:]) / 2
    return _decibels(np.concatenate((both, both[-1:])))


def _bands(samples: Samples) -> Samples:
    """Decibels of each band every 16 ms."""
    padded = np.pad(samples, (_BAND_FRAME // 2, _BAND_FRAME))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _BAND_FRAME)[::_BAND_HOP][: len(samples) // _BAND_HOP]
    spectrum: NDArray[np.complex64] = fft.rfft(frames * _WINDOW, axis=1)[:, : _EDGES[-1]]
    power = spectrum.real**2 + spectrum.imag**2
    return _decibels(np.add.reduceat(power, _EDGES[:-1], axis=1) / _BAND_FRAME**2)


def _decibels(power: NDArray[np.floating]) -> Samples:
    return (10 * np.log10(np.maximum(power, np.float32(1e-10)))).astype(np.float32)


_EDGES = np.array(BAND_HZ) * _BAND_FRAME // SAMPLE_RATE_HZ
_WINDOW = np.hanning(_BAND_FRAME).astype(np.float32)
