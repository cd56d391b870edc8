"""The one connection to a worker, used for everything that is asked of it, and the calls that are no session.

Made by ``engine/pipeline/far_places.py`` for a job; safe on every thread. Sessions, questions about its health and what
it says of itself share one HTTP/2 connection. Keepalive notices a pulled cable, and every call has a deadline.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import grpc

from engine.contract.engine import DeviceReport
from engine.contract.errors import WorkerError, WorkerRefused, WorkerUnreachable
from engine.contract.options import RecognitionOptions
from engine.remote import transcription_pb2 as wire
from engine.remote.context_stream import MeetingContext, carrying
from engine.remote.patience import LIVE, Patience
from engine.remote.question import Priority
from engine.remote.refusal import RefusalReason
from engine.remote.remote_engine import RemoteEngine
from engine.remote.remote_errors import from_protocols, from_rpc
from engine.remote.remote_recogniser import RemoteRecogniser
from engine.remote.remote_session import RemoteSession, Stream
from engine.remote.standing import WorkerDescription, WorkerHealth
from engine.remote.transcription_pb2_grpc import SpeechWorkerStub
from engine.remote.trust import CHANNEL_OPTIONS
from engine.remote.wire_answers import read_description, read_health
from engine.remote.wire_format import PROTOCOLS
from engine.remote.worker_choice import WorkerLook
from engine.remote.worker_keys import WorkerKeys, describe_request, hear_keys

MOST_MESSAGE_BYTES = 16 << 20
"""Of an answer; gRPC's own 4 MB would hold as well, this leaves room for a single long line."""

CONNECT_S = 3.0
"""For one try to connect; after that the next begins, or the call has failed."""


class WorkerConnection:
    """See the top of this file."""

    def __init__(
        self,
        *,
        target: str,
        worker: str,
        credentials: grpc.ChannelCredentials | None,
        patience: Patience | None = None,
        protocols: tuple[int, ...] = PROTOCOLS,
        keys: WorkerKeys | None = None,
    ) -> None:
        """Get ready; it connects with the first call.

        Args:
            target: Address and port, as gRPC has them.
            worker: Its name, as the person knows it.
            credentials: For mutual TLS; ``None`` speaks plainly, for a worker on this very machine.
            patience: How long to wait for what; for live words, never longer than ``LIVE`` says.
            protocols: Versions that this side speaks.
            keys: What the two tell each other of their keys; ``None`` where there are none.
        """
        self._worker = worker
        self._keys = keys
        self._patience = patience or Patience()
        self._live_patience = patience or LIVE
        self._protocols = protocols
        self._described: WorkerDescription | None = None
        self._is_trusted = credentials is None
        options = _options(self._patience)
        if credentials is None:
            self._channel = grpc.insecure_channel(target, options)
        else:
            self._channel = grpc.secure_channel(target, credentials, [*options, *CHANNEL_OPTIONS])
        self._stub = SpeechWorkerStub(self._channel)

    @property
    def worker(self) -> str:
        """Name of the worker, as the person knows it."""
        return self._worker

    def describe(self, timeout_s: float | None = None) -> WorkerDescription:
        """What the worker says of itself, under the name that the person knows it by.

        Raises:
            WorkerUnreachable, WorkerNotTrusted: see there.
            WorkerTooOld: there is no version of the protocol that both speak.
        """
        try:
            found = self._stub.Describe(
                describe_request(self._keys, protocols=self._protocols), timeout=timeout_s or self._patience.call_s
            )
        except grpc.RpcError as error:
            raise self._translate(error) from error
        except ValueError as error:  # gRPC's for a connection that was closed here
            raise WorkerUnreachable(self._worker, str(error)) from error
        self._is_trusted = True
        hear_keys(self._keys, found)
        described = read_description(found)
        if not set(described.protocols) & set(self._protocols):
            raise from_protocols(worker=self._worker, theirs=described.protocols, ours=self._protocols)
        device = replace(described.standing.device, worker=self._worker)
        self._described = replace(described, standing=replace(described.standing, device=device))
        return self._described

    def health(self, timeout_s: float | None = None) -> WorkerHealth:
        """Whether the worker decodes. Raises ``WorkerError`` where it does not answer."""
        try:
            return read_health(self._stub.Health(wire.HealthRequest(), timeout=timeout_s or self._patience.health_s))
        except grpc.RpcError as error:
            raise self._translate(error) from error
        except ValueError as error:
            raise WorkerUnreachable(self._worker, str(error)) from error

    def look(self) -> WorkerLook:
        """What counts when one of several is chosen, with a round trip as it was measured. Raises ``WorkerError``."""
        self.describe()  # pays for the connection
        began_s = time.perf_counter()
        standing = self.describe().standing
        return WorkerLook(
            name=self._worker,
            models=standing.models,
            free_streams=standing.free_streams,
            waiting=standing.waiting,
            wait_ms=standing.wait_ms,
            capacity=standing.capacity,
            round_trip_ms=(time.perf_counter() - began_s) * 1000,
        )

    def prove(self) -> DeviceReport:
        """Have it decode real speech; what it did that on.

        Raises:
            WorkerError: it does not answer, or cannot decode.
        """
        health = self.health()
        if not health.decodes:
            raise WorkerRefused(self._worker, RefusalReason.RECOGNISER_FAILED.value, health.reason)
        return self.device()

    def device(self) -> DeviceReport:
        """What it runs on. Raises ``WorkerError``."""
        return (self._described or self.describe()).standing.device

    def session(
        self,
        session_id: str,
        options: RecognitionOptions,
        *,
        is_live: bool = False,
        context: MeetingContext | None = None,
    ) -> RemoteSession:
        """A session that is not open yet. Raises ``WorkerError`` if the two do not speak with each other."""
        described = self._described or self.describe()
        return RemoteSession(
            transcribe=self._transcribe if context is None else carrying(self._transcribe, context),
            session_id=session_id,
            options=options,
            worker=self._worker,
            translate=self._translate,
            protocol=max(set(described.protocols) & set(self._protocols)),
            patience=self._live_patience if is_live else self._patience,
        )

    def engine(self, *, priority: Priority = Priority.FOREGROUND_FILE, course: str = "") -> RemoteEngine:
        """What files are understood by, those of a course in their order. Raises ``WorkerError``."""
        return RemoteEngine(self, device=self.device(), priority=priority, course=course)

    def recogniser(
        self, name: str, options: RecognitionOptions, *, context: MeetingContext | None = None
    ) -> RemoteRecogniser:
        """What live words are understood by, for a recording of this unique name. Raises ``WorkerError``."""
        return RemoteRecogniser(self, name=name, options=options, context=context)

    def close(self) -> None:
        """Hang up; every call that waits ends. Closing twice is harmless."""
        self._channel.close()

    def _translate(self, error: grpc.RpcError) -> WorkerError:
        return from_rpc(error, worker=self._worker, is_trusted=self._is_trusted)

    def _transcribe(self, messages: Iterator[wire.AudioChunk]) -> Stream:
        return self._stub.Transcribe(messages)


def _options(patience: Patience) -> list[tuple[str, Any]]:
    return [
        ("grpc.keepalive_time_ms", round(patience.keepalive_s * 1000)),
        ("grpc.keepalive_timeout_ms", round(patience.keepalive_answer_s * 1000)),
        # A ping of gRPC's own, which it measures the line with, would hold up keepalive for its own minute.
        ("grpc.http2.ping_timeout_ms", round(patience.keepalive_answer_s * 1000)),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.max_receive_message_length", MOST_MESSAGE_BYTES),
        # A connection of its own, which ends when it is closed here.
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.enable_http_proxy", 0),
        ("grpc.initial_reconnect_backoff_ms", 100),
        # This is also how long one try may take.
        ("grpc.min_reconnect_backoff_ms", round(CONNECT_S * 1000)),
        ("grpc.max_reconnect_backoff_ms", 2000),
    ]
