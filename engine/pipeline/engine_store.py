"""The engines of this process: loaded when first wanted, kept for the next job, replaced when another is wanted.

Used by the job's thread and by its loading thread, never both at once. File jobs and live recognition share the speech
models, the proof of the device and the memory of what failed, but not the engine: see ``live_engine.py``.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.contract.audio import Samples
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, SpeechEngine
from engine.contract.errors import RecogniserFailed
from engine.contract.options import RecognitionOptions
from engine.contract.places import RESOURCES
from engine.pipeline.live_engine import LiveEngine
from engine.recognition.catalogue import read_catalogue
from engine.recognition.cuda_libraries import make_cuda_libraries_visible
from engine.recognition.device import choose_device, remember_failure
from engine.recognition.smaller_model import smaller_model
from engine.recognition.speech_model_store import SpeechModelStore

if TYPE_CHECKING:
    from engine.pipeline.speaker_search import SpeakerSearch

PROBE_SOUND = RESOURCES / "samples" / "one_second.pcm"
"""One second of real speech, 16 kHz, 16 bit: what a device must decode before it is believed."""

MOST_THREADS = 8
"""More threads do not make one recording faster."""


class EngineStore:
    """Gives the engine for some options."""

    def __init__(self, *, models: Path, cache: Path) -> None:
        self._models = SpeechModelStore(models, read_catalogue())
        self._devices = cache / "devices.json"
        self._loaded: tuple[tuple[str, int], SpeechEngine] | None = None
        self._live: dict[RecognitionOptions, LiveEngine] = {}
        self._speakers: SpeakerSearch | None = None

    def engine_for(self, options: RecognitionOptions, cancellation: Cancellation) -> SpeechEngine:
        """The engine with the wanted speech model, on the best device that really decodes.

        Raises:
            SpeechModelUnknown, SpeechModelMissing, SpeechModelDamaged: the weights cannot be used.
            DeviceUnusable: no device decodes.
            Cancelled: stopping was requested.
        """
        threads = options.threads or min(MOST_THREADS, _usable_processors())
        key = (options.model, threads)
        if self._loaded is not None and self._loaded[0] == key:
            return self._loaded[1]
        self.drop()
        path, device = self._proved(options, cancellation)
        engine = self._load(path, device, threads)
        self._loaded = (key, engine)
        return engine

    def live_for(self, options: RecognitionOptions, cancellation: Cancellation) -> LiveEngine:
        """The engine for live recognition with the wanted speech model; another one that is loaded stays.

        Raises:
            SpeechModelUnknown, SpeechModelMissing, SpeechModelDamaged: the weights cannot be used.
            DeviceUnusable: no device decodes.
            RecogniserFailed: the device was proved and fails all the same.
            Cancelled: stopping was requested.
        """
        key = replace(options, glossary=())
        known = self._live.get(key)
        if known is not None:
            known.know(options.glossary)
            return known
        path, device = self._proved(options, cancellation)
        engine = LiveEngine(path, device=device, options=options, sample=probe_sound())
        engine.know(options.glossary)
        self._live[key] = engine
        return engine

    def smaller_than(self, options: RecognitionOptions) -> RecognitionOptions | None:
        """The same with a smaller speech model that is installed, for a machine that is too slow."""
        return smaller_model(options, self._models)

    def speaker_search(self) -> "SpeakerSearch":
        """What finds speakers; its networks are loaded when it first has to listen."""
        if self._speakers is None:
            # Imported here: torch takes seconds, and most meetings are transcribed before anybody asks who speaks.
            from engine.pipeline.speaker_search import SpeakerSearch  # noqa: PLC0415

            self._speakers = SpeakerSearch()
        return self._speakers

    def step_down(self, options: RecognitionOptions, failure: RecogniserFailed) -> None:
        """Remember that the device failed at work, so that the next engine is on a lesser one."""
        live = self._live.get(replace(options, glossary=()))
        report = live.device if live is not None else self._loaded[1].device if self._loaded is not None else None
        if report is None:
            return
        self.drop()
        path = self._models.path_of(options.model)
        remember_failure(path, report, exit_code=None, said=failure.detail, cache_file=self._devices)

    def drop(self) -> None:
        """Free the engines that are loaded."""
        if self._loaded is not None:
            self._loaded[1].close()
            self._loaded = None
        while self._live:
            self._live.popitem()[1].close()

    def close(self) -> None:
        """Free everything. Closing twice is harmless."""
        self.drop()
        if self._speakers is not None:
            self._speakers.close()

    def _proved(self, options: RecognitionOptions, cancellation: Cancellation) -> tuple[Path, DeviceReport]:
        """The weights, and the best device that decodes with them."""
        path = self._models.path_of(options.model)
        cancellation.check()
        device = choose_device(path, sample=probe_sound(), cache_file=self._devices, cancellation=cancellation)
        if device.device == "cuda":
            make_cuda_libraries_visible()
        return path, device

    def _load(self, path: Path, device: DeviceReport, threads: int) -> SpeechEngine:
        # Imported here: faster-whisper takes a second, and the process should listen before that.
        from engine.recognition.whisper_engine import WhisperEngine  # noqa: PLC0415

        return WhisperEngine(model_path=path, device=device, threads=threads)


def _usable_processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def probe_sound() -> Samples:
    """The second of speech that a device must decode, shape ``(16000,)``."""
    raw = np.frombuffer(PROBE_SOUND.read_bytes(), dtype="<i2")
    return raw.astype(np.float32) / np.float32(32768)
