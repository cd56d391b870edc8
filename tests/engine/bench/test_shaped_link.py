import asyncio

import pytest

from engine.bench.shaped_link import ShapedLink

SENT = bytes(number % 251 for number in range(200_000))


async def echoed(*, loss: float, delay_s: float = 0.001) -> bytes:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(10_000):
            writer.write(data)
        writer.close()

    async with await asyncio.start_server(echo, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        link = ShapedLink(port, delay_s=delay_s, loss=loss)
        await asyncio.to_thread(link.__enter__)
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", link.port)
            writer.write(SENT)
            writer.write_eof()
            found = await reader.read(-1)
            writer.close()
            return found
        finally:
            await asyncio.to_thread(link.__exit__, None, None, None)


@pytest.mark.parametrize("loss", [0.0, 0.2])
def test_what_a_link_loses_comes_late_but_whole_and_in_order(loss: float):
    assert asyncio.run(echoed(loss=loss)) == SENT


def test_a_link_to_nobody_hangs_up():
    async def ask() -> bytes:
        link = ShapedLink(1, delay_s=0.0, loss=0.0)
        await asyncio.to_thread(link.__enter__)
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", link.port)
            found = await reader.read(-1)
            writer.close()
            return found
        finally:
            await asyncio.to_thread(link.__exit__, None, None, None)

    assert asyncio.run(ask()) == b""
