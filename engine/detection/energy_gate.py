"""The cheap gate before the voice detector: skips what cannot be speech.

Pure, called by the pipelines in the engine process. A window is closed when it is nearly silent, or
quiet and with the flat spectrum of hiss; but only long closed stretches are skipped, with a margin, so
that no soft beginning of a word is lost.
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

SHORTEST_SKIP = 32
"""Windows that must be closed in a row before any of them is skipped: about 1 s."""

MARGIN = 10
"""Windows at both ends of a skipped stretch that are looked at all the same: about 0.3 s."""


def open_windows(samples: Samples) -> NDArray[np.bool_]:
    """Which windows of 512 samples the voice detector has to look at.

    Args:
        samples: Sound at 16 kHz, shape ``(windows * 512,)``.

    Returns:
        One truth value a window, shape ``(windows,)``.
    """
    windows = samples.reshape(-1, WINDOW_SAMPLES)
    energy = np.einsum("ij,ij->i", windows, windows) / WINDOW_SAMPLES
    difference = np.diff(windows, axis=1)
    rough = np.einsum("ij,ij->i", difference, difference) / WINDOW_SAMPLES
    silent = energy < 10 ** (SILENT_DBFS / 10)
    hiss = (energy < 10 ** (QUIET_DBFS / 10)) & (rough > HISS_RATIO * energy)
    return _without_short_skips(silent | hiss)


def _without_short_skips(closed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    is_open = np.ones(len(closed), dtype=np.bool_)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], closed, [False])).astype(np.int8)))
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        if stop - start >= SHORTEST_SKIP:
            is_open[start + MARGIN : stop - MARGIN] = False
    return is_open
