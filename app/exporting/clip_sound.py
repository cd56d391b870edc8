"""The sound of a stretch, to the sample, in a file of its own. On a background thread or in the command line.

It is taken from the copy that one listens to, which is as good as the recording was, else from the samples themselves.
A minute is in memory at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import av
import numpy as np
from av.codec import Codec
from av.error import FFmpegError
from numpy.typing import NDArray

from app.meetings.errors import SoundIsMissing
from engine.capture.playback_copy import mixed
from engine.capture.quiet_file import QuietFile
from engine.capture.resampler import to_int16
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ

_PIECE = 60 * SAMPLE_RATE_HZ
_MONO = 1


@dataclass(frozen=True, slots=True)
class SoundFormat:
    """A kind of sound file."""

    key: str
    """Name on the command line."""
    container: str
    codec: str
    is_exact: bool
    """Whether every sample comes out as it went in."""
    bit_rate: int | None = None

    @property
    def extension(self) -> str:
        """End of the file name, with its dot."""
        return f".{self.key}"


SOUND_FORMATS: dict[str, SoundFormat] = {
    each.key: each
    for each in (
        SoundFormat("wav", "wav", "pcm_s16le", is_exact=True),
        SoundFormat("flac", "flac", "flac", is_exact=True),
        SoundFormat("mp3", "mp3", "libmp3lame", is_exact=False, bit_rate=128_000),
        SoundFormat("m4a", "ipod", "aac", is_exact=False, bit_rate=128_000),
    )
}
"""Those that are offered, in this order."""


@dataclass(frozen=True, slots=True)
class CutSound:
    """A stretch of sound, block by block."""

    rate_hz: int
    layout: str
    blocks: Iterator[NDArray[np.int16]]
    """Interleaved, one row, so many samples together as the stretch is long."""

    @property
    def channels(self) -> int:
        """Mono or stereo."""
        return _MONO if self.layout == "mono" else 2


def cut_sound(folder: Path, start_ms: int, end_ms: int, *, name: str) -> CutSound:
    """The sound of a stretch of a meeting; ``name`` is what the person calls it.

    Raises:
        SoundIsMissing: there is none, or it cannot be read.
    """
    sound = SoundFolder(folder)
    is_there = sound.is_recording or sound.is_complete()
    if not is_there or start_ms * SAMPLE_RATE_HZ // 1000 >= sound.longest:
        raise SoundIsMissing(name)
    path = sound.playback_path()
    if path is not None:
        try:
            return _from_copy(path, start_ms, end_ms)
        except (OSError, FFmpegError, IndexError):
            pass  # a copy is a convenience: the samples are there
    return _from_samples(sound, start_ms, end_ms)


def write_sound(cut: CutSound, wanted: SoundFormat, file: BinaryIO) -> None:
    """Write it; closes nothing. Raises ``OSError`` where the disk refuses."""
    quiet = QuietFile(file)
    # PyAV's stubs leave packets and options unknown, which a strict checker refuses.
    container: Any = av.open(quiet, "w", format=wanted.container)
    try:
        stream: Any = container.add_stream(wanted.codec, rate=_rate_for(wanted, cut.rate_hz), layout=cut.layout)
        if wanted.bit_rate is not None:
            stream.bit_rate = wanted.bit_rate * cut.channels // 2 + wanted.bit_rate // 4
        at = 0
        for block in cut.blocks:
            frame = av.AudioFrame.from_ndarray(block, format="s16", layout=cut.layout)
            frame.sample_rate = cut.rate_hz
            frame.pts = at
            at += block.shape[1] // cut.channels
            container.mux(stream.encode(frame))
            quiet.check()
        container.mux(stream.encode(None))
    except BaseException:
        quiet.is_abandoned = True
        raise
    finally:
        container.close()
    quiet.check()


def _rate_for(wanted: SoundFormat, rate_hz: int) -> int:
    """The rate itself where the codec knows it, else the next one above."""
    codec: Any = Codec(wanted.codec, "w")
    known = [int(each) for each in codec.audio_rates or ()]
    if not known or rate_hz in known:
        return rate_hz
    return min((each for each in known if each >= rate_hz), default=max(known))


def _from_copy(path: Path, start_ms: int, end_ms: int) -> CutSound:
    with av.open(str(path)) as container:
        stream: Any = container.streams.audio[0]
        rate_hz, channels = int(stream.rate), int(stream.channels)
    first, last = start_ms * rate_hz // 1000, end_ms * rate_hz // 1000
    layout = "mono" if channels == _MONO else "stereo"
    return CutSound(rate_hz, layout, _decoded(path, first, last, channels=channels))


def _decoded(path: Path, first: int, last: int, *, channels: int) -> Iterator[NDArray[np.int16]]:
    """The samples of a copy from one to another; silence where it ends before."""
    at = first
    with av.open(str(path)) as opened:
        container: Any = opened
        stream = container.streams.audio[0]
        if first:
            container.seek(round(first / stream.rate / stream.time_base), stream=stream)
        for frame in _frames(container, stream, path):
            begin = round(float((frame.pts or 0) * (frame.time_base or 0)) * frame.sample_rate)
            samples = frame.to_ndarray().reshape(-1, channels)
            if begin > at:  # landed behind the place: what is missing would be a lie
                raise SoundIsMissing(path.name)
            part = samples[at - begin : last - begin]
            if len(part):
                at += len(part)
                yield np.ascontiguousarray(part.reshape(1, -1))
            if at >= last:
                return
    if at < last:
        yield np.zeros((1, (last - at) * channels), np.int16)


def _frames(container: Any, stream: Any, path: Path) -> Iterator[Any]:
    try:
        yield from container.decode(stream)
    except FFmpegError as error:
        raise SoundIsMissing(path.name) from error


def _from_samples(sound: SoundFolder, start_ms: int, end_ms: int) -> CutSound:
    first, last = (moment * SAMPLE_RATE_HZ // 1000 for moment in (start_ms, end_ms))
    return CutSound(SAMPLE_RATE_HZ, "mono", _mixed(sound, first, last))


def _mixed(sound: SoundFolder, first: int, last: int) -> Iterator[NDArray[np.int16]]:
    tracks = sorted(int(path.stem.removeprefix("track-")) for path in sound.path.glob("track-*.pcm"))
    for start in range(first, last, _PIECE):
        stop = min(last, start + _PIECE)
        block = mixed([sound.read(start, stop, track) for track in tracks], stop - start)
        yield to_int16(block).astype(np.int16)[np.newaxis]
