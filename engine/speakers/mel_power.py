"""The features that the small speaker encoder hears: the power in 40 mel bands, 100 times a second, no logarithm.

25 ms frames, 10 ms apart, around their middle; the bands are Slaney's, even below 1 kHz and logarithmic above, each of
the same area. Used by ``small_encoder.py`` alone; pure.
"""

import functools
import math
from typing import cast

import torch
from torch import Tensor

from engine.contract.audio import SAMPLE_RATE_HZ

FRAME = 400
SHIFT = 160
_EVEN_BELOW_HZ = 1000.0
_EVEN_STEP_HZ = 200.0 / 3
_GROWTH = math.log(6.4) / 27
"""Of the frequency from one mel to the next, above."""


def mel_power(samples: Tensor, bands: int = 40) -> Tensor:
    """Features of shape ``(frames, bands)`` of sound of shape ``(samples,)``."""
    around = torch.nn.functional.pad(samples, (FRAME // 2, FRAME // 2))
    frames = around.unfold(0, FRAME, SHIFT) * _window()
    spectrum = cast("Tensor", torch.fft.rfft(frames, FRAME))  # pyright: ignore[reportUnknownMemberType] (no stub)
    return spectrum.abs().square() @ _triangles(bands)


@functools.cache
def _window() -> Tensor:
    return torch.hann_window(FRAME)


@functools.cache
def _triangles(bands: int) -> Tensor:
    """Weight of each frequency in each band."""
    highest = _EVEN_BELOW_HZ / _EVEN_STEP_HZ + math.log(SAMPLE_RATE_HZ / 2 / _EVEN_BELOW_HZ) / _GROWTH
    borders = torch.tensor([_hertz(highest * at / (bands + 1)) for at in range(bands + 2)])
    places = (torch.arange(FRAME // 2 + 1) * (SAMPLE_RATE_HZ / FRAME)).unsqueeze(1)
    below, middle, above = borders[:-2], borders[1:-1], borders[2:]
    rising, falling = (places - below) / (middle - below), (above - places) / (above - middle)
    return torch.minimum(rising, falling).clamp_min(0) * (2 / (above - below))


def _hertz(mel: float) -> float:
    even = _EVEN_BELOW_HZ / _EVEN_STEP_HZ
    return mel * _EVEN_STEP_HZ if mel < even else _EVEN_BELOW_HZ * math.exp(_GROWTH * (mel - even))
