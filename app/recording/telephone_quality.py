"""Whether a microphone sounds like a telephone: nothing above 4 kHz. Pure numbers, and a look at what is recorded.

A Bluetooth headset does that as long as its microphone is used (its hands-free profile), and recognition makes more
mistakes. The rate at which a device is opened does not tell: sound servers pass it on at the usual one. So the sound
itself is asked. Used by ``level_verdict.py``, and on background threads for a recording that runs.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, Samples, to_index

_WINDOW = 512
_SPEECH_HZ = (300, 3400)
_ABOVE_HZ = (5000, 7600)
"""Left out between them: the slope of the filter that made 8 kHz into 16, and what it mirrors over 4 kHz."""
_LOUD_PART = 75
"""The loudest quarter of the windows is speech, if anybody speaks."""
_LEAST_S = 4.0
_LEAST_CONTRAST_DB = 10.0
"""Below this there is no speech to judge by, only noise."""
_TELEPHONE_DB = -54.0
"""Of the voices of the tests: in a room -43 and more, the same through a telephone -64 and less, real prompts -93."""


def is_telephone(samples: Samples) -> bool | None:
    """Whether these seconds sound like a telephone; ``None`` where there is too little speech in them to say."""
    count = len(samples) // _WINDOW
    if count * _WINDOW < _LEAST_S * SAMPLE_RATE_HZ:
        return None
    windows = samples[: count * _WINDOW].reshape(count, _WINDOW).astype(np.float64)
    power = np.abs(np.fft.rfft(windows * np.hanning(_WINDOW), axis=1)) ** 2
    speech, above = _band(power, _SPEECH_HZ), _band(power, _ABOVE_HZ)
    loud = float(np.percentile(speech, _LOUD_PART))
    if loud <= 0 or _decibels(loud, float(np.percentile(speech, 10))) < _LEAST_CONTRAST_DB:
        return None
    is_loud = speech >= loud
    return _decibels(float(above[is_loud].mean()), float(speech[is_loud].mean())) < _TELEPHONE_DB


def sounds_like_telephone(folder: Path, track: int, *, start_ms: int, stop_ms: int) -> bool | None:
    """The same of a stretch of a recording, while it is recorded; ``None`` also where it cannot be read."""
    try:
        samples = SoundFolder(folder).read(to_index(start_ms / 1000), to_index(stop_ms / 1000), track)
    except OSError:
        return None
    return is_telephone(samples)


def _band(power: NDArray[np.float64], band: tuple[int, int]) -> NDArray[np.float64]:
    first, last = (round(hertz * _WINDOW / SAMPLE_RATE_HZ) for hertz in band)
    return power[:, first:last].mean(axis=1)


def _decibels(one: float, other: float) -> float:
    return 10 * float(np.log10(max(one, 1e-20) / max(other, 1e-20)))
