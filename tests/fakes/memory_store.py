"""A store in the memory of this process. See ``CacheStore``, whose suite it passes."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.caching.lru_k import History, LruKRules, is_forgotten, used, victims
from engine.caching.store import StoreUsage


@dataclass(frozen=True, slots=True)
class _Entry:
    value: bytes
    tag: str
    gone_at: float | None


class MemoryStore:
    """See ``CacheStore``."""

    def __init__(
        self,
        *,
        bound: int,
        rules: LruKRules | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Make an empty one.

        Args:
            bound: Bytes to keep within.
            rules: Who has to go when it is full.
            clock: Seconds.
        """
        self._bound = bound
        self._rules = rules or LruKRules()
        self._clock = clock
        self._lock = threading.Lock()
        self._entries: dict[str, _Entry] = {}
        self._histories: dict[str, History] = {}
        self._bytes = 0
        self._driven_out = 0
        self._is_closed = False

    def get(self, key: str) -> bytes | None:
        """See ``CacheStore``."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None or (entry.gone_at is not None and entry.gone_at <= self._clock()):
                return None
            return entry.value

    def put(self, key: str, value: bytes, *, tag: str = "", lifetime_s: float | None = None) -> None:
        """See ``CacheStore``."""
        with self._lock:
            if self._is_closed:
                return
            now = self._clock()
            self._drop(key)
            self._entries[key] = _Entry(value, tag, None if lifetime_s is None else now + lifetime_s)
            self._bytes += len(value)
            self._histories[key] = used(self._histories.get(key), now, self._rules)
            if self._bytes > self._bound:
                self._make_room(now)

    def note_use(self, keys: Sequence[str]) -> None:
        """See ``CacheStore``."""
        with self._lock:
            now = self._clock()
            for key in keys:
                if key in self._entries:
                    self._histories[key] = used(self._histories.get(key), now, self._rules)

    def keys(self, prefix: str = "") -> list[str]:
        """See ``CacheStore``."""
        with self._lock:
            now = self._clock()
            there = [key for key, each in self._entries.items() if each.gone_at is None or each.gone_at > now]
            return [key for key in there if key.startswith(prefix)]

    def remove(self, key: str) -> None:
        """See ``CacheStore``."""
        with self._lock:
            self._drop(key)

    def forget(self, tag: str) -> int:
        """See ``CacheStore``."""
        with self._lock:
            keys = [key for key, entry in self._entries.items() if entry.tag == tag]
            for key in keys:
                self._drop(key)
                self._histories.pop(key, None)
            return len(keys)

    def clear(self) -> None:
        """See ``CacheStore``."""
        with self._lock:
            self._entries.clear()
            self._histories.clear()
            self._bytes = 0

    def usage(self) -> StoreUsage:
        """See ``CacheStore``."""
        with self._lock:
            return StoreUsage(len(self._entries), self._bytes, self._bound, self._driven_out)

    def close(self) -> None:
        """See ``CacheStore``."""
        self.clear()
        self._is_closed = True

    def _make_room(self, now: float) -> None:
        there = {key: self._histories[key] for key in self._entries}
        for key in victims(there, now, self._rules):
            if self._bytes <= self._bound:
                break
            self._drop(key)
            self._driven_out += 1
        forgotten = [
            key
            for key, history in self._histories.items()
            if key not in self._entries and is_forgotten(history, now, self._rules)
        ]
        for key in forgotten:
            del self._histories[key]

    def _drop(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= len(entry.value)
