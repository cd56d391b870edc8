"""Nothing piles up for a peer that does not read."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from engine.worker.session_outbox import Outbox, Reply


def go(work: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20):
            await work

    asyncio.run(bounded())


def test_whoever_makes_more_than_there_is_room_for_waits_until_some_is_read():
    async def run() -> None:
        outbox = Outbox(room=1)
        await outbox.put(Reply(None, 1))
        putting = asyncio.create_task(outbox.put(Reply(None, 2)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not putting.done()
        assert (await outbox.take()) == Reply(None, 1)
        await putting
        assert (await outbox.take()) == Reply(None, 2)
        assert outbox.is_empty

    go(run())


def test_a_closed_box_is_emptied_and_takes_nothing_more():
    async def run() -> None:
        outbox = Outbox()
        await outbox.put(Reply(None, 1))
        outbox.close()
        await outbox.put(Reply(None, 2))
        assert (await outbox.take()) == Reply(None, 1)
        assert (await outbox.take()) is None

    go(run())


def test_giving_up_drops_what_waits_and_frees_whoever_waits():
    async def run() -> None:
        outbox = Outbox(room=1)
        await outbox.put(Reply(None, 1))
        putting = asyncio.create_task(outbox.put(Reply(None, 2)))
        await asyncio.sleep(0)
        outbox.give_up()
        await putting
        assert (await outbox.take()) is None

    go(run())
