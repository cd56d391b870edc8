"""A worker's figures for Prometheus: how many questions, how long they wait, what is refused. Off unless asked for.

Counted on the worker's event loop (``Watching``), read by Prometheus on a thread of ``prometheus_client``'s own. Loaded
only with ``--metrics``: the package belongs to the extra ``worker``.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from engine.caching.figures import LayerFigures
from engine.remote.question import Priority
from engine.remote.refusal import RefusalReason
from engine.remote.standing import Standing
from engine.worker.watching import ANSWERED, QuestionEnd

HOST = "127.0.0.1"
"""Figures are for this machine; a Prometheus elsewhere comes through what its keeper puts in front."""

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.85, 1.5, 3.0, 6.0, 15.0, 60.0)
"""Bounds of the histograms; 0.85 is the goal for final words."""
_PATIENCE_S = 2.0

T = TypeVar("T")

AskStanding = Callable[[], Standing]
AskLayers = Callable[[], Sequence[LayerFigures]]


def no_layers() -> Sequence[LayerFigures]:
    """Where nothing is cached."""
    return ()


class Metrics:
    """See ``Watching``; what it is told, it counts."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._questions = Counter(
            "vivavoce_worker_questions", "Questions that ended", ("priority", "kind", "outcome"), registry=registry
        )
        self._open = Gauge(
            "vivavoce_worker_questions_open", "Questions that wait or are worked at", ("priority",), registry=registry
        )
        self._asked_s = Counter(
            "vivavoce_worker_questions_sound_seconds",
            "Seconds of sound in questions that were answered",
            ("priority",),
            registry=registry,
        )
        self._wait_s = Histogram(
            "vivavoce_worker_wait_seconds",
            "From a question's arrival until its turn came",
            ("priority",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._compute_s = Histogram(
            "vivavoce_worker_compute_seconds",
            "From its turn until its answer",
            ("priority",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._send_s = Histogram(
            "vivavoce_worker_send_seconds",
            "From an answer until its peer took it",
            ("priority",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._streams = Gauge("vivavoce_worker_streams", "Streams of desktops that are open", registry=registry)
        self._sound_s = Counter(
            "vivavoce_worker_sound_seconds", "Seconds of sound that came, whether asked about or not", registry=registry
        )
        self._refusals = Counter(
            "vivavoce_worker_refusals",
            "Messages, streams and calls that were not taken",
            ("reason",),
            registry=registry,
        )
        self._loads_s = Histogram(
            "vivavoce_worker_model_load_seconds",
            "Loading a speech model and proving its device",
            ("model",),
            buckets=(0.5, 1, 2, 5, 10, 30, 60, 120),
            registry=registry,
        )
        for priority in Priority:
            self._open.labels(priority.name.lower()).set(0)

    def serve(self, port: int, *, standing: AskStanding, layers: AskLayers = no_layers) -> "MetricsServer":
        """Let Prometheus read it at ``http://127.0.0.1:PORT/metrics``; call it on the worker's event loop.

        Args:
            port: 0 takes any that is free.
            standing: How much there is to do; asked on the worker's loop at each reading.
            layers: How the layers of caching do; likewise.

        Raises:
            OSError: the port is taken.
        """
        loop = asyncio.get_running_loop()
        self._registry.register(_StandingNow(standing, loop=loop))
        self._registry.register(_LayersNow(layers, loop=loop))
        server, thread = start_http_server(port, HOST, self._registry)
        return MetricsServer(server, thread)

    # Watching

    def question_arrived(self, priority: Priority) -> None:
        """See ``Watching``."""
        self._open.labels(priority.name.lower()).inc()

    def question_ended(self, end: QuestionEnd) -> None:
        """See ``Watching``."""
        priority = end.priority.name.lower()
        self._open.labels(priority).dec()
        self._questions.labels(priority, end.kind, end.outcome).inc()
        self._wait_s.labels(priority).observe(end.waited_ms / 1000)
        if end.outcome == ANSWERED:
            self._compute_s.labels(priority).observe(end.computed_ms / 1000)
            self._asked_s.labels(priority).inc(end.sound_s)

    def answer_left(self, end: QuestionEnd, *, sending_ms: float | None) -> None:
        """See ``Watching``."""
        if sending_ms is not None:
            self._send_s.labels(end.priority.name.lower()).observe(sending_ms / 1000)

    def stream_began(self) -> None:
        """See ``Watching``."""
        self._streams.inc()

    def stream_ended(self) -> None:
        """See ``Watching``."""
        self._streams.dec()

    def sound_came(self, seconds: float) -> None:
        """See ``Watching``."""
        self._sound_s.inc(seconds)

    def refused(self, reason: RefusalReason | str) -> None:
        """See ``Watching``."""
        self._refusals.labels(str(reason)).inc()

    def model_loaded(self, model: str, seconds: float) -> None:
        """A speech model was loaded."""
        self._loads_s.labels(model).observe(seconds)


class MetricsServer:
    """What Prometheus reads from, until it is closed."""

    def __init__(self, server: WSGIServer, thread: threading.Thread) -> None:
        self._server = server
        self._thread = thread

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.server_port

    def close(self) -> None:
        """Listen no longer."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Now(Collector, Generic[T]):
    """Something that only the worker's loop knows, as it is when Prometheus asks."""

    def __init__(self, ask: Callable[[], T], *, loop: asyncio.AbstractEventLoop) -> None:
        self._ask = ask
        self._loop = loop
        self._last: T | None = None

    def describe(self) -> Iterable[Metric]:
        """Nothing is asked while it is registered."""
        return ()

    def _now(self) -> T | None:
        """On a thread of the server's: the loop is asked, and where it is busy, what it said last counts."""
        with contextlib.suppress(TimeoutError):
            self._last = asyncio.run_coroutine_threadsafe(self._asked(), self._loop).result(_PATIENCE_S)
        return self._last

    async def _asked(self) -> T:
        return self._ask()


class _LayersNow(_Now[Sequence[LayerFigures]]):
    """How the layers of caching do."""

    def collect(self) -> Iterable[Metric]:
        """On a thread of the server's."""
        layers = self._now() or ()
        asked = CounterMetricFamily("vivavoce_worker_cache_questions", "Looked for in a cache", labels=("layer",))
        found = CounterMetricFamily("vivavoce_worker_cache_hits", "Found there", labels=("layer",))
        spent = CounterMetricFamily("vivavoce_worker_cache_seconds", "Time that looking took", labels=("layer",))
        held = GaugeMetricFamily("vivavoce_worker_cache_bytes", "Held there now, about", labels=("layer",))
        for each in layers:
            asked.add_metric((each.layer,), each.asked)
            found.add_metric((each.layer,), each.found)
            spent.add_metric((each.layer,), each.spent_s)
            held.add_metric((each.layer,), each.bytes)
        return (asked, found, spent, held)


class _StandingNow(_Now[Standing]):
    """The device and how much there is to do."""

    def collect(self) -> Iterable[Metric]:
        """On a thread of the server's."""
        standing = self._now()
        if standing is None:
            return
        device = standing.device
        yield InfoMetricFamily(
            "vivavoce_worker_device",
            "What it runs on",
            value={"device": device.device, "compute_type": device.compute_type, "name": device.name},
        )
        for name, told, value in (
            ("capacity", "Seconds of speech understood a second, as measured at the start", standing.capacity),
            ("live_streams", "Live streams it has", standing.live_streams),
            ("free_streams", "Live streams it would take on", standing.free_streams),
            ("waiting", "Questions that wait for their turn", standing.waiting),
            ("live_wait_seconds", "How long live questions waited, 95th percentile", standing.wait_ms / 1000),
        ):
            yield GaugeMetricFamily(f"vivavoce_worker_{name}", told, value=value)
