"""Spans of questions, taken by a real receiver of the OpenTelemetry protocol."""

import asyncio
import itertools
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,  # pyright: ignore[reportUnknownVariableType] - written by protoc, untyped
)
from opentelemetry.proto.common.v1.common_pb2 import KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from engine.remote import transcription_pb2 as wire
from engine.worker.traces import Traces, send_to
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import PlainDesktop, go, question, running_worker, sound, sound_of, until


class Receiver(TraceServiceServicer):
    """Keeps what comes."""

    def __init__(self) -> None:
        self.port = 0
        self.requests: list[ExportTraceServiceRequest] = []

    def Export(  # noqa: N802 - gRPC names it
        self, request: ExportTraceServiceRequest, context: grpc.ServicerContext
    ) -> ExportTraceServiceResponse:
        self.requests.append(request)
        return ExportTraceServiceResponse()

    @property
    def spans(self) -> list[Span]:
        return [
            span
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def under(self, name: str) -> tuple[Span, list[Span]]:
        """The one span that has this outcome, and what lies in it by time."""
        (root,) = [span for span in self.spans if values(span.attributes).get("vivavoce.outcome") == name]
        inner = [span for span in self.spans if span.parent_span_id == root.span_id]
        return root, sorted(inner, key=lambda span: span.start_time_unix_nano)


def values(attributes: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in attributes:
        assert isinstance(each, KeyValue)
        kind = each.value.WhichOneof("value")
        assert kind is not None
        found[each.key] = getattr(each.value, kind)
    return found


@contextmanager
def running_receiver() -> Generator[Receiver]:
    receiver = Receiver()
    with ThreadPoolExecutor(2) as pool:
        server = grpc.server(pool)
        add_TraceServiceServicer_to_server(receiver, server)
        receiver.port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        try:
            yield receiver
        finally:
            server.stop(None).wait()


def test_each_question_is_a_span_with_its_stages():
    async def run(receiver: Receiver) -> None:
        traces = Traces(send_to(f"http://127.0.0.1:{receiver.port}"), name="Fake worker")
        answering = FakeAnswering()
        async with running_worker(answering=answering, watching=traces) as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened("a-meeting/0")
            await stream.send(sound(0, sound_of(1.0), question=question(1, 0, 16000)))
            await stream.answer_to(1)
            answering.hold()
            await stream.send(wire.AudioChunk(question=question(2, 0, 16000)))
            await until(lambda: len(answering.asked) == 2)
            await stream.send(wire.AudioChunk(cancel_seq_id=2))
            await until(lambda: bool(answering.cancelled))
            answering.is_draining = True
            await stream.send(wire.AudioChunk(question=question(3, 0, 16000)))
            await stream.answer_to(3)
            await stream.end()
            await desktop.close()
        await asyncio.to_thread(traces.close)

    with running_receiver() as receiver:
        go(run(receiver))
    resource = values(receiver.requests[0].resource_spans[0].resource.attributes)
    assert resource["service.name"] == "vivavoce-worker"

    root, stages = receiver.under("answered")
    assert values(root.attributes)["vivavoce.sound_s"] == 1.0
    assert values(root.attributes)["vivavoce.priority"] == "live_final"
    assert [span.name for span in stages] == ["wait", "compute", "send"]
    assert stages[0].start_time_unix_nano == root.start_time_unix_nano
    for before, after in itertools.pairwise(stages):
        assert before.end_time_unix_nano == after.start_time_unix_nano
    assert stages[-1].end_time_unix_nano == root.end_time_unix_nano

    _, stages = receiver.under("taken_back")
    assert [span.name for span in stages] == ["wait"]
    root, stages = receiver.under("draining")
    assert [span.name for span in stages] == ["wait", "send"]
    assert root.status.code == 2

    told = b"".join(request.SerializeToString() for request in receiver.requests)
    assert b"word1" not in told
    assert b"a-meeting" not in told


@pytest.mark.allows("log", reason="OpenTelemetry logs that nobody takes its spans")
def test_a_collector_that_is_away_holds_up_nobody():
    async def run() -> None:
        traces = Traces(send_to("http://127.0.0.1:1", patience_s=0.2), name="Fake worker")
        async with running_worker(watching=traces) as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened()
            for seq_id in range(1, 20):
                await stream.send(sound(0, sound_of(1.0), question=question(seq_id, 0, 16000)))
            assert len(await stream.end()) >= 19
            await desktop.close()
        await asyncio.to_thread(traces.close)

    go(run())
