"""Peers that are wrong, hostile, slow or silent, against the real server on loopback: they cost a bounded amount."""

import asyncio
import os
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import grpc
import psutil
import pytest

from engine.caching.session_context import SessionContext, read_context, write_context
from engine.contract.audio import SampleIndex
from engine.contract.segments import RecognisedSegment
from engine.remote import transcription_pb2 as wire
from engine.remote.identity import Identity
from engine.remote.paired_desktops import PairedDesktop
from engine.remote.question import Answer, Question
from engine.remote.trust import channel_credentials, server_credentials
from engine.worker.limits import Limits
from tests.builders.paired_machines import Machines, make_machines, new_identity
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import (
    PATIENCE_S,
    SECOND,
    PlainDesktop,
    PlainStream,
    RunningWorker,
    go,
    lines_question,
    opening,
    question,
    running_worker,
    sound,
    until,
)


@pytest.fixture
def machines(tmp_path: Path) -> Machines:
    return make_machines(tmp_path)


def trusted_worker(machines: Machines, *, limits: Limits | None = None) -> AbstractAsyncContextManager[RunningWorker]:
    credentials = server_credentials(lambda: machines.worker, machines.desktops)
    return running_worker(trusting=machines.desktops, credentials=credentials, limits=limits)


def desktop_of(machines: Machines, port: int, *, identity: Identity | None = None) -> PlainDesktop:
    worker = machines.pair(port=port)
    return PlainDesktop(port, credentials=channel_credentials(worker, identity or machines.desktop))


# Without trust


def test_a_paired_desktop_is_answered_and_nobody_else_is(machines: Machines):
    """Case 87."""

    async def run() -> None:
        async with trusted_worker(machines) as worker:
            desktop = desktop_of(machines, worker.port)
            stream = await desktop.opened()
            await stream.send(sound(0, SECOND, question=question(1, 0, 16000)))
            assert (await stream.answer_to(1)).HasField("window")
            root = machines.workers.read()[0].certificate.pem
            strangers = [
                desktop_of(machines, worker.port, identity=new_identity()),
                PlainDesktop(worker.port, credentials=grpc.ssl_channel_credentials(root)),
                PlainDesktop(worker.port),
            ]
            for stranger in strangers:
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await stranger.describe()
                assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
                await stranger.close()
            assert worker.answering.opened == [f"{machines.desktop.fingerprint[:16]}/meeting/0"]
            await desktop.close()

    go(run())


def test_a_desktop_that_is_forgotten_is_let_go_in_the_middle_of_a_stream(machines: Machines):
    """Case 87."""

    async def run() -> None:
        async with trusted_worker(machines) as worker:
            desktop = desktop_of(machines, worker.port)
            stream = await desktop.opened()
            machines.desktops.forget(machines.desktop.fingerprint)
            await stream.send(sound(0, SECOND, question=question(1, 0, 16000)))
            assert await stream.rest() == []
            assert await stream.code() is grpc.StatusCode.PERMISSION_DENIED
            assert worker.answering.asked == []
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await desktop.describe()
            assert refused.value.code() is grpc.StatusCode.PERMISSION_DENIED
            await desktop.close()

    go(run())


def test_another_desktop_gets_nothing_of_a_session_whose_name_it_knows(machines: Machines):
    """Case 87: results only for the submitting client."""

    async def run() -> None:
        other = new_identity()
        async with trusted_worker(machines) as worker:
            first = desktop_of(machines, worker.port)
            stream = await first.opened("the-meeting/0")
            await stream.send(sound(0, SECOND, question=question(1, 0, 16000)))
            await stream.answer_to(1)
            await first.close()
            machines.desktops.add(PairedDesktop("Other", other.certificate))
            second = desktop_of(machines, worker.port, identity=other)
            theirs = await second.opened("the-meeting/0")
            assert theirs.results[0].acknowledged_to == 0
            await theirs.send(wire.AudioChunk(question=question(1, 0, 16000)))
            assert [(each.seq_id, each.refusal.reason) for each in await theirs.end()] == [(1, wire.SOUND_MISSING)]
            await second.close()

    go(run())


def test_what_one_desktop_tells_of_a_meeting_another_one_does_not_hear(machines: Machines):
    """Case 87."""
    known = write_context(SessionContext(version=3, language="zh"))

    async def told(desktop: PlainDesktop, name: str, document: str) -> str:
        stream = desktop.stream(name)
        first = opening()
        first.MergeFrom(wire.Opening(meeting="the-meeting", context_json=document))
        await stream.send(wire.AudioChunk(opening=first))
        opened = await stream.read()
        assert opened is not None
        await stream.end()
        return opened.opened.context_json

    async def run() -> None:
        other = new_identity()
        async with trusted_worker(machines) as worker:
            machines.desktops.add(PairedDesktop("Other", other.certificate))
            first, second = (
                desktop_of(machines, worker.port),
                desktop_of(machines, worker.port, identity=other),
            )
            assert await told(first, "a/0", known) == ""
            assert await told(second, "b/0", "") == ""
            assert read_context(await told(first, "c/0", "")) is not None
            for each in (first, second):
                await each.close()

    go(run())


# Too much


def test_a_desktop_that_tells_too_much_of_a_meeting_is_refused_and_of_many_words_the_last_counts(machines: Machines):
    async def run() -> None:
        async with trusted_worker(machines) as worker:
            desktop = desktop_of(machines, worker.port)
            stream = desktop.stream("a/0")
            first = opening()
            first.MergeFrom(wire.Opening(meeting="the-meeting"))
            await stream.send(wire.AudioChunk(opening=first))
            await stream.read()
            await stream.send(wire.AudioChunk(context_json="x" * 70_000))
            refused = await stream.read()
            assert refused is not None
            assert refused.refusal.reason == wire.TOO_MUCH
            for version in range(1, 40):
                await stream.send(wire.AudioChunk(context_json=write_context(SessionContext(version=version))))
            await stream.end()
            again = await desktop.opened("b/0")
            await again.send(wire.AudioChunk(context_json=write_context(SessionContext(version=99))))  # of no meeting
            await again.end()
            counts = worker.answering.meetings.figures.counts
            assert 2 <= counts.asked <= 40
            await desktop.close()

    go(run())


def test_gigabytes_in_one_message_end_the_call_before_they_are_read():
    """Cases 83 and 87."""

    async def run() -> None:
        async with running_worker() as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened()
            await stream.send(bytes(8 << 20))
            assert await stream.rest() == []
            assert await stream.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            chunk = await desktop.opened("other/0")
            await chunk.send(sound(0, bytes((256 << 10) + 2)))
            assert [each.refusal.reason for each in await chunk.end()] == [wire.TOO_MUCH]
            await desktop.close()

    go(run())


def test_five_hundred_jobs_at_once_are_as_many_as_are_allowed():
    """Case 87."""

    async def run() -> None:
        async with running_worker(limits=Limits(streams_per_peer=8)) as worker:
            desktops = [PlainDesktop(worker.port) for _ in range(5)]
            streams = [desktop.stream(f"{number}/0") for number, desktop in enumerate(desktops * 10)]
            await asyncio.gather(*(try_to_open(stream) for stream in streams))
            opened = [stream for stream in streams if stream.results]
            assert len(opened) == 8
            assert len(worker.service.sessions) == 8
            refused = next(stream for stream in streams if not stream.results)
            assert await refused.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            for desktop in desktops:
                await desktop.close()

    go(run())


async def try_to_open(stream: PlainStream) -> None:
    try:
        await stream.send(wire.AudioChunk(opening=opening()))
        await stream.read()
    except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
        pass


def test_sound_and_questions_of_a_session_are_bounded():
    """Case 87."""

    async def run() -> None:
        answering = FakeAnswering(is_holding=True)
        limits = Limits(session_sound_s=2.5, asked_s=5.0, questions=3)
        async with running_worker(answering=answering, limits=limits) as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened()
            for second in range(3):
                await stream.send(sound(second * 16000, SECOND))
            await until(lambda: worker.service.peers.held.sound == 32000)
            # The same two seconds again and again would be held again and again.
            await stream.send(wire.AudioChunk(question=lines_question(1, 0, 32000, stretches=64)))
            assert (await stream.answer_to(1)).refusal.reason == wire.TOO_MUCH
            for seq_id in (2, 3, 4, 5):
                await stream.send(wire.AudioChunk(question=question(seq_id, 0, 16000)))
            assert (await stream.answer_to(5)).refusal.reason == wire.TOO_MUCH
            assert worker.service.peers.held.asked == 48000
            answering.release()
            await stream.end()
            assert worker.service.peers.held.asked == 0
            await desktop.close()

    go(run())


def test_broken_sessions_make_room_for_new_ones():
    async def run() -> None:
        async with running_worker(limits=Limits(sessions_per_peer=3)) as worker:
            for number in range(10):
                desktop = PlainDesktop(worker.port)
                stream = await desktop.opened(f"{number}/0")
                await stream.send(sound(0, SECOND, question=question(1, 0, 16000)))
                await stream.answer_to(1)
                await desktop.close()
                await until(lambda: worker.service.peers.held.streams == 0)
            assert len(worker.service.sessions) == 3
            assert worker.service.peers.held.sound == 3 * 16000

    go(run())


def test_many_faults_end_the_stream():
    async def run() -> None:
        async with running_worker(limits=Limits(faults=5)) as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened()
            for _ in range(6):
                await stream.send(b"\xff")
            found = await stream.rest()
            assert {each.refusal.reason for each in found} <= {wire.NOT_UNDERSTOOD}
            assert await stream.code() is grpc.StatusCode.INVALID_ARGUMENT
            await desktop.close()

    go(run())


def test_who_sends_faster_than_allowed_is_read_more_slowly_and_answered_all_the_same():
    async def run() -> None:
        limits = Limits(messages_per_s=50, messages_at_once=5)
        async with running_worker(limits=limits) as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened()
            loop = asyncio.get_running_loop()
            began_s = loop.time()
            for seq_id in range(1, 31):
                await stream.send(sound(0, SECOND, question=question(seq_id, 0, 16000)))
            assert sum(each.HasField("window") for each in await stream.end()) == 30
            assert loop.time() - began_s > 0.4
            await desktop.close()

    go(run())


# Silent and slow


def test_a_stream_that_says_nothing_ends():
    async def run() -> None:
        async with running_worker(limits=Limits(opening_within_s=0.1)) as worker:
            desktop = PlainDesktop(worker.port)
            silent = desktop.stream()
            assert await silent.rest() == []
            assert await silent.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            assert worker.service.peers.held.streams == 0
            await desktop.close()
        async with running_worker(limits=Limits(silent_s=0.1)) as worker:
            desktop = PlainDesktop(worker.port)
            opened = await desktop.opened()
            assert await opened.rest() == []
            assert await opened.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            assert worker.service.peers.held.streams == 0
            await desktop.close()

    go(run())


def long_lines(asked: Question) -> Answer:
    line = RecognisedSegment(0, SampleIndex(0), SampleIndex(16000), "word " * 50_000, "en", 0.9)
    return ((line,) * 8,)


def test_a_peer_that_does_not_read_is_let_go_and_nothing_piles_up_for_it():
    async def run() -> None:
        limits = Limits(unread_s=0.3, questions=8, linger_s=0.5)
        async with running_worker(answering=FakeAnswering(answer=long_lines), limits=limits) as worker:
            desktop = PlainDesktop(worker.port)
            stream = desktop.stream()
            await stream.send(wire.AudioChunk(opening=opening()))
            await stream.send(sound(0, SECOND))
            for seq_id in range(1, 200):
                try:
                    async with asyncio.timeout(2.0):
                        await stream.send(wire.AudioChunk(question=lines_question(seq_id, 0, 16000)))
                except (TimeoutError, grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    break
            await until(lambda: not len(worker.service.sessions))
            assert len(worker.answering.asked) <= 30
            # gRPC cannot take back what it was to write: the stream counts against its peer until it hangs up.
            assert worker.service.peers.held.streams == 1
            await desktop.close()
            await until(lambda: worker.is_empty)

    go(run())


def test_connections_that_never_shake_hands_are_closed(machines: Machines):
    async def run() -> None:
        limits = Limits(handshake_s=0.5)
        async with trusted_worker(machines, limits=limits) as worker:
            before = psutil.Process().num_fds()
            silent = [await asyncio.open_connection("127.0.0.1", worker.port) for _ in range(20)]
            for reader, _ in silent:
                async with asyncio.timeout(PATIENCE_S):
                    assert await reader.read() == b""
            for _, writer in silent:
                writer.close()
                await writer.wait_closed()
            await until(lambda: psutil.Process().num_fds() <= before)

    go(run())


def test_noise_and_plain_speech_at_the_door_are_closed_and_the_next_desktop_is_answered(machines: Machines):
    """Case 87."""

    async def run() -> None:
        async with trusted_worker(machines) as worker:
            for noise in (os.urandom(4096), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", worker.port)
                writer.write(noise)
                try:
                    async with asyncio.timeout(PATIENCE_S):
                        while await reader.read(1 << 16):
                            pass
                except ConnectionError:
                    pass
                writer.close()
            desktop = desktop_of(machines, worker.port)
            assert (await desktop.describe()).name == "Fake worker"
            await desktop.close()

    go(run())
