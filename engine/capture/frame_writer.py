"""From decoded frames to the files: one sample format, large blocks, one mix.

A decoder gives thousands of small frames; everything behind it (mixing, resampling, encoding) is cheap
only in blocks of seconds. Used by ``media_file`` on the decoding thread.
"""

from fractions import Fraction
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from engine.capture.channel_mix import ChannelMix
from engine.capture.presentation_clock import Placement, PresentationClock
from engine.capture.sound_writer import SoundWriter
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.cancellation import Cancellation
from engine.contract.channel import Channel

_BLOCK_S = 4
_BLOCK_VALUES = 1 << 22
"""Most numbers in one block, for files with many channels."""


class FrameWriter:
    """Takes one stream's frames in order and writes them where the clock says."""

    def __init__(
        self,
        first: av.AudioFrame,
        writer: SoundWriter,
        *,
        time_base: Fraction,
        start_us: Fraction,
        limit_s: float | None,
        cancellation: Cancellation,
        channel: Channel = Channel.MIX,
    ) -> None:
        self.rate_hz = first.sample_rate
        self.clock = PresentationClock(
            rate_hz=first.sample_rate, limit=None if limit_s is None else round(limit_s * first.sample_rate)
        )
        self.mix = ChannelMix(
            channels=first.layout.nb_channels,
            rate_hz=first.sample_rate,
            left_out=[number for number, channel in enumerate(first.layout.channels) if channel.name.startswith("LFE")],
            chosen=channel,
        )
        self._writer = writer
        self._cancellation = cancellation
        self._channels = first.layout.nb_channels
        self._shape = (first.format.name, first.layout.name, first.sample_rate)
        self._is_planar = first.format.is_planar
        self._time_base = first.time_base
        self._scale = time_base * first.sample_rate
        self._start = round(start_us * first.sample_rate / 1_000_000)
        self._fifo = av.AudioFifo()
        self._block = max(1, min(_BLOCK_S * first.sample_rate, _BLOCK_VALUES // self._channels))
        self._reshaper: av.AudioResampler | None = None
        self._reshaper_from: tuple[str, str, int] | None = None

    def index_of(self, pts: int) -> int:
        """A presentation time as a sample of the timeline, at the source's rate."""
        return pts * self._scale.numerator // self._scale.denominator - self._start

    def to_index(self, position: int) -> SampleIndex:
        """A sample at the source's rate as one at 16 kHz."""
        return SampleIndex((position * SAMPLE_RATE_HZ + self.rate_hz // 2) // self.rate_hz)

    def put(self, frame: av.AudioFrame, at: int | None, *, is_after_damage: bool, lost: int | None) -> Placement:
        """Place a frame and take it in. Raises ``DiskFull``."""
        shape = (frame.format.name, frame.layout.name, frame.sample_rate)
        frames = [frame] if shape == self._shape else self._reshaped(frame, shape)
        length = sum(one.samples for one in frames)
        placement = self.clock.place(at, length, is_after_damage=is_after_damage, lost=lost)
        if placement.silence:
            self._flush()
            self._writer.write_silence(placement.silence, self._channels, self._cancellation)
        trim = placement.trim
        for one in frames:
            if trim:
                self._write(self._to_float(one)[:, trim:])
                trim = max(0, trim - one.samples)
            else:
                one.pts = None  # the fifo insists on its own idea of continuity
                self._fifo.write(one)
        if self._fifo.samples >= self._block:
            self._flush()
        return placement

    def put_silence(self, length: int) -> None:
        """Append silence that no frame brought."""
        self._flush()
        self._writer.write_silence(length, self._channels, self._cancellation)
        self.clock.append(length)

    def finish(self) -> SampleIndex:
        """Write what is left and complete the files."""
        self._flush()
        return self._writer.finish()

    def close(self) -> None:
        """Remove what was not finished."""
        self._writer.close()

    def _flush(self) -> None:
        while (block := self._fifo.read(self._block, partial=True)) is not None:
            self._write(self._to_float(block))

    def _write(self, sound: NDArray[np.float32]) -> None:
        self._writer.write(sound, self.mix.mix(sound))

    def _to_float(self, frame: av.AudioFrame) -> NDArray[np.float32]:
        values: NDArray[Any] = frame.to_ndarray()
        if not self._is_planar:
            values = values.reshape(-1, self._channels).T
        if values.dtype.kind == "f":
            sound = np.nan_to_num(values.astype(np.float32), nan=0.0, posinf=0.0, neginf=0.0)
            return np.clip(sound, -4.0, 4.0, out=sound)
        if values.dtype == np.uint8:
            return (values.astype(np.float32) - 128) / np.float32(128)
        return values.astype(np.float32) / np.float32(2.0 ** (8 * values.dtype.itemsize - 1))

    def _reshaped(self, frame: av.AudioFrame, shape: tuple[str, str, int]) -> list[av.AudioFrame]:
        """A stream that changes its rate or channels on the way is brought back to how it began."""
        if self._reshaper is None or self._reshaper_from != shape:
            name, layout, rate_hz = self._shape
            self._reshaper = av.AudioResampler(format=name, layout=layout, rate=rate_hz)
            self._reshaper_from = shape
        frame.pts = None
        frames = self._reshaper.resample(frame)
        for one in frames:
            one.time_base = self._time_base  # the fifo compares it
        return frames
