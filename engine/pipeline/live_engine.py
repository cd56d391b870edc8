"""What live recognition runs on: one speech model that answers fast, on a device that was proved to decode.

Loaded by ``engine_store.py``. Unlike the engines for file jobs, it works on one window at a time: live, it counts when
an answer comes, not how many come at once.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.engine import DeviceReport
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.recognition.encoder_memory import EncoderCounts
from engine.recognition.glossary_bias import GlossaryBias
from engine.recognition.live_recogniser import FULL_WINDOW_ENVIRONMENT, LiveRecogniser
from engine.recognition.window_policy import share_live
from engine.recognition.window_reader import LONGEST_S

THREADS = 2
"""Enough for the smaller speech models, and something is left for whoever else works on the machine."""

T = TypeVar("T")


class LiveEngine:
    """A recogniser that has decoded once already, so that the first words do not wait for it."""

    def __init__(self, path: Path, *, device: DeviceReport, options: RecognitionOptions, sample: Samples) -> None:
        # Imported here: faster-whisper takes a second, and the process should listen before that.
        from engine.recognition.whisper_model import WhisperModel  # noqa: PLC0415

        self._device = device
        self._name = options.model
        size = (path / "model.bin").stat().st_size
        share = share_live(device.device, threads=options.threads or THREADS, model_bytes=size)
        self._model = WhisperModel(
            path, device=device, replicas=1, threads=share.decoder, encoder_threads=share.encoder
        )
        has_full_window = os.environ.get(FULL_WINDOW_ENVIRONMENT) == "1"
        self._recogniser = LiveRecogniser(model=self._model, options=options, has_full_window=has_full_window)
        self.understand(warming_window(sample, device=device.device), said=(), language="en", careful=True)

    @property
    def device(self) -> DeviceReport:
        """What it runs on."""
        return self._device

    @property
    def model(self) -> str:
        """Catalogue name of its speech model."""
        return self._name

    def know(self, terms: Sequence[GlossaryTerm]) -> None:
        """Prefer these terms from now on. The warm-up needs none, and another course needs no other engine."""
        self._recogniser.bias = GlossaryBias(model=self._model, terms=terms) if terms else None

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """See ``LiveRecogniser``."""
        self._recogniser.learn(words)

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """See ``LiveRecogniser``. Raises ``RecogniserFailed`` where the device does."""
        return self._guarded(
            lambda: self._recogniser.understand(samples, said=said, language=language, careful=careful)
        )

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """See ``LiveRecogniser``. Raises ``RecogniserFailed`` where the device does."""
        return self._guarded(lambda: self._recogniser.guess_language(samples))

    def take_encoded(self) -> EncoderCounts:
        """How often the encoder was spared, since this was asked last."""
        return self._model.memory.take()

    def close(self) -> None:
        """Free the weights."""
        self._model.close()

    def _guarded(self, work: Callable[[], T]) -> T:
        """Run a call into CTranslate2, whose only error is ``RuntimeError``, at the border."""
        try:
            return work()
        except (RuntimeError, MemoryError) as error:
            raise RecogniserFailed(self._device.device, str(error)) from error


def warming_window(sample: Samples, *, device: str) -> Samples:
    """The window that a recogniser decodes once, so that the first words do not wait for what only a first call costs.

    On a card it is the longest one: what it needs of the card's memory is taken now, and not in the seventh hour. On a
    processor a long window takes seconds, in which nobody could go on where a worker is lost, and its memory goes back
    to the system anyhow; so it is the sample alone. Nor is the long one full of speech: the same second over and over
    is decoded to the last token, found to be a loop, and decoded again.
    """
    if device == "cpu":
        return sample
    window = np.zeros(round(LONGEST_S * SAMPLE_RATE_HZ), np.float32)
    window[: len(sample)] = sample
    return window
