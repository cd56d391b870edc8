"""A segmentation and a speaker encoder that know people by the tone they hum, one for each voice from 0.

Both have the methods of their Protocols in ``engine/speakers`` and pass its contract suite. Noise is a voice to them
that is like no other, and not like itself either.
"""

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import Samples
from engine.speakers.segmentation import LOOK_TICKS, PEOPLE, TICK_MIDDLE, TICK_SAMPLES, Activity

_FRAME = 4 * TICK_SAMPLES
_LOWEST_BIN, _STEP_BINS = 27, 10
VOICES = 24
_WIDTH = 192


class FakeSegmentation:
    """Hears the tones. Numbers the people of a look by their first word, as a real one might."""

    @staticmethod
    def tone_of(voice: int) -> float:
        """Hertz."""
        return (_LOWEST_BIN + _STEP_BINS * voice) * 16_000 / _FRAME

    def look(self, samples: Samples) -> Activity:
        found = np.zeros((len(samples), LOOK_TICKS, PEOPLE), np.bool_)
        starts = np.maximum(0, TICK_MIDDLE - _FRAME // 2 + TICK_SAMPLES * np.arange(LOOK_TICKS))
        for look, sound in enumerate(samples):
            if not sound.any():
                continue
            loud = _loudness(np.stack([sound[at : at + _FRAME] for at in starts]))
            heard = (loud > 0.05) & (loud >= 0.5 * loud.max(1, keepdims=True))
            order = sorted(np.flatnonzero(heard.any(0)).tolist(), key=lambda voice: int(heard[:, voice].argmax()))
            for person, voice in enumerate(order[:PEOPLE]):
                found[look, :, person] = heard[:, voice]
        return found


class FakeEncoder:
    """A direction of its own for each tone, a little off it each time."""

    def __init__(self, width: int = _WIDTH) -> None:
        self.width = width

    def embed(self, voices: Sequence[Sequence[Samples]]) -> NDArray[np.float32]:
        found = np.zeros((len(voices), self.width), np.float32)
        for number, stretches in enumerate(voices):
            sound = np.concatenate(list(stretches))
            loud = _loudness(sound[: len(sound) // _FRAME * _FRAME].reshape(-1, _FRAME)).mean(0)
            chance = np.random.default_rng(zlib.crc32(sound.tobytes()))
            if loud.max() > 0.02:
                found[number, :VOICES] = loud * (loud > 0.5 * loud.max())
                found[number] /= np.linalg.norm(found[number])
                found[number] += 0.03 * chance.standard_normal(self.width)
            else:
                found[number] = chance.standard_normal(self.width)
        return found / np.linalg.norm(found, axis=1, keepdims=True)


def _loudness(frames: NDArray[np.float32]) -> NDArray[np.float64]:
    """How loud each voice is in each frame, shape ``(frames, VOICES)``."""
    bins = _LOWEST_BIN + _STEP_BINS * np.arange(VOICES)
    return np.abs(np.fft.rfft(frames * np.hanning(_FRAME), axis=1)[:, bins]) * (4 / _FRAME)
