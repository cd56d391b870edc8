"""The contexts of a group as a store that plain threads ask; it has an event loop of its own, and begins empty."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from engine.worker.group import subjects
from engine.worker.group.layout import GroupBounds
from engine.worker.group.membership import GroupPlace, Membership
from engine.worker.group.nats_contexts import NatsContexts

PATIENCE_S = 30.0

T = TypeVar("T")


class WaitedContexts:
    """See ``ContextStore``."""

    def __init__(self, address: str) -> None:
        """``address`` is that of a NATS server."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="waited-contexts")
        self._thread.start()

        async def begin() -> tuple[Membership, NatsContexts]:
            member = Membership(GroupPlace((address,)), name="front-1", bounds=GroupBounds())
            await member.join(lays_out=True)
            await member.stream.purge_stream(f"KV_{subjects.MEETINGS}")
            return member, NatsContexts(member.stream)

        self._member, self._contexts = self._wait(begin())

    def read(self, name: str) -> str | None:
        """See ``ContextStore``."""
        return None if self._loop.is_closed() else self._wait(self._contexts.read(name))

    def swap(self, name: str, document: str, *, version: int, over: int, lifetime_s: float) -> bool | None:
        """See ``ContextStore``."""
        if self._loop.is_closed():
            return None
        return self._wait(self._contexts.swap(name, document, version=version, over=over, lifetime_s=lifetime_s))

    def forget(self, name: str) -> None:
        """See ``ContextStore``."""
        if not self._loop.is_closed():
            self._wait(self._contexts.forget(name))

    def close(self) -> None:
        """See ``ContextStore``."""
        if self._loop.is_closed():
            return
        self._wait(self._contexts.close())
        assert self._wait(self._contexts.read("monday")) is None
        self._wait(self._member.leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)
