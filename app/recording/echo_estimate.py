"""How much of the computer's sound the microphone hears. Pure numbers on two tracks of the same seconds.

Used by ``preflight.py``. First the delay: both tracks are made white, so that the correlation has a peak and not the
hills of a voice, and laid over each other with up to 500 ms of delay. The two sources have buffers of their own, so the
echo may seem to come before the sound. If no delay stands out, they are independent.
Then the loudness: what of the microphone can be told from the computer's sound, frequency by frequency, averaged over
many short pieces; by chance alone a little always can, and that is taken off again.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import SAMPLE_RATE_HZ, Samples

MOST_DELAY_S = 0.5

_STANDS_OUT = 9.0
"""A peak this many times the usual height of the correlation is no chance."""
_PIECE = 2048
_LEAD = 160
"""Samples of room before the delay that was found, for a room that answers a little earlier."""
_LOWEST_DBFS = -60.0


@dataclass(frozen=True, slots=True)
class Echo:
    """The computer's sound in the microphone."""

    delay_s: float
    """Less than 0 where the computer's sound reaches us later than the microphone."""
    gain_db: float
    """How loud it is there, against how loud the computer plays it."""
    level_dbfs: float
    """How loud it is there."""


def has_sound(samples: Samples) -> bool:
    """Whether a track holds enough sound for an estimate."""
    if not len(samples):
        return False
    return 10 * float(np.log10(max(float((samples.astype(np.float64) ** 2).mean()), 1e-12))) > _LOWEST_DBFS


def find_echo(microphone: Samples, computer: Samples) -> Echo | None:
    """The computer's sound in the microphone; ``None`` if there is none, or if the computer played nothing."""
    length = min(len(microphone), len(computer))
    near, far = microphone[:length].astype(np.float64), computer[:length].astype(np.float64)
    if not has_sound(far.astype(np.float32)) or not near.any():
        return None
    delay = _find_delay(near, far)
    if delay is None:
        return None
    shift = delay - _LEAD
    near, far = near[max(0, shift) :], far[max(0, -shift) :]
    echo_power, far_power = _explained(near, far)
    if echo_power <= 0 or far_power <= 0:
        return None
    level = 10 * np.log10(echo_power)
    return Echo(delay / SAMPLE_RATE_HZ, float(level - 10 * np.log10(far_power)), float(level))


def _find_delay(near: NDArray[np.float64], far: NDArray[np.float64]) -> int | None:
    size = 1 << (2 * len(near) - 1).bit_length()
    cross = np.fft.rfft(near, size) * np.conj(np.fft.rfft(far, size))
    strength = np.abs(cross)
    correlation = np.fft.irfft(cross / np.maximum(strength, strength.max() * 1e-6), size)
    most = round(MOST_DELAY_S * SAMPLE_RATE_HZ)
    window = np.concatenate([correlation[-most:], correlation[:most]])
    best = int(np.argmax(np.abs(window)))
    usual = float(np.sqrt(np.mean(window**2)))
    return best - most if usual > 0 and abs(window[best]) > _STANDS_OUT * usual else None


def _explained(near: NDArray[np.float64], far: NDArray[np.float64]) -> tuple[float, float]:
    """Power of the echo, and of the far sound where it plays."""
    window = np.hanning(_PIECE)
    starts = range(0, min(len(near), len(far)) - _PIECE, _PIECE // 2)
    nears = np.array([np.fft.rfft(near[at : at + _PIECE] * window) for at in starts])
    fars = np.array([np.fft.rfft(far[at : at + _PIECE] * window) for at in starts])
    if not len(nears):
        return 0.0, 0.0
    loudness = (np.abs(fars) ** 2).sum(axis=1)
    is_playing = loudness > loudness.max() * 1e-3
    nears, fars = nears[is_playing], fars[is_playing]
    cross = (nears * np.conj(fars)).mean(axis=0)
    near_power, far_power = (np.abs(nears) ** 2).mean(axis=0), (np.abs(fars) ** 2).mean(axis=0)
    coherence = np.abs(cross) ** 2 / np.maximum(near_power * far_power, 1e-30)
    chance = 2.0 / len(nears)  # pieces overlap by half, so there are about half as many that are independent
    real = np.clip((coherence - chance) / (1 - min(chance, 0.5)), 0, 1)
    scale = 2.0 / (_PIECE * float((window**2).sum()))
    return float((real * near_power).sum() * scale), float(far_power.sum() * scale)
