"""Peers that are wrong, hostile, slow or silent, against the real server on loopback: they cost a bounded amount."""

import asyncio
import os
import random
from collections.abc import Coroutine, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import grpc
import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.measuring.hostile_messages import HostileMessages
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
    PlainDesktop,
    PlainStream,
    RunningWorker,
    lines_question,
    opening,
    question,
    running_worker,
    sound,
    sound_of,
    until,
)

SECOND = sound_of(1.0)


def go(work: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(2 * PATIENCE_S):
            await work

    asyncio.run(bounded())


@pytest.fixture
def machines(tmp_path: Path) -> Machines:
    return make_machines(tmp_path)


def trusted_worker(machines: Machines, *, limits: Limits | None = None) -> AbstractAsyncContextManager[RunningWorker]:
    credentials = server_credentials(machines.worker, machines.desktops)
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


# Too much


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
        async with running_worker(limits=Limits(opening_within_s=0.1, silent_s=0.1)) as worker:
            desktop = PlainDesktop(worker.port)
            silent = desktop.stream()
            assert await silent.rest() == []
            assert await silent.code() is grpc.StatusCode.DEADLINE_EXCEEDED
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


# Wrong messages


class Beside:
    """A worker that goes on between the examples of a property, with a good desktop beside the bad ones."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.context = running_worker(limits=Limits(faults=20, linger_s=0.5))
        self.worker: RunningWorker = self.runner.run(self.context.__aenter__())
        self.good, self.bad = PlainDesktop(self.worker.port), PlainDesktop(self.worker.port)
        self.stream = self.runner.run(self.good.opened("good/0"))
        self.runner.run(self.stream.send(sound(0, SECOND)))
        self.asked = 0

    def close(self) -> None:
        self.runner.run(self.good.close())
        self.runner.run(self.bad.close())
        self.runner.run(self.context.__aexit__(None, None, None))
        self.runner.close()
        # gRPC's thread ends with the last of them, and pytest may hold this fixture a while longer.
        del self.good, self.bad, self.stream, self.worker, self.context

    def suffer(self, messages: list[bytes]) -> None:
        """One bad stream from its beginning to its end; then the good desktop asks."""
        self.runner.run(self._suffer(messages))

    async def _suffer(self, messages: list[bytes]) -> None:
        stream = self.bad.stream("bad/0")
        reading = asyncio.create_task(stream.rest())
        try:
            for message in messages:
                await stream.send(message)
            await stream.call.done_writing()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass
        await reading
        assert await stream.code() in (
            grpc.StatusCode.OK,
            grpc.StatusCode.INTERNAL,  # gRPC's own word, on this side, for writing into a stream that has ended
            grpc.StatusCode.INVALID_ARGUMENT,
            grpc.StatusCode.RESOURCE_EXHAUSTED,
        )
        self.asked += 1
        await self.stream.send(wire.AudioChunk(question=question(self.asked, 0, 16000)))
        assert (await self.stream.answer_to(self.asked)).HasField("window")


@pytest.fixture(scope="module")
def beside() -> Iterator[Beside]:
    found = Beside()
    yield found
    found.close()


INTEGERS = st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(-2, 40_000)
UNSIGNED = st.integers(0, (1 << 32) - 1) | st.integers(0, 5)
TEXTS = st.text(max_size=20) | st.sampled_from(["", "en", "base", "bad/0", "x" * 700])


@st.composite
def stretches(draw: st.DrawFn) -> list[wire.Stretch]:
    def pieces() -> list[wire.Piece]:
        return [wire.Piece(start=draw(INTEGERS), stop=draw(INTEGERS)) for _ in range(draw(st.integers(0, 4)))]

    return [
        wire.Stretch(track=draw(UNSIGNED), parts=pieces(), speech=pieces(), at=draw(INTEGERS))
        for _ in range(draw(st.integers(0, 3)))
    ]


@st.composite
def questions(draw: st.DrawFn) -> wire.Question:
    asked = wire.Question(seq_id=draw(UNSIGNED), answer_within_ms=draw(UNSIGNED))
    match draw(st.integers(0, 3)):
        case 0:
            asked.lines.CopyFrom(wire.Lines(stretches=draw(stretches()), language=draw(TEXTS)))
        case 1:
            asked.window.CopyFrom(wire.Window(at=draw(INTEGERS), stop=draw(INTEGERS), language=draw(TEXTS)))
        case 2:
            asked.language.CopyFrom(wire.LanguageVote(stretches=draw(stretches()), at=draw(INTEGERS)))
        case _:
            pass
    return asked


@st.composite
def openings(draw: st.DrawFn) -> wire.Opening:
    return wire.Opening(
        protocol=draw(st.integers(0, 2)),
        model=draw(TEXTS),
        languages=draw(st.lists(TEXTS, max_size=3)),
        beam_size=draw(UNSIGNED),
    )


@st.composite
def chunks(draw: st.DrawFn) -> bytes:
    chunk = sound(draw(INTEGERS), draw(st.binary(max_size=600)), keep_from=draw(INTEGERS))
    chunk.session_id = draw(st.just("bad/0") | TEXTS)
    chunk.cancel_seq_id = draw(UNSIGNED)
    if draw(st.booleans()):
        chunk.question.CopyFrom(draw(questions()))
    if draw(st.integers(0, 4)) == 0:
        chunk.opening.CopyFrom(draw(openings()))
    return chunk.SerializeToString()


GOOD_START = wire.AudioChunk(session_id="bad/0", opening=opening()).SerializeToString()


@given(
    begins_well=st.booleans(),
    messages=st.lists(chunks() | st.binary(max_size=200), min_size=1, max_size=12),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_whatever_a_stream_says_it_ends_and_a_good_desktop_beside_it_is_answered(
    beside: Beside, begins_well: bool, messages: list[bytes]
):
    beside.suffer([GOOD_START, *messages] if begins_well else messages)


def test_mutated_messages_leave_nothing_behind(beside: Beside):
    hostile = HostileMessages(random.randrange(1 << 30))
    streams = [list(stream.messages) for stream in hostile.streams(200)]
    for messages in streams[:5]:
        beside.suffer(messages)
    fds, threads = psutil.Process().num_fds(), psutil.Process().num_threads()
    tasks = count_tasks(beside)
    for messages in streams[5:]:
        beside.suffer(messages)
    beside.runner.run(until(lambda: beside.worker.service.peers.held.sessions == 1))
    beside.runner.run(until(lambda: len(asyncio.all_tasks()) <= tasks))
    assert psutil.Process().num_fds() <= fds + 2
    assert psutil.Process().num_threads() <= threads + 4
    held = beside.worker.service.peers.held
    assert (held.streams, held.sessions, held.asked) == (1, 1, 0)
    assert held.sound == 16000


def count_tasks(beside: Beside) -> int:
    async def count() -> int:
        return len(asyncio.all_tasks())

    return beside.runner.run(count())
