"""The two tracks of a call without headphones, as case 11 tells: the microphone hears what the computer plays."""

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from tests.builders.speech_clips import clip, silence

NEAR, FAR = "3005-163389-0004.flac", "1998-15444-0001.flac"
FAR_AT_S, AGAIN_AFTER_S = 5.0, 3.0
LAG_S, BLEED = 0.02, 10 ** (-6 / 20)


def bleeding_tracks() -> tuple[Samples, Samples]:
    """Microphone and computer: near speech, far speech with its echo, and the near end repeating it 3 s later."""
    near, far = clip(NEAR), clip(FAR)
    again_at_s = FAR_AT_S + len(far) / SAMPLE_RATE_HZ + AGAIN_AFTER_S
    length = round((again_at_s + len(far) / SAMPLE_RATE_HZ + 1.5) * SAMPLE_RATE_HZ)
    microphone, computer = silence(length / SAMPLE_RATE_HZ), silence(length / SAMPLE_RATE_HZ)
    _add(computer, far, FAR_AT_S)
    _add(microphone, near, 2.0)
    _add(microphone, far * np.float32(BLEED), FAR_AT_S + LAG_S)
    _add(microphone, far, again_at_s)
    return microphone, computer


def _add(track: Samples, sound: Samples, at_s: float) -> None:
    at = round(at_s * SAMPLE_RATE_HZ)
    track[at : at + len(sound)] += sound
