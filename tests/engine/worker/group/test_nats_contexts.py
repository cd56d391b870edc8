"""What one front of a group was told of a meeting, every other front knows: real gRPC, real NATS."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from engine.caching.session_context import SessionContext, read_context, write_context
from engine.contract.options import GlossaryTerm
from engine.remote import transcription_pb2 as wire
from engine.worker.group import subjects
from engine.worker.group.front import Front
from engine.worker.group.nats_server import NatsServer
from engine.worker.server import WorkerServer
from engine.worker.service import Service
from tests.builders.group import Group, run_in_group
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import PlainDesktop, opening, question, sound, sound_of

DECIDED = SessionContext(version=3, language="zh", probability=0.9, glossary=(GlossaryTerm("eigenvalue"),))


@asynccontextmanager
async def open_door(front: Front) -> AsyncGenerator[int]:
    """The gRPC door of a front, until the end of the block; its port."""
    service = Service(answering=front, trusting=None, name=front.__class__.__name__)
    server = WorkerServer(service=service, answering=front, host="127.0.0.1", port=0)
    port = await server.start()
    try:
        yield port
    finally:
        await server.stop()


async def tell(
    port: int, context: SessionContext | None, *, changed: SessionContext | None = None
) -> SessionContext | None:
    """A desktop opens a session, asks something, and ends; what it heard of the meeting."""
    desktop = PlainDesktop(port)
    stream = desktop.stream("meeting/0")
    document = "" if context is None else write_context(context)
    first = opening()
    first.MergeFrom(wire.Opening(meeting="monday", context_json=document))
    await stream.send(wire.AudioChunk(opening=first))
    opened = await stream.read()
    assert opened is not None and opened.HasField("opened"), opened
    chunk = sound(0, sound_of(1.0), question=question(1, 0, 16000))
    chunk.context_json = "" if changed is None else write_context(changed)
    await stream.send(chunk)
    await stream.answer_to(1)
    await stream.end()
    await desktop.close()
    return read_context(opened.opened.context_json)


def test_a_meeting_goes_on_at_another_front_with_the_language_and_the_terms_it_had(server: NatsServer):
    async def work(group: Group) -> None:
        await group.worker(FakeAnswering())
        first = await group.front("front-1")
        async with open_door(first) as port:
            assert await tell(port, SessionContext(version=1), changed=DECIDED) is None
        await first.close()
        second = await group.front("front-2")
        async with open_door(second) as port:
            heard = await tell(port, None)
            assert heard is not None
            assert (heard.language, heard.glossary, heard.version) == ("zh", DECIDED.glossary, 3)
            assert await tell(port, DECIDED) is None

    async def begun(group: Group) -> None:
        # Workers wait for a front that lays everything out.
        front = await group.front("front-0")
        await work(group)
        await front.close()

    run_in_group(server.address, begun)


def test_a_change_that_was_made_of_an_older_one_changes_nothing(server: NatsServer):
    async def work(group: Group) -> None:
        fronts = [await group.front(f"front-{number}") for number in range(3)]
        told = [DECIDED, SessionContext(version=9, language="en"), SessionContext(version=5, language="de")]
        documents = [write_context(each) for each in told]
        await asyncio.gather(
            *(front.remember("laptop/monday", each) for front, each in zip(fronts, documents, strict=True))
        )
        for front in fronts:
            known = read_context(await front.remember("laptop/monday", ""))
            assert known is not None
            assert (known.language, known.version) == ("en", 9)

    run_in_group(server.address, work)


def test_what_somebody_else_wrote_there_is_nothing_and_is_written_over(server: NatsServer):
    async def work(group: Group) -> None:
        front = await group.front()
        await front.remember("laptop/monday", write_context(DECIDED))
        watcher = await group.watch()
        bucket = await watcher.stream.key_value(subjects.MEETINGS)
        for rubbish in (b"", b"x", b"\xff" * 40):
            await bucket.put(subjects.session_token("laptop/monday"), rubbish)
            assert await front.remember("laptop/monday", "") == ""
        assert await front.remember("laptop/monday", write_context(DECIDED)) == ""
        assert read_context(await front.remember("laptop/monday", "")) is not None

    run_in_group(server.address, work)


def test_a_server_that_is_gone_knows_nothing_and_nothing_else_happens(server: NatsServer):
    async def work(group: Group) -> None:
        front = await group.front()
        await front.remember("laptop/monday", write_context(DECIDED))
        await asyncio.to_thread(server.stop)
        assert await front.remember("laptop/monday", write_context(DECIDED)) == ""

    run_in_group(server.address, work)
