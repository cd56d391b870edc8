"""``vivavoce worker group`` as a person starts it: real processes, a real speech model, a real NATS server."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from app.cli.worker import worker
from engine.contract.places import ROOT
from engine.pipeline.engine_store import probe_sound
from engine.remote.wire_format import to_pcm
from tests.fakes.plain_desktop import PlainDesktop, question, sound

PATIENCE_S = 150.0


@pytest.mark.slow
def test_a_group_understands_speech_and_ends_when_told(tmp_path: Path, speech_models: Path):
    models = tmp_path / "models"
    models.mkdir()
    (models / "tiny.en").symlink_to(speech_models / "tiny.en", target_is_directory=True)
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "app.cli.main", "worker", "group", "--loopback", "--port", "0", "--workers", "1"),
            *("--metrics", "0"),
            *("--state", str(tmp_path / "worker"), "--models", str(models), "--device", "cpu"),
        ],
        env=os.environ | {"PYTHONPATH": str(ROOT), "VIVAVOCE_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watchdog = threading.Timer(PATIENCE_S, process.terminate)
    watchdog.start()
    assert process.stdout is not None
    assert process.stderr is not None
    lines: list[str] = []
    try:
        while not {"front-1: Lis", "worker-1: Re"} <= {line[:12] for line in lines}:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            lines.append(line)
        (port,) = re.findall(r"Listening at 127\.0\.0\.1:(\d+)", "".join(lines))
        assert "speech" in asyncio.run(understood(int(port)))
        for member in ("worker-1", "front-1"):
            told = figures_of(member, lines)
            assert 'questions_total{kind="window",outcome="answered",priority="live_final"} 1.0' in told
        assert 'vivavoce_worker_model_load_seconds_count{model="tiny.en"} 1.0' in figures_of("worker-1", lines)
    finally:
        process.send_signal(signal.SIGTERM)
        rest, errors = process.communicate()
        watchdog.cancel()
        watchdog.join()
    assert (process.returncode, rest.splitlines()[-1:], errors) == (0, ["Stopped."], "")


def figures_of(member: str, lines: list[str]) -> str:
    """As Prometheus reads them."""
    (address,) = re.findall(rf"{member}: .*(http://127\.0\.0\.1:\d+/metrics)", "".join(lines))
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.read().decode()


async def understood(port: int) -> str:
    desktop = PlainDesktop(port)
    stream = await desktop.opened(model="tiny.en")
    pcm16 = to_pcm(probe_sound())
    await stream.send(sound(0, pcm16, question=question(1, 0, len(pcm16) // 2)))
    heard = (await stream.answer_to(1)).window
    await desktop.close()
    return "speech" if heard.words else ""


def test_certificates_are_made_once_for_members_that_can_be(tmp_path: Path):
    folder = tmp_path / "keys"
    words = ["certificates", str(folder), "front-1", "worker-1", "--server", "10.1.2.3"]
    made = CliRunner().invoke(worker, words)
    assert made.exit_code == 0, made.output
    assert {path.name for path in folder.glob("*.key")} == {
        f"{name}.key" for name in ("authority", "server", "front-1", "worker-1")
    }
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.glob("*.key"))
    members = json.loads((folder / "members.conf").read_text("utf-8"))["authorization"]["users"]
    assert [each["user"] for each in members] == ["front-1.group.vivavoce", "worker-1.group.vivavoce"]
    again = CliRunner().invoke(worker, words)
    assert (again.exit_code, "already" in again.output) == (1, True)
    assert CliRunner().invoke(worker, ["certificates", str(tmp_path / "other"), "somebody"]).exit_code == 2


def test_figures_need_a_port_for_each_member(tmp_path: Path):
    words = ["worker", "group", "--state", str(tmp_path), "--models", str(tmp_path), "--metrics", "65534"]
    result = CliRunner().invoke(cli, words)
    assert (result.exit_code, "There are no 3 ports from 65534 on." in result.stderr) == (2, True)


def test_a_member_needs_a_place_to_meet_and_a_server_that_answers(tmp_path: Path):
    assert CliRunner().invoke(cli, ["worker", "group", "--role", "worker"]).exit_code == 2
