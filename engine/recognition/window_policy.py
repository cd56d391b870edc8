"""How long a window is padded, and how a device is shared: the measured choices, in one place.

Pure. The encoder costs its window, so a full stretch gets little padding. A short one needs more: with
little sound and little padding Whisper loops (measured: word error rate 13.8 with 8 s, 15.2 with 2 s).
"""

from dataclasses import dataclass

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.recognition.whisper_model import FRAMES_STEP, FULL_FRAMES, HOP_SAMPLES

SHORT_S = 12.0
"""Up to this much sound a window gets ``SHORT_PADDING_S``."""

SHORT_PADDING_S = 8.0

PADDING_S = 1.0
"""From ``LONG_S`` of sound on; between, the padding shrinks evenly."""

LONG_S = 19.0


@dataclass(frozen=True, slots=True)
class Share:
    """How the processor or the card is used."""

    replicas: int
    """Calls at a time."""
    threads: int
    """Threads of each."""
    batch: int
    """Windows a call."""


@dataclass(frozen=True, slots=True)
class LiveShare:
    """How many processor threads one live window gets."""

    encoder: int
    decoder: int


SMALL_BYTES = 300_000_000
"""Weights up to this size may be in memory twice."""


def window_frames(samples: int) -> int:
    """Feature frames of the window that a stretch of this many samples is decoded in."""
    seconds = samples / SAMPLE_RATE_HZ
    if seconds <= SHORT_S:
        padding = SHORT_PADDING_S
    elif seconds >= LONG_S:
        padding = PADDING_S
    else:
        padding = SHORT_PADDING_S + (PADDING_S - SHORT_PADDING_S) * (seconds - SHORT_S) / (LONG_S - SHORT_S)
    frames = samples // HOP_SAMPLES + int(padding * SAMPLE_RATE_HZ) // HOP_SAMPLES
    return min(FULL_FRAMES, -(-frames // FRAMES_STEP) * FRAMES_STEP)


def share_device(device: str, *, threads: int, model_bytes: int) -> Share:
    """Split a device among calls.

    Two replicas with one thread each beat one with two by a third to two thirds on a processor, and a batch
    of two is the best there; a card wants one replica and a large batch. Large weights are not copied.
    """
    if device == "cuda":
        return Share(replicas=1, threads=threads, batch=8)
    replicas = max(1, min(threads, 4 if model_bytes < 600_000_000 else 2, threads))
    if model_bytes > 2_000_000_000:
        replicas = 1
    return Share(replicas=replicas, threads=max(1, threads // replicas), batch=2)


def share_live(device: str, *, threads: int, model_bytes: int) -> LiveShare:
    """Threads for one live window, where it counts when an answer comes and not how many come at once.

    The decoder wants one: it computes little for each token, and to wake a second thread for that costs more than it
    brings. Measured with base, int8, on two cores of an Intel Xeon, 21 tokens: 77 ms on one thread and 223 on two, with
    a beam of five 130 and 513; committed words came after 0.7 s instead of 2.2. The encoder wants all (20 s of sound in
    306 ms instead of 425), which takes the weights twice; large ones share what they have as before.
    """
    if device != "cpu" or model_bytes > SMALL_BYTES:
        return LiveShare(threads, threads)
    return LiveShare(encoder=threads, decoder=1)
