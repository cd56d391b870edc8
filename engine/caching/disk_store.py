"""The store of a desktop: one SQLite file in the cache folder, for as many processes as want it (``cache_file.py``).

Two kinds of rows: ``v/KEY`` the value, ``h/KEY`` the times of its uses, which outlives it for a while (``lru_k.py``).
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.caching.cache_file import CacheFile
from engine.caching.lru_k import History, LruKRules, is_forgotten, packed, unpacked, used, victims
from engine.caching.store import StoreUsage

SEGMENT_FOLDER = "recognised"
"""Its folder within the cache folder: the engine and the desktop use the same name."""

DEFAULT_BOUND = 1 << 30
"""A gigabyte: some hundred hours of speech."""

ROOM_MADE = 0.9
"""So full it is after room was made."""

_AT_ONCE = 32
"""Room is made in so many steps: one part of the entries goes at a time."""


class DiskStore:
    """See ``CacheStore``. Opened at its first use."""

    def __init__(
        self,
        folder: Path,
        *,
        bound: int = DEFAULT_BOUND,
        rules: LruKRules | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Name it.

        Args:
            folder: For this store alone; made if it is not there.
            bound: Bytes to keep within.
            rules: Who has to go when it is full.
            clock: Seconds since 1970.
        """
        self._file = CacheFile(folder, what="recognised speech")
        self._bound = bound
        self._rules = rules or LruKRules()
        self._clock = clock
        self._driven_out = 0

    def get(self, key: str) -> bytes | None:
        """See ``CacheStore``."""
        found = self._file.use(lambda cache: cache.get(f"v/{key}"), None)
        return found if isinstance(found, bytes) else None

    def put(self, key: str, value: bytes, *, tag: str = "", lifetime_s: float | None = None) -> None:
        """See ``CacheStore``."""

        def work(cache: Any) -> bool:
            with cache.transact():
                cache.set(f"v/{key}", value, expire=lifetime_s, tag=tag or None)
                self._use(cache, key, tag)
            return bool(cache.volume() > self._bound)

        if self._file.use(work, default=False):
            self._file.use(self._make_room, None)

    def note_use(self, keys: Sequence[str]) -> None:
        """See ``CacheStore``."""

        def work(cache: Any) -> None:
            with cache.transact():
                for key in keys:
                    _, tag = cache.get(f"h/{key}", tag=True)
                    if f"v/{key}" in cache:
                        self._use(cache, key, tag or "")

        if keys:
            self._file.use(work, None)

    def keys(self, prefix: str = "") -> list[str]:
        """See ``CacheStore``."""
        start = f"v/{prefix}"
        return self._file.use(lambda cache: [str(key)[2:] for key in cache if str(key).startswith(start)], [])

    def remove(self, key: str) -> None:
        """See ``CacheStore``."""
        self._file.use(lambda cache: cache.delete(f"v/{key}"), default=False)

    def forget(self, tag: str) -> int:
        """See ``CacheStore``."""
        # Both rows of an entry have its tag.
        before = len(self.keys())
        self._file.use(lambda cache: cache.evict(tag), 0)
        return before - len(self.keys())

    def clear(self) -> None:
        """See ``CacheStore``."""
        self._file.use(lambda cache: cache.clear(), 0)

    def usage(self) -> StoreUsage:
        """See ``CacheStore``."""
        entries = len(self.keys())
        size = self._file.use(lambda cache: int(cache.volume()), 0)
        return StoreUsage(entries, size, self._bound, self._driven_out)

    def close(self) -> None:
        """See ``CacheStore``."""
        self._file.close()

    def _use(self, cache: Any, key: str, tag: str) -> None:
        history = used(unpacked(cache.get(f"h/{key}")), self._clock(), self._rules)
        cache.set(f"h/{key}", packed(history), tag=tag or None)

    def _make_room(self, cache: Any) -> None:
        now = self._clock()
        cache.expire()
        histories: dict[str, History] = {}
        there: set[str] = set()
        for name in cache:
            kind, key = str(name)[:2], str(name)[2:]
            if kind == "v/":
                there.add(key)
            elif (history := unpacked(cache.get(name))) is not None:
                histories[key] = history
        order = victims({key: histories.get(key, History((0.0,), 0.0)) for key in there}, now, self._rules)
        step = max(1, len(order) // _AT_ONCE)
        for first in range(0, len(order), step):
            if cache.volume() <= self._bound * ROOM_MADE:
                break
            with cache.transact():
                for key in order[first : first + step]:
                    cache.delete(f"v/{key}")
            self._driven_out += len(order[first : first + step])
        with cache.transact():
            for key in histories.keys() - there:
                if is_forgotten(histories[key], now, self._rules):
                    cache.delete(f"h/{key}")
