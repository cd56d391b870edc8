"""Media files to order: any container and codec that PyAV writes, late, doubled, cut, rotten or lying.

The sound is a row of tone bursts at known times, so that a test can ask where each of them came out.
"""

import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.stream import Disposition
from numpy.typing import NDArray

Sound = NDArray[np.float32]
"""Shape ``(channels, n)``."""

_BURST_S = 0.25


def bursts(at_s: Sequence[float], *, length_s: float, rate_hz: int = 16_000, level: float = 0.5) -> Sound:
    """One channel: a quarter second of tone at each time, and digital silence between."""
    sound = np.zeros(round(length_s * rate_hz), np.float32)
    tone = level * np.sin(2 * np.pi * 700 * np.arange(round(_BURST_S * rate_hz)) / rate_hz)
    for at in at_s:
        start = round(at * rate_hz)
        sound[start : start + len(tone)] = tone[: len(sound) - start]
    return sound[np.newaxis, :]


def burst_times(samples: NDArray[np.float32], rate_hz: int = 16_000) -> list[float]:
    """Where bursts begin, in seconds, to 5 ms."""
    step = rate_hz // 200
    whole = samples[: len(samples) // step * step].reshape(-1, step)
    loud = np.flatnonzero(np.sqrt((whole**2).mean(axis=1)) > 0.1)
    starts = [block for before, block in pairwise([-1000, *loud.tolist()]) if block - before > 20]
    return [block * step / rate_hz for block in starts]


def voice(length_s: float, *, rate_hz: int = 16_000, seed: int = 1) -> Sound:
    """One channel of noise that swells and fades like syllables; never the same twice."""
    count = round(length_s * rate_hz)
    noise = np.random.default_rng(seed).normal(0, 0.1, count)
    smooth = np.convolve(noise, np.ones(8) / 8, "same")
    swell = np.abs(np.sin(2 * np.pi * 1.7 * np.arange(count) / rate_hz))
    return (smooth * swell).astype(np.float32)[np.newaxis, :]


@dataclass(frozen=True)
class Track:
    """One sound track of a file to be made."""

    sound: Sound
    codec: str
    rate_hz: int = 16_000
    starts_at_s: float = 0.0
    holes: tuple[tuple[float, float], ...] = ()
    """Stretches (from, to) in seconds for which no packet is written."""
    language: str = ""
    title: str = ""
    is_default: bool | None = None
    options: dict[str, str] = field(default_factory=dict[str, str])


def make_media(path: Path, *tracks: Track, container: str, picture_s: float = 0.0, **options: str) -> Path:
    """Encode tracks, with a small moving picture of ``picture_s`` seconds if wanted."""
    # PyAV's stubs leave packets and options unknown to a strict checker.
    with path.open("wb") as file:
        output: Any = av.open(file, "w", format=container, options=options)
        picture: Any = None
        if picture_s:
            picture = output.add_stream("mpeg4", rate=10)
            picture.width, picture.height, picture.pix_fmt = 64, 48, "yuv420p"
        streams: list[Any] = []
        for track in tracks:
            stream = output.add_stream(track.codec, rate=track.rate_hz, options=track.options)
            stream.bit_rate = 64_000
            stream.layout = {1: "mono", 2: "stereo", 6: "5.1"}[track.sound.shape[0]]
            if track.language:
                stream.metadata["language"] = track.language
            if track.title:
                stream.metadata["title"] = track.title
            if track.is_default is not None:
                stream.disposition = Disposition.default if track.is_default else Disposition(0)
            streams.append(stream)
        packets: list[tuple[float, Any]] = []
        if picture is not None:
            for number in range(round(picture_s * 10)):
                frame = av.VideoFrame(64, 48, "yuv420p")
                for plane in frame.planes:
                    plane.update(bytes([number % 200]) * plane.buffer_size)
                frame.pts, frame.time_base = number, Fraction(1, 10)
                packets += _timed(picture.encode(frame), shift_s=0.0)
            packets += _timed(picture.encode(None), shift_s=0.0)
        for track, stream in zip(tracks, streams, strict=True):
            packets += [
                (at, packet)
                for at, packet in _timed(_encoded(stream, track), shift_s=track.starts_at_s)
                if not any(start <= at < stop for start, stop in track.holes)
            ]
        for _, packet in sorted(packets, key=lambda timed: timed[0]):
            output.mux(packet)
        output.close()
    return path


def make_wav(path: Path, sound: Sound, *, rate_hz: int = 16_000, **sizes: int | bytes) -> Path:
    """A WAV of 16 bits by hand. ``riff_size`` and ``data_size`` lie if given, ``trailer`` follows the sound."""
    data = (sound.T * 32767).astype("<i2").tobytes()
    channels = sound.shape[0]
    trailer = sizes.get("trailer", b"")
    assert isinstance(trailer, bytes)
    form = struct.pack("<IHHIIHH", 16, 1, channels, rate_hz, rate_hz * channels * 2, channels * 2, 16)
    riff_size = sizes.get("riff_size", 36 + len(data) + len(trailer))
    data_size = sizes.get("data_size", len(data))
    header = struct.pack("<4sI4s4s", b"RIFF", riff_size, b"WAVE", b"fmt ") + form
    path.write_bytes(header + struct.pack("<4sI", b"data", data_size) + data + trailer)
    return path


def cut_off(path: Path, share: float, *, trailer: bytes = b"") -> Path:
    """Keep only the beginning of a file."""
    data = path.read_bytes()
    path.write_bytes(data[: round(len(data) * share)] + trailer)
    return path


def rot(path: Path, start: float, stop: float, *, seed: int = 1) -> Path:
    """Overwrite a stretch of a file, given as shares of its length, with noise."""
    data = bytearray(path.read_bytes())
    first, last = round(len(data) * start), round(len(data) * stop)
    data[first:last] = random.Random(seed).randbytes(last - first)
    path.write_bytes(bytes(data))
    return path


def make_picture(path: Path) -> Path:
    """A PNG, whatever the name says."""
    with path.open("wb") as file:
        output: Any = av.open(file, "w", format="image2pipe")
        stream = output.add_stream("png", rate=1)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "rgb24"
        output.mux(stream.encode(av.VideoFrame(64, 64, "rgb24")))
        output.mux(stream.encode(None))
        output.close()
    return path


def _encoded(stream: Any, track: Track) -> list[Any]:
    packets: list[Any] = []
    step = track.rate_hz
    for at in range(0, track.sound.shape[1], step):
        block = np.ascontiguousarray(track.sound[:, at : at + step])
        frame = av.AudioFrame.from_ndarray(block, format="fltp", layout=stream.layout.name)
        frame.sample_rate, frame.pts, frame.time_base = track.rate_hz, at, Fraction(1, track.rate_hz)
        packets += stream.encode(frame)
    return packets + stream.encode(None)


def _timed(packets: list[Any], *, shift_s: float) -> list[tuple[float, Any]]:
    timed: list[tuple[float, Any]] = []
    for packet in packets:
        shift = round(shift_s / packet.time_base)
        packet.pts, packet.dts = packet.pts + shift, packet.dts + shift
        timed.append((float(packet.pts * packet.time_base), packet))
    return timed
