"""Plays two tracks at levels of their own, in step to the sample. On the window's thread, with one thread that reads.

QtMultimedia's player knows one level for one file, and two players would drift apart. So the tracks are read from the
recording itself and go through ``app/track_mix.py`` as two channels of one sound; their levels are given when they are
handed to the device, so that a slider is heard at once. A jump or another rate begins a new reading on the running
device: what waits in it, a tenth of a second, is still heard.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer

from app.track_mix import ReadTrack, TrackMix, mixed_down
from engine.contract.audio import SAMPLE_RATE_HZ
from ui.editor.playback import OutputTrouble

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QAudioFormat, QAudioSink

_TICK_MS: Final = 15
_AHEAD: Final = 3
"""Blocks of a tenth of a second that are read before they are wanted."""
_HELD_MS: Final = 100
"""What waits in the device: long enough for a busy window, short enough for a slider."""


class Sink(Protocol):
    """A device that takes sound as it has room for it."""

    @property
    def rate_hz(self) -> int:
        """Samples in a second."""
        ...

    @property
    def room(self) -> int:
        """How many samples it would take now."""
        ...

    @property
    def waiting(self) -> int:
        """How many samples it has taken and not yet played."""
        ...

    def start(self) -> bool:
        """Begin with nothing; whether there is a device."""
        ...

    def write(self, samples: NDArray[np.float32]) -> None:
        """Take some samples, no more than there is room for."""
        ...

    def stop(self) -> None:
        """Be silent at once, and forget what waits."""
        ...


class TrackOutput(QObject):
    """A ``SoundOutput`` of tracks."""

    def __init__(self, *, sink: Sink | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sink = sink or DeviceSink(parent=self)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="tracks")
        self._tracks: Sequence[ReadTrack] = ()
        self._levels: list[float] = []
        self._length = 0
        self._start = 0
        """The sample at which this reading began."""
        self._written = self._begun = 0
        """How many samples the device was given since it was started, and how many before this reading."""
        self._rate = 1.0
        self._is_playing = self._has_ended = self._is_read = False
        self._trouble: OutputTrouble | None = None
        self._mix: TrackMix | None = None
        self._coming: list[Future[NDArray[np.float32] | None]] = []
        self._block = np.zeros((0, 0), np.float32)
        self._changed: Callable[[], None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.feed)

    @property
    def position_ms(self) -> int:
        """Where it stands now."""
        # What waits may be of the reading before this one; then it stands where this one began.
        heard = max(0, self._written - self._sink.waiting - self._begun) if self._is_playing else 0
        sample = self._start + heard * self._rate * SAMPLE_RATE_HZ / self._sink.rate_hz
        return round(min(sample, self._length) * 1000 / SAMPLE_RATE_HZ)

    @property
    def has_ended(self) -> bool:
        """Whether the end was reached."""
        return self._has_ended

    @property
    def trouble(self) -> OutputTrouble | None:
        """Why nothing can be heard, if so."""
        return self._trouble

    def load(self, path: Path, *, tracks: Sequence[ReadTrack] = (), length_ms: int = 0) -> None:  # noqa: ARG002  the file is the tracks mixed
        """Take the tracks of a recording."""
        self.unload()
        self._tracks = tracks
        self._levels = [1.0] * len(tracks)
        self._length = length_ms * SAMPLE_RATE_HZ // 1000
        self._trouble = None

    def unload(self) -> None:
        """Let go of the recording."""
        self._halt()
        self._tracks = ()
        self._start = 0

    def play(self) -> None:
        """Play on."""
        if self._is_playing or not self._tracks:
            return
        if not self._sink.start():
            self._fail(OutputTrouble.NO_DEVICE)
            return
        self._is_playing = True
        self._written = 0
        self._read_on()
        self._timer.start()
        self.feed()

    def pause(self) -> None:
        """Stop there."""
        self._start = position_in_samples(self.position_ms) if self._is_playing else self._start
        self._halt()

    def seek(self, position_ms: int) -> None:
        """Stand somewhere else."""
        self._start = min(position_in_samples(position_ms), self._length)
        self._has_ended = False
        self._read_on()

    def set_rate(self, rate: float) -> None:
        """Play faster or slower, at the same pitch."""
        if rate != self._rate:
            self._start = position_in_samples(self.position_ms)
            self._rate = rate
            self._read_on()

    def set_level(self, track: int, level: float) -> None:
        """Play a track louder or softer."""
        if track < len(self._levels):
            self._levels[track] = level

    def watch(self, changed: Callable[[], None]) -> None:
        """Call back when the trouble may have changed."""
        self._changed = changed

    def close(self) -> None:
        """Let go of recording and device, and end the thread."""
        self._changed = None
        self.unload()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def feed(self) -> None:
        """Hand to the device what it has room for."""
        while self._mix is not None and len(self._coming) < _AHEAD and not self._is_read:
            self._coming.append(self._pool.submit(self._mix.read))
        while (room := self._sink.room) > 0 and self._take():
            part, self._block = self._block[:, :room], self._block[:, room:]
            self._sink.write(mixed_down(part, self._levels))
            self._written += part.shape[1]
        if self._is_read and not self._block.shape[1] and not self._sink.waiting:
            self._start = self._length
            self._halt()
            self._has_ended = True

    def _read_on(self) -> None:
        """Begin another reading; the device goes on, since starting one anew takes up to a second."""
        self._forget_reading()
        if self._is_playing:
            self._has_ended = self._is_read = False
            self._begun = self._written
            self._block = np.zeros((len(self._tracks), 0), np.float32)
            self._mix = TrackMix(
                self._tracks, start=self._start, length=self._length, rate=self._rate, out_rate_hz=self._sink.rate_hz
            )

    def _forget_reading(self) -> None:
        for future in self._coming:
            future.cancel()
        self._coming = []
        self._mix = None
        self._block = np.zeros((0, 0), np.float32)

    def _take(self) -> bool:
        """Have something to hand on, if it was read by now."""
        while not self._block.shape[1] and self._coming and self._coming[0].done():
            try:
                block = self._coming.pop(0).result()
            except OSError:
                self._fail(OutputTrouble.NOT_PLAYABLE)
                return False
            if block is None:
                self._is_read = True
                return False
            self._block = block
            if self._mix is not None and not self._is_read:
                self._coming.append(self._pool.submit(self._mix.read))
        return self._block.shape[1] > 0

    def _fail(self, trouble: OutputTrouble) -> None:
        self._halt()
        self._trouble = trouble
        if self._changed is not None:
            self._changed()

    def _halt(self) -> None:
        self._timer.stop()
        self._forget_reading()
        if self._is_playing:
            self._is_playing = False
            self._sink.stop()


class DeviceSink(QObject):
    """The system's default device, through QtMultimedia, at the rate that the device itself has."""

    def __init__(self, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        from PySide6 import QtMultimedia  # noqa: PLC0415 - importing this module must do nothing

        self._qt = QtMultimedia
        self._format: QAudioFormat | None = None
        self._sink: QAudioSink | None = None
        self._device = None

    @property
    def rate_hz(self) -> int:
        """Samples in a second."""
        return SAMPLE_RATE_HZ if self._format is None else self._format.sampleRate()

    @property
    def room(self) -> int:
        """How many samples it would take now."""
        return 0 if self._sink is None or self._format is None else self._format.framesForBytes(self._sink.bytesFree())

    @property
    def waiting(self) -> int:
        """How many samples it has taken and not yet played."""
        if self._sink is None or self._format is None:
            return 0
        return self._format.framesForBytes(self._sink.bufferSize() - self._sink.bytesFree())

    def start(self) -> bool:
        """Begin with nothing; whether there is a device."""
        device = self._qt.QMediaDevices.defaultAudioOutput()
        if device.isNull():
            return False
        wanted = device.preferredFormat()
        wanted.setSampleFormat(self._qt.QAudioFormat.SampleFormat.Float)
        if not device.isFormatSupported(wanted):
            wanted = device.preferredFormat()
        self._format = wanted
        self._sink = self._qt.QAudioSink(device, wanted, self)
        self._sink.setBufferSize(wanted.bytesForDuration(_HELD_MS * 1000))
        self._device = self._sink.start()
        return self._sink.error().name == "NoError"

    def write(self, samples: NDArray[np.float32]) -> None:
        """Take some samples."""
        if self._device is None or self._format is None:
            return
        each = np.repeat(samples, self._format.channelCount())
        match self._format.sampleFormat():
            case self._qt.QAudioFormat.SampleFormat.Float:
                data = each.astype(np.float32)
            case self._qt.QAudioFormat.SampleFormat.Int32:
                data = (each.astype(np.float64) * (2**31 - 1)).astype(np.int32)
            case self._qt.QAudioFormat.SampleFormat.Int16:
                data = (each * np.float32(32767)).astype(np.int16)
            case _:
                data = (each * np.float32(127) + np.float32(128)).astype(np.uint8)
        self._device.write(data.tobytes())

    def stop(self) -> None:
        """Be silent at once."""
        sink, self._sink, self._device = self._sink, None, None
        if sink is not None:
            sink.reset()
            sink.deleteLater()


def position_in_samples(position_ms: int) -> int:
    """A moment as a sample of the recording."""
    return position_ms * SAMPLE_RATE_HZ // 1000
