"""Sound through a codec, as a file that a person might import."""

from pathlib import Path
from typing import Any

import av
import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, Samples


def encode(samples: Samples, path: Path, *, codec: str, bit_rate: int) -> Path:
    """Write 16 kHz mono into the container that the end of the path names."""
    raw = np.round(samples * 32767).astype(np.int16)
    with av.open(str(path), "w") as opened:
        container: Any = opened
        stream = container.add_stream(codec, rate=SAMPLE_RATE_HZ, layout="mono")
        stream.bit_rate = bit_rate
        frame = av.AudioFrame.from_ndarray(raw[None, :], format="s16", layout="mono")
        frame.sample_rate = SAMPLE_RATE_HZ
        for packet in (*stream.encode(frame), *stream.encode(None)):
            container.mux(packet)
    return path
