import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.contract.audio import SampleIndex
from engine.contract.messages import (
    CancelJob,
    Event,
    JobCancelled,
    JobFinished,
    MediaRead,
    SegmentsFinished,
    Shutdown,
    TranscribeFile,
)
from engine.contract.options import RecognitionOptions
from engine.contract.places import ROOT
from engine.pipeline.engine_client import EngineClient, EngineEnded, engine_command
from tests.builders.new_processes import NewProcesses
from tests.builders.scripted_engine import scripted_engine, starts_of

PATIENCE_S = 60.0


def transcribe(job: str = "j", *, resume_at: int = 0) -> TranscribeFile:
    return TranscribeFile(job, "talk.mp3", "sound", None, RecognitionOptions(), SampleIndex(resume_at))


def hear(client: EngineClient, kind: type) -> list[Event | EngineEnded]:
    """All that comes up to the first of a kind."""
    heard: list[Event | EngineEnded] = []
    until = time.monotonic() + PATIENCE_S
    while not heard or not isinstance(heard[-1], kind):
        assert time.monotonic() < until, f"{kind} never came, only {heard}"
        if (answer := client.receive(0.1)) is not None:
            heard.append(answer)
    return heard


@pytest.fixture
def client(tmp_path: Path) -> Iterator[EngineClient]:
    client = scripted_engine(tmp_path, length_s=3)
    yield client
    client.close()


def test_nothing_is_started_before_the_first_command(client: EngineClient, tmp_path: Path):
    assert client.receive(0.01) is None
    client.close()
    client.kill()
    assert (client.is_running, starts_of(tmp_path)) == (False, 0)


def test_a_command_brings_its_events_in_order(client: EngineClient):
    client.send(transcribe())
    heard = hear(client, JobFinished)
    assert [event.finished_to for event in heard if isinstance(event, SegmentsFinished)] == [16_000, 32_000, 48_000]
    assert client.is_running


def test_one_process_serves_several_jobs(client: EngineClient, tmp_path: Path):
    for job in ("one", "two"):
        client.send(transcribe(job))
        assert hear(client, JobFinished)[-1] == JobFinished(job, SampleIndex(48_000))
    assert starts_of(tmp_path) == 1


def test_the_end_of_the_process_comes_after_all_it_said(tmp_path: Path):
    """Case 91: an abort of native code is a value here."""
    client = scripted_engine(tmp_path, length_s=9, die_at=2)
    client.send(transcribe())
    heard = hear(client, EngineEnded)
    ended = heard[-1]
    assert isinstance(ended, EngineEnded)
    assert len([event for event in heard if isinstance(event, SegmentsFinished)]) == 2
    assert ended.exit_code == (-signal.SIGABRT if os.name == "posix" else 3)
    assert "Fatal Python error: Aborted" in ended.said
    assert not client.is_running


def test_the_next_command_starts_it_again(tmp_path: Path):
    client = scripted_engine(tmp_path, length_s=3, exit_at=[1, None])
    client.send(transcribe())
    ended = hear(client, EngineEnded)[-1]
    assert isinstance(ended, EngineEnded)
    assert ended.exit_code == 7
    client.send(transcribe(resume_at=16_000))
    assert len([event for event in hear(client, JobFinished) if isinstance(event, SegmentsFinished)]) == 2
    client.close()


def test_a_process_that_cannot_be_started_has_ended(tmp_path: Path):
    client = EngineClient(command=[str(tmp_path / "nothing")], log_file=tmp_path / "engine.log")
    client.send(transcribe())
    ended = client.receive(0.1)
    assert isinstance(ended, EngineEnded)
    assert ended.exit_code is None
    assert client.receive(0.01) is None


def test_lines_that_are_no_events_are_passed_over(tmp_path: Path):
    """Case 81: bytes of another code page, and JSON of somebody else."""
    client = scripted_engine(tmp_path, length_s=3, garbage_at=1)
    client.send(transcribe())
    heard = hear(client, JobFinished)
    assert len([event for event in heard if isinstance(event, SegmentsFinished)]) == 3
    client.close()


def test_a_job_is_cancelled_while_it_works(tmp_path: Path):
    client = scripted_engine(tmp_path, length_s=400, pause_s=0.05)
    client.send(transcribe())
    hear(client, SegmentsFinished)
    client.send(CancelJob("j"))
    assert hear(client, JobCancelled)[-1] == JobCancelled("j")
    client.close()


def test_closing_ends_the_process(tmp_path: Path):
    new = NewProcesses()
    client = scripted_engine(tmp_path, length_s=400, pause_s=0.05)
    client.send(transcribe())
    hear(client, SegmentsFinished)
    running = new.find()
    client.close()
    client.close()
    assert running
    assert not any(child.is_running() for child in running)


def test_closing_ends_also_a_process_that_does_not_listen(tmp_path: Path):
    """Case 64."""
    new = NewProcesses()
    client = scripted_engine(tmp_path, length_s=3, hang_at=1, deaf=True)
    client.send(transcribe())
    hear(client, SegmentsFinished)
    running = new.find()
    client.close()
    assert running
    assert not any(child.is_running() for child in running)


def test_killing_takes_the_children_of_the_process_with_it(tmp_path: Path):
    """Case 64: the probe of a graphics card is a child of the engine process."""
    new = NewProcesses()
    program = (
        "import subprocess, sys, time\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "time.sleep(600)"
    )
    client = EngineClient(command=[sys.executable, "-c", program], log_file=tmp_path / "engine.log")
    client.send(transcribe())
    until = time.monotonic() + PATIENCE_S
    while len(running := new.find()) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    client.kill()
    for child in running:
        child.wait(PATIENCE_S)
    assert not any(child.is_running() for child in running)


def test_a_desktop_that_is_killed_takes_the_engine_with_it(tmp_path: Path):
    """No orphan: the end of its standard input ends the process."""
    program = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from tests.builders.scripted_engine import scripted_engine\n"
        "from engine.contract.messages import TranscribeFile\n"
        "from engine.contract.options import RecognitionOptions\n"
        "client = scripted_engine(Path(sys.argv[1]), length_s=9999, pause_s=0.1)\n"
        "client.send(TranscribeFile('j', 'a', 'b', None, RecognitionOptions()))\n"
        "while client.receive(1.0) is None: pass\n"
        "print('working', flush=True)\n"
        "time.sleep(600)"
    )
    desktop = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    with desktop:
        assert desktop.stdout is not None
        assert desktop.stdout.readline().strip() == b"working"
        engines = psutil.Process(desktop.pid).children(recursive=True)
        assert engines
        desktop.kill()
    psutil.wait_procs(engines, timeout=PATIENCE_S)
    assert not any(engine.is_running() and engine.status() != psutil.STATUS_ZOMBIE for engine in engines)


def test_what_nobody_takes_holds_the_engine_up(tmp_path: Path):
    """A slow library slows the engine down; nothing piles up here."""
    client = scripted_engine(tmp_path, length_s=5000)
    client.send(transcribe())
    hear(client, MediaRead)
    before = psutil.Process(os.getpid()).memory_info().rss
    time.sleep(1.0)
    assert psutil.Process(os.getpid()).memory_info().rss - before < 50e6
    client.kill()


def test_the_engine_gets_no_keys_and_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Cases 90 and 98."""
    monkeypatch.setenv("HF_TOKEN", "hf_CANARY123")
    program = "import os, sys; sys.stderr.write(repr(sorted(os.environ.items())))"
    client = EngineClient(command=[sys.executable, "-c", program], log_file=tmp_path / "engine.log")
    client.send(transcribe())
    hear(client, EngineEnded)
    said = (tmp_path / "engine.log").read_text("utf-8")
    assert "CANARY" not in said
    assert "('HF_HUB_OFFLINE', '1')" in said
    assert "('PYTHONUTF8', '1')" in said


def test_a_module_in_the_current_folder_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Somebody starts the command in a folder of downloads, and a file there is called ``numpy.py``."""
    (tmp_path / "numpy.py").write_text("raise SystemExit('not this one')", "utf-8")
    monkeypatch.chdir(tmp_path)
    client = EngineClient(
        command=engine_command(models=tmp_path / "models", cache=tmp_path / "cache"),
        log_file=tmp_path / "engine.log",
    )
    client.send(Shutdown())
    assert hear(client, EngineEnded)[-1] == EngineEnded(0, "")
