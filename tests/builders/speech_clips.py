"""The speech of ``tests/audio`` as the engine hears it, and recordings put together from it."""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.engine import SpanAudio

AUDIO = Path(__file__).resolve().parents[1] / "audio"


@cache
def clip(name: str) -> Samples:
    """A file of ``tests/audio`` at 16 kHz mono."""
    pieces: list[Any] = []
    with av.open(str(AUDIO / name)) as container:
        resampler = av.AudioResampler("s16", "mono", SAMPLE_RATE_HZ)
        for frame in container.decode(audio=0):
            pieces += [each.to_ndarray()[0] for each in resampler.resample(frame)]
        pieces += [each.to_ndarray()[0] for each in resampler.resample(None)]
    samples = np.concatenate(pieces).astype(np.float32) / np.float32(32768)
    samples.flags.writeable = False
    return samples


def transcript_of(name: str) -> str:
    """What is said in a file of ``tests/audio``."""
    entries: list[dict[str, Any]] = json.loads((AUDIO / "index.json").read_text("utf-8"))
    return next(str(entry["transcript"]) for entry in entries if entry["file"] == name)


def silence(seconds: float) -> Samples:
    """Digital silence."""
    return np.zeros(round(seconds * SAMPLE_RATE_HZ), np.float32)


def noise(seconds: float, *, level_dbfs: float, seed: int = 1, is_pink: bool = False) -> Samples:
    """Noise of a level: white like hiss, or pink like a room."""
    wanted = round(seconds * SAMPLE_RATE_HZ)
    sound = np.random.default_rng(seed).normal(0.0, 1.0, wanted)
    if is_pink:
        spectrum = np.fft.rfft(sound)
        sound = np.fft.irfft(spectrum / np.sqrt(np.maximum(1, np.arange(len(spectrum)))), wanted)
    return (sound / np.std(sound) * 10 ** (level_dbfs / 20)).astype(np.float32)


def span(start_s: float, stop_s: float) -> SpeechSpan:
    """A span by seconds."""
    return SpeechSpan(0, SampleIndex(round(start_s * SAMPLE_RATE_HZ)), SampleIndex(round(stop_s * SAMPLE_RATE_HZ)))


def whole(samples: Samples) -> SpanAudio:
    """Sound as one stretch that is speech all over."""
    everything = SpeechSpan(0, SampleIndex(0), SampleIndex(len(samples)))
    return SpanAudio((everything,), samples, (everything,))


def stretches_of(*pieces: Samples) -> list[SpanAudio]:
    """Pieces of one recording, one after the other, each as a stretch."""
    borders = np.cumsum([0, *(len(piece) for piece in pieces)]).tolist()
    spans = [SpeechSpan(0, SampleIndex(start), SampleIndex(stop)) for start, stop in pairwise(borders)]
    return [SpanAudio((each,), piece, (each,)) for each, piece in zip(spans, pieces, strict=True)]
