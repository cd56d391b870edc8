"""Types of the services in ``engine/remote/transcription.proto``. Written by ``installers/worker/generate.py``."""

from collections.abc import AsyncIterator, Awaitable, Iterator
from typing import Any, Self, TypeVar, overload

import grpc
import grpc.aio

from engine.remote import transcription_pb2

T = TypeVar("T")

class _Both(AsyncIterator[T], Iterator[T]):
    """What a servicer gets: a subclass says which of the two it is."""

class _Context(grpc.ServicerContext, grpc.aio.ServicerContext[Any, Any]):  # type: ignore[misc]
    """See above."""

class SpeechWorkerStub:
    @overload
    def __new__(cls, channel: grpc.Channel) -> Self: ...
    @overload
    def __new__(cls, channel: grpc.aio.Channel) -> SpeechWorkerAsyncStub: ...
    Transcribe: grpc.StreamStreamMultiCallable[transcription_pb2.AudioChunk, transcription_pb2.TranscribeResult]
    Describe: grpc.UnaryUnaryMultiCallable[transcription_pb2.DescribeRequest, transcription_pb2.Description]
    Health: grpc.UnaryUnaryMultiCallable[transcription_pb2.HealthRequest, transcription_pb2.HealthReport]

class SpeechWorkerAsyncStub:
    """What the stub is on a channel for asyncio; a type alone."""
    Transcribe: grpc.aio.StreamStreamMultiCallable[transcription_pb2.AudioChunk, transcription_pb2.TranscribeResult]
    Describe: grpc.aio.UnaryUnaryMultiCallable[transcription_pb2.DescribeRequest, transcription_pb2.Description]
    Health: grpc.aio.UnaryUnaryMultiCallable[transcription_pb2.HealthRequest, transcription_pb2.HealthReport]

class SpeechWorkerServicer:
    def Transcribe(
        self, request_iterator: _Both[transcription_pb2.AudioChunk], context: _Context
    ) -> Iterator[transcription_pb2.TranscribeResult] | AsyncIterator[transcription_pb2.TranscribeResult]: ...
    def Describe(
        self, request: transcription_pb2.DescribeRequest, context: _Context
    ) -> transcription_pb2.Description | Awaitable[transcription_pb2.Description]: ...
    def Health(
        self, request: transcription_pb2.HealthRequest, context: _Context
    ) -> transcription_pb2.HealthReport | Awaitable[transcription_pb2.HealthReport]: ...

def add_SpeechWorkerServicer_to_server(
    servicer: SpeechWorkerServicer, server: grpc.Server | grpc.aio.Server
) -> None: ...

class PairingStub:
    @overload
    def __new__(cls, channel: grpc.Channel) -> Self: ...
    @overload
    def __new__(cls, channel: grpc.aio.Channel) -> PairingAsyncStub: ...
    Pair: grpc.StreamStreamMultiCallable[transcription_pb2.PairingMessage, transcription_pb2.PairingMessage]

class PairingAsyncStub:
    """What the stub is on a channel for asyncio; a type alone."""
    Pair: grpc.aio.StreamStreamMultiCallable[transcription_pb2.PairingMessage, transcription_pb2.PairingMessage]

class PairingServicer:
    def Pair(
        self, request_iterator: _Both[transcription_pb2.PairingMessage], context: _Context
    ) -> Iterator[transcription_pb2.PairingMessage] | AsyncIterator[transcription_pb2.PairingMessage]: ...

def add_PairingServicer_to_server(
    servicer: PairingServicer, server: grpc.Server | grpc.aio.Server
) -> None: ...
