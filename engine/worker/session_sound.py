"""The sound of one session that may still be asked about, and nothing else. In memory only.

Pure but for the count of what its peer holds; called by ``session.py`` on the worker's event loop.
"""

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.wire_format import to_samples
from engine.worker.limits import BYTES_PER_SAMPLE, Limits, PeerUse

LARGEST_OFFSET = 1 << 50
"""Beyond what anybody can say in a lifetime; keeps sums in 64 bits."""


class SessionSound:
    """A stretch without holes, from the first sample that may be asked about to the last that came."""

    def __init__(self, *, use: PeerUse, limits: Limits) -> None:
        self._use = use
        self._limits = limits
        self._bytes = bytearray()
        self._start = 0

    @property
    def start(self) -> int:
        """Offset of the first sample kept, in what the session sent."""
        return self._start

    @property
    def stop(self) -> int:
        """All sound before this offset came."""
        return self._start + self._length

    @property
    def _length(self) -> int:
        return len(self._bytes) // BYTES_PER_SAMPLE

    def skip_to(self, keep_from: int) -> None:
        """Nothing before ``keep_from`` will be asked about: where that is later than what came, it need not come."""
        if not 0 <= keep_from <= LARGEST_OFFSET:
            raise Refused(RefusalReason.NOT_UNDERSTOOD, "keep_from is out of range")
        if keep_from > self.stop:
            self.clear()
            self._start = keep_from

    def add(self, start: int, pcm16: bytes) -> int:
        """Take in a chunk whose checksum fitted; what is here already is passed over. Samples that were new.

        Raises:
            Refused: ``SOUND_MISSING`` where there is a hole before it, or ``TOO_MUCH``. Nothing of it is kept then.
        """
        if start > self.stop:
            raise Refused(RefusalReason.SOUND_MISSING, f"there is a hole before {start}")
        new = start + len(pcm16) // BYTES_PER_SAMPLE - self.stop
        if new <= 0:
            return 0
        if self._length + new > self._limits.session_sound_s * SAMPLE_RATE_HZ:
            raise Refused(RefusalReason.TOO_MUCH, "too much sound is kept for this session")
        self._use.keep_sound(new)
        self._bytes += memoryview(pcm16)[len(pcm16) - new * BYTES_PER_SAMPLE :]
        return new

    def cut(self, at: int, stop: int) -> Samples:
        """A copy of the samples from offset ``at`` to ``stop``.

        Raises:
            Refused: ``SOUND_MISSING`` where it did not come yet, ``NOT_UNDERSTOOD`` where it was given up.
        """
        if at < self._start:
            raise Refused(RefusalReason.NOT_UNDERSTOOD, f"sound before {self._start} was given up")
        if stop > self.stop:
            raise Refused(RefusalReason.SOUND_MISSING, f"sound came only up to {self.stop}")
        # The view must be gone before the buffer can shrink again.
        with memoryview(self._bytes) as whole:
            first, last = ((place - self._start) * BYTES_PER_SAMPLE for place in (at, stop))
            with whole[first:last] as part:
                return to_samples(part)

    def forget_before(self, keep_from: int) -> None:
        """Drop what will not be asked about again."""
        dropped = min(max(0, keep_from - self._start), self._length)
        del self._bytes[: dropped * BYTES_PER_SAMPLE]
        self._start += dropped
        self._use.drop_sound(dropped)

    def clear(self) -> None:
        """Drop all of it."""
        self.forget_before(self.stop)
