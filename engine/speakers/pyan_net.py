"""The network of the speaker segmentation: SincNet, a bidirectional LSTM, three linear layers.

Written from "Speaker Recognition from Raw Waveform with SincNet" (Ravanelli and Bengio, 2018), "End-to-end speaker
segmentation for overlap-aware resegmentation" (Bredin and Laurent, 2021) and the names and shapes of the published
weights. Used by ``segmentation.py`` alone. Inference only: it knows no dropout.
"""

import math
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.contract.audio import SAMPLE_RATE_HZ

CLASSES = 7
"""Nobody, one of three people, two of three people."""

STRIDE = 270
"""Samples from one frame of the answer to the next: a stride of 10 and three poolings by 3."""

FIELD = 991
"""Samples that one frame of the answer looks at."""

_LEAST_HZ = 50.0


class PyanNet(nn.Module):
    """Sound of shape ``(batch, samples)`` in, logits of shape ``(batch, frames, 7)`` out."""

    def __init__(self) -> None:
        super().__init__()
        self.sincnet = _SincNet()
        self.lstm = nn.LSTM(60, 128, num_layers=4, bidirectional=True, batch_first=True)
        self.linear = nn.ModuleList([nn.Linear(256, 128), nn.Linear(128, 128)])
        self.classifier = nn.Linear(128, CLASSES)

    def forward(self, samples: Tensor) -> Tensor:
        """See the class."""
        features: Tensor = self.sincnet(samples.unsqueeze(1)).transpose(1, 2)
        hidden = cast("tuple[Tensor, object]", self.lstm(features))[0]
        for layer in self.linear:
            hidden = functional.leaky_relu(layer(hidden))
        return self.classifier(hidden)


class _SincNet(nn.Module):
    """Three convolutions with pooling and instance normalisation; the first one's filters are band passes."""

    def __init__(self) -> None:
        super().__init__()
        self.wav_norm1d = nn.InstanceNorm1d(1, affine=True)
        self.conv1d = nn.ModuleList([_BandPasses(), nn.Conv1d(80, 60, 5), nn.Conv1d(60, 60, 5)])
        self.norm1d = nn.ModuleList([nn.InstanceNorm1d(width, affine=True) for width in (80, 60, 60)])

    def forward(self, samples: Tensor) -> Tensor:
        found: Tensor = self.wav_norm1d(samples)
        for number, (convolution, norm) in enumerate(zip(self.conv1d, self.norm1d, strict=True)):
            found = convolution(found)
            if number == 0:
                found = found.abs()
            found = functional.leaky_relu(norm(functional.max_pool1d(found, 3)))
        return found


class _BandPasses(nn.Module):
    """40 learned bands, each with an even and an odd filter of 251 samples."""

    def __init__(self) -> None:
        super().__init__()
        self.filterbank = _Bands()

    def forward(self, samples: Tensor) -> Tensor:
        return functional.conv1d(samples, self.filterbank(), stride=10)


class _Bands(nn.Module):
    """The filters of the bands: what an ideal band pass is in time, under a window."""

    window_: Tensor
    n_: Tensor

    def __init__(self, bands: int = 40, half: int = 125) -> None:
        super().__init__()
        self.low_hz_ = nn.Parameter(torch.zeros(bands, 1))
        self.band_hz_ = nn.Parameter(torch.zeros(bands, 1))
        self.register_buffer("window_", torch.hamming_window(2 * half + 1, periodic=False)[:half])
        moments = torch.arange(-half, 0, dtype=torch.float32).unsqueeze(0)
        self.register_buffer("n_", 2 * math.pi * moments / SAMPLE_RATE_HZ)

    def forward(self) -> Tensor:
        low = _LEAST_HZ + self.low_hz_.abs()
        high = (low + _LEAST_HZ + self.band_hz_.abs()).clamp(_LEAST_HZ, SAMPLE_RATE_HZ / 2)
        width = high - low
        scale = self.window_ / (self.n_ / 2) / (2 * width)
        even = (torch.sin(high @ self.n_) - torch.sin(low @ self.n_)) * scale
        odd = (torch.cos(low @ self.n_) - torch.cos(high @ self.n_)) * scale
        middle = torch.ones_like(width)
        even = torch.cat([even, middle, even.flip(1)], dim=1)
        odd = torch.cat([odd, torch.zeros_like(middle), -odd.flip(1)], dim=1)
        return torch.cat([even, odd]).unsqueeze(1)
