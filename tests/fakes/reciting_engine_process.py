"""The real engine process with a recogniser that knows the recording by heart: it finds a window by its samples.

Started by tests as ``python -m tests.fakes.reciting_engine_process``, with the words of the real one behind it.
``VIVAVOCE_TEST_RECITED`` names a file of 16 kHz, 16 bit samples, the very ones that are recorded. A word lies in each
0.4 s of it, ``w0``, ``w1`` and so on, so that a test sees at once which is missing, which stands twice, and where.
Everything but the speech model is real: rings, recording files, voice detector, live pipeline, pipes. Speech models of
these names do otherwise:

    missing     is not on this computer
    broken      fails on every window, as a device that gave up
"""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.errors import RecogniserFailed, SpeechModelMissing
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_process import main
from engine.pipeline.engine_store import EngineStore

RECITED = "VIVAVOCE_TEST_RECITED"
LANGUAGE = "VIVAVOCE_TEST_LANGUAGE"
"""What it takes every recording for; English without it."""

WORD = round(0.4 * SAMPLE_RATE_HZ)
_SNIPPET = 400
_CPU = DeviceReport("cpu", "int8", "By heart")


class Reciter:
    """Knows every sample."""

    def __init__(self, options: RecognitionOptions) -> None:
        path = os.environ.get(RECITED)
        self._known = Path(path).read_bytes() if path else b""
        self._is_broken = options.model == "broken"

    @property
    def device(self) -> DeviceReport:
        return _CPU

    @property
    def model(self) -> str:
        return "base"

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """Nothing that it does not know."""

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        time.sleep(0.03)
        if self._is_broken:
            raise RecogniserFailed("cpu", "out of memory")
        place = self._place_of(samples)
        if place is None:
            return Heard((), is_loop=False, no_speech=0.9, score=-0.5)
        found: list[AlignedWord] = []
        for number in range(max(0, place // WORD - 1), (place + len(samples)) // WORD + 1):
            middle = number * WORD + WORD // 2 - place
            if 0 <= middle < len(samples):
                start, stop = max(0, middle - WORD // 2), min(len(samples), middle + WORD // 2)
                found.append(AlignedWord(start, stop, f" w{number}", 0.9))
        return Heard(tuple(found[len(said) :]), is_loop=False, no_speech=0.0, score=-0.1)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        return os.environ.get(LANGUAGE, "en"), 0.9

    def close(self) -> None:
        """Nothing is held."""

    def _place_of(self, samples: Samples) -> int | None:
        """Where in the known recording the window begins, by a snippet that is not silence."""
        sound = np.round(samples * 32768).astype("<i2")
        for begin in range(0, max(1, len(sound) - _SNIPPET), _SNIPPET):
            snippet = sound[begin : begin + _SNIPPET]
            if np.abs(snippet).max(initial=0) > 50:
                at = self._known.find(snippet.tobytes())
                if at >= 0:
                    return at // 2 - begin
        return None


class RecitingEngines(EngineStore):
    """Gives reciters; file jobs are not its business."""

    def live_here(self, options: RecognitionOptions, cancellation: Cancellation) -> Reciter:  # type: ignore[override]
        if options.model == "missing":
            raise SpeechModelMissing(options.model)
        sys.stderr.write("reciting\n")
        return Reciter(options)

    def smaller_than(self, options: RecognitionOptions) -> RecognitionOptions | None:
        return None


if __name__ == "__main__":
    main(make_engines=RecitingEngines)
