"""A store that is asked only for what it may have: a Bloom filter (rbloom) of its keys stands in front.

A question for what is not there, which is what a first import asks all the time, costs a microsecond and never reaches
the disk or the network. What another process put since the last look is not seen, which costs a computation and
nothing else; ``refresh`` looks again. See ``CacheStore``.
"""

import threading
from collections.abc import Sequence

from rbloom import Bloom

from engine.caching.store import CacheStore
from engine.caching.store_around import StoreAround

FALSE_POSITIVES = 0.001
"""So many questions for what is not there reach the store all the same."""

_LEAST_KEYS = 4096


class GuardedStore(StoreAround):
    """See ``CacheStore``."""

    def __init__(self, store: CacheStore) -> None:
        super().__init__(store)
        self._lock = threading.Lock()
        self._known: Bloom | None = None
        self._room = 0
        self.asked = 0
        """Questions."""
        self.spared = 0
        """Those that the store was not asked."""

    def refresh(self) -> None:
        """See what other processes put, and forget what is gone."""
        keys = self.keys()
        with self._lock:
            self._fill(keys)

    def get(self, key: str) -> bytes | None:
        """See ``CacheStore``."""
        self.asked += 1
        if not self._may_have(key):
            self.spared += 1
            return None
        return super().get(key)

    def put(self, key: str, value: bytes, *, tag: str = "", lifetime_s: float | None = None) -> None:
        """See ``CacheStore``."""
        super().put(key, value, tag=tag, lifetime_s=lifetime_s)
        known = self._known
        if known is None:
            return
        known.add(key)
        self._room -= 1
        if self._room < 0:
            self.refresh()

    def _may_have(self, key: str) -> bool:
        known = self._known
        if known is None:
            self.refresh()
            known = self._known
        return known is None or key in known

    def _fill(self, keys: Sequence[str]) -> None:
        size = max(_LEAST_KEYS, 2 * len(keys))
        known = Bloom(size, FALSE_POSITIVES)
        for key in keys:
            known.add(key)
        self._known, self._room = known, size - len(keys)
