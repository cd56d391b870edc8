"""The network of the small speaker encoder: three recurrent layers over time, and a line from where they end.

Written from "Generalized End-to-End Loss for Speaker Verification" (Wan et al., 2018) and the names and shapes of the
published weights. Used by ``small_encoder.py`` alone. Inference only.
"""

from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

MELS = 40
SMALL_WIDTH = 256
"""Numbers in an embedding."""


class LstmNet(nn.Module):
    """Features of shape ``(batch, frames, 40)`` in, unit vectors of shape ``(batch, 256)`` out."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(MELS, SMALL_WIDTH, num_layers=3, batch_first=True)
        self.linear = nn.Linear(SMALL_WIDTH, SMALL_WIDTH)

    def forward(self, features: Tensor) -> Tensor:
        """See the class."""
        ended = cast("tuple[Tensor, tuple[Tensor, Tensor]]", self.lstm(features))[1][0]
        # None of the numbers is below 0: that is how these weights were trained.
        return functional.normalize(torch.relu(self.linear(ended[-1])), dim=1)
