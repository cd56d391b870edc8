"""What desktops told of their meetings, kept by a worker or a group for whoever goes on with them.

On the worker's event loop, behind the front door: each session that is opened says what its desktop knows of the
meeting (``session_context.py``) and hears what is known here, if that is newer: because another front had the meeting,
or another engine of the same desktop, whose own memory is gone. Neither words nor voices are kept, only the language
and the terms. One worker keeps it in its memory, a group in its NATS (``group/nats_contexts.py``), a site that runs a
Redis there.

It is a cache: where nothing can be kept or read, nothing is known, and the language is guessed anew.
"""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from engine.caching.figures import CacheFigures
from engine.caching.memory_contexts import MemoryContexts
from engine.caching.session_context import (
    NOTHING_KNOWN,
    TRIES,
    ContextStore,
    SessionContext,
    lifetime_s,
    pause_s,
    read_context,
    without_speech,
    write_context,
)

T = TypeVar("T")


class AwaitedContexts(Protocol):
    """A ``ContextStore`` that an event loop may ask."""

    @property
    def size(self) -> int:
        """Bytes held in this process, about; 0 where they are held elsewhere."""
        ...

    async def read(self, name: str) -> str | None:
        """See ``ContextStore``."""
        ...

    async def swap(self, name: str, document: str, *, version: int, over: int, lifetime_s: float) -> bool | None:
        """See ``ContextStore``."""
        ...

    async def forget(self, name: str) -> None:
        """See ``ContextStore``."""
        ...

    async def close(self) -> None:
        """See ``ContextStore``."""
        ...


class Awaited:
    """Any ``ContextStore`` as ``AwaitedContexts``."""

    def __init__(self, store: ContextStore, *, waits: bool) -> None:
        """``waits`` says that it may wait for a network: then it is asked on a thread."""
        self._store = store
        self._waits = waits

    @property
    def size(self) -> int:
        """See ``AwaitedContexts``."""
        return self._store.size if isinstance(self._store, MemoryContexts) else 0

    async def read(self, name: str) -> str | None:
        """See ``ContextStore``."""
        return await self._do(lambda: self._store.read(name))

    async def swap(self, name: str, document: str, *, version: int, over: int, lifetime_s: float) -> bool | None:
        """See ``ContextStore``."""
        return await self._do(
            lambda: self._store.swap(name, document, version=version, over=over, lifetime_s=lifetime_s)
        )

    async def forget(self, name: str) -> None:
        """See ``ContextStore``."""
        await self._do(lambda: self._store.forget(name))

    async def close(self) -> None:
        """See ``ContextStore``."""
        await self._do(self._store.close)

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.to_thread(work) if self._waits else work()


@dataclass
class MeetingsKnown:
    """See the top of this file."""

    store: AwaitedContexts
    clock: Callable[[], float] = time.time
    """Seconds since 1970."""
    chance: random.Random = field(default_factory=random.Random)
    figures: CacheFigures = field(default_factory=CacheFigures)
    """How often something newer was known than what a desktop said."""

    @property
    def size(self) -> int:
        """Bytes held in this process, about."""
        return self.store.size

    async def meet(self, name: str, document: str) -> str:
        """Take what a desktop says of a meeting, and give what is known here.

        Args:
            name: Of the meeting and of the desktop that has it.
            document: What it knows; what is none, or of another format, is as good as nothing.

        Returns:
            What is known here if that is newer, else nothing.
        """
        began_s = time.perf_counter()
        told = without_speech(read_context(document) or NOTHING_KNOWN)
        newer = await self._merged(name, told)
        self.figures.note(found=bool(newer), speech_s=0.0, spent_s=time.perf_counter() - began_s)
        return newer

    async def close(self) -> None:
        """Let go of the store."""
        await self.store.close()

    async def _merged(self, name: str, told: SessionContext) -> str:
        for number in range(TRIES):
            text = await self.store.read(name)
            known = read_context(text)
            if known is None and text is not None:
                await self.store.forget(name)  # of another format, or damaged
            known = known or NOTHING_KNOWN
            if known.version >= told.version:
                return text or "" if _says_more(known, told) else ""
            now_s = self.clock()
            idle_s = now_s - known.used_at if known.used_at else 0.0
            lives_s = lifetime_s(idle_s=idle_s, uses=told.uses, chance=self.chance.random())
            written = write_context(replace(told, used_at=now_s))
            if (
                await self.store.swap(name, written, version=told.version, over=known.version, lifetime_s=lives_s)
                is not False
            ):
                break
            await asyncio.sleep(pause_s(number, self.chance))
        return ""


def _says_more(known: SessionContext, told: SessionContext) -> bool:
    return known.version > told.version or replace(known, used_at=told.used_at) != told
