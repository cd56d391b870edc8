"""``vivavoce measure worker --part peers``: what wrong and hostile peers do to a worker. The goal is nothing.

Against the real server in a process of its own. A good desktop asks all the while, over the same TLS as anybody. On an
event loop of its own; the messages are made by ``hostile_messages.py``, the worker started by ``served_worker.py``.
"""

import asyncio
import contextlib
import os
import tempfile
import time
import zlib
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import numpy as np

from app.measuring.hostile_messages import HostileMessages, HostileStream
from app.measuring.served_worker import Footprint, ServedWorker
from app.measuring.workbench import Workbench
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.pipeline.engine_store import probe_sound
from engine.remote import transcription_pb2 as wire
from engine.remote.identity import find_identity, worker_places
from engine.remote.trust import CHANNEL_OPTIONS, channel_credentials
from engine.remote.wire_format import to_pcm

MODEL = "tiny.en"
MESSAGES, QUICK_MESSAGES = 10_000, 300
CONNECTIONS, QUICK_CONNECTIONS = 200, 16
LET_GO_S = 25.0
"""A connection that never shakes hands is to be closed by then; the worker's own bound is 10 s."""

_OVER = wire.AudioChunk(is_over=True).SerializeToString()
"""Else its session would wait for it, and soon the worker would be full."""
_PREFIX = "/vivavoce.engine.v1.SpeechWorker/"
_AT_A_TIME = 4
_WARM = 0.1
"""Part of the messages before memory is looked at: caches and allocators fill once."""
_PAUSE_S = 0.2
_PATIENCE_S = 60.0

StreamMethod = grpc.aio.StreamStreamMultiCallable[bytes, bytes]
UnaryMethod = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]


@dataclass(slots=True)
class PeerReport:
    """What was seen."""

    messages: int = 0
    streams: int = 0
    stuck_streams: int = 0
    """Did not end when they should have."""
    connections: int = 0
    stuck_connections: int = 0
    untrusted_answers: int = 0
    good_ms: list[float] = field(default_factory=list[float])
    good_missed: int = 0
    before: Footprint | None = None
    after: Footprint | None = None
    exit_code: int | None = None


def measure_worker_peers(workbench: Workbench, *, quick: bool = False) -> Measurement:
    """Send all of it. Raises ``CannotMeasure`` or ``SpeechModelError``."""
    model = workbench.model_folder(MODEL)
    messages, connections = (QUICK_MESSAGES, QUICK_CONNECTIONS) if quick else (MESSAGES, CONNECTIONS)
    seed = time.time_ns() % 1_000_000
    with tempfile.TemporaryDirectory(prefix="vivavoce-peers-") as folder:
        report = asyncio.run(
            suffer(Path(folder), model, messages=messages, connections=connections, seed=seed, tell=workbench.tell)
        )
    setting = (
        f"{report.messages} wrong messages in {report.streams} streams and {report.connections} hostile connections "
        f"against one worker with {MODEL} on loopback, seed {seed}"
    )
    return Measurement("worker_peers", workbench.machine, figures_of(report), setting, tuple(details_of(report)))


def figures_of(report: PeerReport) -> tuple[Figure, ...]:
    """The figures of a report. Pure."""
    before, after = report.before, report.after
    grown = (after.bytes - before.bytes) / 1e6 if before and after else float("nan")
    files = after.files - before.files if before and after else float("nan")
    threads = after.threads - before.threads if before and after else float("nan")
    rows = (
        ("peers_crashes", "crashes of the worker", 0.0 if report.exit_code == 0 else 1.0, 0.0, 0),
        ("peers_untrusted_answers", "answers without trust", report.untrusted_answers, 0.0, 0),
        ("peers_good_missed", "questions of the good desktop unanswered", report.good_missed, 0.0, 0),
        ("peers_stuck_streams", "streams that did not end", report.stuck_streams, 0.0, 0),
        ("peers_stuck_connections", "hostile connections that were not let go", report.stuck_connections, 0.0, 0),
        ("peers_memory_mb", "memory more than before, MB", max(0.0, grown), 30.0, 1),
        ("peers_files", "open files more than before", max(0.0, files), 0.0, 0),
        ("peers_threads", "threads more than before", max(0.0, threads), 2.0, 0),
    )
    return tuple(
        Figure(key, title, float(value), None, None, goal, GoalOn.OURS, digits)
        for key, title, value, goal, digits in rows
    )


def details_of(report: PeerReport) -> list[str]:
    """What the figures rest on, for people."""
    if not report.good_ms:
        return ["The good desktop was never answered."]
    p50, p99 = np.percentile(report.good_ms, (50, 99))
    return [
        f"The good desktop asked {len(report.good_ms) + report.good_missed} times meanwhile; "
        f"answered after {p50:.0f} ms (median), {p99:.0f} ms (99 %)"
    ]


async def suffer(
    folder: Path, model: Path, *, messages: int, connections: int, seed: int, tell: Callable[[str], None]
) -> PeerReport:
    """Start a worker, send it everything, and look at what is left."""
    report = PeerReport()
    async with ServedWorker(folder=folder, model=model) as worker:
        good = asyncio.create_task(_ask_on(worker, report))
        try:
            streams = list(HostileMessages(seed).streams(messages))
            warm = max(1, int(len(streams) * _WARM))
            await _send_streams(worker, streams[:warm], report)
            await _connect_all(worker, folder, min(connections, len(_KINDS)), report)
            report.messages = report.streams = report.connections = 0
            await asyncio.sleep(_PAUSE_S)
            report.before = worker.footprint()
            tell(f"Sending {messages} wrong messages")
            await _send_streams(worker, streams, report)
            tell(f"Making {connections} hostile connections")
            await _connect_all(worker, folder, connections, report)
            report.after = await _settled(worker, report.before)
        finally:
            good.cancel()
            await asyncio.wait([good])
        if not good.cancelled():
            good.result()
        report.exit_code = await worker.end()
    return report


async def _settled(worker: ServedWorker, before: Footprint) -> Footprint:
    """What it holds once closed connections are really gone."""
    found = worker.footprint()
    for _ in range(50):
        if found.files <= before.files:
            break
        await asyncio.sleep(_PAUSE_S)
        found = worker.footprint()
    return found


# The good desktop


async def _ask_on(worker: ServedWorker, report: PeerReport) -> None:
    pcm = to_pcm(probe_sound())
    samples = len(pcm) // 2
    async with _channel(worker) as channel:
        call = _stream_method(channel)()
        opening = wire.Opening(protocol=1, model=MODEL, languages=["en"])
        first = wire.AudioChunk(session_id="good/0", opening=opening, start=0, pcm16=pcm, crc32=zlib.crc32(pcm))
        await call.write(first.SerializeToString())
        seq_id = 0
        while True:
            seq_id += 1
            began_s = time.monotonic()
            window = wire.Window(at=0, stop=samples, language="en")
            asked = wire.Question(seq_id=seq_id, priority=wire.LIVE_FINAL, window=window)
            await call.write(wire.AudioChunk(session_id="good/0", question=asked).SerializeToString())
            if await _is_answered(call, seq_id):
                report.good_ms.append((time.monotonic() - began_s) * 1000)
            else:
                report.good_missed += 1
            await asyncio.sleep(_PAUSE_S)


async def _is_answered(call: "grpc.aio.StreamStreamCall[bytes, bytes]", seq_id: int) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE_S):
            while isinstance(data := await _read(call), bytes):
                result = wire.TranscribeResult.FromString(data)
                if result.seq_id == seq_id:
                    return result.HasField("window")
    except TimeoutError:
        pass
    return False


# Wrong messages from a paired desktop


async def _send_streams(worker: ServedWorker, streams: list[HostileStream], report: PeerReport) -> None:
    waiting = iter(streams)

    async def some() -> None:
        async with _channel(worker) as channel:
            for stream in waiting:
                report.messages += len(stream.messages)
                report.streams += 1
                if not await _ends(_stream_method(channel)(), stream):
                    report.stuck_streams += 1

    await asyncio.gather(*(some() for _ in range(_AT_A_TIME)))


async def _ends(call: "grpc.aio.StreamStreamCall[bytes, bytes]", stream: HostileStream) -> bool:
    async def read() -> None:
        while isinstance(await _read(call), bytes):
            pass

    reading = asyncio.create_task(read())
    try:
        async with asyncio.timeout(_PATIENCE_S):
            # It may have ended while we were speaking.
            with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                for message in stream.messages:
                    await call.write(message)
                await call.write(_OVER)
                await call.done_writing()
            await reading
    except TimeoutError:
        reading.cancel()
        call.cancel()
        return False
    return True


async def _read(call: "grpc.aio.StreamStreamCall[bytes, bytes]") -> object:
    try:
        return await call.read()
    except grpc.aio.AioRpcError:
        return None


# Hostile connections


Hostile = Callable[["_Target"], Awaitable[bool]]
"""Gives whether it was let go in time."""


@dataclass(frozen=True, slots=True)
class _Target:
    port: int
    root: bytes
    """The worker's certificate in PEM."""
    stranger: grpc.ChannelCredentials
    """Of a machine that nobody paired."""
    report: PeerReport


async def _connect_all(worker: ServedWorker, folder: Path, count: int, report: PeerReport) -> None:
    stranger = find_identity(folder / "stranger", places=worker_places(folder / "stranger"))
    target = _Target(worker.port, worker.paired.certificate.pem, channel_credentials(worker.paired, stranger), report)
    hostile: list[Coroutine[Any, Any, None]] = [_try(_KINDS[number % len(_KINDS)], target) for number in range(count)]
    await asyncio.gather(*hostile)


async def _try(kind: Hostile, target: _Target) -> None:
    target.report.connections += 1
    try:
        async with asyncio.timeout(LET_GO_S):
            is_let_go = await kind(target)
    except TimeoutError:
        is_let_go = False
    except OSError:
        is_let_go = True
    target.report.stuck_connections += not is_let_go


async def _say(target: _Target, said: bytes, *, byte_by_byte: bool = False) -> bool:
    """Say something to the port and wait until it is closed. TLS may answer an alert, never more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
    try:
        if byte_by_byte:
            speaking = asyncio.create_task(_drip(writer, said))
            heard = await reader.read()
            speaking.cancel()
            await asyncio.wait([speaking])
        else:
            writer.write(said)
            heard = await reader.read()
        if b"vivavoce" in heard:
            target.report.untrusted_answers += 1
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return True


async def _drip(writer: asyncio.StreamWriter, said: bytes) -> None:
    with contextlib.suppress(OSError):
        for at in range(len(said)):
            writer.write(said[at : at + 1])
            await writer.drain()
            await asyncio.sleep(0.5)


async def _garbage(target: _Target) -> bool:
    return await _say(target, os.urandom(4096))


async def _huge(target: _Target) -> bool:
    return await _say(target, os.urandom(8 << 20))


async def _plain_http2(target: _Target) -> bool:
    return await _say(target, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9))


async def _silent(target: _Target) -> bool:
    return await _say(target, b"")


async def _slow(target: _Target) -> bool:
    # How a TLS greeting begins, one byte every half second.
    return await _say(target, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500), byte_by_byte=True)


async def _plain_grpc(target: _Target) -> bool:
    return await _describe(target, None)


async def _no_certificate(target: _Target) -> bool:
    return await _describe(target, grpc.ssl_channel_credentials(target.root))


async def _wrong_certificate(target: _Target) -> bool:
    return await _describe(target, target.stranger)


_KINDS: tuple[Hostile, ...] = (
    _garbage,
    _huge,
    _plain_http2,
    _silent,
    _slow,
    _plain_grpc,
    _no_certificate,
    _wrong_certificate,
)


async def _describe(target: _Target, credentials: grpc.ChannelCredentials | None) -> bool:
    async with _open_channel(target.port, credentials) as channel:
        ask: UnaryMethod = channel.unary_unary(f"{_PREFIX}Describe")  # pyright: ignore[reportUnknownVariableType] - bytes have no stub
        try:
            await ask(wire.DescribeRequest(protocols=[1]).SerializeToString())
        except grpc.aio.AioRpcError:
            return True
        target.report.untrusted_answers += 1
        return True


def _channel(worker: ServedWorker) -> grpc.aio.Channel:
    return _open_channel(worker.port, channel_credentials(worker.paired, worker.desktop))


def _open_channel(port: int, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    options = [*CHANNEL_OPTIONS, ("grpc.use_local_subchannel_pool", 1), ("grpc.enable_http_proxy", 0)]
    address = f"127.0.0.1:{port}"
    if credentials is None:
        return grpc.aio.insecure_channel(address, options)
    return grpc.aio.secure_channel(address, credentials, options)


def _stream_method(channel: grpc.aio.Channel) -> StreamMethod:
    return channel.stream_stream(f"{_PREFIX}Transcribe")  # pyright: ignore[reportUnknownVariableType] - likewise
