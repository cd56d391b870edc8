"""Where cached things lie: the interface of every store, and what holds for all of them.

Called by ``segment_cache.py`` and ``recording_memory.py``; ``tests/contract/test_cache_stores.py`` runs over every
store. On disk on the desktop; a group of workers brings its own. A store is safe for several threads.

A cache may lose anything at any time, so a store has no errors: what cannot be read is not there, and what cannot be
written is not kept. It never gives back other bytes than were put, but it does not look into them: ``envelope.py``
does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoreUsage:
    """How full a store is."""

    entries: int
    bytes: int
    bound: int
    """Bytes it keeps within, roughly."""
    driven_out: int
    """Entries that had to go for want of room since it was opened."""


class CacheStore(Protocol):
    """Keeps bytes by name."""

    def get(self, key: str) -> bytes | None:
        """What was put there, unless it is gone. Does not count as a use."""
        ...

    def put(self, key: str, value: bytes, *, tag: str = "", lifetime_s: float | None = None) -> None:
        """Keep it, in place of what was there. Counts as a use.

        Args:
            key: At the most 200 characters of ASCII.
            value: At the most a megabyte.
            tag: By which it can be forgotten together with others.
            lifetime_s: Seconds after which it is gone; ``None`` for as long as there is room.
        """
        ...

    def note_use(self, keys: Sequence[str]) -> None:
        """Say that they were of use: who is used stays longer."""
        ...

    def keys(self, prefix: str = "") -> list[str]:
        """Names of what is there, in no order."""
        ...

    def remove(self, key: str) -> None:
        """Forget one. It need not be there."""
        ...

    def forget(self, tag: str) -> int:
        """Forget all with this tag, and that they ever were; how many."""
        ...

    def clear(self) -> None:
        """Forget everything."""
        ...

    def usage(self) -> StoreUsage:
        """How full it is."""
        ...

    def close(self) -> None:
        """Let go of what it holds open. Closing twice is harmless; afterwards it is empty and keeps nothing."""
        ...
