"""A span for each question, with its stages, for whoever collects OpenTelemetry traces. Off unless asked for.

Made on the worker's event loop (``Watching``), sent by a thread of OpenTelemetry's. Loaded only with ``--otlp``: the
packages belong to the extra ``worker``. A span holds times, sizes and names of reasons; nothing that was said, and
nothing by which a meeting is known.
"""

from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context

from engine.remote.question import Priority
from engine.remote.refusal import RefusalReason
from engine.worker.watching import ANSWERED, TAKEN_BACK, QuestionEnd

SERVICE = "vivavoce-worker"

_MS = 1_000_000
"""Nanoseconds."""


def send_to(endpoint: str, *, patience_s: float = 5.0) -> SpanExporter:
    """Sends spans to ``http://HOST:4317``, or with ``https`` over TLS; what is not taken in time is lost."""
    return OTLPSpanExporter(endpoint=endpoint, insecure=not endpoint.startswith("https://"), timeout=patience_s)


class Traces:
    """See ``Watching``."""

    def __init__(self, exporter: SpanExporter, *, name: str, schedule_delay_ms: float | None = None) -> None:
        """Begin to send.

        Args:
            exporter: Where to.
            name: Of this machine.
            schedule_delay_ms: How long spans are collected before they are sent; ``None`` as OpenTelemetry does.
        """
        resource = Resource.create({"service.name": SERVICE, "service.instance.id": name})
        # Not the provider of the process: whoever starts a worker inside another program keeps their own.
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=schedule_delay_ms))
        self._tracer = self._provider.get_tracer(__name__)

    def close(self) -> None:
        """Send what is left, as far as somebody takes it, and stop."""
        self._provider.shutdown()

    def question_arrived(self, priority: Priority) -> None:
        """See ``Watching``."""

    def question_ended(self, end: QuestionEnd) -> None:
        """See ``Watching``; the span is drawn when its answer has left."""

    def answer_left(self, end: QuestionEnd, *, sending_ms: float | None) -> None:
        """See ``Watching``."""
        turn_ns = end.arrived_ns + round(end.waited_ms * _MS)
        answered_ns = turn_ns + round(end.computed_ms * _MS)
        left_ns = answered_ns if sending_ms is None else answered_ns + round(sending_ms * _MS)
        span = self._tracer.start_span(
            "question",
            kind=SpanKind.SERVER,
            start_time=end.arrived_ns,
            attributes={
                "vivavoce.priority": end.priority.name.lower(),
                "vivavoce.kind": end.kind,
                "vivavoce.sound_s": end.sound_s,
                "vivavoce.outcome": end.outcome,
                "vivavoce.was_read": sending_ms is not None,
            },
        )
        if end.outcome not in (ANSWERED, TAKEN_BACK):
            span.set_status(Status(StatusCode.ERROR, end.outcome))
        context = set_span_in_context(span)
        stages = [("wait", end.arrived_ns, turn_ns)]
        if end.outcome == ANSWERED:
            stages.append(("compute", turn_ns, answered_ns))
        if sending_ms is not None:
            stages.append(("send", answered_ns, left_ns))
        for stage, start_ns, stop_ns in stages:
            self._tracer.start_span(stage, context=context, start_time=start_ns).end(stop_ns)
        span.end(left_ns)

    def stream_began(self) -> None:
        """See ``Watching``."""

    def stream_ended(self) -> None:
        """See ``Watching``."""

    def sound_came(self, seconds: float) -> None:
        """See ``Watching``."""

    def refused(self, reason: RefusalReason | str) -> None:
        """See ``Watching``."""
