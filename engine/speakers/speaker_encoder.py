"""What a voice is like, as 192 numbers: the speaker encoder.

Stretches of one voice become one unit vector; the vectors of one person lie close together. What all voices have in
common is taken off first, so that strangers come out near 0 and not near 0.3. Used in the engine process; may be
asked on several threads.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.contract.audio import Samples
from engine.contract.places import RESOURCES
from engine.speakers.cam_net import WIDTH, CamNet
from engine.speakers.filterbank import FRAME, SHIFT, mel_bands
from engine.speakers.weights import ENCODER, load_weights, package_folder

Embeddings = NDArray[np.float32]
"""A unit vector a voice, shape ``(voices, width of the encoder)``: 192 numbers of CAM++."""

BACKGROUND = RESOURCES / "voice_background.json"
"""The mean of many people's embeddings; how it was made stands in it."""

LONGEST_S = 4.0
"""More of a voice does not make it clearer for what it costs."""

SHORTEST = FRAME + 24 * SHIFT
"""Samples below which there is nothing to be heard of a voice: 0.265 s."""

_GRAIN = 25
"""Lengths are multiples of so many feature frames (0.25 s), so that voices can be asked about together."""

_LEAST_FRAMES = 50
"""What is shorter is said twice: the network hears at least half a second."""

_MOST_FRAMES = int(LONGEST_S * 100)


class SpeakerEncoder(Protocol):
    """Says what voices are like. Voices of encoders of different widths cannot be compared."""

    @property
    def width(self) -> int:
        """Numbers in a vector."""
        ...

    def embed(self, voices: Sequence[Sequence[Samples]]) -> Embeddings:
        """One unit vector a voice, of which there are stretches; together they have ``SHORTEST`` samples or more."""
        ...


class CamEncoder:
    """CAM++ for Mandarin and English."""

    width = WIDTH

    def __init__(self, *, folder: Path | None = None, background: Path = BACKGROUND) -> None:
        """``folder``: of the package with the weights, for tests.

        Raises:
            SpeakerModelMissing, SpeakerModelDamaged: the weights cannot be used.
        """
        weights = load_weights(ENCODER, folder or package_folder())
        self._net = CamNet()
        self._net.load_state_dict(weights)
        self._net.eval()
        self._background = np.asarray(json.loads(background.read_text("utf-8"))["mean"], np.float32)

    def embed(self, voices: Sequence[Sequence[Samples]]) -> Embeddings:
        """See ``SpeakerEncoder``."""
        found = self.raw(voices)
        found /= np.linalg.norm(found, axis=1, keepdims=True)
        found -= self._background
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    def raw(self, voices: Sequence[Sequence[Samples]]) -> Embeddings:
        """What the network says, of any length and with what all voices have in common."""
        found = np.zeros((len(voices), WIDTH), np.float32)
        with torch.inference_mode():
            by_length: defaultdict[int, list[tuple[int, Tensor]]] = defaultdict(list)
            for number, stretches in enumerate(voices):
                features = _features(stretches)
                by_length[len(features)].append((number, features))
            for voice in by_length.values():
                numbers = [number for number, _ in voice]
                answer: Tensor = self._net(torch.stack([features for _, features in voice]))
                found[numbers] = answer.numpy()
        return found


def _features(stretches: Sequence[Samples]) -> Tensor:
    """The features of all stretches one behind the other, of a length that others have as well."""
    parts = [mel_bands(torch.tensor(each)) for each in stretches if len(each) >= FRAME]
    features = torch.cat(parts)[:_MOST_FRAMES]
    while len(features) < _LEAST_FRAMES:
        features = torch.cat([features, features])[:_LEAST_FRAMES]
    features = features[: len(features) // _GRAIN * _GRAIN]
    return features - features.mean(0)
