"""The cheap gate before the voice detector: closed over what cannot be speech.

Pure, one gate a stream, used by the voice detector in the engine process. A window is hopeless when it is nearly
silent, or quiet and with the flat spectrum of hiss; but the gate closes only after many of them in a row, so
that a pause within speech is looked at. It knows nothing of the future, so blocks of any size get the same answer;
what comes just before it opens again is the detector's to look at after all.
"""

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import WINDOW_SAMPLES, Samples

SILENT_DBFS = -70.0
"""Below this level nothing can be understood."""

QUIET_DBFS = -45.0
"""Below this level hiss is not worth a look."""

HISS_RATIO = 1.5
"""Energy of the first difference over energy: white noise has 2, voiced speech well under 1."""

PATIENCE = 32
"""Hopeless windows in a row after which the gate closes: about 1 s."""


class EnergyGate:
    """Says of each window of one stream whether the voice detector has to look at it."""

    def __init__(self) -> None:
        self._hopeless = 0
        """Hopeless windows in a row up to now."""

    def is_open(self, samples: Samples) -> NDArray[np.bool_]:
        """The answer for the next windows.

        Args:
            samples: Sound at 16 kHz that goes on where the last call ended, shape ``(windows * 512,)``.

        Returns:
            One truth value a window, shape ``(windows,)``.
        """
        hopeless = _is_hopeless(samples.reshape(-1, WINDOW_SAMPLES))
        if not len(hopeless):
            return hopeless
        at = np.arange(len(hopeless))
        last_hope = np.maximum.accumulate(np.where(hopeless, -1 - self._hopeless, at))
        in_a_row = at - last_hope
        self._hopeless = int(in_a_row[-1])
        return in_a_row <= PATIENCE


def _is_hopeless(windows: Samples) -> NDArray[np.bool_]:
    energy = np.einsum("ij,ij->i", windows, windows) / WINDOW_SAMPLES
    difference = np.diff(windows, axis=1)
    rough = np.einsum("ij,ij->i", difference, difference) / WINDOW_SAMPLES
    silent = energy < 10 ** (SILENT_DBFS / 10)
    hiss = (energy < 10 ** (QUIET_DBFS / 10)) & (rough > HISS_RATIO * energy)
    return silent | hiss
