"""What the encoder's memory saves while words are understood live. Used by ``cache.py``, on its thread."""

import time
from pathlib import Path

import numpy as np

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure
from engine.bench.live_simulation import simulate_live
from engine.bench.speech_data import SpeechData
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.engine import DeviceReport
from engine.detection.voice_detector import SileroDetector
from engine.recognition.encoder_memory import DEFAULT_BOUND
from engine.recognition.whisper_model import WhisperModel

LIVE_MEETING = "mtg_share_4spk"


def encoder_figure(data: SpeechData, weights: Path, *, device: DeviceReport, seconds: float) -> Figure:
    """CPU seconds of live recognition with what the encoder gave kept, and without."""
    import soundfile  # noqa: PLC0415  of the dev extra

    read, _ = soundfile.read(data.meeting(LIVE_MEETING).path, dtype="float32")
    samples: Samples = np.asarray(read, np.float32)[: int(seconds * SAMPLE_RATE_HZ)]

    def run(memory_bytes: int = DEFAULT_BOUND) -> tuple[float, list[str], str]:
        whisper = WhisperModel(weights, device=device, replicas=1, threads=1, memory_bytes=memory_bytes)
        language = "" if whisper.is_multilingual else "en"
        began = time.process_time()
        done = simulate_live(samples, whisper=whisper, make_detector=SileroDetector, language=language)
        spent = time.process_time() - began
        texts = [str(line["text"]) for line in done.lines]
        said = f"{whisper.memory.found} of {whisper.memory.asked} windows"
        whisper.close()
        return spent, texts, said

    without, plain, _ = run(memory_bytes=0)
    ours, kept, said = run()
    if kept != plain:
        raise CannotMeasure("The encoder's memory changed the text.")
    minutes = seconds / 60
    return Figure(
        "live_cpu_s_per_minute",
        f"CPU s a live minute, encoder's memory ({said})",
        ours / minutes,
        without / minutes,
        ours / without,
        0.75,
    )
