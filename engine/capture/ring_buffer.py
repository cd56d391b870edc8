"""The last minutes of a track in memory that several processes see (L1), one writer, any number of readers.

Written by the recorder on the thread of a track, read by the recorder's own file keeper and by the engine process,
which attaches by name. Every frame is written twice, once in each half of the memory, so that any stretch up to
the capacity lies in one piece and is handed out as a view, never as a copy. The sound goes in first and the counter
last; a reader asks ``holds`` after use whether the writer has meanwhile come round to what it looked at. Beside the
counter stand two stamps for each of the newest frames: when it was captured and when it was written.

The memory is a file in ``/dev/shm`` (elsewhere in the folder for temporary files, on Windows a named mapping), and not
``multiprocessing.shared_memory``: in Python 3.11 and 3.12 that starts a process which takes the memory away from
everybody as soon as one reader ends (python/cpython#82300). The writer holds a kernel lock on the file, so a ring
whose writer was killed is recognised by its readers (``is_orphaned``), and removed when the next recorder starts; who
still reads it keeps it.
"""

import contextlib
import mmap
import os
import struct
import sys
import tempfile
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine.capture.file_lock import leave_lock, take_lock
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex
from engine.contract.steady_clock import steady_now

_PREFIX = "vivavoce-ring-"
_MAGIC = b"VIVARNG1"
_HEADER = struct.Struct("<8sqq")  # magic, capacity, first sample
_WRITTEN_AT = 24
_CLOSED_AT = 32
_WRITER_AT = 40
_PROCESS = struct.Struct("<q")
_STAMPS_AT = 64
_STAMPED_FRAMES = 250
"""The newest frames have stamps, five seconds of them: so much fits before the sound."""
_DATA_AT = 4096
_BYTES_PER_SAMPLE = 2


class RingLapped(Exception):
    """The stretch was overwritten already; the recording file has it."""


class RingGone(Exception):
    """There is no ring of that name."""


def ring_bytes(seconds: int) -> int:
    """Memory of a ring that holds so many seconds; each sample lies there twice, so that any window is of one piece."""
    return _DATA_AT + 2 * seconds * SAMPLE_RATE_HZ * _BYTES_PER_SAMPLE


class RingWriter:
    """The only one who writes. Use ``create``."""

    def __init__(self, memory: mmap.mmap, *, place: Path | None, lock: int | None, capacity: int, first: int) -> None:
        self._memory = memory
        self._place = place
        self._lock = lock
        self._capacity = capacity
        self._first = first
        self._written = first
        self._counter = _number(memory, _WRITTEN_AT)
        self._closed = _number(memory, _CLOSED_AT)
        self._stamps = _stamps(memory)
        self._data = _sound(memory, capacity)

    @classmethod
    def create(cls, name: str, *, seconds: int, first: SampleIndex = SampleIndex(0)) -> Self:
        """A new ring that holds so many seconds; its first frame will be sample ``first`` of the track.

        Raises:
            FileExistsError: there is a living ring of that name.
            OSError: there is not enough memory for it.
        """
        if seconds < 1:
            raise ValueError(f"a ring of {seconds} s")
        capacity = seconds * SAMPLE_RATE_HZ
        size = ring_bytes(seconds)
        place, lock = None, None
        if sys.platform == "win32":
            memory = mmap.mmap(-1, size, tagname=_PREFIX + name)
        else:
            remove_orphans()
            place = _place_of(name)
            lock = _create(place)
            _reserve(lock, size, place)
            memory = mmap.mmap(lock, size)
        memory[: _HEADER.size] = _HEADER.pack(_MAGIC, capacity, first)
        writer = cls(memory, place=place, lock=lock, capacity=capacity, first=first)
        writer._counter[0] = first
        memory[_WRITER_AT : _WRITER_AT + _PROCESS.size] = _PROCESS.pack(os.getpid())
        return writer

    @property
    def written(self) -> SampleIndex:
        """First sample that is not there yet."""
        return SampleIndex(self._written)

    @property
    def capacity(self) -> int:
        """Samples it holds, one frame more than a reader can count on."""
        return self._capacity

    def write(self, frame: NDArray[np.int16], *, captured_s: float | None = None) -> None:
        """Append one frame of 320 samples, whose last was captured at ``captured_s`` on ``steady_now``, if known."""
        if frame.shape != (FRAME_SAMPLES,):
            raise ValueError(f"a frame of shape {frame.shape}")
        at = (self._written - self._first) % self._capacity
        self._data[at : at + FRAME_SAMPLES] = frame
        self._data[at + self._capacity : at + self._capacity + FRAME_SAMPLES] = frame
        now_s = steady_now()
        slot = (self._written - self._first) // FRAME_SAMPLES % _STAMPED_FRAMES
        self._stamps[slot] = now_s if captured_s is None else captured_s, now_s
        self._written += FRAME_SAMPLES
        self._counter[0] = self._written

    def close(self) -> None:
        """Say that nothing more comes and let go; readers keep what they see. Closing twice is harmless."""
        if self._memory.closed:
            return
        self._closed[0] = 1
        del self._counter, self._closed, self._stamps, self._data
        self._memory.close()
        if self._place is not None and self._lock is not None:
            self._place.unlink(missing_ok=True)
            os.close(self._lock)


class RingReader:
    """One of those who read, in any process. Use ``attach``; one thread at a time."""

    def __init__(self, memory: mmap.mmap, *, descriptor: int | None = None) -> None:
        """``descriptor`` is the open file, where there is one: its lock tells whether the writer lives."""
        self._memory = memory
        self._descriptor = descriptor
        magic, capacity, first = _HEADER.unpack(memory[: _HEADER.size])
        if magic != _MAGIC:
            self.close()
            raise RingGone("the memory of that name is no ring")
        self._capacity: int = capacity
        self._first: int = first
        self._counter = _number(memory, _WRITTEN_AT)
        self._closed = _number(memory, _CLOSED_AT)
        self._stamps = _stamps(memory)
        self._data = _sound(memory, capacity)

    @classmethod
    def attach(cls, name: str) -> Self:
        """Look into the ring of that name. Raises ``RingGone``."""
        if sys.platform == "win32":
            with mmap.mmap(-1, _DATA_AT, tagname=_PREFIX + name) as header:
                magic, capacity, _ = _HEADER.unpack(header[: _HEADER.size])
            if magic != _MAGIC:
                raise RingGone(name)
            return cls(mmap.mmap(-1, _DATA_AT + 2 * capacity * _BYTES_PER_SAMPLE, tagname=_PREFIX + name))
        try:
            descriptor = os.open(_place_of(name), os.O_RDONLY)
        except FileNotFoundError as error:
            raise RingGone(name) from error
        try:
            return cls(mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ), descriptor=descriptor)
        except ValueError as error:  # the file is empty, its writer died at birth
            os.close(descriptor)
            raise RingGone(name) from error

    @property
    def written(self) -> SampleIndex:
        """First sample that is not there yet."""
        return SampleIndex(int(self._counter[0]))

    @property
    def oldest(self) -> SampleIndex:
        """First sample that is still there; the slot that the writer may be filling right now does not count."""
        return SampleIndex(max(self._first, self.written + FRAME_SAMPLES - self._capacity))

    @property
    def is_closed(self) -> bool:
        """Whether the writer said that nothing more comes. Ask before ``written`` to miss nothing."""
        return bool(self._closed[0])

    @property
    def is_orphaned(self) -> bool:
        """Whether the writer is gone without a word: killed, or crashed. What it wrote can still be read.

        Asks the system, so do not ask for every frame. False once the writer said that nothing more comes.
        """
        if self.is_closed:
            return False
        if self._descriptor is None:
            return not _is_alive(_PROCESS.unpack_from(self._memory, _WRITER_AT)[0])
        if not take_lock(self._descriptor, is_shared=True):
            return False
        leave_lock(self._descriptor)
        return not self.is_closed  # it may have closed properly between the two questions

    def view(self, start: int, stop: int) -> NDArray[np.int16]:
        """The stretch where it lies, read-only and without a copy. Ask ``holds(start)`` after use.

        Raises:
            RingLapped: it is gone.
            ValueError: it is not there yet.
        """
        if not start <= stop <= self.written:
            raise ValueError(f"{start}..{stop} is not in a ring written to {self.written}")
        if start < self.oldest:
            raise RingLapped(f"{start} is gone, the oldest is {self.oldest}")
        at = (start - self._first) % self._capacity
        return self._data[at : at + stop - start]

    def stamps(self, start: int, stop: int) -> tuple[SampleIndex, NDArray[np.float64]]:
        """When the frames that end in a stretch were captured and written, a row each, in seconds on ``steady_now``.

        The stretch is cut to what has stamps: it begins at the sample that is given back.
        """
        written = int(self._counter[0])
        newest = (written - self._first) // FRAME_SAMPLES
        first = max(0, (start - self._first) // FRAME_SAMPLES, newest - _STAMPED_FRAMES + 1)
        last = max(first, min(newest, (stop - self._first) // FRAME_SAMPLES))
        rows = self._stamps[np.arange(first, last) % _STAMPED_FRAMES]  # picked one by one, so it is a copy
        return SampleIndex(self._first + first * FRAME_SAMPLES), rows

    def holds(self, start: int) -> bool:
        """Whether everything from ``start`` on was still untouched at this moment."""
        return start >= self.oldest

    def close(self) -> None:
        """Let go. Views that somebody still holds stay valid. Closing twice is harmless."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        if self._memory.closed:
            return
        self.__dict__.pop("_counter", None)
        self.__dict__.pop("_closed", None)
        self.__dict__.pop("_stamps", None)
        self.__dict__.pop("_data", None)
        with contextlib.suppress(BufferError):  # somebody holds a view: the memory goes with the last of them
            self._memory.close()


def _number(memory: mmap.mmap, at: int) -> NDArray[np.int64]:
    """One aligned number, read and written in a single machine instruction."""
    return np.frombuffer(memory, np.int64, count=1, offset=at)


def _stamps(memory: mmap.mmap) -> NDArray[np.float64]:
    stamps = np.frombuffer(memory, np.float64, count=2 * _STAMPED_FRAMES, offset=_STAMPS_AT)
    return stamps.reshape(_STAMPED_FRAMES, 2)


def _sound(memory: mmap.mmap, capacity: int) -> NDArray[np.int16]:
    return np.frombuffer(memory, np.int16, count=2 * capacity, offset=_DATA_AT)


def _folder() -> Path:
    shared = Path("/dev/shm")
    return shared if shared.is_dir() and os.access(shared, os.W_OK) else Path(tempfile.gettempdir())


def _place_of(name: str) -> Path:
    if not name or Path(name).name != name:
        raise RingGone(name)
    return _folder() / (_PREFIX + name)


def _create(place: Path) -> int:
    """A new file that is ours; another writer's cleaning may take it away before it is locked."""
    while True:
        descriptor = os.open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        if take_lock(descriptor) and os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)
        place.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    """Whether there is a process of that number; where files have no locks, that must do."""
    import psutil  # noqa: PLC0415 - only on Windows

    return psutil.pid_exists(process)


def _reserve(descriptor: int, size: int, place: Path) -> None:
    """Take the memory now: where there is none, a later write would end the process with SIGBUS."""
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, 0, size)
        else:
            os.ftruncate(descriptor, size)
    except OSError:
        place.unlink(missing_ok=True)
        os.close(descriptor)
        raise


def remove_orphans() -> None:
    """Remove the rings of writers that were killed. What a foreigner left is not ours to open."""
    for place in _folder().glob(_PREFIX + "*"):
        with contextlib.suppress(OSError):
            descriptor = os.open(place, os.O_RDWR)
            try:
                if take_lock(descriptor):
                    place.unlink(missing_ok=True)
            finally:
                os.close(descriptor)
