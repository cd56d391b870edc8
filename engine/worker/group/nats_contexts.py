"""Session contexts of a group: in its own NATS, where a change says which revision it was made of.

On the event loop of a front; see ``ContextStore`` and ``engine/worker/meetings_known.py``. The bucket's own lifetime is
the longest that a document may have; how long it really lives stands before it, because not every NATS knows lifetimes
of single messages. A server that is away or began anew knows nothing, and nothing else happens.
"""

# pyright: reportUnknownMemberType=false
# nats-py leaves a few of its parameters without types.

import logging
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass

import nats.errors
import nats.js.errors
from nats.js import JetStreamContext

from engine.worker.group import subjects

_HEAD = struct.Struct("<dQ")
"""Until when it lives, in seconds since 1970, and its version."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Found:
    revision: int
    until_s: float
    version: int
    document: str


class NatsContexts:
    """See ``AwaitedContexts``."""

    def __init__(self, stream: JetStreamContext, *, clock: Callable[[], float] = time.time) -> None:
        """``clock`` gives seconds since 1970. Members whose clocks differ find less, and nothing wrong."""
        self._stream = stream
        self._clock = clock
        self._is_closed = False

    @property
    def size(self) -> int:
        """See ``AwaitedContexts``."""
        return 0

    async def read(self, name: str) -> str | None:
        """See ``ContextStore``."""
        try:
            found = await self._find(name)
        except (nats.errors.Error, OSError) as error:
            self._note(error)
            return None
        return found.document if found is not None and found.until_s > self._clock() else None

    async def swap(self, name: str, document: str, *, version: int, over: int, lifetime_s: float) -> bool | None:
        """See ``ContextStore``."""
        if self._is_closed:
            return None
        value = _HEAD.pack(self._clock() + lifetime_s, version) + document.encode()
        try:
            found = await self._find(name)
            if (found.version if found is not None and found.until_s > self._clock() else 0) != over:
                return False
            store = await self._stream.key_value(subjects.MEETINGS)
            if found is None:
                await store.create(_key(name), value)
            else:
                await store.update(_key(name), value, last=found.revision)
        except nats.js.errors.KeyWrongLastSequenceError:
            return False
        except (nats.errors.Error, OSError) as error:
            self._note(error)
            return None
        return True

    async def forget(self, name: str) -> None:
        """See ``ContextStore``."""
        try:
            store = await self._stream.key_value(subjects.MEETINGS)
            await store.purge(_key(name))
        except (nats.errors.Error, OSError) as error:
            self._note(error)

    async def close(self) -> None:
        """See ``ContextStore``. The connection is the front's."""
        self._is_closed = True

    async def _find(self, name: str) -> _Found | None:
        """What is kept, also where its time is over. Raises what NATS raises."""
        if self._is_closed:
            return None
        store = await self._stream.key_value(subjects.MEETINGS)
        try:
            entry = await store.get(_key(name))
        except nats.js.errors.KeyNotFoundError:
            return None
        value, revision = entry.value or b"", entry.revision or 0
        try:
            until_s, version = _HEAD.unpack_from(value)
            return _Found(revision, until_s, version, value[_HEAD.size :].decode())
        except (struct.error, UnicodeDecodeError):  # nobody here wrote it; it may be written over
            return _Found(revision, 0.0, 0, "")

    def _note(self, error: Exception) -> None:
        log.info("What is known of a meeting could not be kept or read: %s", type(error).__name__)


def _key(name: str) -> str:
    """A name that a peer chose is no key of somebody else's."""
    return subjects.session_token(name)
