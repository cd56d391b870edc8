"""The proof that two sounds are one: what is kept of a sound to hold another against it, and how that is done.

Pure. Kept are the waveform from 120 to 1000 Hz, eight bits of the mu-law at 2 kHz, and how loud it and five bands above
are, every 16 ms: 2.4 kB a second. A codec changes that waveform little, in pauses too; another voice, another word,
another pitch, a place moved by a millisecond changes it within a few hundredths of a second. Both sounds are laid over
each other to a thirtieth of a millisecond (the peak of their cross-correlation), once a block; then each 64 ms must
agree by themselves, at that one place, and so must those that begin in the middle of them, so that nothing hides at a
border:

    down to the noise     the waveforms correlate as ``GRADES`` demands, and no worse than this copy does elsewhere
    loud in a band        the energies differ by no more than ``MOST_BAND_DB``
    below all noise       the other is as quiet, in each band, as what was kept, or as silence through a codec; in a
                          copy that went through no codec, it differs no more there than in other noise
    in a single window    with a quarter of a second proven on both sides: nearly that, or what differs in it is
                          hidden by what is heard beside it

Quiet steps are no exception: what was cut out or put in between two words, or at their end, is as little the same
sound. A first version took any quiet for any other, and let one cut in six thousand by; a second one took all that was
quiet enough for silence, and let one piece in seven thousand by that was put in far below the speech.

The thresholds were set with ``vivavoce measure cache``; README.md says what was measured.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.caching.heard_sound import FLOOR_DB, HOP, PROOF_RATE_HZ, HeardSound, decibels, levels_of
from engine.caching.sound_print import fft
from engine.contract.audio import SAMPLE_RATE_HZ, Samples

STEP = 128
"""Samples at ``PROOF_RATE_HZ`` of one step, 64 ms. How loud bands are is compared by two of them."""

STEP_SAMPLES = STEP * SAMPLE_RATE_HZ // PROOF_RATE_HZ
"""The same at 16 kHz."""

MOST_LAG_S = 0.05
"""So far may the print be wrong about the place."""

MOST_BAND_DB = 8.0


@dataclass(frozen=True, slots=True)
class Grade:
    """What is demanded of windows of a loudness."""

    above_db: float
    """Below the loud windows of the block."""
    correlation: float
    """Of the waveforms, at least, whatever the codec."""
    worse_db: float
    """So much more than where the block is loud may be different: a good copy has no bad places."""


GRADES = (Grade(-20.0, 0.9, 20.0), Grade(-24.0, 0.8, 24.0), Grade(-38.0, 0.55, 32.0), Grade(-66.0, 0.45, 32.0))
"""From loud to quiet. Codecs spend their bits where it is loud."""

LEAST_LOUD_DB = -92.0
"""Below full scale; what is below this, or below the last grade, is no sound and is only compared with its like."""

SILENT_DB = -78.0
"""Below the loud windows of the block: codecs do not keep what is quieter, in any band."""

LEAST_SILENT_DB = -98.0
"""Below full scale: nor do 16 bits."""

QUIET_SLACK_DB = 6.0
"""So much louder than what was kept may be what must be quiet."""

QUIET_MASKED_DB = 40.0
"""So much below what is heard within an eighth of a second, codecs write noise into silence."""

LOUD_BAND_DB = -38.0
"""Above this, below the loud steps of its block, a band is loud."""

LEAST_BAND_DB = -58.0
"""Below the loud windows of the waveform: what is quieter is loud in no band, also where a telephone left it empty."""

MASKED_DB = 18.0
"""So much below what is heard just before or after, codecs write into a band what they like: nobody hears it."""

ALONE = 8
"""Windows before and behind one, a quarter of a second each, that must be proven for it to be judged less strictly: a
codec now and then spoils a single one, and a word is longer."""

NEARLY = 0.08
"""So much less may such a window correlate,"""

NEARLY_WORSE = 2.0
"""or so many times more may be different in it."""

HIDING = 2
"""Windows before and behind in which something may hide it,"""

HIDDEN_DB = 30.0
"""if it is so much louder there, in any band: codecs let their noise run ahead of what is loud."""

LEAST_HIDDEN = 0.2
"""So much must it correlate even then."""

EXACT = 0.9997
"""A copy of which the loud windows correlate so well at the median went through no codec, or through one that keeps
everything."""

EXACT_BELOW_DB = -50.0
"""Below the loud windows; what is different in those is the noise of such a copy, and of the mu-law."""

EXACT_WORSE = 8.0
"""So many times more than in the best tenth of them may be different in what is below all noise: not than in their
median, for in a short sound most of them may be others."""

_LEAST_EXACT_DB = FLOOR_DB + 6
"""What is quieter is silence."""

_MU = 1023.0
_PER_STEP = STEP // HOP
_LEAST_DIFFERENT = 2.6e-4
"""What the eight bits of the mu-law make different, of the energy."""

_NEAR = 4
"""Windows before and behind one that are near it."""

_BETWEEN = 16
"""Places between two samples at which the lag is looked for."""


@dataclass(frozen=True, slots=True)
class SoundProof:
    """What is kept of a sound."""

    low: NDArray[np.int8]
    """The waveform below 1 kHz at ``PROOF_RATE_HZ``, by the mu-law."""
    peak: float
    """What its loudest sample was."""
    levels: NDArray[np.int8]
    """As ``HeardSound.levels``."""

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


def proof_of(sound: HeardSound) -> SoundProof:
    """What to keep of a sound."""
    peak = float(np.max(np.abs(sound.low), initial=0.0))
    scaled = np.log1p(np.abs(sound.low) * (_MU / peak)) / np.log1p(_MU) if peak > 0 else sound.low
    levels = np.clip(np.round(sound.levels), -127, 0).astype(np.int8)
    return SoundProof(np.round(np.sign(sound.low) * scaled * 127).astype(np.int8), peak, levels)


def compare(kept: SoundProof, sound: HeardSound) -> Comparison:
    """Hold a sound, which begins and ends where the kept one does to a twentieth of a second, against what was kept."""
    steps = kept.steps
    if steps < 2:
        return Comparison(np.zeros(steps, np.bool_), 0)
    mine = _waveform(kept)
    other = sound.low[: len(mine)]
    moved, lag = _laid_over(mine, np.pad(other, (0, len(mine) - len(other))))
    ours = _to_length(kept.levels.astype(np.float32), steps)
    theirs = _to_length(sound.from_hop(round(lag / HOP)).levels, steps)
    theirs[:, 0] = levels_of(moved, steps * _PER_STEP)
    loudness, other_loudness = _by_window(ours), _by_window(theirs)
    gain_db = _gain_db(loudness[:, 0], other_loudness[:, 0])
    loud_db = float(np.percentile(loudness[:, 0], 95))
    quiet_from = max(loud_db + GRADES[-1].above_db, LEAST_LOUD_DB)
    correlation = _correlation(mine, moved, steps)
    demanded = _demanded(correlation, loudness[:, 0] - loud_db)
    is_heard = loudness[:, 0] > quiet_from
    is_same = np.where(
        is_heard,
        correlation >= demanded,
        _is_as_quiet(loudness, other_loudness, gain_db, loud_db) & _is_as_exact(correlation, loudness[:, 0], loud_db),
    )
    is_same |= is_heard & _is_alone(is_same) & _is_nearly(correlation, demanded, loudness)
    both = _in_all(is_same) & _bands_agree(ours, theirs - np.float32(gain_db), loud_db)
    # What ends sooner was cut, or is another: a cut into silence before the end shows nowhere else.
    is_there = np.arange(steps) * STEP + STEP // 2 <= len(sound.low) - lag
    return Comparison(both & is_there, round(lag * SAMPLE_RATE_HZ / PROOF_RATE_HZ))


def _waveform(kept: SoundProof) -> Samples:
    return kept.peak * _SCALE[kept.low.astype(np.int16) + 128]


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


def _to_length(levels: Samples, steps: int) -> Samples:
    """Levels of exactly so many steps; silence behind the last."""
    filled = np.full((steps * _PER_STEP, levels.shape[1]), FLOOR_DB, np.float32)
    filled[: len(levels)] = levels[: len(filled)]
    return filled


def _overlapping(values: Samples, steps: int) -> Samples:
    """Sums of values by hop over each window: as long as a step, one in each step and one between each two."""
    halves = values.reshape(2 * steps, _PER_STEP // 2, *values.shape[1:]).sum(axis=1)
    return halves[:-1] + halves[1:]


def _by_window(levels: Samples) -> Samples:
    """Mean loudness of each window in each band, in decibels."""
    power = np.power(np.float32(10), levels / 10)
    return decibels(_overlapping(power, len(levels) // _PER_STEP) / _PER_STEP)


def _correlation(mine: Samples, other: Samples, steps: int) -> NDArray[np.floating]:
    """Of the waveforms, by window."""

    def summed(values: Samples) -> Samples:
        return _overlapping(values[: steps * STEP].reshape(-1, HOP).sum(axis=1), steps)

    cross, ours, theirs = summed(mine * other), summed(mine * mine), summed(other * other)
    return cross / np.sqrt(np.maximum(ours * theirs, np.float32(1e-20)))


def _demanded(correlation: NDArray[np.floating], below_db: Samples) -> NDArray[np.floating]:
    """The least correlation of each window, from its loudness, and from how good this copy is where it is loud."""
    loud = (below_db > GRADES[1].above_db) & (correlation >= GRADES[1].correlation)
    typical = float(np.median(correlation[loud])) if loud.any() else 0.0
    differs = max(1 - min(1.0, typical) ** 2, _LEAST_DIFFERENT)
    demanded = np.full(len(correlation), GRADES[-1].correlation)
    for grade in reversed(GRADES):
        worst = min(1.0, differs * 10 ** (grade.worse_db / 10))
        demanded[below_db > grade.above_db] = max(grade.correlation, np.sqrt(1 - worst))
    return demanded


def _is_alone(is_same: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Windows with proven ones before and behind them, so many that no word is between."""
    around = np.lib.stride_tricks.sliding_window_view(np.pad(is_same, ALONE), 2 * ALONE + 1)
    return around.sum(axis=1) >= 2 * ALONE


def _is_nearly(
    correlation: NDArray[np.floating], demanded: NDArray[np.floating], loudness: Samples
) -> NDArray[np.bool_]:
    """Windows that would do between proven ones: nearly good enough, or what differs in them is hidden."""
    least = np.minimum(demanded - NEARLY, np.sqrt(1 - np.minimum(1, (1 - demanded**2) * NEARLY_WORSE)))
    is_hidden = loudness[:, 0] <= _nearby(loudness, HIDING).max(axis=1) - HIDDEN_DB
    return (correlation >= least) | (is_hidden & (correlation >= LEAST_HIDDEN))


def _is_as_exact(correlation: NDArray[np.floating], loudness: Samples, loud_db: float) -> NDArray[np.bool_]:
    """Windows that differ no more than others as quiet, in a copy that went through no codec."""
    below = loudness - loud_db
    loud = (below > GRADES[1].above_db) & (correlation >= GRADES[1].correlation)
    quiet = (below < EXACT_BELOW_DB) & (loudness > _LEAST_EXACT_DB)
    if not loud.any() or not quiet.any() or float(np.median(correlation[loud])) < EXACT:
        return np.ones(len(loudness), np.bool_)
    differs = (1 - np.clip(correlation, 0, 1) ** 2) * np.power(np.float32(10), loudness / 10)
    return (differs <= float(np.percentile(differs[quiet], 10)) * EXACT_WORSE) | (loudness <= _LEAST_EXACT_DB)


def _gain_db(loudness: Samples, other: Samples) -> float:
    """By how much the other sound is louder, where mine is loud."""
    loud = loudness >= np.percentile(loudness, 80)
    return float(np.median(other[loud] - loudness[loud]))


def _is_as_quiet(ours: Samples, theirs: Samples, gain_db: float, loud_db: float) -> NDArray[np.bool_]:
    """For each window, whether the other sound is in no band louder than what was kept, or than silence may become."""
    silent_db = max(loud_db + SILENT_DB, LEAST_SILENT_DB, LEAST_SILENT_DB - gain_db)
    allowed = np.maximum(np.maximum(ours, silent_db), _nearby(ours, _NEAR) - QUIET_MASKED_DB) + QUIET_SLACK_DB
    return np.all(theirs - gain_db <= allowed, axis=1)


def _bands_agree(ours: Samples, theirs: Samples, loud_db: float) -> NDArray[np.bool_]:
    """For each step, whether the bands that are loud there are as loud in the other sound, with the step beside it."""
    mine, other = _by_two_steps(ours), _by_two_steps(theirs)
    loud_from = np.maximum(np.percentile(mine, 95, axis=0) + LOUD_BAND_DB, loud_db + LEAST_BAND_DB)
    heard_from = np.maximum(loud_from, _nearby(mine, 2) - MASKED_DB)
    differs = np.abs(np.maximum(mine, heard_from) - np.maximum(other, heard_from)) > MOST_BAND_DB
    agrees = ~np.any(differs, axis=1)
    return np.append(agrees, agrees[-1:]) & np.append(agrees[:1], agrees)


def _by_two_steps(levels: Samples) -> Samples:
    """Mean energy of each band by window of two steps, in decibels."""
    power = np.power(np.float32(10), levels / 10).reshape(-1, _PER_STEP, levels.shape[1]).mean(axis=1)
    return decibels((power[:-1] + power[1:]) / 2)


def _nearby(levels: Samples, reach: int) -> Samples:
    """The loudest of each band in the windows around each."""
    around = np.pad(levels, ((reach, reach), (0, 0)), constant_values=FLOOR_DB)
    return np.lib.stride_tricks.sliding_window_view(around, 2 * reach + 1, axis=0).max(axis=-1)


def _in_all(windows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each step, whether its own window and the two that reach into it are."""
    around = np.pad(windows, 1, constant_values=True)
    return around[:-2:2] & around[1::2] & around[2::2]


def _scale() -> Samples:
    """What each of the eight bits stands for, -128 first."""
    steps = np.arange(-128, 128)
    return (np.sign(steps) * np.expm1(np.abs(steps) / 127 * np.log1p(_MU)) / _MU).astype(np.float32)


_SCALE = _scale()
