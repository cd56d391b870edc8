"""Session contexts of a desktop: a file in the cache folder, where each change is one transaction.

See ``ContextStore`` and ``cache_file.py``. Two engine processes may have it open. Each value is sealed under its name
(``envelope.py``), so that a damaged one is none.
"""

import struct
from pathlib import Path
from typing import Any

from engine.caching.cache_file import CacheFile
from engine.caching.envelope import seal, unseal

CONTEXT_FOLDER = "contexts"
"""Its folder within the cache folder: the engine and the desktop use the same name."""

_VERSION = struct.Struct("<Q")


class DiskContexts:
    """See ``ContextStore``."""

    def __init__(self, folder: Path) -> None:
        self._file = CacheFile(folder, what="what is known of meetings")

    def read(self, name: str) -> str | None:
        """See ``ContextStore``."""
        found = self._file.use(lambda cache: _found(cache, name), None)
        return None if found is None else found[1]

    def swap(self, name: str, document: str, *, version: int, over: int, lifetime_s: float) -> bool | None:
        """See ``ContextStore``."""
        value = seal(_VERSION.pack(version) + document.encode(), key=name)

        def work(cache: Any) -> bool | None:
            with cache.transact():
                found = _found(cache, name)
                if (0 if found is None else found[0]) != over:
                    return False
                cache.set(name, value, expire=lifetime_s)
                return True

        return self._file.use(work, None)

    def forget(self, name: str) -> None:
        """See ``ContextStore``."""
        self._file.use(lambda cache: cache.delete(name), default=False)

    def usage(self) -> tuple[int, int]:
        """How many meetings, and bytes of the file."""
        return self._file.use(lambda cache: (len(cache), int(cache.volume())), (0, 0))

    def clear(self) -> None:
        """Forget all meetings."""
        self._file.use(lambda cache: cache.clear(), 0)

    def close(self) -> None:
        """See ``ContextStore``."""
        self._file.close()


def _found(cache: Any, name: str) -> tuple[int, str] | None:
    """Version and document; a damaged one is none, and may be written over by whoever knows of none."""
    raw = cache.get(name)
    content = unseal(raw, key=name) if isinstance(raw, bytes) else None
    if content is None or len(content) < _VERSION.size:
        return None
    try:
        return _VERSION.unpack_from(content)[0], content[_VERSION.size :].decode()
    except UnicodeDecodeError:
        return None
