"""One SQLite file by diskcache that any number of processes use, and that may be damaged, full or gone at any time.

Beneath ``disk_store.py`` and ``disk_contexts.py``; safe for several threads. Everything lies in the one file, so
whatever is killed in mid-write leaves either the old entry or the new one. What is not a file of ours, is damaged, or
is of another format is removed and begun anew. Deleted entries are overwritten with zeros (``secure_delete``). Values
are bytes and nothing is ever unpickled, whoever may have written the file (CVE-2025-69872).
"""

import logging
import shutil
import sqlite3
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import diskcache  # without types

FORMAT = 1
"""Of the rows; another one is another folder, and the old one is removed."""

DATABASE = "cache.db"
"""Its file, by diskcache's own name."""

_NO_TABLE = "no such table"

_PATIENCE_S = 2
"""How long another process may hold the file."""

_Disk: Any = diskcache.Disk
_log = logging.getLogger(__name__)

T = TypeVar("T")


class CacheFile:
    """Opened at its first use."""

    def __init__(self, folder: Path, *, what: str) -> None:
        """Name it.

        Args:
            folder: For this file alone; made if it is not there.
            what: What is in it, for the log.
        """
        self._root = folder
        self._folder = folder / f"format-{FORMAT}"
        self._what = what
        self._lock = threading.RLock()
        self._cache: Any = None
        self._is_closed = False

    def use(self, work: Callable[[Any], T], default: T) -> T:
        """Do something with the file; where the file cannot do it, begin a new one, or do without."""
        try:
            with self._opened() as cache:
                return default if cache is None else work(cache)
        except diskcache.Timeout:
            return default  # another process holds it for too long
        except sqlite3.OperationalError as error:
            _log.info("The cache of %s could not be used: %s", self._what, error)
            if not (self._folder / DATABASE).exists() or _NO_TABLE in str(error):
                self._begin_anew()  # a person emptied the folder
            return default  # else no room, or no right to write
        except (sqlite3.Error, OSError, ValueError, TypeError, EOFError) as error:
            _log.info("The cache of %s is damaged and is begun anew: %s", self._what, error)
            self._begin_anew()
            return default

    def close(self) -> None:
        """Let go of the file; whatever is done afterwards gives its default. Closing twice is harmless."""
        with self._lock:
            self._is_closed = True
            if self._cache is not None:
                self._cache.close()
                self._cache = None

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
