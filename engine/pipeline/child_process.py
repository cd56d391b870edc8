"""The desktop's end of a process of ours that speaks lines of JSON: starts it, talks to it, and knows when it is gone.

``EngineClient`` and ``RecorderClient`` are made of it. One thread receives; ``send``, ``kill`` and ``close`` may be
called on any. Everything a driver can do to a process (abort, hang, garbage on its output) ends here as a value, never
as a crash of the desktop. The process is started by the first command and again after it ended; its standard input
ends when the desktop is killed, and it ends by itself then. Where every moment without a process costs something,
``stand_by`` has a second one ready, which waits for its first command.
"""

import contextlib
import logging
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar, cast

from pydantic import ValidationError

from engine.contract.child_environment import child_environment
from engine.contract.places import ROOT
from engine.pipeline.child_log import ChildLog

_REAP_S = 2.0
"""How long a process may go on that closed its output."""

_LONGEST_LINE = 64 << 20

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ProcessEnded:
    """A process is gone; nothing more will come until a command starts a new one."""

    exit_code: int | None
    said: str
    """The end of what it wrote to its log, to tell the reason; never shown to a person."""


CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")
EndedT = TypeVar("EndedT", bound=ProcessEnded)


@dataclass(frozen=True)  # no slots: Python 3.11 cannot make a generic one that is frozen as well
class Dialect(Generic[CommandT, EventT, EndedT]):
    """How one kind of process is talked to."""

    name: str
    """For its thread and the log: ``engine``."""
    write: Callable[[CommandT], bytes]
    read: Callable[[bytes], EventT]
    """Raises ``pydantic.ValidationError`` for a line that is no event."""
    farewell: CommandT
    """Asks it to finish."""
    ended: Callable[[int | None, str], EndedT]
    waiting_events: int
    """More than these wait in the pipe, and then in the process."""


class ChildProcess(Generic[CommandT, EventT, EndedT]):
    """One process at a time."""

    def __init__(
        self,
        dialect: Dialect[CommandT, EventT, EndedT],
        *,
        command: Sequence[str],
        log_file: Path,
        close_s: float,
    ) -> None:
        self._dialect = dialect
        self._command = tuple(command)
        self._log_file = log_file
        self._close_s = close_s
        self._guard = threading.Lock()
        self._process: _Process[CommandT, EventT, EndedT] | None = None
        self._spare: _Process[CommandT, EventT, EndedT] | None = None
        self._stillborn: EndedT | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is a process, as far as was noticed."""
        return self._process is not None

    def send(self, command: CommandT) -> None:
        """Hand over a command; starts the process if there is none. That it died meanwhile, ``receive`` tells."""
        with self._guard:
            if self._process is None:
                try:
                    self._process = self._take_spare() or self._new_process()
                except OSError as error:
                    # No memory for a process, or its program is gone: the same as one that died at once.
                    self._stillborn = self._dialect.ended(None, str(error))
                    return
            self._process.send(command)

    def stand_by(self) -> None:
        """Start a spare process if there is none: it takes the place of the one that works, when that one ended.

        It waits at its standard input. Of ordinary priority, since a process that began with less does not get it back.
        """
        with self._guard:
            if self._spare is None or not self._spare.is_running:
                self._drop_spare()
                with contextlib.suppress(OSError):  # no memory for two
                    self._spare = self._new_process()

    def receive(self, timeout_s: float) -> EventT | EndedT | None:
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
        if isinstance(answer, ProcessEnded):
            self._let_go(process)
        return answer

    def kill(self) -> None:
        """End the process and its children at once. What it said and nobody took is dropped. A spare stays."""
        process = self._process
        if process is not None:
            process.kill()
            self._let_go(process)

    def close(self) -> None:
        """Let the process finish, and end it if it does not in time, and the spare. The next command starts anew."""
        with self._guard:
            self._drop_spare()
        process = self._process
        if process is not None:
            process.close(self._close_s)
            self._let_go(process)

    def _new_process(self) -> "_Process[CommandT, EventT, EndedT]":
        return _Process(self._dialect, self._command, self._log_file)

    def _take_spare(self) -> "_Process[CommandT, EventT, EndedT] | None":
        """The spare, if it lives."""
        spare = self._spare
        if spare is None or not spare.is_running:
            self._drop_spare()
            return None
        self._spare = None
        return spare

    def _drop_spare(self) -> None:
        """End it; it has nothing to save."""
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.kill()
            spare.join()

    def _let_go(self, process: "_Process[CommandT, EventT, EndedT]") -> None:
        process.join()
        with self._guard:
            if self._process is process:
                self._process = None


class _Process(Generic[CommandT, EventT, EndedT]):
    """A started process with the thread that reads what it says."""

    def __init__(self, dialect: Dialect[CommandT, EventT, EndedT], command: Sequence[str], log_file: Path) -> None:
        self._dialect = dialect
        self._events: queue.Queue[EventT | EndedT] = queue.Queue(maxsize=dialect.waiting_events)
        self._is_dropped = threading.Event()
        self._log = ChildLog(log_file)
        with self._log.open() as log:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env=child_environment() | {"PYTHONFAULTHANDLER": "1"},
                # A session of its own: neither Ctrl-C in a terminal nor its end cuts a recording off, and children
                # of the process go with it.
                start_new_session=os.name == "posix",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        self._reader = threading.Thread(target=self._read, name=f"{dialect.name}-reader", daemon=True)
        self._reader.start()

    @property
    def is_running(self) -> bool:
        return self._child.poll() is None

    def send(self, command: CommandT) -> None:
        commands = cast(BinaryIO, self._child.stdin)
        # A process that is gone closes the pipe; the reader sees the same and tells how it ended.
        with contextlib.suppress(OSError, ValueError):
            commands.write(self._dialect.write(command))
            commands.flush()

    def receive(self, timeout_s: float) -> EventT | EndedT | None:
        try:
            return self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def close(self, timeout_s: float) -> None:
        self._is_dropped.set()
        self.send(self._dialect.farewell)
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
                event = self._dialect.read(line)
            except ValidationError:
                # Native libraries print where they like. Not its content: it could be what somebody said.
                _log.info("The %s process wrote %d bytes that are no event.", self._dialect.name, len(line))
                continue
            self._put(event)
        self._put(self._dialect.ended(self._reap(), self._log.tail()))

    def _put(self, event: EventT | EndedT) -> None:
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
        # Probes of a graphics card, trials of a sound device, and what keeps the computer awake are in its group.
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
