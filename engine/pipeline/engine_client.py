"""The desktop's end of the engine process: starts it, talks to it, and knows when it is gone.

Used by ``app/importing`` on the import thread; ``send`` and ``kill`` may be called on any. Everything a graphics
driver can do to a process (abort, hang, garbage on its output) ends here as a value, never as a crash of
the desktop. The process is started by the first command and again after it ended; it stops by itself when its
standard input closes, so it does not outlive a desktop that was killed.
"""

import contextlib
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from pydantic import ValidationError

from engine.contract.messages import Command, Event, Shutdown
from engine.contract.wire import read_event, write_command
from engine.pipeline.engine_log import EngineLog

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages ``engine`` and ``app``."""

SHUTDOWN_S = 2.0
"""How long a process that was told to finish may take."""

_WAITING_EVENTS = 64
"""More than these wait in the pipe, and then in the engine: a slow library slows the engine down."""

_LONGEST_LINE = 64 << 20

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineEnded:
    """The engine process is gone; nothing more will come until a command starts a new one."""

    exit_code: int | None
    said: str
    """The end of what it wrote to its log, to tell the reason; never shown to a person."""


def engine_command(*, models: Path, cache: Path) -> list[str]:
    """How the real engine process is started. ``-P`` keeps the current folder out of its imports."""
    module = "engine.pipeline.engine_process"
    return [sys.executable, "-P", "-m", module, "--models", str(models), "--cache", str(cache)]


class EngineClient:
    """One engine process at a time."""

    def __init__(self, *, command: Sequence[str], log_file: Path, shutdown_s: float = SHUTDOWN_S) -> None:
        self._command = tuple(command)
        self._log_file = log_file
        self._shutdown_s = shutdown_s
        self._guard = threading.Lock()
        self._process: _Process | None = None
        self._stillborn: EngineEnded | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is a process, as far as was noticed."""
        return self._process is not None

    def send(self, command: Command) -> None:
        """Hand over a command; starts the process if there is none. That it died meanwhile, ``receive`` tells."""
        with self._guard:
            if self._process is None:
                try:
                    self._process = _Process(self._command, self._log_file)
                except OSError as error:
                    # No memory for a process, or its program is gone: the same as one that died at once.
                    self._stillborn = EngineEnded(None, str(error))
                    return
            self._process.send(command)

    def receive(self, timeout_s: float) -> Event | EngineEnded | None:
        """The next event, or the end of the process; ``None`` if nothing came in time. One thread at a time."""
        with self._guard:
            process = self._process
            stillborn, self._stillborn = self._stillborn, None
        if stillborn is not None:
            return stillborn
        if process is None:
            time.sleep(timeout_s)
            return None
        answer = process.receive(timeout_s)
        if isinstance(answer, EngineEnded):
            self._let_go(process)
        return answer

    def kill(self) -> None:
        """End the process and its children at once. What it said and nobody took is dropped."""
        process = self._process
        if process is not None:
            process.kill()
            self._let_go(process)

    def close(self) -> None:
        """Let the process finish, and end it if it does not in time. The next command starts a new one."""
        process = self._process
        if process is not None:
            process.close(self._shutdown_s)
            self._let_go(process)

    def _let_go(self, process: "_Process") -> None:
        process.join()
        with self._guard:
            if self._process is process:
                self._process = None


class _Process:
    """A started process with the thread that reads what it says."""

    def __init__(self, command: Sequence[str], log_file: Path) -> None:
        self._events: queue.Queue[Event | EngineEnded] = queue.Queue(maxsize=_WAITING_EVENTS)
        self._is_dropped = threading.Event()
        self._log = EngineLog(log_file)
        with self._log.open() as log:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env=_child_environment(),
                # A group of its own: Ctrl-C in a terminal is the desktop's to answer, and children go with it.
                start_new_session=os.name == "posix",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        self._reader = threading.Thread(target=self._read, name="engine-reader", daemon=True)
        self._reader.start()

    def send(self, command: Command) -> None:
        commands = cast(BinaryIO, self._child.stdin)
        # A process that is gone closes the pipe; the reader sees the same and tells how it ended.
        with contextlib.suppress(OSError, ValueError):
            commands.write(write_command(command))
            commands.flush()

    def receive(self, timeout_s: float) -> Event | EngineEnded | None:
        try:
            return self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def close(self, timeout_s: float) -> None:
        self._is_dropped.set()
        self.send(Shutdown())
        with contextlib.suppress(OSError):
            cast(BinaryIO, self._child.stdin).close()
        try:
            self._child.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        self._is_dropped.set()
        _kill_with_children(self._child)

    def join(self) -> None:
        self._is_dropped.set()
        self._reader.join()
        for pipe in (self._child.stdin, self._child.stdout):
            with contextlib.suppress(OSError):
                cast(BinaryIO, pipe).close()

    def _read(self) -> None:
        events = cast(BinaryIO, self._child.stdout)
        while line := events.readline(_LONGEST_LINE):
            try:
                event = read_event(line)
            except ValidationError:
                # Native libraries print where they like. Not its content: it could be what somebody said.
                _log.info("The engine process wrote %d bytes that are no event.", len(line))
                continue
            self._put(event)
        self._put(EngineEnded(self._reap(), self._log.tail()))

    def _put(self, event: Event | EngineEnded) -> None:
        while not self._is_dropped.is_set():
            with contextlib.suppress(queue.Full):
                self._events.put(event, timeout=0.1)
                return

    def _reap(self) -> int | None:
        """Wait for a process that closed its output; one that goes on without it is of no use."""
        try:
            self._child.wait(SHUTDOWN_S)
        except subprocess.TimeoutExpired:
            _kill_with_children(self._child)
        return self._child.returncode


def _kill_with_children(child: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        # Its probes of the graphics card are in its group.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    else:
        import psutil  # noqa: PLC0415 - only where there are no process groups

        with contextlib.suppress(psutil.Error):
            for each in psutil.Process(child.pid).children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    each.kill()
    child.kill()
    child.wait()


def _child_environment() -> dict[str, str]:
    """The child needs to find this package, and neither the network nor anybody's key (failures 90, 98)."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
    }
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), environment.get("PYTHONPATH", ""))))
    environment["PYTHONUTF8"] = "1"
    environment["PYTHONFAULTHANDLER"] = "1"
    environment["HF_HUB_OFFLINE"] = "1"
    return environment
