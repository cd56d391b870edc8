"""``vivavoce worker serve`` as a person or a service manager starts it: a process of its own."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from app.cli.worker import said_of
from engine.contract.engine import DeviceReport
from engine.contract.places import ROOT
from engine.remote import transcription_pb2 as wire
from engine.remote.standing import Standing
from engine.remote.wire_format import to_pcm
from engine.worker.serving import Listening
from tests.builders.redis_server import redis_server
from tests.builders.speech_clips import clip
from tests.fakes.plain_desktop import PlainDesktop, lines_question, question, sound, sound_of

PATIENCE_S = 150.0

WITHOUT_WINDOW_AND_LIBRARY = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "sqlalchemy", "alembic", "docx", "sounddevice"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
"""
"""Runs before the command, on a machine where only the headless part is installed."""


@dataclass
class Served:
    """A worker in a process of its own."""

    process: "subprocess.Popen[str]"
    lines: list[str] = field(default_factory=list[str])

    @property
    def port(self) -> int:
        return int(re.findall(r"Listening at [\d.]+:(\d+)", "\n".join(self.lines))[0])

    def figures(self) -> str:
        """As Prometheus reads them."""
        (address,) = re.findall(r"http://127.0.0.1:\d+/metrics", "\n".join(self.lines))
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.read().decode()

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)


@contextmanager
def served(home: Path, *words: str, code: str = "") -> Generator[Served]:
    program = f"{code}\nimport sys\nfrom app.cli import main\nsys.argv = ['vivavoce', *sys.argv[1:]]\nmain.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "worker", "serve", "--port", "0", "--state", str(home / "worker"), *words],
        env=os.environ | {"PYTHONPATH": str(ROOT), "VIVAVOCE_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watchdog = threading.Timer(PATIENCE_S, process.kill)
    watchdog.start()
    worker = Served(process)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        for line in process.stdout:
            worker.lines.append(line.strip())
            if line.startswith("Ctrl-C"):
                break
        else:
            raise AssertionError(f"it did not listen: {worker.lines} {process.stderr.read()}")
        yield worker
    finally:
        watchdog.cancel()
        watchdog.join()
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


@pytest.fixture
def small_model(tmp_path: Path, speech_models: Path) -> Path:
    """A folder with the smallest speech model, and the same under another name: the worker gets ready sooner."""
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("tiny.en", "trial.en"):
        (folder / name).symlink_to(speech_models / "tiny.en", target_is_directory=True)
    return folder


@pytest.mark.slow
def test_it_serves_without_the_window_and_the_library_and_ends_with_0_when_told_to_stop(
    tmp_path: Path, small_model: Path
):
    async def ask(port: int) -> wire.TranscribeResult:
        desktop = PlainDesktop(port)
        assert (await desktop.describe()).device.device == "cpu"
        assert (await desktop.health()).decodes
        stream = await desktop.opened(model="tiny.en")
        await stream.send(sound(0, sound_of(1.0), question=question(1, 0, 16000)))
        answer = await stream.answer_to(1)
        await desktop.close()
        return answer

    words = ("--loopback", "--device", "cpu", "--metrics", "0", "--models", str(small_model))
    words += ("--canary", "tiny.en=trial.en:100")
    with served(tmp_path, *words, code=WITHOUT_WINDOW_AND_LIBRARY) as worker:
        assert any("for programs on this machine alone" in line for line in worker.lines)
        assert "Of the sessions that want tiny.en, 100 % get trial.en." in worker.lines
        answer = asyncio.run(ask(worker.port))
        assert answer.HasField("window"), answer
        for model in ("tiny.en", "trial.en"):  # that of the start, and that of the one session
            assert f'vivavoce_worker_model_load_seconds_count{{model="{model}"}} 1.0' in worker.figures()
        assert worker.end() == 0
    assert not list((tmp_path / "logs").glob("crash*"))
    said = (tmp_path / "logs" / "vivavoce.log").read_text("utf-8")
    assert "meeting/0" not in said


@pytest.mark.slow
def test_with_a_redis_a_file_is_understood_once_and_without_it_all_the_same(tmp_path: Path, small_model: Path):
    speech = to_pcm(clip("whatstheweatherlike.wav"))

    async def ask(port: int) -> str:
        desktop = PlainDesktop(port)
        stream = await desktop.opened(model="tiny.en")
        asked = lines_question(1, 0, len(speech) // 2)
        await stream.send(sound(0, speech, question=asked))
        found = (await stream.answer_to(1)).lines
        await stream.end()
        await desktop.close()
        return " ".join(line.text for line in found.lines)

    words = ("--loopback", "--device", "cpu", "--metrics", "0", "--models", str(small_model))
    with redis_server() as redis, served(tmp_path, *words, "--redis", redis.url) as worker:
        assert any("is kept in the Redis" in said for said in worker.lines)
        texts = [asyncio.run(ask(worker.port)) for _ in range(2)]
        figures = worker.figures()
        assert 'vivavoce_worker_cache_questions_total{layer="segments"} 2.0' in figures
        assert 'vivavoce_worker_cache_hits_total{layer="segments"} 1.0' in figures
        redis.stop()
        texts.append(asyncio.run(ask(worker.port)))
        assert "weather" in texts[0].lower()
        assert texts == [texts[0]] * 3
        assert worker.end() == 0


def listening(**changes: Any) -> Listening:
    standing = Standing(DeviceReport("cpu", "int8", "Some processor"), ("base", "tiny.en"), 5.04, 0, 3, 0, 0.0)
    return replace(Listening("127.0.0.1", 50777, is_plain=False, desktops=0, standing=standing), **changes)


def test_unpaired_it_says_how_to_pair():
    said = said_of(listening())
    assert "Device: Some processor (cpu, int8), 5.0 s of live speech a second" in said
    assert "Speech models: base, tiny.en" in said
    assert "Listening at 127.0.0.1:50777, for this machine alone: no desktop is paired yet." in said
    assert "Next: run “vivavoce worker pair” here" in said


def test_paired_plain_or_broken_it_says_so():
    assert "for 2 paired desktops" in said_of(listening(desktops=2))
    assert "without TLS, for programs on this machine alone" in said_of(listening(is_plain=True))
    assert "does not decode now: out of memory" in said_of(listening(trouble="out of memory"))


def test_without_a_speech_model_it_says_how_to_get_one(tmp_path: Path):
    result = CliRunner().invoke(cli, ["worker", "serve", "--models", str(tmp_path), "--loopback"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "“vivavoce models add base” gets one." in result.stderr


def test_a_device_that_is_none_is_wrong_use(tmp_path: Path):
    result = CliRunner().invoke(cli, ["worker", "serve", "--device", "abacus", "--loopback"])
    assert result.exit_code == 2


@pytest.mark.slow
def test_a_port_for_figures_that_is_taken_is_one_sentence(tmp_path: Path, speech_models: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ["worker", "serve", "--models", str(speech_models), "--state", str(tmp_path), "--loopback"]
        result = CliRunner().invoke(cli, [*words, "--metrics", port])
    assert result.exit_code == 1
    assert f"Port {port} cannot be used for the figures" in result.stderr
