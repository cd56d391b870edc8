"""A desktop that says to a worker exactly what a test wants it to say, also what no desktop would."""

import asyncio
import time
import zlib
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import grpc
import grpc.aio
import numpy as np

from engine.remote import transcription_pb2 as wire
from engine.remote.trust import CHANNEL_OPTIONS
from engine.worker.limits import Limits
from engine.worker.server import WorkerServer
from engine.worker.service import MeetsKeys, Service, Trusting
from engine.worker.watching import Watching
from tests.fakes.fake_answering import FakeAnswering

StreamMethod = grpc.aio.StreamStreamMultiCallable[bytes, bytes]
UnaryMethod = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]

METHOD = "/vivavoce.engine.v1.SpeechWorker/"
PATIENCE_S = 20.0
"""A test that waits longer waits for ever."""


def sound_of(seconds: float, *, seed: int = 1) -> bytes:
    """Noise as little-endian 16 bit, the same each time."""
    count = round(seconds * 16000)
    return np.random.default_rng(seed).integers(-20000, 20000, count, dtype=np.int16).astype("<i2").tobytes()


SECOND = sound_of(1.0)


def go(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine to its end, and not for ever."""

    async def bounded() -> None:
        async with asyncio.timeout(2 * PATIENCE_S):
            await work

    asyncio.run(bounded())


def opening(model: str = "base", *, protocol: int = 1, languages: Sequence[str] = ("en",)) -> wire.Opening:
    """As a desktop opens a session."""
    return wire.Opening(protocol=protocol, model=model, languages=languages)


def sound(start: int, pcm16: bytes, **more: Any) -> wire.AudioChunk:
    """A chunk whose checksum fits."""
    return wire.AudioChunk(start=start, pcm16=pcm16, crc32=zlib.crc32(pcm16), **more)


def question(seq_id: int, at: int, stop: int, *, priority: wire.Priority = wire.LIVE_FINAL) -> wire.Question:
    """For words in a window."""
    return wire.Question(seq_id=seq_id, priority=priority, window=wire.Window(at=at, stop=stop, language="en"))


def lines_question(seq_id: int, at: int, stop: int, *, stretches: int = 1) -> wire.Question:
    """For whole lines, of the same stretch as often as wanted."""
    stretch = wire.Stretch(parts=[wire.Piece(start=at, stop=stop)], speech=[wire.Piece(start=at, stop=stop)], at=at)
    return wire.Question(
        seq_id=seq_id,
        priority=wire.FOREGROUND_FILE,
        lines=wire.Lines(stretches=[stretch] * stretches, language="en"),
    )


class PlainStream:
    """One call of ``Transcribe``."""

    def __init__(self, call: "grpc.aio.StreamStreamCall[bytes, bytes]", session_id: str) -> None:
        self.call = call
        self.session_id = session_id
        self.results: list[wire.TranscribeResult] = []

    async def send(self, chunk: wire.AudioChunk | bytes) -> None:
        if isinstance(chunk, wire.AudioChunk) and not chunk.session_id:
            chunk.session_id = self.session_id
        await self.call.write(chunk if isinstance(chunk, bytes) else chunk.SerializeToString())

    async def read(self) -> wire.TranscribeResult | None:
        """The next result; ``None`` at the end."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                data: object = await self.call.read()
        except grpc.aio.AioRpcError:
            return None
        if not isinstance(data, bytes):
            return None
        self.results.append(wire.TranscribeResult.FromString(data))
        return self.results[-1]

    async def answer_to(self, seq_id: int) -> wire.TranscribeResult:
        """The first result about a question."""
        while (result := await self.read()) is not None:
            if result.seq_id == seq_id:
                return result
        raise AssertionError(f"the stream ended without an answer to {seq_id}: {await self.call.code()}")

    async def rest(self) -> list[wire.TranscribeResult]:
        """All that comes until the end."""
        found: list[wire.TranscribeResult] = []
        while (result := await self.read()) is not None:
            found.append(result)
        return found

    async def end(self) -> list[wire.TranscribeResult]:
        """Say that all is said; what still comes."""
        if any(result.HasField("opened") for result in self.results):
            await self.send(wire.AudioChunk(is_over=True))
        await self.call.done_writing()
        return await self.rest()

    async def code(self) -> grpc.StatusCode:
        """How it ended."""
        async with asyncio.timeout(PATIENCE_S):
            return await self.call.code()


class PlainDesktop:
    """One connection to a worker."""

    def __init__(self, port: int, *, credentials: grpc.ChannelCredentials | None = None) -> None:
        address = f"127.0.0.1:{port}"
        options: list[tuple[str, Any]] = [
            ("grpc.use_local_subchannel_pool", 1),
            ("grpc.max_send_message_length", -1),
            ("grpc.enable_http_proxy", 0),
        ]
        if credentials is None:
            self.channel = grpc.aio.insecure_channel(address, options)
        else:
            self.channel = grpc.aio.secure_channel(address, credentials, [*options, *CHANNEL_OPTIONS])

    def stream(self, session_id: str = "meeting/0") -> PlainStream:
        """Begin a stream; nothing is said yet."""
        begin: StreamMethod = self.channel.stream_stream(f"{METHOD}Transcribe")  # pyright: ignore[reportUnknownVariableType] - untyped without a generated stub
        return PlainStream(begin(), session_id)

    async def opened(self, session_id: str = "meeting/0", **how: Any) -> PlainStream:
        """Begin a stream and open the session."""
        stream = self.stream(session_id)
        await stream.send(wire.AudioChunk(opening=opening(**how)))
        first = await stream.read()
        while first is not None and first.WhichOneof("what") is None:
            first = await stream.read()  # it is there, and loads a speech model
        assert first is not None and first.HasField("opened"), first
        return stream

    async def describe(self, request: wire.DescribeRequest | None = None) -> wire.Description:
        asked = request or wire.DescribeRequest(protocols=[1])
        return wire.Description.FromString(await self._ask("Describe", asked.SerializeToString()))

    async def health(self, request: bytes = b"") -> wire.HealthReport:
        return wire.HealthReport.FromString(await self._ask("Health", request))

    async def close(self) -> None:
        await self.channel.close()

    async def _ask(self, method: str, request: bytes) -> bytes:
        ask: UnaryMethod = self.channel.unary_unary(f"{METHOD}{method}")  # pyright: ignore[reportUnknownVariableType] - untyped without a generated stub
        async with asyncio.timeout(PATIENCE_S):
            return await ask(request)


class RunningWorker:
    """A worker on loopback, with what stands behind it in reach."""

    def __init__(self, *, answering: FakeAnswering, service: Service, server: WorkerServer, port: int) -> None:
        self.answering = answering
        self.service = service
        self.server = server
        self.port = port

    @property
    def is_empty(self) -> bool:
        """Nothing of anybody is held."""
        return not len(self.service.sessions) and self.service.peers.held.is_nothing


@asynccontextmanager
async def running_worker(
    *,
    answering: FakeAnswering | None = None,
    limits: Limits | None = None,
    trusting: Trusting | None = None,
    credentials: grpc.ServerCredentials | None = None,
    watching: Watching | None = None,
    keys: MeetsKeys | None = None,
    now_s: Callable[[], float] = time.monotonic,
) -> AsyncGenerator[RunningWorker]:
    """A worker that listens until the end of the block; afterwards it must hold nothing."""
    answering = answering or FakeAnswering()
    limits = limits or Limits()
    service = Service(
        answering=answering,
        trusting=trusting,
        name="Fake worker",
        limits=limits,
        watching=watching,
        keys=keys,
        now_s=now_s,
    )
    server = WorkerServer(
        service=service, answering=answering, host="127.0.0.1", port=0, credentials=credentials, limits=limits
    )
    worker = RunningWorker(answering=answering, service=service, server=server, port=await server.start())
    try:
        yield worker
    finally:
        await server.stop()
    assert worker.is_empty


async def until(is_so: Callable[[], bool], *, within_s: float = PATIENCE_S) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(within_s):
        while not is_so():
            await asyncio.sleep(0.01)
