"""A worker's figures, read as Prometheus reads them, and by a real Prometheus."""

import asyncio
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine.caching.figures import LayerFigures
from engine.remote import transcription_pb2 as wire
from engine.worker.metrics import Metrics, MetricsServer
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import PATIENCE_S, PlainDesktop, question, running_worker, sound, sound_of, until

Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def go(work: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(3 * PATIENCE_S):
            await work

    asyncio.run(bounded())


def read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.read()


async def figures_of(server: MetricsServer) -> Figures:
    text = (await asyncio.to_thread(read, f"http://127.0.0.1:{server.port}/metrics")).decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def figure(figures: Figures, name: str, /, **labels: str) -> float:
    return figures[(name, tuple(sorted(labels.items())))]


async def converse(port: int) -> None:
    """Two live questions, one of them twice refused for its sound; one stream stays until the end."""
    desktop = PlainDesktop(port)
    stream = await desktop.opened()
    await stream.send(sound(0, sound_of(2.0), question=question(1, 0, 32000)))
    await stream.answer_to(1)
    await stream.send(wire.AudioChunk(question=question(2, 0, 64000)))
    assert (await stream.answer_to(2)).refusal.reason == wire.SOUND_MISSING
    await stream.send(wire.AudioChunk(question=question(3, 0, 16000, priority=wire.LIVE_TENTATIVE)))
    await stream.answer_to(3)
    await stream.end()
    await desktop.close()


def test_questions_sound_streams_and_refusals_are_counted():
    async def run() -> None:
        metrics = Metrics()
        async with running_worker(watching=metrics) as worker:
            server = metrics.serve(0, standing=worker.answering.standing)
            try:
                await converse(worker.port)
                await until(lambda: worker.is_empty)
                found = await figures_of(server)
            finally:
                server.close()
        assert (
            figure(found, "vivavoce_worker_questions_total", priority="live_final", kind="window", outcome="answered")
            == 1
        )
        assert figure(found, "vivavoce_worker_questions_open", priority="live_final") == 0
        assert figure(found, "vivavoce_worker_wait_seconds_count", priority="live_tentative") == 1
        assert figure(found, "vivavoce_worker_compute_seconds_count", priority="live_final") == 1
        assert figure(found, "vivavoce_worker_send_seconds_count", priority="live_final") == 1
        assert figure(found, "vivavoce_worker_sound_seconds_total") == 2.0
        assert figure(found, "vivavoce_worker_refusals_total", reason="sound_missing") == 1
        assert figure(found, "vivavoce_worker_streams") == 0
        assert figure(found, "vivavoce_worker_capacity") == 4.0
        assert (
            figure(found, "vivavoce_worker_device_info", device="cpu", compute_type="int8", name="Fake processor") == 1
        )

    go(run())


def test_what_waits_shows_while_it_waits():
    async def run() -> None:
        metrics = Metrics()
        answering = FakeAnswering(is_holding=True)
        async with running_worker(answering=answering, watching=metrics) as worker:
            server = metrics.serve(0, standing=answering.standing)
            try:
                desktop = PlainDesktop(worker.port)
                stream = await desktop.opened()
                await stream.send(sound(0, sound_of(1.0), question=question(1, 0, 16000)))
                await until(lambda: len(answering.asked) == 1)
                found = await figures_of(server)
                assert figure(found, "vivavoce_worker_questions_open", priority="live_final") == 1
                assert figure(found, "vivavoce_worker_streams") == 1
                await stream.send(wire.AudioChunk(cancel_seq_id=1))
                await until(lambda: bool(answering.cancelled))
                found = await figures_of(server)
                assert figure(found, "vivavoce_worker_questions_open", priority="live_final") == 0
                await desktop.close()
            finally:
                server.close()

    go(run())


def test_each_layer_of_caching_shows_how_it_does():
    layers = [LayerFigures("encoder", 10, 4, 0.002, 1 << 20), LayerFigures("context", 3, 1, 0.5, 700)]

    async def run() -> None:
        metrics = Metrics()
        server = metrics.serve(0, standing=FakeAnswering().standing, layers=lambda: layers)
        try:
            found = await figures_of(server)
        finally:
            server.close()
        for name, values in {
            "questions_total": (10, 3),
            "hits_total": (4, 1),
            "seconds_total": (0.002, 0.5),
            "bytes": (1 << 20, 700),
        }.items():
            shown = [figure(found, f"vivavoce_worker_cache_{name}", layer=each.layer) for each in layers]
            assert tuple(shown) == values

    go(run())


def test_loading_a_speech_model_is_counted():
    async def run() -> None:
        metrics = Metrics()
        metrics.model_loaded("base", 1.5)
        server = metrics.serve(0, standing=FakeAnswering().standing)
        try:
            found = await figures_of(server)
        finally:
            server.close()
        assert figure(found, "vivavoce_worker_model_load_seconds_count", model="base") == 1
        assert figure(found, "vivavoce_worker_model_load_seconds_sum", model="base") == 1.5

    go(run())


@pytest.mark.slow
def test_a_real_prometheus_reads_them(tmp_path: Path):
    program = shutil.which("prometheus") or shutil.which("prometheus", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip("there is no Prometheus here; “bash installers/test.sh” fetches it where there is apt-get")

    async def run() -> None:
        metrics = Metrics()
        async with running_worker(watching=metrics) as worker:
            server = metrics.serve(0, standing=worker.answering.standing)
            try:
                await converse(worker.port)
                with running_prometheus(program, tmp_path, target=server.port) as port:
                    await asyncio.to_thread(check_queries, port)
            finally:
                server.close()

    go(run())


@contextmanager
def running_prometheus(program: str, folder: Path, *, target: int) -> Generator[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config = folder / "prometheus.yml"
    config.write_text(
        "global: {scrape_interval: 1s}\n"
        "scrape_configs:\n"
        "  - job_name: vivavoce\n"
        f"    static_configs: [{{targets: ['127.0.0.1:{target}']}}]\n"
    )
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [
                program,
                f"--config.file={config}",
                f"--storage.tsdb.path={folder / 'data'}",
                f"--web.listen-address=127.0.0.1:{port}",
            ],
            stdout=log,
            stderr=log,
        )
        try:
            yield port
        finally:
            process.terminate()
            process.wait(20)


def check_queries(port: int) -> None:
    """Prometheus found the worker, took every family, and can give a percentile of the waiting."""
    deadline = time.monotonic() + 40
    while query(port, "up") != [1.0]:
        assert time.monotonic() < deadline, "Prometheus did not reach the worker"
        time.sleep(0.2)
    assert query(port, 'vivavoce_worker_questions_total{priority="live_final",outcome="answered"}') == [1.0]
    assert query(port, "vivavoce_worker_sound_seconds_total") == [2.0]
    assert query(port, "vivavoce_worker_capacity") == [4.0]
    assert query(port, 'vivavoce_worker_refusals_total{reason="sound_missing"}') == [1.0]
    bound = query(port, 'histogram_quantile(0.99, vivavoce_worker_compute_seconds_bucket{priority="live_final"})')
    assert len(bound) == 1
    assert 0 < bound[0] <= 60


def query(port: int, expression: str) -> list[float]:
    words = urllib.parse.urlencode({"query": expression})
    try:
        answer = json.loads(read(f"http://127.0.0.1:{port}/api/v1/query?{words}"))
    except OSError:
        return []  # it has just been started
    rows = cast("list[dict[str, Any]]", answer["data"]["result"])
    return [float(row["value"][1]) for row in rows]
