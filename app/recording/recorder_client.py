"""The desktop's end of the recorder process: starts it, talks to it, and knows when it is gone.

``send`` and ``kill`` may be called on any thread; one thread receives. As with the engine (``engine_client.py``),
whatever a sound driver does to its process ends here as a value. The recorder is a session of its own, which neither
Ctrl-C in a terminal nor the end of that terminal reaches; when the desktop is killed its standard input ends, and it
closes its files before it ends as well. A desktop that is frozen and receives nothing holds up nothing but the levels.
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

from engine.contract.recorder_messages import CloseRecorder, RecorderCommand, RecorderEvent
from engine.contract.recorder_wire import read_event, write_command
from engine.pipeline.engine_client import ROOT
from engine.pipeline.engine_log import EngineLog

CLOSE_S = 3.0
"""A recorder that takes longer to end than this hangs in a driver; its files are closed by then."""

_REAP_S = 2.0
_WAITING_EVENTS = 256
"""More than these wait in the pipe, and then in the recorder, which drops levels and nothing else."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RecorderEnded:
    """The recorder process is gone; nothing more will come until a command starts a new one.

    What it saved is in the folder: recording goes on there with another ``StartRecording``.
    """

    exit_code: int | None
    said: str
    """The end of what it wrote to its log, to tell the reason; never shown to a person."""


def recorder_command(*, cache: Path) -> list[str]:
    """How the real recorder process is started. ``-P`` keeps the current folder out of its imports."""
    return [sys.executable, "-P", "-m", "engine.capture.recorder_process", "--cache", str(cache)]


class RecorderClient:
    """One recorder process at a time."""

    def __init__(self, *, command: Sequence[str], log_file: Path, close_s: float = CLOSE_S) -> None:
        self._command = tuple(command)
        self._log_file = log_file
        self._close_s = close_s
        self._guard = threading.Lock()
        self._process: _Process | None = None
        self._stillborn: RecorderEnded | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is a process, as far as was noticed."""
        return self._process is not None

    def send(self, command: RecorderCommand) -> None:
        """Hand over a command; starts the process if there is none. That it died meanwhile, ``receive`` tells."""
        with self._guard:
            if self._process is None:
                try:
                    self._process = _Process(self._command, self._log_file)
                except OSError as error:
                    # No memory for a process, or its program is gone: the same as one that died at once.
                    self._stillborn = RecorderEnded(None, str(error))
                    return
            self._process.send(command)

    def receive(self, timeout_s: float) -> RecorderEvent | RecorderEnded | None:
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
        if isinstance(answer, RecorderEnded):
            self._let_go(process)
        return answer

    def kill(self) -> None:
        """End the process at once. What it saved stays; what it said and nobody took is dropped."""
        process = self._process
        if process is not None:
            process.kill()
            self._let_go(process)

    def close(self) -> None:
        """Let it close what it records, and end it if it does not in time. The next command starts a new one."""
        process = self._process
        if process is not None:
            process.close(self._close_s)
            self._let_go(process)

    def _let_go(self, process: "_Process") -> None:
        process.join()
        with self._guard:
            if self._process is process:
                self._process = None


class _Process:
    """A started process with the thread that reads what it says."""

    def __init__(self, command: Sequence[str], log_file: Path) -> None:
        self._events: queue.Queue[RecorderEvent | RecorderEnded] = queue.Queue(maxsize=_WAITING_EVENTS)
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
                # A session of its own: neither Ctrl-C nor the end of a terminal cuts a recording off.
                start_new_session=os.name == "posix",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        self._reader = threading.Thread(target=self._read, name="recorder-reader", daemon=True)
        self._reader.start()

    def send(self, command: RecorderCommand) -> None:
        commands = cast(BinaryIO, self._child.stdin)
        # A process that is gone closes the pipe; the reader sees the same and tells how it ended.
        with contextlib.suppress(OSError, ValueError):
            commands.write(write_command(command))
            commands.flush()

    def receive(self, timeout_s: float) -> RecorderEvent | RecorderEnded | None:
        try:
            return self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def close(self, timeout_s: float) -> None:
        self._is_dropped.set()
        self.send(CloseRecorder())
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
        for line in cast(BinaryIO, self._child.stdout):
            try:
                event = read_event(line)
            except ValidationError:
                # Native libraries print where they like. Not its content: it could name what somebody records.
                _log.info("The recorder process wrote %d bytes that are no event.", len(line))
                continue
            self._put(event)
        self._put(RecorderEnded(self._reap(), self._log.tail()))

    def _put(self, event: RecorderEvent | RecorderEnded) -> None:
        while not self._is_dropped.is_set():
            with contextlib.suppress(queue.Full):
                self._events.put(event, timeout=0.1)
                return

    def _reap(self) -> int | None:
        """Wait for a process that closed its output; one that goes on without it is of no use."""
        try:
            self._child.wait(_REAP_S)
        except subprocess.TimeoutExpired:
            _kill_with_children(self._child)
        return self._child.returncode


def _kill_with_children(child: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        # What keeps the computer awake, and a trial of a device, are in its group.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.wait()


def _child_environment() -> dict[str, str]:
    """The child needs to find this package, and nobody's key (failures 98)."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
    }
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), environment.get("PYTHONPATH", ""))))
    environment["PYTHONUTF8"] = "1"
    environment["PYTHONFAULTHANDLER"] = "1"
    return environment
