"""One run of ``vivavoce listen`` on a file, at the pace at which it is spoken: its lines, and what it costs.

The CPU time is that of all its processes. It is a process of its own as every side of a measurement (see
``side.py``), and starts the recorder and the engine itself.
"""

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import psutil

from engine.bench.cannot_measure import CannotMeasure
from engine.contract.child_environment import child_environment
from engine.recognition.live_recogniser import FULL_WINDOW_ENVIRONMENT

LOOK_S = 0.2
"""How often the CPU time is read: so much of a process's end may be missing."""


@dataclass(frozen=True, slots=True)
class LiveRequest:
    """What to listen to."""

    sound: Path
    model: str
    language: str
    seconds: float | None = None
    """Stop after so much sound."""
    has_full_window: bool = False
    """Let each pass work on Whisper's own window of 30 s."""
    has_stages: bool = False
    """Tell at the end where the time of the words went, in a line of the kind “stages”."""


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """What came of it."""

    lines: tuple[dict[str, Any], ...]
    cpu_s: dict[str, float]
    """By process."""


class LiveRunner(Protocol):
    """Whoever can listen to a file; ``run_live`` but for tests."""

    def __call__(self, module: str, request: LiveRequest) -> LiveAnswer:
        """One run, to its end. Raises ``CannotMeasure`` if it breaks down."""
        ...


def run_live(module: str, request: LiveRequest) -> LiveAnswer:
    """Run the command line ``python -m MODULE listen`` to its end, the processor alone. Raises ``CannotMeasure``."""
    environment = child_environment() | {"CUDA_VISIBLE_DEVICES": ""}
    environment.pop(FULL_WINDOW_ENVIRONMENT, None)
    if request.has_full_window:
        environment[FULL_WINDOW_ENVIRONMENT] = "1"
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, *_arguments(request)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env=environment,
        )
        assert process.stdout is not None
        with process.stdout, _counted(process.pid) as spent:
            try:
                lines = [json.loads(line) for line in process.stdout if line.startswith(b"{")]
                code = process.wait()
            except ValueError as error:
                raise CannotMeasure(f"“listen” wrote a line that is no JSON: {error}.") from error
            finally:
                _end(process)
        if code != 0:
            complaints.seek(0)
            last = complaints.read().decode("utf-8", errors="replace").strip().splitlines()
            raise CannotMeasure(f"“listen” broke down: {last[-1] if last else f'exit {code}'}")
    return LiveAnswer(tuple(lines), spent)


def _arguments(request: LiveRequest) -> list[str]:
    arguments = ["listen", "--source", f"file:{request.sound}", "--pace", "realtime", "--no-library"]
    arguments += ["--model", request.model, "--language", request.language]
    arguments += ["--stages"] if request.has_stages else []
    return arguments if request.seconds is None else [*arguments, "--seconds", f"{request.seconds:.2f}"]


@contextmanager
def _counted(pid: int) -> Generator[dict[str, float]]:
    """CPU seconds by process, of a process and everything that it starts, as long as it is looked at."""
    spent: dict[str, float] = {}
    is_over = threading.Event()

    def look() -> None:
        while not is_over.wait(LOOK_S):
            _look(pid, spent)

    looker = threading.Thread(target=look, name="cpu-time", daemon=True)
    looker.start()
    try:
        yield spent
    finally:
        is_over.set()
        looker.join()


def _look(pid: int, spent: dict[str, float]) -> None:
    try:
        first = psutil.Process(pid)
        family = [first, *first.children(recursive=True)]
    except psutil.Error:
        return
    for member in family:
        try:
            with member.oneshot():
                times = member.cpu_times()
                name = f"{_name(member)} {member.pid}"
        except psutil.Error:
            continue  # it ended meanwhile
        # One that is about to end has lost its command line; it is still the same, and counted once.
        name = next((known for known in spent if known.endswith(f" {member.pid}")), name)
        spent[name] = max(spent.get(name, 0.0), times.user + times.system)


def _name(process: psutil.Process) -> str:
    """The last part of the module that a Python process runs."""
    words = process.cmdline()
    return words[words.index("-m") + 1].rpartition(".")[2] if "-m" in words[:-1] else process.name()


def _end(process: "subprocess.Popen[bytes]") -> None:
    """A run that was interrupted leaves no process behind: whoever listens ends its own."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
