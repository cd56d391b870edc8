"""A link between two programs on this machine that is as slow and lossy as it is told to be.

A proxy on a thread of its own. TCP mends what a link loses and only gets later: a lost segment is delivered one round
trip later if others follow it (fast retransmit), else after the sender's timer ran out, and what comes after it waits.
"""

import asyncio
import contextlib
import random
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self

SEGMENT = 1448
"""Bytes in a packet of an Ethernet network."""

TIMER_S = 0.2
"""Linux waits so long at the least before it sends again what was not acknowledged."""

_LOOPBACK = "127.0.0.1"
_MOST_WAITING = 4096


class ShapedLink:
    """Hands everything on to another port, late. For ``with``."""

    def __init__(self, port: int, *, delay_s: float, loss: float, seed: int = 1) -> None:
        """Get ready.

        Args:
            port: Where the other program listens on this machine.
            delay_s: One way.
            loss: Part of the segments that is lost, 0..1.
            seed: The same losses for the same number.
        """
        self.port = 0
        """Where it listens itself, once it is entered."""
        self._to = port
        self._delay_s = delay_s
        self._loss = loss
        self._dice = random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="shaped-link", daemon=True)
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        self._run(self._open()).result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run(self._close()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, None]) -> "Future[None]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _open(self) -> None:
        self._server = await asyncio.start_server(self._connect, _LOOPBACK, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(_LOOPBACK, self._to)
        except OSError:
            writer.close()
            return
        task = asyncio.get_running_loop().create_task(self._join(reader, writer, far_reader, far_writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        far_reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
    ) -> None:
        """Both ways, until both have ended."""
        try:
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        finally:
            writer.close()
            far_writer.close()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(_MOST_WAITING)
        writing = asyncio.get_running_loop().create_task(self._write(waiting, sink))
        due_s = 0.0
        try:
            while data := await source.read(SEGMENT):
                due_s = max(due_s, self._loop.time() + self._delay_s + self._mended_s(is_last=len(data) < SEGMENT))
                await waiting.put((due_s, data))
            await waiting.put((due_s, b""))
            await writing
        except OSError:
            sink.close()  # one of the two has hung up
        finally:
            writing.cancel()

    async def _write(self, waiting: "asyncio.Queue[tuple[float, bytes]]", sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                due_s, data = await waiting.get()
                await asyncio.sleep(max(0.0, due_s - self._loop.time()))
                if not data:
                    sink.write_eof()
                    return
                sink.write(data)
                await sink.drain()

    def _mended_s(self, *, is_last: bool) -> float:
        """How much later a segment comes because it was lost; mostly not at all."""
        if self._dice.random() >= self._loss:
            return 0.0
        return TIMER_S + 2 * self._delay_s if is_last else 2 * self._delay_s
