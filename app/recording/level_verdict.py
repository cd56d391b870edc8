"""What the level of a short test recording says: can it be used, and if not, why. Pure numbers.

Used by ``preflight.py``. Speech is what stands out of the noise: the loud frames and the quiet ones are told apart by
their place in the order of all frames, so neither a long pause nor a single knock decides.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from app.recording.telephone_quality import is_telephone
from engine.contract.audio import SAMPLE_RATE_HZ, SILENCE_DBFS, Samples

_FRAME = SAMPLE_RATE_HZ // 20
_CLIPPED = 0.985
"""At 16 bit, and after resampling, a clipped top lies a little below full scale."""
_CLIPPED_PART = 0.0005
_QUIET_DBFS = -45.0
_CONTRAST_DB, _NO_CONTRAST_DB = 10.0, 6.0
"""Speech that is understood well stands this far above the noise of its room; noise alone wavers by less than this."""
_AUDIBLE_DBFS = -60.0
_LOUD_PART, _NOISE_PART = 90, 10


class LevelVerdict(StrEnum):
    """What to say about a level."""

    GOOD = "good"
    ZEROS = "zeros"
    """Nothing but digital zeros: no permission, muted, or nothing is played."""
    NOBODY = "nobody"
    """Noise without anything that stands out of it."""
    QUIET = "quiet"
    NOISY = "noisy"
    """Somebody speaks, hardly louder than the noise."""
    CLIPPING = "clipping"
    TELEPHONE = "telephone"
    """All is well but that nothing above 4 kHz comes, as from a headset in its hands-free profile."""


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """A test recording of one track in numbers."""

    verdict: LevelVerdict
    loud_dbfs: float
    """Level of speech, or of what is loudest."""
    noise_dbfs: float
    """Level where nobody speaks."""
    peak_dbfs: float


def judge_level(samples: Samples) -> LevelFigures:
    """Judge a track of some seconds."""
    peak = float(np.abs(samples).max(initial=0.0))
    if peak == 0.0:
        return LevelFigures(LevelVerdict.ZEROS, SILENCE_DBFS, SILENCE_DBFS, SILENCE_DBFS)
    levels = frame_levels(samples)
    loud, noise = (float(np.percentile(levels, part)) for part in (_LOUD_PART, _NOISE_PART))
    figures = LevelFigures(LevelVerdict.GOOD, loud, noise, max(SILENCE_DBFS, 20 * float(np.log10(peak))))
    return LevelFigures(_verdict(samples, figures), figures.loud_dbfs, figures.noise_dbfs, figures.peak_dbfs)


def frame_levels(samples: Samples) -> Samples:
    """Level of each twentieth of a second in dB full scale."""
    count = max(1, len(samples) // _FRAME)
    frames = np.zeros(count * _FRAME, np.float64)
    part = samples[: count * _FRAME]
    frames[: len(part)] = part
    power = (frames.reshape(count, _FRAME) ** 2).mean(axis=1)
    return np.maximum(SILENCE_DBFS, 10 * np.log10(np.maximum(power, 1e-12))).astype(np.float32)


def is_audible(figures: LevelFigures) -> bool:
    """Whether there is sound in it at all."""
    return figures.loud_dbfs > _AUDIBLE_DBFS


def _verdict(samples: Samples, figures: LevelFigures) -> LevelVerdict:
    if float((np.abs(samples) >= _CLIPPED).mean()) > _CLIPPED_PART:
        return LevelVerdict.CLIPPING
    contrast = figures.loud_dbfs - figures.noise_dbfs
    if contrast < _NO_CONTRAST_DB or not is_audible(figures):
        return LevelVerdict.NOBODY
    if figures.loud_dbfs < _QUIET_DBFS:
        return LevelVerdict.QUIET
    if contrast < _CONTRAST_DB:
        return LevelVerdict.NOISY
    return LevelVerdict.TELEPHONE if is_telephone(samples) else LevelVerdict.GOOD
