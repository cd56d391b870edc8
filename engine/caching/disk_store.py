"""The store of a desktop: one SQLite file in the cache folder, by diskcache, for as many processes as want it.

Everything lies in the one file, so whatever is killed in mid-write leaves either the old entry or the new one. What is
not a store of ours, is damaged, or is of another format is removed and begun anew. Deleted entries are overwritten
with zeros (``secure_delete``). Values are bytes and nothing is ever unpickled, whoever may have written the file
(CVE-2025-69872).

Two kinds of rows: ``v/KEY`` the value, ``h/KEY`` the times of its uses, which outlives it for a while (``lru_k.py``).
"""

import logging
import shutil
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import diskcache  # without types

from engine.caching.lru_k import History, LruKRules, is_forgotten, used, victims
from engine.caching.store import StoreUsage

FORMAT = 1
"""Of the rows; another one is another folder, and the old one is removed."""

SEGMENT_FOLDER = "recognised"
"""Its folder within the cache folder: the engine and the desktop use the same name."""

DEFAULT_BOUND = 1 << 30
"""A gigabyte: some hundred hours of speech."""

ROOM_MADE = 0.9
"""So full it is after room was made."""

DATABASE = "cache.db"
"""Its file, by diskcache's own name."""

_NO_TABLE = "no such table"

_PATIENCE_S = 2
"""How long another process may hold the file."""

_AT_ONCE = 32
"""Room is made in so many steps: one part of the entries goes at a time."""

_Disk: Any = diskcache.Disk
_log = logging.getLogger(__name__)

T = TypeVar("T")


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
        self._root = folder
        self._folder = folder / f"format-{FORMAT}"
        self._bound = bound
        self._rules = rules or LruKRules()
        self._clock = clock
        self._lock = threading.RLock()
        self._cache: Any = None
        self._is_closed = False
        self._driven_out = 0

    def get(self, key: str) -> bytes | None:
        """See ``CacheStore``."""
        found = self._try(lambda cache: cache.get(f"v/{key}"), None)
        return found if isinstance(found, bytes) else None

    def put(self, key: str, value: bytes, *, tag: str = "", lifetime_s: float | None = None) -> None:
        """See ``CacheStore``."""

        def work(cache: Any) -> bool:
            with cache.transact():
                cache.set(f"v/{key}", value, expire=lifetime_s, tag=tag or None)
                self._use(cache, key, tag)
            return bool(cache.volume() > self._bound)

        if self._try(work, default=False):
            self._try(self._make_room, None)

    def note_use(self, keys: Sequence[str]) -> None:
        """See ``CacheStore``."""

        def work(cache: Any) -> None:
            with cache.transact():
                for key in keys:
                    _, tag = cache.get(f"h/{key}", tag=True)
                    if f"v/{key}" in cache:
                        self._use(cache, key, tag or "")

        if keys:
            self._try(work, None)

    def keys(self, prefix: str = "") -> list[str]:
        """See ``CacheStore``."""
        start = f"v/{prefix}"
        return self._try(lambda cache: [str(key)[2:] for key in cache if str(key).startswith(start)], [])

    def remove(self, key: str) -> None:
        """See ``CacheStore``."""
        self._try(lambda cache: cache.delete(f"v/{key}"), default=False)

    def forget(self, tag: str) -> int:
        """See ``CacheStore``."""
        # Both rows of an entry have its tag.
        before = len(self.keys())
        self._try(lambda cache: cache.evict(tag), 0)
        return before - len(self.keys())

    def clear(self) -> None:
        """See ``CacheStore``."""
        self._try(lambda cache: cache.clear(), 0)

    def usage(self) -> StoreUsage:
        """See ``CacheStore``."""
        entries = len(self.keys())
        size = self._try(lambda cache: int(cache.volume()), 0)
        return StoreUsage(entries, size, self._bound, self._driven_out)

    def close(self) -> None:
        """See ``CacheStore``."""
        with self._lock:
            self._is_closed = True
            if self._cache is not None:
                self._cache.close()
                self._cache = None

    def _use(self, cache: Any, key: str, tag: str) -> None:
        history = used(_unpacked(cache.get(f"h/{key}")), self._clock(), self._rules)
        cache.set(f"h/{key}", _packed(history), tag=tag or None)

    def _make_room(self, cache: Any) -> None:
        now = self._clock()
        cache.expire()
        histories: dict[str, History] = {}
        there: set[str] = set()
        for name in cache:
            kind, key = str(name)[:2], str(name)[2:]
            if kind == "v/":
                there.add(key)
            elif (history := _unpacked(cache.get(name))) is not None:
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

    def _try(self, work: Callable[[Any], T], default: T) -> T:
        """Do it with the file; where the file cannot do it, begin a new one, or do without."""
        try:
            with self._opened() as cache:
                return default if cache is None else work(cache)
        except diskcache.Timeout:
            return default  # another process holds it for too long
        except sqlite3.OperationalError as error:
            _log.info("The cache of recognised speech could not be used: %s", error)
            if not (self._folder / DATABASE).exists() or _NO_TABLE in str(error):
                self._begin_anew()  # a person emptied the folder
            return default  # else no room, or no right to write
        except (sqlite3.Error, OSError, ValueError, TypeError, EOFError) as error:
            _log.info("The cache of recognised speech is damaged and is begun anew: %s", error)
            self._begin_anew()
            return default

    @contextmanager
    def _opened(self) -> Generator[Any]:
        with self._lock:
            if self._cache is None and not self._is_closed:
                self._remove_other_formats()
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._cache = diskcache.Cache(
                    str(self._folder),
                    timeout=_PATIENCE_S,
                    disk=PlainDisk,
                    eviction_policy="none",
                    size_limit=1 << 62,  # its own eviction stays out of it
                    cull_limit=0,
                    disk_min_file_size=1 << 30,
                    tag_index=True,
                    sqlite_secure_delete=1,
                )
            cache = self._cache
        yield cache

    def _remove_other_formats(self) -> None:
        for path in self._root.glob("format-*"):
            if path != self._folder:
                shutil.rmtree(path, ignore_errors=True)

    def _begin_anew(self) -> None:
        with self._lock:
            if self._cache is not None:
                self._cache.close()
                self._cache = None
            shutil.rmtree(self._folder, ignore_errors=True)
            if self._folder.exists():
                self._is_closed = True  # somebody else holds the damaged file; this process does without


class PlainDisk(_Disk):
    """Text for keys, bytes for values; a row of any other kind is none of ours."""

    def get(self, key: Any, raw: Any) -> Any:
        """The key of a row. Raises ``ValueError`` for one that would have to be unpickled."""
        if not raw or not isinstance(key, str):
            raise ValueError("a key that is no text")
        return key

    def fetch(self, mode: Any, filename: Any, value: Any, read: Any) -> Any:  # noqa: ARG002 - diskcache's own signature
        """The value of a row. Raises ``ValueError`` for one that would have to be unpickled, or lies elsewhere."""
        if mode != 1 or filename is not None or not isinstance(value, bytes):
            raise ValueError("a value that is no bytes")
        return value


def _packed(history: History) -> bytes:
    return struct.pack(f"<{1 + len(history.uses)}d", history.last, *history.uses)


def _unpacked(raw: object) -> History | None:
    if not isinstance(raw, bytes) or len(raw) < 16 or len(raw) % 8:
        return None
    last, *uses = struct.unpack(f"<{len(raw) // 8}d", raw)
    return History(tuple(uses), last)
