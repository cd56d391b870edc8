"""Loads what live recognition needs: one speech model that answers fast, on a device that was proved to decode.

Unlike the engines for file jobs (``engine_store.py``), all threads work on one window at a time: live, it counts when
an answer comes, not how many come at once.
"""

from pathlib import Path

from engine.contract.cancellation import Cancellation
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_store import probe_sound
from engine.recognition.catalogue import read_catalogue
from engine.recognition.cuda_libraries import make_cuda_libraries_visible
from engine.recognition.device import choose_device
from engine.recognition.live_recogniser import LiveRecogniser
from engine.recognition.speech_model_store import SpeechModelStore

THREADS = 2
"""Enough for the smaller speech models, and something is left for whoever else works on the machine."""


def load_live_recogniser(
    *, models: Path, cache: Path, options: RecognitionOptions, cancellation: Cancellation
) -> LiveRecogniser:
    """A recogniser that has decoded once already, so that the first words do not wait for it.

    Raises:
        SpeechModelUnknown, SpeechModelMissing, SpeechModelDamaged: the weights cannot be used.
        DeviceUnusable: no device decodes.
        Cancelled: stopping was requested.
    """
    path = SpeechModelStore(models, read_catalogue()).path_of(options.model)
    sample = probe_sound()
    device = choose_device(path, sample=sample, cache_file=cache / "devices.json", cancellation=cancellation)
    if device.device == "cuda":
        make_cuda_libraries_visible()
    # Imported here: faster-whisper takes a second, and whoever only asks for help should not wait for it.
    from engine.recognition.whisper_model import WhisperModel  # noqa: PLC0415

    model = WhisperModel(path, device=device, replicas=1, threads=options.threads or THREADS)
    recogniser = LiveRecogniser(model=model, options=options)
    recogniser.understand(sample, said=(), language="en", careful=True)
    return recogniser
