"""A media file in place of a microphone: the same way through recorder, ring and engine, again and again the same.

Delivers on a thread of its own, at real pace or faster. Its samples alone make its time, so a slow machine makes
the recording slow and never holey.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import av
import numpy as np
from av.error import FFmpegError

from engine.capture.media_container import open_media
from engine.capture.sound_source import Deliver, NothingLeft, OpenedSource, SoundBlock, SourceHopeless
from engine.contract.audio import Samples, TrackKind
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import MediaError
from engine.contract.steady_clock import steady_now

_BLOCK_S = 0.02
_ROOM_S = 0.01


class FileSource:
    """Plays one file through."""

    def __init__(
        self,
        path: Path,
        *,
        pace: float = 1.0,
        has_room: Callable[[], bool],
        start_s: float = 0.0,
        rank: int = 0,
    ) -> None:
        """Begins at ``start_s``, where a pause left off. There is no next best of a file: no other ``rank`` opens.

        ``has_room`` says whether whoever takes the blocks can take more; asked where ``pace`` outruns it.
        """
        self._path = path
        self._pace = pace
        self._has_room = has_room
        self._start_s = start_s
        self._rank = rank
        self._cancellation = Cancellation()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._has_ended = False

    @property
    def kind(self) -> TrackKind:
        """A file's track."""
        return TrackKind.FILE

    @property
    def has_clock(self) -> bool:
        """No: its samples count."""
        return False

    @property
    def may_rest(self) -> bool:
        """It comes when it comes."""
        return True

    @property
    def has_ended(self) -> bool:
        """Whether the last sample was delivered."""
        return self._has_ended

    @property
    def trouble(self) -> str:
        """None: what cannot be decoded is left out."""
        return ""

    def open(self, deliver: Deliver) -> OpenedSource:
        """Begin to play. What cannot be opened as a file never can: raises ``SourceHopeless``."""
        if self._rank:
            raise NothingLeft("there is no other file")
        try:
            with open_media(self._path) as media:
                stream = next(iter(media.container.streams.audio), None)
                if stream is None:
                    raise SourceHopeless("the file has no sound")
                rate_hz = int(stream.codec_context.sample_rate)
                name = media.name
        except MediaError as error:
            raise SourceHopeless(str(error)) from error
        if rate_hz <= 0:
            raise SourceHopeless("the file gives no sample rate")
        self._thread = threading.Thread(target=self._play, args=(deliver, rate_hz), name="file-source", daemon=True)
        self._thread.start()
        return OpenedSource(device=name, host_api="", rate_hz=rate_hz, channels=1)

    def close(self) -> None:
        """Stop playing."""
        self._cancellation.request()
        self._stopping.set()
        if self._thread is not None and self._thread.ident is not None:  # a stop may come while it is being started
            self._thread.join()

    def _play(self, deliver: Deliver, rate_hz: int) -> None:
        began_s = steady_now()
        played = 0
        skipped = round(self._start_s * rate_hz)
        try:
            for whole in _blocks(self._path, rate_hz, self._cancellation):
                block, skipped = whole[skipped:], max(0, skipped - whole.shape[0])
                if not block.shape[0]:
                    continue
                played += block.shape[0]
                if self._pace > 0:
                    self._stopping.wait(max(0.0, began_s + played / rate_hz / self._pace - steady_now()))
                while not self._has_room() and not self._stopping.is_set():
                    self._stopping.wait(_ROOM_S)
                self._cancellation.check()
                deliver(SoundBlock(block[:, np.newaxis], steady_now()))
        except Cancelled:
            return
        except (MediaError, FFmpegError, OSError):
            pass  # it was taken away while it was played: what came is what there is
        self._has_ended = True


def _blocks(path: Path, rate_hz: int, cancellation: Cancellation) -> Iterator[Samples]:
    """The sound of a file, all channels mixed, in blocks of 20 ms; what cannot be decoded is left out."""
    size = max(1, round(rate_hz * _BLOCK_S))
    rest = np.zeros(0, np.float32)
    with open_media(path, cancellation) as media:
        resampler = av.AudioResampler(format="fltp", layout="mono", rate=rate_hz)
        stream = media.container.streams.audio[0]
        for packet in media.container.demux(stream):
            cancellation.check()
            frames: list[av.AudioFrame | None] = []
            with contextlib.suppress(FFmpegError):  # a damaged packet; a real source would have clicked
                frames.extend(packet.decode())
            if packet.size == 0:
                frames.append(None)
            for frame in frames:
                for mono in resampler.resample(frame):
                    samples: Samples = mono.to_ndarray()[0]
                    rest = np.concatenate((rest, samples))
                    stop = rest.shape[0] - rest.shape[0] % size
                    yield from (rest[at : at + size] for at in range(0, stop, size))
                    rest = rest[stop:]
    if rest.shape[0]:
        yield rest
