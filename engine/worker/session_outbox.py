"""What is on its way to one peer, bounded: whoever reads slowly is not sent more, and asked less.

On the worker's event loop. ``session.py`` puts answers in, ``session_stream.py`` puts the rest in and takes all out.
"""

import asyncio
from collections import deque
from dataclasses import dataclass

from engine.remote.refusal import Refused
from engine.remote.standing import OpenedSession
from engine.worker.answering import Answered

ROOM = 64
"""News that wait before whoever makes more has to wait."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One thing to tell; ``service.py`` makes one or more messages of it."""

    what: Answered | Refused | OpenedSession | None
    """``None`` only says how far the sound came."""
    seq_id: int = 0
    """The question; 0 for news of the session alone."""
    worker_ms: float = 0.0
    """From the question's arrival to its answer."""


class Outbox:
    """One stream's replies, in the order they came."""

    def __init__(self, *, room: int = ROOM) -> None:
        self._room = room
        self._replies: deque[Reply] = deque()
        self._changed = asyncio.Event()
        self._is_closed = False

    @property
    def is_empty(self) -> bool:
        """Nothing waits in it."""
        return not self._replies

    async def put(self, reply: Reply) -> None:
        """Add a reply as soon as there is room; into a closed one it goes nowhere."""
        while len(self._replies) >= self._room and not self._is_closed:
            self._changed.clear()
            await self._changed.wait()
        self.put_now(reply)

    def put_now(self, reply: Reply) -> None:
        """Add an answer, whose number is bounded by the questions a session may have."""
        if not self._is_closed:
            self._replies.append(reply)
            self._changed.set()

    async def take(self) -> Reply | None:
        """The next reply; ``None`` when it is closed and nothing is left."""
        while not self._replies:
            if self._is_closed:
                return None
            self._changed.clear()
            await self._changed.wait()
        reply = self._replies.popleft()
        self._changed.set()
        return reply

    def close(self) -> None:
        """Take nothing more in; what is in it can still be taken out."""
        self._is_closed = True
        self._changed.set()

    def give_up(self) -> None:
        """Close it, and drop what is in it."""
        self._replies.clear()
        self.close()
