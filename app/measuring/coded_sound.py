"""Sound after a lossy codec, at the place where it was before: what a near miss sounds like in another container.

Used by ``near_misses.py``, in memory. Codecs put some silence before what they give back; it is taken away again.
"""

from io import BytesIO
from typing import Any

import av
import numpy as np

from engine.caching.sound_print import fft
from engine.contract.audio import SAMPLE_RATE_HZ, Samples

Codec = tuple[str, str, int]
"""Format, encoder, and bits a second."""

CODECS: tuple[Codec, ...] = (("mp3", "libmp3lame", 64_000), ("ogg", "libopus", 24_000), ("adts", "aac", 64_000))
"""Those that PyAV brings; Vorbis it only reads."""

_MOST_LATE = SAMPLE_RATE_HZ // 4


def coded(samples: Samples, codec: Codec) -> Samples:
    """Encode and decode again; as long as before."""
    name, encoder, bit_rate = codec
    file = BytesIO()
    with av.open(file, "w", format=name) as opened:
        written: Any = opened
        stream = written.add_stream(encoder, rate=SAMPLE_RATE_HZ, layout="mono")
        stream.bit_rate = bit_rate
        raw = np.round(np.clip(samples, -1, 1) * 32767).astype(np.int16)
        frame = av.AudioFrame.from_ndarray(raw[None, :], format="s16", layout="mono")
        frame.sample_rate = SAMPLE_RATE_HZ
        for packet in (*stream.encode(frame), *stream.encode(None)):
            written.mux(packet)
    file.seek(0)
    pieces: list[Any] = []
    with av.open(file, "r", format=name.replace("adts", "aac")) as opened:
        read: Any = opened
        resampler = av.AudioResampler("s16", "mono", SAMPLE_RATE_HZ)
        for decoded in read.decode(audio=0):
            pieces += [each.to_ndarray()[0] for each in resampler.resample(decoded)]
        pieces += [each.to_ndarray()[0] for each in resampler.resample(None)]
    found: Samples = np.concatenate(pieces).astype(np.float32) / np.float32(32768)
    return _from(found, _late(samples, found), len(samples))


def _late(before: Samples, after: Samples) -> int:
    """By how many samples it comes later than it did."""
    size: int = fft.next_fast_len(max(len(before), len(after)) + 2 * _MOST_LATE, real=True)
    by_lag: Samples = fft.irfft(np.conj(fft.rfft(before, size)) * fft.rfft(after, size), size)
    lags = np.arange(-_MOST_LATE, _MOST_LATE + 1)
    return int(lags[np.argmax(by_lag[lags])])


def _from(samples: Samples, start: int, length: int) -> Samples:
    """So many samples from one on; silence where there are none."""
    there = np.pad(samples, (max(0, -start), 0))[max(0, start) :][:length]
    return np.pad(there, (0, length - len(there)))
