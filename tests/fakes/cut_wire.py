"""A wire between two programs on this machine that a test can cut, or freeze."""

import asyncio
from types import TracebackType
from typing import Self


class CutWire:
    """Listens on loopback and hands everything on to another port. For ``async with``."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self._to = port
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._pumps: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    def cut(self) -> None:
        """Break all connections at once; new ones are let through."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()
        for pump in self._pumps:
            pump.cancel()

    def freeze(self) -> None:
        """From now on nothing comes through, and nobody is told."""
        self._flows.clear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers |= {writer, there_writer}
        for source, target in ((reader, there_writer), (there_reader, writer)):
            pump = asyncio.get_running_loop().create_task(self._pump(source, target))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(1 << 16):
                await self._flows.wait()
                target.write(data)
                await target.drain()
        except ConnectionError:
            pass
        finally:
            target.transport.abort()
