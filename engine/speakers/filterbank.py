"""The features that the speaker encoder hears: logarithms of 80 mel bands as Kaldi counts them, 100 a second.

25 ms frames, 10 ms apart, no dither, only whole frames. Used by ``speaker_encoder.py`` alone; pure. That they are
Kaldi's was checked against ``kaldi-native-fbank`` (``tests/engine/speakers/test_filterbank.py`` has its numbers).
"""

import functools
from typing import cast

import torch
from torch import Tensor

from engine.contract.audio import SAMPLE_RATE_HZ

FRAME = 400
SHIFT = 160
_TRANSFORM = 512
_LOWEST_HZ = 20.0
_PRE_EMPHASIS = 0.97


def mel_bands(samples: Tensor, bands: int = 80) -> Tensor:
    """Features of shape ``(frames, bands)`` of sound of shape ``(samples,)``; at least one frame long."""
    frames = samples.unfold(0, FRAME, SHIFT)
    frames = frames - frames.mean(1, keepdim=True)
    before = torch.cat([frames[:, :1], frames[:, :-1]], dim=1)
    frames = (frames - _PRE_EMPHASIS * before) * _window()
    spectrum = cast("Tensor", torch.fft.rfft(frames, _TRANSFORM))  # pyright: ignore[reportUnknownMemberType] (no stub)
    power = spectrum.abs().square()
    # The band of the highest frequency is left out, as Kaldi does; its weight is 0 anyway.
    return (power[:, :-1] @ _triangles(bands)).clamp_min(torch.finfo(torch.float32).eps).log()


@functools.cache
def _window() -> Tensor:
    """Kaldi's own: a Hann window to the power of 0.85."""
    return torch.hann_window(FRAME, periodic=False, dtype=torch.float64).pow(0.85).float()


@functools.cache
def _triangles(bands: int) -> Tensor:
    """Weight of each frequency in each band: triangles that are even on the mel scale."""
    lowest, highest = _mel(torch.tensor(_LOWEST_HZ)), _mel(torch.tensor(SAMPLE_RATE_HZ / 2))
    step = (highest - lowest) / (bands + 1)
    peaks = lowest + step * torch.arange(1, bands + 1)
    places = _mel(torch.arange(_TRANSFORM // 2) * (SAMPLE_RATE_HZ / _TRANSFORM))
    distances = (places.unsqueeze(1) - peaks).abs() / step
    return (1 - distances).clamp_min(0)


def _mel(hertz: Tensor) -> Tensor:
    return 1127.0 * (1 + hertz / 700.0).log()
