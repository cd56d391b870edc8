"""What the encoder gave for the last windows, kept on its device, for those that are asked about again.

Belongs to one ``WhisperModel`` and lives as long, so nothing crosses to another speech model or precision. Asked on
any of its threads. The same window is asked twice when its language is guessed and it is then decoded, when a loop is
decoded once more without repeats, and when a stretch that got no words is tried again.

Only exactly the same windows: Whisper's encoder lets every frame look at every other one, so the output of a window
that grew shares nothing with that of the shorter one, and its padding counts as well.
"""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from engine.contract.audio import Samples

DEFAULT_BOUND = 16 << 20
"""Bytes on the device: five whole windows of the speech model base, one of the largest."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EncoderCounts:
    """How an ``EncoderMemory`` does, since it was made."""

    asked: int = 0
    """Times that something was to be encoded."""
    found: int = 0
    """Those that needed no encoder."""
    spent_s: float = 0.0
    """Time that looking took."""
    bytes: int = 0
    """Held now."""


class EncoderMemory(Generic[T]):
    """Keeps the newest, within a bound."""

    def __init__(self, *, bound: int = DEFAULT_BOUND, size_of: Callable[[T], int]) -> None:
        """Make an empty one.

        Args:
            bound: Bytes; 0 keeps nothing.
            size_of: Bytes that an output holds.
        """
        self._bound = bound
        self._size_of = size_of
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, T] = OrderedDict()
        self._bytes = 0
        self.asked = 0
        """Times that something was to be encoded."""
        self.found = 0
        """Those that needed no encoder."""
        self._spent_s = 0.0
        self._taken = EncoderCounts()

    def take(self) -> EncoderCounts:
        """What came about since the last time this was asked."""
        counts = self.counts
        last, self._taken = self._taken, counts
        return EncoderCounts(
            counts.asked - last.asked, counts.found - last.found, counts.spent_s - last.spent_s, counts.bytes
        )

    @property
    def counts(self) -> EncoderCounts:
        """How it does."""
        with self._lock:
            return EncoderCounts(self.asked, self.found, self._spent_s, self._bytes)

    @property
    def bytes(self) -> int:
        """Held now."""
        return self._bytes

    def encoded(self, windows: Sequence[Samples], frames: int, encode: Callable[[], T]) -> T:
        """What the encoder gives for these windows, padded to so many frames; by ``encode`` if it is not known."""
        began_s = time.perf_counter()
        key = _key(windows, frames)
        with self._lock:
            self.asked += 1
            known = self._kept.get(key)
            self._spent_s += time.perf_counter() - began_s
            if known is not None:
                self.found += 1
                self._kept.move_to_end(key)
                return known
        output = encode()
        size = self._size_of(output)
        with self._lock:
            if key not in self._kept and size <= self._bound:
                self._kept[key] = output
                self._bytes += size
                while self._bytes > self._bound:
                    self._bytes -= self._size_of(self._kept.popitem(last=False)[1])
        return output

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0


def _key(windows: Sequence[Samples], frames: int) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    digest.update(frames.to_bytes(4, "big"))
    for window in windows:
        digest.update(len(window).to_bytes(8, "big") + np.ascontiguousarray(window).tobytes())
    return digest.digest()
