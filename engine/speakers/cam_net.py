"""The network of the speaker encoder CAM++: convolutions over the spectrum, then densely joined layers over time.

Written from "CAM++: A Fast and Efficient Network for Speaker Verification Using Context-Aware Masking" (Wang et al.,
2023) and the names and shapes of the published weights. Used by ``speaker_encoder.py`` alone. Inference only.
"""

from collections import OrderedDict

import torch
from torch import Tensor, nn
from torch.nn import functional

MELS = 80
WIDTH = 192
"""Numbers in an embedding."""

_GROWTH = 32
_NARROW = 128
_NEARBY = 100
"""Frames over which a layer looks around itself (2 s)."""


class CamNet(nn.Module):
    """Features of shape ``(batch, frames, 80)`` in, embeddings of shape ``(batch, 192)`` out, of any length."""

    def __init__(self) -> None:
        super().__init__()
        self.head = _Front()
        self.xvector = _TimeLayers(_Front.WIDTH)

    def forward(self, features: Tensor) -> Tensor:
        """See the class."""
        return self.xvector(self.head(features.transpose(1, 2)))


class _Front(nn.Module):
    """Two-dimensional convolutions that keep the time and make an eighth of the bands."""

    WIDTH = 32 * MELS // 8

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(32)
        self.layer1 = nn.Sequential(_Residual(halves=True), _Residual(halves=False))
        self.layer2 = nn.Sequential(_Residual(halves=True), _Residual(halves=False))
        self.conv2 = nn.Conv2d(32, 32, 3, stride=(2, 1), padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(32)

    def forward(self, bands: Tensor) -> Tensor:
        found = functional.relu(self.bn1(self.conv1(bands.unsqueeze(1))))
        found = self.layer2(self.layer1(found))
        return functional.relu(self.bn2(self.conv2(found))).flatten(1, 2)


class _Residual(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, *, halves: bool) -> None:
        super().__init__()
        stride = (2, 1) if halves else (1, 1)
        self.conv1 = nn.Conv2d(32, 32, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(32)
        self.conv2 = nn.Conv2d(32, 32, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(32)
        self.shortcut = nn.Sequential()
        if halves:
            self.shortcut = nn.Sequential(nn.Conv2d(32, 32, 1, stride=stride, bias=False), nn.BatchNorm2d(32))

    def forward(self, found: Tensor) -> Tensor:
        inner = self.bn2(self.conv2(functional.relu(self.bn1(self.conv1(found)))))
        return functional.relu(inner + self.shortcut(found))


class _TimeLayers(nn.Sequential):
    """The layers over time, and what is made of all frames together."""

    def __init__(self, width: int) -> None:
        first = nn.Conv1d(width, _NARROW, 5, stride=2, padding=2, bias=False)
        parts: OrderedDict[str, nn.Module] = OrderedDict(
            tdnn=nn.Sequential(OrderedDict(linear=first, nonlinear=_normed(_NARROW)))
        )
        width = _NARROW
        for number, (layers, dilation) in enumerate(((12, 1), (24, 2), (16, 2)), 1):
            parts[f"block{number}"] = _DenseBlock(width, layers, dilation)
            width += layers * _GROWTH
            narrower = nn.Conv1d(width, width // 2, 1, bias=False)
            parts[f"transit{number}"] = nn.Sequential(OrderedDict(nonlinear=_normed(width), linear=narrower))
            width //= 2
        parts["out_nonlinear"] = _normed(width)
        parts["stats"] = _MeanAndDeviation()
        last = nn.Sequential(OrderedDict(batchnorm=nn.BatchNorm1d(WIDTH, affine=False)))
        parts["dense"] = nn.Sequential(
            OrderedDict(linear=nn.Conv1d(2 * width, WIDTH, 1, bias=False), nonlinear=last, flat=nn.Flatten())
        )
        super().__init__(parts)


def _normed(width: int) -> nn.Sequential:
    return nn.Sequential(OrderedDict(batchnorm=nn.BatchNorm1d(width), relu=nn.ReLU()))


class _DenseBlock(nn.Sequential):
    """Each layer hears what went into the one before it, and what came out."""

    def __init__(self, width: int, layers: int, dilation: int) -> None:
        super().__init__(
            OrderedDict((f"tdnnd{at + 1}", _DenseLayer(width + at * _GROWTH, dilation)) for at in range(layers))
        )

    def forward(self, input: Tensor) -> Tensor:  # noqa: A002 (the name of the base class)
        for layer in self:
            input = torch.cat([input, layer(input)], dim=1)  # noqa: A001 (as above)
        return input


class _DenseLayer(nn.Module):
    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.nonlinear1 = _normed(width)
        self.linear1 = nn.Conv1d(width, _NARROW, 1, bias=False)
        self.nonlinear2 = _normed(_NARROW)
        self.cam_layer = _MaskedByContext(dilation)

    def forward(self, found: Tensor) -> Tensor:
        return self.cam_layer(self.nonlinear2(self.linear1(self.nonlinear1(found))))


class _MaskedByContext(nn.Module):
    """A convolution whose channels are weighed by what the whole utterance and its surroundings are like."""

    def __init__(self, dilation: int) -> None:
        super().__init__()
        self.linear_local = nn.Conv1d(_NARROW, _GROWTH, 3, padding=dilation, dilation=dilation, bias=False)
        self.linear1 = nn.Conv1d(_NARROW, _NARROW // 2, 1)
        self.linear2 = nn.Conv1d(_NARROW // 2, _GROWTH, 1)

    def forward(self, found: Tensor) -> Tensor:
        frames = found.shape[-1]
        nearby = functional.avg_pool1d(found, _NEARBY, ceil_mode=True)
        # One number a stretch is enough for the mask: it is the same for all frames in it.
        mask = torch.sigmoid(self.linear2(functional.relu(self.linear1(found.mean(-1, keepdim=True) + nearby))))
        return self.linear_local(found) * mask.repeat_interleave(_NEARBY, dim=-1)[..., :frames]


class _MeanAndDeviation(nn.Module):
    def forward(self, found: Tensor) -> Tensor:
        return torch.cat([found.mean(-1), found.std(-1, unbiased=True)], dim=1).unsqueeze(-1)
