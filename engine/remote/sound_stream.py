"""What one session sends of its sound: each sample once, in one long line, and again only where it was lost.

Pure; used by ``remote_session.py`` under its lock. Offsets count the samples of this line from 0, as the protocol does;
they have nothing to do with places in the recording. Who asks about a window puts it in: what of it was sent before is
found by its content, so that a window that grows costs its new samples alone, wherever it was cut from. Two stretches
of the same content are the same to a recogniser, so a place found is always a right one.

    keep_from ───── acknowledged_to ───── sent_to ───── stop
"""

from dataclasses import dataclass

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.remote.wire_format import BYTES_A_SAMPLE, MOST_CHUNK_BYTES

KEPT_S = 180.0
"""So much of what was sent can be sent again, and found again; besides it, all that is asked about."""

CHUNK_SAMPLES = MOST_CHUNK_BYTES // BYTES_A_SAMPLE

ANCHOR_SAMPLES = 512
"""By these a window is found; more than any sound repeats itself by chance."""

TRIES = 32
"""Places with the same anchor that are looked at; a tone, or silence, has it everywhere."""


@dataclass(frozen=True, slots=True)
class SoundChunk:
    """A piece of what is sent."""

    start: int
    """Offset of its first sample."""
    pcm: bytes


class SoundStream:
    """See the top of this file."""

    def __init__(self, *, kept_samples: int = round(KEPT_S * SAMPLE_RATE_HZ)) -> None:
        self._kept_samples = kept_samples
        self._pcm = bytearray()
        self._keep_from = 0
        self._sent_to = 0
        self._acknowledged_to = 0
        self._last = 0
        """Where the window before lay: the next one probably begins there or later."""

    @property
    def keep_from(self) -> int:
        """First offset that is still held here, and worth holding there."""
        return self._keep_from

    @property
    def acknowledged_to(self) -> int:
        """All before this offset is known to have arrived."""
        return self._acknowledged_to

    @property
    def sent_to(self) -> int:
        """All before this offset was given out."""
        return self._sent_to

    @property
    def stop(self) -> int:
        """Offset after the last sample."""
        return self._keep_from + len(self._pcm) // BYTES_A_SAMPLE

    def put(self, pcm: bytes) -> int:
        """Take in a window, as little-endian 16 bit: the offset of its first sample. What is new is added."""
        at = self._find(pcm)
        self._pcm += pcm[(self.stop - at) * BYTES_A_SAMPLE :]
        self._last = at
        return at

    def let_go(self, *, asked_from: int | None = None) -> None:
        """Give up what is old, but for what is asked about from ``asked_from`` on."""
        keep_from = self.stop - self._kept_samples
        if asked_from is not None:
            keep_from = min(keep_from, asked_from)
        if keep_from > self._keep_from:
            del self._pcm[: (keep_from - self._keep_from) * BYTES_A_SAMPLE]
            self._keep_from = keep_from
            self._sent_to = max(self._sent_to, keep_from)
            self._acknowledged_to = max(self._acknowledged_to, keep_from)

    def next_chunk(self, *, to: int) -> SoundChunk | None:
        """The next piece that is to be sent before offset ``to``; ``None`` when all of it was given out."""
        stop = min(to, self.stop, self._sent_to + CHUNK_SAMPLES)
        if stop <= self._sent_to:
            return None
        chunk = SoundChunk(self._sent_to, bytes(self._pcm[self._byte(self._sent_to) : self._byte(stop)]))
        self._sent_to = stop
        return chunk

    def acknowledge(self, to: int) -> None:
        """All before this offset arrived."""
        self._acknowledged_to = max(self._acknowledged_to, min(to, self._sent_to))

    def go_on_from(self, acknowledged_to: int) -> None:
        """Send again from where sound was lost: after a broken stream, or where a piece did not arrive whole."""
        self._acknowledged_to = self._sent_to = max(self._keep_from, min(acknowledged_to, self.stop))

    # Finding what was sent before

    def _find(self, pcm: bytes) -> int:
        """Where the window lies, at the end partly; ``stop`` if it was not sent before."""
        if self._fits(self._last, pcm):
            return self._last
        skipped, anchor = _anchor(pcm)
        for first, last in ((self._last, self.stop), (self._keep_from, self._last)):
            at = self._byte(max(first, self._keep_from))
            for _ in range(TRIES):
                at = self._pcm.find(anchor, at, self._byte(last) + len(anchor))
                if at < 0:
                    break
                place = self._keep_from + at // BYTES_A_SAMPLE - skipped
                if not at % BYTES_A_SAMPLE and self._fits(place, pcm):
                    return place
                at += 1
        return self.stop

    def _fits(self, at: int, pcm: bytes) -> bool:
        if not self._keep_from <= at < self.stop:
            return False
        known = (self.stop - at) * BYTES_A_SAMPLE
        return self._pcm.startswith(pcm[:known], self._byte(at))

    def _byte(self, offset: int) -> int:
        return (offset - self._keep_from) * BYTES_A_SAMPLE


def _anchor(pcm: bytes) -> tuple[int, bytes]:
    """What to look for: the first piece of a window that is not all the same, and the samples before it."""
    samples = np.frombuffer(pcm, dtype="<i2")
    changes = np.flatnonzero(samples[: -ANCHOR_SAMPLES or None] != samples[:1])
    first = int(changes[0]) if len(changes) else 0
    return first, pcm[first * BYTES_A_SAMPLE : (first + ANCHOR_SAMPLES) * BYTES_A_SAMPLE]
