"""How much a recording must be raised before the voice detector hears it.

Pure apart from reading. Whisper normalises loudness by itself; Silero does not, and a lecture recorded from
the last row can peak at −50 dBFS.
"""

from collections.abc import Callable

import numpy as np

from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, Samples

LOUD_ENOUGH_DBFS = -35.0
"""A recording whose loud frames reach this is left alone."""

TARGET_DBFS = -23.0
MOST_DB = 36.0

_EVERY_S = 5
_LOOK_S = 0.5
_LOUD_PERCENTILE = 98.0


def detection_gain(read: Callable[[int, int], Samples], length: int) -> float:
    """Factor for the detector's copy of the sound, from half a second in every five."""
    levels: list[np.ndarray] = []
    look = int(_LOOK_S * SAMPLE_RATE_HZ) if length > 60 * SAMPLE_RATE_HZ else _EVERY_S * SAMPLE_RATE_HZ
    for at in range(0, length, _EVERY_S * SAMPLE_RATE_HZ):
        sound = read(at, min(at + look, length))
        whole = len(sound) // FRAME_SAMPLES * FRAME_SAMPLES
        frames = sound[:whole].reshape(-1, FRAME_SAMPLES)
        levels.append(np.einsum("ij,ij->i", frames, frames) / FRAME_SAMPLES)
    energy = np.concatenate(levels) if levels else np.zeros(0)
    energy = energy[energy > 0]
    if not len(energy):
        return 1.0
    loud_db = 10 * float(np.log10(np.percentile(energy, _LOUD_PERCENTILE)))
    if loud_db >= LOUD_ENOUGH_DBFS:
        return 1.0
    return 10 ** (min(TARGET_DBFS - loud_db, MOST_DB) / 20)
