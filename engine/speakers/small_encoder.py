"""The speaker encoder that steps in where CAM++ is missing or damaged: smaller, quicker, and less sure.

Resemblyzer's: it was trained on English alone and mixes voices up more often, so speakers are found with it, but none
is remembered by it: its numbers mean nothing beside those of CAM++. Used in the engine process; may be asked on
several threads.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from engine.contract.audio import Samples
from engine.contract.places import RESOURCES
from engine.speakers.lstm_net import SMALL_WIDTH, LstmNet
from engine.speakers.mel_power import mel_power
from engine.speakers.speaker_encoder import LONGEST_S, Embeddings
from engine.speakers.weights import SMALL_ENCODER, load_weights, package_folder

SMALL_BACKGROUND = RESOURCES / "voice_background_small.json"
"""The mean of many people's embeddings; how it was made stands in it."""

_LOUDNESS = 10 ** (-30 / 20)
"""Root of the mean square that the network knows; fainter voices are made as loud."""

_WINDOW, _HOP = 160, 80
"""Feature frames that the network hears at once (1.6 s), and from one time to the next."""

_MOST_FRAMES = int(LONGEST_S * 100)
_TRAINING_ONLY = "similarity_"


class SmallEncoder:
    """Resemblyzer's encoder."""

    width = SMALL_WIDTH

    def __init__(self, *, folder: Path | None = None, background: Path = SMALL_BACKGROUND) -> None:
        """``folder``: of the package with the weights, for tests.

        Raises:
            SpeakerModelMissing, SpeakerModelDamaged: the weights cannot be used.
        """
        weights = load_weights(SMALL_ENCODER, folder or package_folder(SMALL_ENCODER.package))
        self._net = LstmNet()
        self._net.load_state_dict({name: each for name, each in weights.items() if not name.startswith(_TRAINING_ONLY)})
        self._net.eval()
        self._background = np.asarray(json.loads(background.read_text("utf-8"))["mean"], np.float32)

    def embed(self, voices: Sequence[Sequence[Samples]]) -> Embeddings:
        """See ``SpeakerEncoder``."""
        return _unit(self.raw(voices) - self._background)

    def raw(self, voices: Sequence[Sequence[Samples]]) -> Embeddings:
        """Unit vectors with what all voices have in common."""
        windows = [_windows(stretches) for stretches in voices]
        numbers = np.repeat(np.arange(len(voices)), [len(each) for each in windows])
        found = np.zeros((len(voices), SMALL_WIDTH), np.float32)
        with torch.inference_mode():
            answer: Tensor = self._net(torch.cat(windows))
            np.add.at(found, numbers, answer.numpy())
        return _unit(found)


def _unit(found: Embeddings) -> Embeddings:
    return found / np.maximum(1e-9, np.linalg.norm(found, axis=1, keepdims=True))


def _windows(stretches: Sequence[Samples]) -> Tensor:
    """The features of all stretches one behind the other, cut into what the network hears at once."""
    sound = np.concatenate(list(stretches))
    loudness = float(np.sqrt(np.mean(np.square(sound))))
    louder = max(1.0, _LOUDNESS / max(loudness, 1e-9))
    features = torch.cat([mel_power(torch.tensor(each) * louder) for each in stretches])[:_MOST_FRAMES]
    while len(features) < _WINDOW:  # what is shorter is said twice
        features = torch.cat([features, features])[:_WINDOW]
    starts = [*range(0, len(features) - _WINDOW, _HOP), len(features) - _WINDOW]
    return torch.stack([features[start : start + _WINDOW] for start in starts])
