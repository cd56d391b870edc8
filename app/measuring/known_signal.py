"""A sound of which every 20 ms can be told apart from every other: speech over a faint hiss, again and again.

It plays by the clock, whether anybody records or not, as a voice in a room does: at each moment it is known which of
its samples is due. What lies in a recording can so be laid beside it (``sound_check.py``). The hiss is far below the
speech, so that recognition hears nothing but the words, and far above nothing, so that pauses can be told apart too.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import SAMPLE_RATE_HZ

Sound = NDArray[np.int16]

HISS = 33.0
"""Loudness of the hiss, of 32768: 60 dB below full scale."""
HISS_TOP_HZ = 2000.0
REST_S = 1.0
"""Nobody speaks for so long before it begins again."""


@dataclass(frozen=True, slots=True)
class SignalPlan:
    """Which sound plays, and since when: what the source needs to know."""

    sound: str
    """Path of one round of it: samples at 16 kHz, 16 bit, without a header."""
    origin_s: float
    """When its first sample was due, on ``steady_now``."""

    def due(self, at_s: float) -> int:
        """Samples that were due by that time, since the origin."""
        return round((at_s - self.origin_s) * SAMPLE_RATE_HZ)

    def load(self) -> Sound:
        """One round of the sound."""
        return np.fromfile(self.sound, "<i2")

    def write(self, path: Path) -> None:
        """Say it to another process; one that reads meanwhile reads what was there before."""
        part = path.with_suffix(".part")
        part.write_text(json.dumps(asdict(self)), "utf-8")
        part.replace(path)

    @classmethod
    def read(cls, path: Path) -> "SignalPlan":
        """What was said."""
        content: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return cls(str(content["sound"]), float(content["origin_s"]))


def make_signal(speech: Sound, *, seed: int) -> Sound:
    """One round: the speech, a rest, and the hiss of that seed over both."""
    rest = np.zeros(round(REST_S * SAMPLE_RATE_HZ), np.int16)
    clean = np.concatenate((speech, rest)).astype(np.float64)
    return np.clip(np.rint(clean * 0.9 + _hiss(len(clean), seed)), -32768, 32767).astype(np.int16)


def write_signal(signal: Sound, path: Path) -> None:
    """Keep one round for ``SignalPlan.sound``."""
    signal.astype("<i2").tofile(path)


def _hiss(count: int, seed: int) -> NDArray[np.float64]:
    """Without its upper part, so that a resampler and a fraction of a sample leave it what it is."""
    size = 1 << (count - 1).bit_length()
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(0.0, 1.0, size))
    spectrum[np.fft.rfftfreq(size, 1 / SAMPLE_RATE_HZ) > HISS_TOP_HZ] = 0.0
    hiss = np.fft.irfft(spectrum, size)[:count]
    return hiss * (HISS / np.sqrt(np.mean(hiss**2)))
