"""A network between two programs on this machine as bad as a test wants it: slow, lossy, frozen, cut, or gone.

A TCP proxy on loopback whose event loop has a thread of its own. A lost packet is one that comes after TCP has sent it
again, with everything that was behind it waiting.
"""

import asyncio
import random
import threading
from collections.abc import Coroutine
from typing import Any, Self, TypeVar

PATIENCE_S = 30.0
PACKET = 1400
RESENT_AFTER_S = 0.2
"""The least that TCP waits before it sends a packet again."""

T = TypeVar("T")


class BadWire:
    """Hands everything on to another port. For ``with``."""

    def __init__(self, port: int, *, delay_s: float = 0.0, loss: float = 0.0) -> None:
        """Listen at once.

        Args:
            port: Where it leads to.
            delay_s: For each piece, one way.
            loss: Part of the packets that get lost.
        """
        self.port = 0
        self.connections = 0
        """Connections that were made so far."""
        self.bytes_up = 0
        """What went to the port so far."""
        self._to = port
        self._delay_s = delay_s
        self._loss = loss
        self._chance = random.Random(1)
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="bad-wire")
        self._thread.start()
        self._flows = asyncio.Event()
        self._run(self._listen())

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break all connections at once; new ones are let through."""
        self._run(self._cut())

    def go_away(self) -> None:
        """Break all connections, and refuse new ones."""
        self._run(self._hang_up())

    def come_back(self) -> None:
        """Let new connections through again."""
        self._run(self._listen())

    def freeze(self) -> None:
        """From now on nothing comes through, and nobody is told."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def thaw(self) -> None:
        """Everything comes through that waited."""
        self._loop.call_soon_threadsafe(self._flows.set)

    def close(self) -> None:
        if not self._loop.is_closed():
            self._run(self._hang_up())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(PATIENCE_S)
            self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    async def _listen(self) -> None:
        self._flows.set()
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _hang_up(self) -> None:
        self._server.close()
        await self._cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, there_writer}
        self._begin(self._carry(reader, there_writer, is_up=True))
        self._begin(self._carry(there_reader, writer, is_up=False))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, is_up: bool) -> None:
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(64)
        self._begin(self._deliver(pieces, target))
        due_s = 0.0
        try:
            while data := await source.read(1 << 16):
                if is_up:
                    self.bytes_up += len(data)
                packets = -(-len(data) // PACKET)
                is_lost = any(self._chance.random() < self._loss for _ in range(packets))
                late_s = self._delay_s + (RESENT_AFTER_S if is_lost else 0.0)
                due_s = max(due_s, self._loop.time() + late_s)
                await pieces.put((due_s, data))
        except OSError:
            pass
        finally:
            await pieces.put((0.0, b""))

    async def _deliver(self, pieces: "asyncio.Queue[tuple[float, bytes]]", target: asyncio.StreamWriter) -> None:
        try:
            while (piece := await pieces.get())[1]:
                await asyncio.sleep(piece[0] - self._loop.time())
                await self._flows.wait()
                target.write(piece[1])
                await target.drain()
        except OSError:
            pass
        finally:
            target.transport.abort()
            while not pieces.empty():
                pieces.get_nowait()
