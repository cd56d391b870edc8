"""The cache of recognised speech as the desktop sees it: the engine fills it, a person may look at it and empty it.

Called by the library when a meeting is deleted for good, by the settings and by the diagnostics; on any thread. Opens
the file for each call and lets go of it again: the engine process has it open most of the time.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.caching.disk_contexts import CONTEXT_FOLDER, DiskContexts
from engine.caching.disk_store import SEGMENT_FOLDER, DiskStore
from engine.caching.figures import CONTEXT, ENCODER, CacheCounts, read_counts

_NOTHING = CacheCounts()


@dataclass(frozen=True, slots=True)
class CacheState:
    """How the cache does."""

    entries: int
    bytes: int
    bound: int
    """Bytes it keeps within."""
    counts: CacheCounts
    context: CacheCounts = _NOTHING
    """Of what is known of meetings: how often something was, for whoever went on with one."""
    encoder: CacheCounts = _NOTHING
    """Of what the encoder gave: how often it was spared."""
    meetings: int = 0
    """Of which something is known."""
    meetings_bytes: int = 0


class CachedSpeech:
    """The cache in the cache folder of this computer."""

    def __init__(self, cache: Path) -> None:
        self._folder = cache / SEGMENT_FOLDER
        self._contexts = cache / CONTEXT_FOLDER

    def forget(self, meeting: str) -> None:
        """Forget all that comes of a meeting, overwritten where the disk lets us."""
        with self._opened() as store:
            if store is not None:
                store.forget(meeting)
        with self._opened_contexts() as contexts:
            if contexts is not None:
                contexts.forget(meeting)

    def clear(self) -> None:
        """Forget everything."""
        with self._opened() as store:
            if store is not None:
                store.clear()
        with self._opened_contexts() as contexts:
            if contexts is not None:
                contexts.clear()

    def state(self) -> CacheState:
        """How it does."""
        with self._opened_contexts() as contexts:
            meetings, meetings_bytes = (0, 0) if contexts is None else contexts.usage()
        with self._opened() as store:
            if store is None:
                return CacheState(0, 0, 0, CacheCounts(), meetings=meetings, meetings_bytes=meetings_bytes)
            usage = store.usage()
            return CacheState(
                usage.entries,
                usage.bytes,
                usage.bound,
                read_counts(store),
                context=read_counts(store, layer=CONTEXT),
                encoder=read_counts(store, layer=ENCODER),
                meetings=meetings,
                meetings_bytes=meetings_bytes,
            )

    @contextmanager
    def _opened(self) -> Generator[DiskStore | None]:
        if not self._folder.is_dir():
            yield None  # nothing was recognised yet, and looking shall make nothing
            return
        store = DiskStore(self._folder)
        try:
            yield store
        finally:
            store.close()

    @contextmanager
    def _opened_contexts(self) -> Generator[DiskContexts | None]:
        if not self._contexts.is_dir():
            yield None
            return
        contexts = DiskContexts(self._contexts)
        try:
            yield contexts
        finally:
            contexts.close()
