"""Who talks when within ten seconds, overlap included, by nobody's name: the speaker segmentation.

A *look* is 10 s of sound, a *tick* the step of 16.9 ms in which the answer comes. The people of one look are numbered
anew in each: ``clustering.py`` finds out who they are. Used in the engine process; may be asked on several threads.
"""

from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.speakers.pyan_net import FIELD, STRIDE, PyanNet
from engine.speakers.weights import SEGMENTATION, load_weights, package_folder

LOOK_SAMPLES = 10 * SAMPLE_RATE_HZ
"""What the segmentation hears at once."""

TICK_SAMPLES = STRIDE
LOOK_TICKS = 589
"""Ticks in a look."""

TICK_MIDDLE = FIELD // 2
"""From the first sample of a look to the middle of its first tick."""

PEOPLE = 3
"""The most people that one look can tell apart; at the most two of them at once."""

Activity = NDArray[np.bool_]
"""Who of the people of a look talks in each tick, shape ``(looks, LOOK_TICKS, PEOPLE)``."""

_MEMBERS = torch.tensor([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1]], dtype=torch.bool)
"""Who talks in each class of the network."""


class SpeakerSegmentation(Protocol):
    """Tells the people within ten seconds apart."""

    def look(self, samples: Samples) -> Activity:
        """Who talks when in each look; ``samples`` has the shape ``(looks, LOOK_SAMPLES)``."""
        ...


class PyannoteSegmentation:
    """pyannote segmentation-3.0."""

    def __init__(self, *, folder: Path | None = None) -> None:
        """``folder``: of the package with the weights, for tests.

        Raises:
            SpeakerModelMissing, SpeakerModelDamaged: the weights cannot be used.
        """
        weights = load_weights(SEGMENTATION, folder or package_folder())
        self._net = PyanNet()
        self._net.load_state_dict(weights)
        self._net.eval()

    def look(self, samples: Samples) -> Activity:
        """See ``SpeakerSegmentation``."""
        with torch.inference_mode():
            logits: Tensor = self._net(torch.tensor(samples))
            return _MEMBERS[logits.argmax(-1)].numpy()
