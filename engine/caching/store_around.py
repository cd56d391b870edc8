"""A store around another one that hands everything on: what ``guarded_store.py`` and ``recorded_store.py`` begin with.

Each of those changes the few questions that it is there for. See ``CacheStore``.
"""

from collections.abc import Sequence

from engine.caching.store import CacheStore, StoreUsage


class StoreAround:
    """See ``CacheStore``."""

    def __init__(self, store: CacheStore) -> None:
        self._store = store

    def get(self, key: str) -> bytes | None:
        """See ``CacheStore``."""
        return self._store.get(key)

    def put(self, key: str, value: bytes, *, tag: str = "", lifetime_s: float | None = None) -> None:
        """See ``CacheStore``."""
        self._store.put(key, value, tag=tag, lifetime_s=lifetime_s)

    def note_use(self, keys: Sequence[str]) -> None:
        """See ``CacheStore``."""
        self._store.note_use(keys)

    def keys(self, prefix: str = "") -> list[str]:
        """See ``CacheStore``."""
        return self._store.keys(prefix)

    def remove(self, key: str) -> None:
        """See ``CacheStore``."""
        self._store.remove(key)

    def forget(self, tag: str) -> int:
        """See ``CacheStore``."""
        return self._store.forget(tag)

    def clear(self) -> None:
        """See ``CacheStore``."""
        self._store.clear()

    def usage(self) -> StoreUsage:
        """See ``CacheStore``."""
        return self._store.usage()

    def close(self) -> None:
        """See ``CacheStore``."""
        self._store.close()
