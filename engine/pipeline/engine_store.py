"""The engines of this process: loaded when first wanted, kept for the next job, replaced when another is wanted.

Used by the job's thread and by those that load for it. File jobs and live recognition share the speech models, the
proof of the device and the memory of what failed, but not the engine: see ``live_engine.py``. Where workers are paired
a job gets an engine that asks them first, and the engines of this computer stand behind it.
"""

import os
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from engine.caching.cached_engine import CachedEngine
from engine.caching.disk_contexts import CONTEXT_FOLDER, DiskContexts
from engine.caching.disk_store import SEGMENT_FOLDER, DiskStore
from engine.caching.figures import CONTEXT, ENCODER, CacheCounts, add_counts
from engine.caching.guarded_store import GuardedStore
from engine.caching.own_steps import own_steps
from engine.caching.recorded_store import RecordedStore, trace_file
from engine.caching.session_context import SessionContexts
from engine.caching.sound_index import SoundIndex
from engine.caching.store import CacheStore
from engine.contract.audio import Samples
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, SpeechEngine
from engine.contract.errors import RecogniserFailed, SpeechModelError
from engine.contract.options import RecognitionOptions
from engine.contract.places import RESOURCES
from engine.pipeline.live_context import LiveContext
from engine.pipeline.live_engine import LiveEngine
from engine.recognition.catalogue import read_catalogue
from engine.recognition.cuda_libraries import make_cuda_libraries_visible
from engine.recognition.device import choose_device, remember_failure
from engine.recognition.encoder_memory import EncoderCounts
from engine.recognition.fallback_engine import FallbackEngine
from engine.recognition.fallback_recogniser import FallbackRecogniser, LeftWindow
from engine.recognition.model_manifest import read_manifest
from engine.recognition.smaller_model import smaller_model
from engine.recognition.speech_model_store import SpeechModelStore

if TYPE_CHECKING:
    from engine.pipeline.far_places import FarPlaces
    from engine.pipeline.speaker_search import SpeakerSearch

PROBE_SOUND = RESOURCES / "samples" / "one_second.pcm"
"""One second of real speech, 16 kHz, 16 bit: what a device must decode before it is believed."""

MOST_THREADS = 8
"""More threads do not make one recording faster."""

FILE_WAIT_S = 20.0
"""So long a file waits for a worker, which may have to load the speech model, before it begins here."""

LIVE_WAIT_S = 3.0
"""The same for words while they are spoken; nothing is lost meanwhile, it only comes later."""


@runtime_checkable
class Encodes(Protocol):
    """An engine that says how often its encoder was spared."""

    def take_encoded(self) -> EncoderCounts:
        """Since this was asked last."""
        ...


class EngineStore:
    """Gives the engine for some options."""

    def __init__(
        self, *, models: Path, cache: Path, workers: Path | None = None, far: "FarPlaces | None" = None
    ) -> None:
        """Get ready.

        Args:
            models: Folder of the speech models.
            cache: Folder for what can be found out again.
            workers: File with the paired workers; without one, nobody else is asked.
            far: In its place, for tests.
        """
        self._models = SpeechModelStore(models, read_catalogue())
        self._devices = cache / "devices.json"
        self._segments = GuardedStore(_recorded(DiskStore(cache / SEGMENT_FOLDER)))
        self._sounds = SoundIndex(self._segments)
        self._contexts = SessionContexts(DiskContexts(cache / CONTEXT_FOLDER))
        self._remembering: CachedEngine | None = None
        self._loaded: tuple[tuple[str, int], SpeechEngine] | None = None
        self._live: dict[RecognitionOptions, LiveEngine] = {}
        self._speakers: SpeakerSearch | None = None
        self._workers = workers
        self._far = far
        self._loading = threading.RLock()
        self._of_job: list[FallbackEngine | FallbackRecogniser] = []

    @property
    def contexts(self) -> SessionContexts:
        """What is known of meetings while they are understood."""
        return self._contexts

    def engine_for(self, options: RecognitionOptions, cancellation: Cancellation, *, course: str = "") -> SpeechEngine:
        """The engine with the wanted speech model: a worker's if there is one, else on the best device that decodes.

        Args:
            options: The speech model.
            cancellation: Of the job.
            course: Of the file; a group of workers answers those of one course in order. Empty for none.

        Raises:
            SpeechModelUnknown, SpeechModelMissing, SpeechModelDamaged: the weights cannot be used.
            DeviceUnusable: no device decodes.
            Cancelled: stopping was requested.
        """
        self.rest()
        far = self._find_far()
        elsewhere = far.files(options, course=course) if far is not None else None
        if elsewhere is None:
            return self._with_memory(self._engine_here(options, cancellation), options)
        engine = FallbackEngine(elsewhere, load=lambda: self._engine_here(options, cancellation))
        self._of_job.append(engine)
        if not elsewhere.wait(FILE_WAIT_S, cancellation):
            engine.here()
        return self._with_memory(engine, options)

    def live_for(
        self, options: RecognitionOptions, cancellation: Cancellation, *, context: LiveContext | None = None
    ) -> LiveEngine | FallbackRecogniser:
        """The recogniser for live words with the wanted speech model: a worker's if there is one, else ``live_here``.

        This computer's own is loaded in any case, so that it can go on within moments.

        Args:
            options: The speech model, and how to use it.
            cancellation: Of the job.
            context: What is known of the meeting, for workers.

        Raises:
            SpeechModelUnknown, SpeechModelMissing, SpeechModelDamaged: the weights cannot be used.
            DeviceUnusable: no device decodes.
            RecogniserFailed: the device was proved and fails all the same.
            Cancelled: stopping was requested.
        """
        self.rest()
        far = self._find_far()
        elsewhere = far.live(options, context=context) if far is not None else None
        if elsewhere is None:
            return self.live_here(options, cancellation)
        recogniser = FallbackRecogniser(
            elsewhere,
            load=lambda: self.live_here(self._affordable(options), cancellation),
            model=options.model,
            cancellation=cancellation,
            tell=_note_fallback,
        )
        self._of_job.append(recogniser)
        recogniser.get_ready(LIVE_WAIT_S)
        return recogniser

    def live_here(self, options: RecognitionOptions, cancellation: Cancellation) -> LiveEngine:
        """This computer's engine for live recognition; another one that is loaded stays. Raises as ``live_for``."""
        key = replace(options, glossary=())
        with self._loading:
            known = self._live.get(key)
            if known is None:
                path, device = self._proved(options, cancellation)
                known = LiveEngine(path, device=device, options=options, sample=probe_sound())
                self._live[key] = known
            known.know(options.glossary)
            return known

    def smaller_than(self, options: RecognitionOptions) -> RecognitionOptions | None:
        """The same with a smaller speech model that is installed, for a machine that is too slow."""
        return smaller_model(self._affordable(options) if self._far is not None else options, self._models)

    def speaker_search(self) -> "SpeakerSearch":
        """What finds speakers; its networks are loaded when it first has to listen."""
        if self._speakers is None:
            # Imported here: torch takes seconds, and most meetings are transcribed before anybody asks who speaks.
            from engine.pipeline.speaker_search import SpeakerSearch  # noqa: PLC0415

            self._speakers = SpeakerSearch()
        return self._speakers

    def step_down(self, options: RecognitionOptions, failure: RecogniserFailed) -> None:
        """Remember that the device failed at work, so that the next engine is on a lesser one."""
        options = self._affordable(options) if self._far is not None else options
        live = self._live.get(replace(options, glossary=()))
        report = live.device if live is not None else self._loaded[1].device if self._loaded is not None else None
        if report is None:
            return
        self.drop()
        path = self._models.path_of(options.model)
        remember_failure(path, report, exit_code=None, said=failure.detail, cache_file=self._devices)

    def rest(self) -> None:
        """A job is over: let go of the workers, and keep what is loaded here."""
        while self._of_job:
            self._of_job.pop().close()
        self._note_counts()

    def drop(self) -> None:
        """Free the engines that are loaded here."""
        with self._loading:
            if self._loaded is not None:
                self._loaded[1].close()
                self._loaded = None
            while self._live:
                self._live.popitem()[1].close()

    def close(self) -> None:
        """Free everything. Closing twice is harmless."""
        self.rest()
        self.drop()
        if self._far is not None:
            self._far.close()
        if self._speakers is not None:
            self._speakers.close()
        self._segments.close()
        self._contexts.close()

    def _note_counts(self) -> None:
        """Keep how the layers beside the segments do, for diagnostics."""
        add_counts(self._segments, self._contexts.figures.take(), layer=CONTEXT)
        with self._loading:
            loaded = (*self._live.values(), self._loaded[1] if self._loaded is not None else None)
            taken = [each.take_encoded() for each in loaded if isinstance(each, Encodes)]
        for each in taken:
            add_counts(self._segments, CacheCounts(each.asked, each.found, spent_s=each.spent_s), layer=ENCODER)

    def _with_memory(self, engine: SpeechEngine, options: RecognitionOptions) -> SpeechEngine:
        """The same engine, asked only for what was not understood before."""
        if self._remembering is not None and self._remembering.inner is engine:
            return self._remembering
        manifest, steps = read_manifest(self._models.folder / options.model), own_steps()
        checksum = manifest.hash_of("model.bin") if manifest is not None else None
        if checksum is None or steps is None:
            return engine  # what cannot be told apart must not be mixed up
        self._remembering = CachedEngine(
            engine, store=self._segments, model_checksum=checksum, steps=steps, index=self._sounds
        )
        return self._remembering

    def _engine_here(self, options: RecognitionOptions, cancellation: Cancellation) -> SpeechEngine:
        threads = options.threads or min(MOST_THREADS, _usable_processors())
        key = (options.model, threads)
        with self._loading:
            if self._loaded is not None and self._loaded[0] == key:
                return self._loaded[1]
            self.drop()
            path, device = self._proved(options, cancellation)
            engine = self._load(path, device, threads)
            self._loaded = (key, engine)
            return engine

    def _find_far(self) -> "FarPlaces | None":
        if self._far is None and self._workers is not None and self._workers.is_file():
            # Imported here: gRPC costs time and memory, and most computers are paired with none.
            from engine.pipeline.far_places import PairedPlaces  # noqa: PLC0415

            self._far = PairedPlaces(self._workers)
        return self._far

    def _affordable(self, options: RecognitionOptions) -> RecognitionOptions:
        """The same, with a smaller speech model where the wanted one is not here: better than no words at all."""
        try:
            self._models.path_of(options.model)
        except SpeechModelError:
            return smaller_model(options, self._models) or options
        return options

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


def _recorded(store: CacheStore) -> CacheStore:
    """The same store; where a person wants that, what is asked of it is written down."""
    trace = trace_file()
    return store if trace is None else RecordedStore(store, trace=trace)


def _usable_processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _note_fallback(left: LeftWindow) -> None:
    steps = f"{left.waited_s:.2f} s of waiting for it, {left.processor_s:.2f} s of processor time"
    sys.stderr.write(f"A window that a worker left was read here {left.seconds:.2f} s after it was asked: {steps}.\n")
    sys.stderr.flush()


def probe_sound() -> Samples:
    """The second of speech that a device must decode, shape ``(16000,)``."""
    raw = np.frombuffer(PROBE_SOUND.read_bytes(), dtype="<i2")
    return raw.astype(np.float32) / np.float32(32768)
