"""The voice detector: for each window of 32 ms, how probably somebody speaks.

Used in the engine process, one detector a stream and never shared. Silero VAD 6 (MIT) runs through
ONNX Runtime; its file lies inside the package ``silero-vad``, which is not imported because that would
load torch. The ``sequence`` variant takes many windows in one call and gives the same numbers.
"""

import importlib.util
import os
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import WINDOW_SAMPLES, Samples
from engine.contract.child_environment import SILENT
from engine.detection.energy_gate import EnergyGate

Probabilities = NDArray[np.float32]
"""One number in 0..1 a window, shape ``(windows,)``."""

CONTEXT_SAMPLES = 64
"""The end of the window before, which the model looks at as well."""

RESET_AFTER = 32
"""Windows behind the closed gate after which the recurrent state starts anew (1 s, 2 s after the last sound): it
drifts in endless streams."""

PRE_ROLL = 10
"""Windows from before the gate opened that the model hears after all (0.3 s), so that no soft beginning is lost."""

_BLOCK = 512
"""Windows a call at the most."""


class VoiceDetector(Protocol):
    """Turns sound into speech probabilities, in blocks of any size."""

    def feed(self, samples: Samples) -> Probabilities:
        """Probabilities of the windows that are complete now; what is left over waits for more."""
        ...

    def finish(self) -> Probabilities:
        """Probability of the last, short window, padded with silence. Then the detector starts anew."""
        ...


class SileroDetector:
    """Silero VAD with a re-blocking buffer in front and a gate that skips silence."""

    def __init__(self) -> None:
        # Imported here: loading ONNX Runtime takes a third of a second, and not every process detects.
        os.environ.update(SILENT)  # also where nobody prepared the process: in a measurement, on a worker
        import onnxruntime  # noqa: PLC0415

        runtime: Any = onnxruntime  # without stubs
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = runtime.InferenceSession(str(find_weights()), options, providers=["CPUExecutionProvider"])
        self._begin()

    def feed(self, samples: Samples) -> Probabilities:
        """See ``VoiceDetector``."""
        waiting = np.concatenate((self._waiting, samples)) if len(self._waiting) else samples
        whole = len(waiting) // WINDOW_SAMPLES * WINDOW_SAMPLES
        self._waiting = waiting[whole:].copy()
        if not whole:
            return np.zeros(0, np.float32)
        return self._detect(waiting[:whole])

    def finish(self) -> Probabilities:
        """See ``VoiceDetector``."""
        found = np.zeros(0, np.float32)
        if len(self._waiting):
            found = self._detect(np.pad(self._waiting, (0, WINDOW_SAMPLES - len(self._waiting))))
        self._begin()
        return found

    def _begin(self) -> None:
        self._gate = EnergyGate()
        self._waiting: Samples = np.zeros(0, np.float32)
        self._context: Samples = np.zeros(CONTEXT_SAMPLES, np.float32)
        self._passed = 0
        """Windows behind the closed gate, up to now."""
        self._pre_roll: Samples = np.zeros((0, CONTEXT_SAMPLES + WINDOW_SAMPLES), np.float32)
        """The last of them."""
        self._reset()

    def _detect(self, samples: Samples) -> Probabilities:
        windows = self._with_context(samples)
        is_open = self._gate.is_open(samples)
        found = np.zeros(len(windows), np.float32)
        borders = [0, *(np.flatnonzero(np.diff(is_open)) + 1).tolist(), len(windows)]
        for start, stop in pairwise(borders):
            if is_open[start]:
                found[start:stop] = self._look(windows[start:stop])
            else:
                self._pass(windows[start:stop])
        return found

    def _with_context(self, samples: Samples) -> Samples:
        joined = np.concatenate((self._context, samples))
        self._context = joined[-CONTEXT_SAMPLES:].copy()
        views = np.lib.stride_tricks.sliding_window_view(joined, CONTEXT_SAMPLES + WINDOW_SAMPLES)
        return views[::WINDOW_SAMPLES]

    def _pass(self, windows: Samples) -> None:
        """Go by what lies behind the closed gate."""
        before = self._passed
        self._passed += len(windows)
        if before < RESET_AFTER <= self._passed:
            self._reset()
        self._pre_roll = np.concatenate((self._pre_roll, windows))[-PRE_ROLL:]

    def _look(self, windows: Samples) -> Probabilities:
        """Hear windows, after those that went by unheard just before."""
        early = len(self._pre_roll)
        if early:
            windows = np.concatenate((self._pre_roll, windows))
        self._pre_roll, self._passed = self._pre_roll[:0], 0
        found = [self._run(windows[at : at + _BLOCK]) for at in range(0, len(windows), _BLOCK)]
        return np.concatenate(found)[early:]

    def _run(self, windows: Samples) -> Probabilities:
        found, self._h, self._c = self._session.run(
            None, {"input": np.ascontiguousarray(windows), "h": self._h, "c": self._c}
        )
        return np.asarray(found, np.float32).ravel()

    def _reset(self) -> None:
        self._h = np.zeros((1, 1, 128), np.float32)
        self._c = np.zeros((1, 1, 128), np.float32)


def find_weights() -> Path:
    """Where the detector's weights lie.

    Raises:
        FileNotFoundError: the package ``silero-vad`` is not installed, or is another version.
    """
    spec = importlib.util.find_spec("silero_vad")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("The package silero-vad is not installed.")
    weights = Path(spec.origin).parent / "data" / "silero_vad_16k_sequence.onnx"
    if not weights.is_file():
        raise FileNotFoundError(f"{weights} is missing: silero-vad is not of version 6.2 or later.")
    return weights
