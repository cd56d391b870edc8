"""The Redis of a site: what is said of it, and that a worker goes on when it is not there."""

import asyncio

from engine.caching.session_context import SessionContext, read_context, write_context
from engine.worker.site import Site
from tests.builders.redis_server import redis_server

PATIENCE_S = 10.0
DECIDED = SessionContext(version=3, language="zh", probability=0.9)


def test_it_is_said_what_there_is():
    with redis_server() as server:
        site = Site(server.url, timeout_s=PATIENCE_S)
        assert site.look().startswith("What is understood of files, encrypted")
        server.stop()
        assert "does not answer now" in site.look()
        site.close()
        site.close()


def test_a_redis_without_its_modules_keeps_nothing_of_meetings_and_says_so():
    with redis_server(has_modules=False) as server:
        site = Site(server.url, timeout_s=PATIENCE_S)
        assert "lacks RedisJSON" in site.look()

        async def meet() -> None:
            assert await site.meetings.meet("laptop/monday", write_context(DECIDED)) == ""
            assert await site.meetings.meet("laptop/monday", "") == ""
            await site.meetings.close()

        asyncio.run(meet())
        site.close()


def test_what_one_worker_was_told_of_a_meeting_another_one_knows():
    with redis_server() as server:
        first, second = (Site(server.url, timeout_s=PATIENCE_S) for _ in range(2))

        async def meet() -> None:
            assert await first.meetings.meet("laptop/monday", write_context(DECIDED)) == ""
            heard = read_context(await second.meetings.meet("laptop/monday", ""))
            assert heard is not None
            assert (heard.language, heard.version) == ("zh", 3)
            server.stop()
            assert await second.meetings.meet("laptop/monday", "") == ""
            for each in (first, second):
                await each.meetings.close()

        asyncio.run(meet())
        for each in (first, second):
            each.close()
