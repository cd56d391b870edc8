"""A line between two programs on this machine that is as bad as it is told to be: slow, lossy, frozen, cut, or gone.

A TCP proxy on loopback, used on any thread; its event loop has a thread of its own. What a line loses TCP mends, and it
only comes later: a lost segment one round trip later if others follow it (fast retransmit), else after the sender's
timer ran out, and what comes after it waits.
"""

import asyncio
import contextlib
import random
import socket
import struct
import threading
from collections.abc import Coroutine
from typing import Any, Self, TypeVar

SEGMENT = 1448
"""Bytes in a packet of an Ethernet network."""

TIMER_S = 0.2
"""Linux waits so long at the least before it sends again what was not acknowledged."""

_LOOPBACK = "127.0.0.1"
_PATIENCE_S = 30.0
_PIECE = 1 << 16
_MOST_WAITING = 1024
_RESET = struct.pack("ii", 1, 0)
"""Close at once and say so, as a machine does where nobody listens; a good end looks like a peer that refuses one."""

T = TypeVar("T")


class BadLine:
    """Hands everything on to another port. For ``with``, or ``close``."""

    def __init__(self, port: int, *, delay_s: float = 0.0, loss: float = 0.0, seed: int = 1) -> None:
        """Listen at once.

        Args:
            port: Where the other program listens on this machine.
            delay_s: One way.
            loss: Part of the segments that is lost, 0..1.
            seed: The same losses for the same number.
        """
        self.port = 0
        """Where it listens itself."""
        self.connections = 0
        """Connections that were made so far."""
        self.bytes_up = 0
        """What went to the other program so far."""
        self._to = port
        self._delay_s = delay_s
        self._loss = loss
        self._dice = random.Random(seed)
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="bad-line", daemon=True)
        self._thread.start()
        self._flows = asyncio.Event()
        self._run(self._listen())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def target(self) -> str:
        """Where it listens, as gRPC wants it."""
        return f"{_LOOPBACK}:{self.port}"

    def trouble(self, *, delay_s: float = 0.0, loss: float = 0.0) -> None:
        """From now on delay and lose so much; without words, nothing."""
        self._delay_s, self._loss = delay_s, loss

    def freeze(self) -> None:
        """From now on nothing comes through, and nobody is told, as with a pulled cable."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def thaw(self) -> None:
        """Everything comes through that waited."""
        self._loop.call_soon_threadsafe(self._flows.set)

    def cut(self) -> None:
        """Break all connections at once; new ones are let through."""
        self._run(self._cut())

    def go_away(self) -> None:
        """Break all connections, and refuse new ones."""
        self._run(self._hang_up())

    def come_back(self) -> None:
        """Let new connections through again, at the same port."""
        self._run(self._listen())

    def close(self) -> None:
        """Hang up for good. Closing twice is harmless."""
        if not self._loop.is_closed():
            self._run(self._hang_up())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_PATIENCE_S)
            self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE_S)

    async def _listen(self) -> None:
        self._flows.set()
        self._server = await asyncio.start_server(self._connect, _LOOPBACK, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        for writer in self._writers:
            _reset(writer)
        self._writers.clear()

    async def _hang_up(self) -> None:
        self._server.close()
        await self._cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._writers.add(writer)
        task = self._loop.create_task(self._join(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Both ways, until both have ended."""
        await self._flows.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection(_LOOPBACK, self._to)
        except OSError:
            self._writers.discard(writer)
            _reset(writer)
            return
        pair = {writer, far_writer}
        self._writers |= pair
        up, down = _Waiting(_MOST_WAITING), _Waiting(_MOST_WAITING)
        try:
            async with asyncio.TaskGroup() as ways:
                ways.create_task(self._read(reader, up, is_up=True))
                ways.create_task(self._write(up, far_writer))
                ways.create_task(self._read(far_reader, down, is_up=False))
                ways.create_task(self._write(down, writer))
        except* OSError:
            for each in pair:
                _reset(each)
        finally:
            self._writers -= pair
            for each in pair:
                each.close()

    async def _read(self, source: asyncio.StreamReader, waiting: "_Waiting", *, is_up: bool) -> None:
        due_s = 0.0
        data = b"-"
        while data:
            try:
                data = await source.read(SEGMENT if self._loss else _PIECE)
            except OSError:
                data = None  # told to the other side as late as everything else
            else:
                self.bytes_up += len(data) * is_up
            due_s = max(due_s, self._loop.time() + self._late_s(is_last=data is None or len(data) < SEGMENT))
            await waiting.put((due_s, data))

    async def _write(self, waiting: "_Waiting", sink: asyncio.StreamWriter) -> None:
        data = b"-"
        while data:
            due_s, data = await waiting.get()
            await asyncio.sleep(due_s - self._loop.time())
            await self._flows.wait()
            if data is None:
                raise ConnectionResetError
            if data:
                sink.write(data)
                await sink.drain()
        sink.write_eof()

    def _late_s(self, *, is_last: bool) -> float:
        """How much later a segment comes than it was sent."""
        if self._dice.random() >= self._loss:
            return self._delay_s
        return 3 * self._delay_s + (TIMER_S if is_last else 0.0)


_Waiting = asyncio.Queue[tuple[float, bytes | None]]
"""What is on its way, and when it is due. Nothing is the end, ``None`` a broken end."""


def _reset(writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):  # it may be closed already
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    writer.transport.abort()
