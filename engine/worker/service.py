"""The worker's front door as gRPC sees it: who calls is checked first, then the call is served.

On the worker's event loop; registered by ``server.py``. Messages come as bytes and are parsed here, so that garbage
costs a look and not a trace. A peer is the fingerprint of its certificate; without TLS, on this machine alone, all
callers are one peer.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from typing import Any, NoReturn, Protocol, TypeVar

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

from engine.remote import transcription_pb2 as wire
from engine.remote.key_news import KeyNews, news_message, read_news
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import WorkerDescription, WorkerHealth
from engine.remote.trust import peer_fingerprint
from engine.remote.wire_answers import description_message, health_message
from engine.remote.wire_format import PROTOCOLS
from engine.worker.answering import Answering
from engine.worker.limits import Limits, Peers
from engine.worker.session_stream import GrpcCall, SessionStream, StreamOver
from engine.worker.sessions import Sessions
from engine.worker.watching import Watchers, Watching

HEALTH_KEPT_S = 10.0
"""A second of speech is decoded at most once in this time, however many ask."""

NOT_TRUSTED = "not_trusted"

_THIS_MACHINE = "this-machine"
_NAME = "vivavoce.engine.v1.SpeechWorker"
_SHOWN = 12

log = logging.getLogger(__name__)

Context = grpc.aio.ServicerContext[Any, Any]
Request = TypeVar("Request", wire.DescribeRequest, wire.HealthRequest)


class Trusting(Protocol):
    """The desktops this worker is paired with."""

    def is_trusted(self, fingerprint: str) -> bool:
        """Whether the machine with this certificate may ask, now."""
        ...


class MeetsKeys(Protocol):
    """What the worker and its desktops tell each other of their keys; see ``desktop_keys.py``."""

    def meet(self, peer: str, news: KeyNews) -> KeyNews:
        """Take what a desktop told, and say what it shall know. Blocks for a moment."""
        ...


class Service:
    """Answers the calls of ``SpeechWorker``."""

    def __init__(
        self,
        *,
        answering: Answering,
        trusting: Trusting | None,
        name: str,
        limits: Limits | None = None,
        watching: Watching | None = None,
        keys: MeetsKeys | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Get ready.

        Args:
            answering: What stands behind the door.
            trusting: Who may ask; ``None`` only where nobody but this machine can reach the door.
            name: Of this machine, as a person knows it.
            limits: How much a peer may cost.
            watching: Is told what happens.
            keys: What is said of keys; ``None`` where there are none.
            now_s: Monotonic.
        """
        self._answering = answering
        self._trusting = trusting
        self._keys = keys
        self._name = name
        self._limits = limits or Limits()
        self._watching = watching or Watchers()
        self._now_s = now_s
        self._peers = Peers(self._limits)
        self._sessions = Sessions(answering=answering, peers=self._peers, limits=self._limits, watching=self._watching)
        self._health = WorkerHealth(False, 0.0, "it was not tried yet")
        self._health_at_s = -math.inf
        self._decoding = asyncio.Lock()

    @property
    def sessions(self) -> Sessions:
        """What it holds."""
        return self._sessions

    @property
    def peers(self) -> Peers:
        """What each peer has taken."""
        return self._peers

    def handlers(self) -> grpc.GenericRpcHandler:
        """For ``grpc.aio.Server.add_generic_rpc_handlers``; requests stay bytes."""
        return grpc.method_handlers_generic_handler(
            _NAME,
            {
                "Transcribe": grpc.stream_stream_rpc_method_handler(
                    self.transcribe, response_serializer=wire.TranscribeResult.SerializeToString
                ),
                "Describe": grpc.unary_unary_rpc_method_handler(
                    self.describe, response_serializer=wire.Description.SerializeToString
                ),
                "Health": grpc.unary_unary_rpc_method_handler(
                    self.health, response_serializer=wire.HealthReport.SerializeToString
                ),
            },
        )

    async def transcribe(self, _messages: object, context: Context) -> None:
        """Serve a stream; see ``SessionStream``."""
        peer = await self._peer_of(context)
        use = self._peers.use_of(peer)
        try:
            use.begin_stream()
        except Refused as refused:
            self._watching.refused(refused.reason)
            await _end(context, grpc.StatusCode.RESOURCE_EXHAUSTED, refused.detail)
        self._watching.stream_began()
        stream = SessionStream(
            call=GrpcCall(context),
            use=use,
            sessions=self._sessions,
            limits=self._limits,
            watching=self._watching,
            is_trusted=lambda: self._is_trusted(peer),
            now_s=self._now_s,
        )
        try:
            await stream.run()
        except StreamOver as over:
            log.info("A stream of %s ended: %s", peer[:_SHOWN], over.detail)
            await _end(context, over.code, over.detail)
        finally:
            use.end_stream()
            self._watching.stream_ended()

    async def describe(self, data: bytes, context: Context) -> wire.Description:
        """Say what the worker can do, and which versions of the protocol it speaks."""
        peer, asked = await self._admit(data, wire.DescribeRequest, context)
        described = description_message(
            WorkerDescription(
                protocols=PROTOCOLS,
                name=self._name,
                application_version=metadata.version("vivavoce"),
                standing=self._answering.standing(),
            )
        )
        if self._keys is not None:
            told = await asyncio.to_thread(self._keys.meet, peer, read_news(asked.keys))
            described.keys.CopyFrom(news_message(told))
        return described

    async def health(self, data: bytes, context: Context) -> wire.HealthReport:
        """Say whether the worker decodes, as tried less than ``HEALTH_KEPT_S`` ago."""
        await self._admit(data, wire.HealthRequest, context)
        return health_message(await self.look_after_health())

    async def look_after_health(self) -> WorkerHealth:
        """Decode a second of real speech, unless that was done a moment ago."""
        async with self._decoding:
            if self._now_s() - self._health_at_s >= HEALTH_KEPT_S:
                try:
                    self._health = WorkerHealth(True, await self._answering.decode_ms())
                except Refused as refused:
                    self._health = WorkerHealth(False, 0.0, str(refused))
                self._health_at_s = self._now_s()
            return self._health

    async def close(self) -> None:
        """End all sessions; nothing of them is kept."""
        await self._sessions.close()

    async def _admit(self, data: bytes, kind: type[Request], context: Context) -> tuple[str, Request]:
        """Who asks, and what; ends the call of who may not, or asks too often or nonsense."""
        peer = await self._peer_of(context)
        use = self._peers.use_of(peer)
        pause_s = use.pause_s(message_bytes=0, now_s=self._now_s())
        if pause_s:
            await asyncio.sleep(pause_s)
        try:
            return peer, kind.FromString(data)
        except DecodeError:
            self._watching.refused(RefusalReason.NOT_UNDERSTOOD)
            await _end(context, grpc.StatusCode.INVALID_ARGUMENT, "This is not a message of the protocol.")

    async def _peer_of(self, context: Context) -> str:
        """Who calls; ends the call of who may not, before anything of it is read."""
        peer = _THIS_MACHINE
        if self._trusting is not None:
            peer = peer_fingerprint(_auth_of(context)) or ""
        if not self._is_trusted(peer):
            self._watching.refused(NOT_TRUSTED)
            await _end(context, grpc.StatusCode.PERMISSION_DENIED, "This desktop is not paired with this worker.")
        return peer

    def _is_trusted(self, peer: str) -> bool:
        return self._trusting is None or (bool(peer) and self._trusting.is_trusted(peer))


async def _end(context: Context, code: grpc.StatusCode, detail: str) -> NoReturn:
    """End a call from our side. Where the peer does not read, it waits until the peer hangs up."""
    try:
        await context.abort(code, detail)
    except grpc.aio.InternalError:
        # The peer was gone first; to gRPC that is a call that was cancelled, and nothing to log.
        raise asyncio.CancelledError from None


def _auth_of(context: Context) -> Mapping[str, Iterable[bytes]]:
    return context.auth_context()
