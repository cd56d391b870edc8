"""Loads speech models at a worker: on the best device that really decodes, and measured before anybody relies on it.

On the shelf's thread. The device is chosen and stepped down as on a desktop, by ``engine/recognition/device.py``.
"""

from collections.abc import Callable
from pathlib import Path

import psutil

from engine.contract.engine import DeviceReport
from engine.contract.errors import RecogniserFailed
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_store import probe_sound
from engine.recognition.cuda_libraries import make_cuda_libraries_visible
from engine.recognition.device import choose_device, device_key, remember_failure
from engine.recognition.graphics_cards import find_graphics_cards
from engine.recognition.speech_model_store import SpeechModelStore
from engine.recognition.window_reader import WindowReader
from engine.worker.known_lines import SiteLines
from engine.worker.loaded_model import LoadedModel, Measured, Weights
from engine.worker.probe import BATCHES, CapacityMemory, measure_capacity, probe_windows
from engine.worker.share_choice import SMALL_BYTES, WorkerShare, choose_share, widest_share

_PARTS = {"int8": 0.6, "int8_float16": 0.6, "float16": 1.1, "float32": 2.1}
"""What weights take in memory, beside their file of half precision, with what decoding needs."""


QUIET = 0.5
"""Up to this many processes for each processor want to run on a machine whose figures are worth keeping."""


class ModelLoader:
    """See ``LoadsModels`` in ``model_shelf.py``."""

    def __init__(
        self,
        *,
        store: SpeechModelStore,
        state: Path,
        threads: int,
        device: DeviceReport | None = None,
        site: SiteLines | None = None,
        has_full_window: bool = False,
    ) -> None:
        """Get ready.

        Args:
            store: The speech models of this machine.
            state: The worker's own folder: what was found about devices is kept there.
            threads: Processor threads to use.
            device: Use this one, untried; else the best that decodes.
            site: What any worker of the site understood before, where that is kept.
            has_full_window: Read live windows in Whisper's own 30 s, to measure what the short ones save.
        """
        self._store = store
        self._devices = state / "devices.json"
        self._memory = CapacityMemory(state / "capacity.json")
        self._threads = threads
        self._device = device
        self._site = site
        self._has_full_window = has_full_window

    def size_of(self, name: str) -> int:
        """See ``LoadsModels``. As if it was float16, until the device is known."""
        return round(_file_size(self._store.path_of(name)) * _PARTS["float16"])

    def load(self, name: str) -> LoadedModel:
        """See ``LoadsModels``."""
        path = self._store.path_of(name)
        device = self._device or choose_device(path, sample=probe_sound(), cache_file=self._devices)
        if device.device == "cuda":
            make_cuda_libraries_visible()
        return self._load_on(name, path, device)

    def give_up(self, loaded: LoadedModel, failure: RecogniserFailed) -> bool:
        """See ``LoadsModels``. Below the processor there is nothing."""
        if loaded.device.device == "cpu" or self._device is not None:
            return False
        remember_failure(loaded.path, loaded.device, exit_code=None, said=failure.detail, cache_file=self._devices)
        return True

    def _load_on(self, name: str, path: Path, device: DeviceReport) -> LoadedModel:
        # Imported here: faster-whisper takes a second, and the worker should listen before that.
        from engine.recognition.whisper_model import WhisperModel  # noqa: PLC0415

        size = _file_size(path)
        widest = widest_share(device.device, threads=self._threads, model_bytes=size)
        in_memory: dict[WorkerShare, Weights] = {}

        def weights_for(share: WorkerShare) -> Weights:
            if share not in in_memory:
                while in_memory:  # never twice at a time: a machine may have room for one alone
                    in_memory.popitem()[1].close()
                in_memory[share] = WhisperModel(
                    path,
                    device=device,
                    replicas=share.calls,
                    threads=share.decoder,
                    encoder_threads=share.encoder,
                )
            return in_memory[share]

        def measure(share: WorkerShare) -> Measured:
            return self._measured(name, path, device, share, lambda: weights_for(share))

        def compare(share: WorkerShare) -> Measured | None:
            # Where others work too, both would be slow, and which of them more is chance.
            is_known = self._memory.recall(self._key(path, device, share)) is not None
            return measure(share) if is_known or _is_quiet() else None

        try:
            share, measured = choose_share(
                widest,
                threads=self._threads,
                may_be_twice=device.device == "cpu" and size <= SMALL_BYTES,
                measure=measure,
                compare=compare,
            )
            weights = weights_for(share)
        except (RuntimeError, MemoryError) as error:
            raise RecogniserFailed(device.device, str(error)) from error
        return LoadedModel(
            name=name,
            path=path,
            weights=weights,
            device=device,
            slots=_slots(device, share),
            file_batch=share.batch,
            measured=measured,
            size=round(size * _PARTS.get(device.compute_type, 1.1)),
            known_lines=self._site.known_to(path, compute_type=device.compute_type) if self._site else None,
            has_full_window=self._has_full_window,
        )

    def _measured(
        self, name: str, path: Path, device: DeviceReport, share: WorkerShare, weights: Callable[[], Weights]
    ) -> Measured:
        key = self._key(path, device, share)
        known = self._memory.recall(key)
        if known is not None:
            return known
        reader = WindowReader(model=weights())
        # What others leave over says nothing of the next time.
        is_quiet = _is_quiet()
        measured = measure_capacity(
            reader,
            options=RecognitionOptions(model=name),
            language="en",
            slots=_slots(device, share),
            sizes=BATCHES.get(device.device, (1,)),
            windows=probe_windows(),
        )
        if is_quiet:
            self._memory.remember(key, measured)
        return measured

    def _key(self, path: Path, device: DeviceReport, share: WorkerShare) -> str:
        devices = device_key(path, find_graphics_cards())
        calls = f"{_slots(device, share)} of {share.encoder} and {share.decoder} threads"
        return f"{devices} | {device.device} {device.compute_type} | {calls}"


def _slots(device: DeviceReport, share: WorkerShare) -> int:
    """While a card decodes one batch, a processor prepares the next."""
    return share.calls + 1 if device.device == "cuda" else share.calls


def _is_quiet() -> bool:
    return psutil.getloadavg()[0] <= QUIET * (psutil.cpu_count() or 1)


def _file_size(path: Path) -> int:
    return (path / "model.bin").stat().st_size
