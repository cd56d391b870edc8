"""Whatever a stream says: it ends, nothing of it stays behind, and a good desktop beside it is answered."""

import asyncio
import random
from collections.abc import Iterator

import grpc
import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.measuring.hostile_messages import HostileMessages
from engine.remote import transcription_pb2 as wire
from engine.worker.limits import Limits
from tests.fakes.plain_desktop import (
    SECOND,
    PlainDesktop,
    RunningWorker,
    opening,
    question,
    running_worker,
    sound,
    until,
)


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
