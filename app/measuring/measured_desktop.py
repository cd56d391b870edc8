"""The other end of ``headless_desktop.py``: starts it, remembers what it says, and ends its processes.

Used on the main thread of a measurement; a thread of its own reads. A desktop that was killed can still be asked what
it had said. Every process it started is known by its id before it is killed, so that nothing is left behind.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import IO, TypeVar, cast

import psutil

from app.measuring.desktop_events import COMMANDS, EVENTS, DesktopCommand, DesktopEvent, Leave, Shown
from engine.bench.cannot_measure import CannotMeasure
from engine.contract.places import RESOURCES

T = TypeVar("T")

RECORDER, ENGINE = "recorder", "engine_process"
"""What the command line of each process holds."""

EMPTY: Mapping[str, str] = MappingProxyType({})

_ROOT = RESOURCES.parent
_PATIENCE_S = 180.0
_LEAVE_S = 30.0


class MeasuredDesktop:
    """One desktop process with its children. Use as a context."""

    def __init__(
        self, home: Path, *, models: Path, plan: Path | None = None, environment: Mapping[str, str] = EMPTY
    ) -> None:
        """``plan`` is the known signal that is recorded instead of devices; ``environment`` comes on top of ours."""
        home.mkdir(parents=True, exist_ok=True)
        self.heard: list[tuple[float, DesktopEvent]] = []
        """Everything it said, with the time of ``time.monotonic``."""
        self.killed: dict[str, float] = {}
        """When each process was killed last, on the same clock."""
        self._changed = threading.Condition()
        self._is_over = False
        self._began_s = time.monotonic()
        self._log: IO[bytes] = (home / "desktop.log").open("ab")
        command = [sys.executable, "-P", "-m", "app.measuring.headless_desktop"]
        command += ["--home", str(home), "--models", str(models)]
        if plan is not None:
            command += ["--plan", str(plan)]
        surroundings = os.environ | {"CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1", "PYTHONUTF8": "1"}
        surroundings["PYTHONPATH"] = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH", ""))))
        surroundings |= environment
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, env=surroundings, bufsize=0
        )
        self._reader = threading.Thread(target=self._read, name="measured-desktop", daemon=True)
        self._reader.start()

    def __enter__(self) -> "MeasuredDesktop":
        return self

    def __exit__(self, *_: object) -> None:
        family = self.family()
        for member in (*family.values(), self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(member, signal.SIGKILL)
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                cast("IO[bytes]", pipe).close()
        self._log.close()

    @property
    def heard_s(self) -> float:
        """When it said something last."""
        with self._changed:
            return self.heard[-1][0] if self.heard else self._began_s

    def send(self, command: DesktopCommand) -> None:
        """Ask for something."""
        pipe = cast("IO[bytes]", self.process.stdin)
        with contextlib.suppress(BrokenPipeError):
            pipe.write(COMMANDS.dump_json(command) + b"\n")

    def count(self, kind: type[DesktopEvent]) -> int:
        """How often it said that."""
        with self._changed:
            return sum(isinstance(event, kind) for _, event in self.heard)

    def last(self, kind: type[T]) -> T | None:
        """What it said last of that kind."""
        with self._changed:
            return next((event for _, event in reversed(self.heard) if isinstance(event, kind)), None)

    def wait_for(self, is_there: Callable[[], T | None], *, what: str, timeout_s: float = _PATIENCE_S) -> T:
        """Wait until something is so. Raises ``CannotMeasure`` when it ends or takes too long."""
        until = time.monotonic() + timeout_s
        while True:
            if (found := is_there()) is not None:
                return found
            with self._changed:
                if self._is_over:
                    raise CannotMeasure(f"The measured desktop ended before {what}: {self._last_words()}")
                if time.monotonic() > until:
                    raise CannotMeasure(f"The measured desktop took longer than {timeout_s:.0f} s for {what}.")
                self._changed.wait(0.2)

    def hear(self, kind: type[T], *, after: int = 0, what: str, timeout_s: float = _PATIENCE_S) -> T:
        """Wait until it has said that more often than ``after`` times; the newest of them."""

        def look() -> T | None:
            with self._changed:
                said = [event for _, event in self.heard if isinstance(event, kind)]
            return said[-1] if len(said) > after else None

        return self.wait_for(look, what=what, timeout_s=timeout_s)

    def hear_shown(self, is_wanted: Callable[[Shown], bool], *, what: str, timeout_s: float = _PATIENCE_S) -> Shown:
        """Wait until the screen shows that."""

        def look() -> Shown | None:
            shown = self.last(Shown)
            return shown if shown is not None and is_wanted(shown) else None

        return self.wait_for(look, what=what, timeout_s=timeout_s)

    def family(self) -> dict[str, int]:
        """The ids of the recorder and the engine process, as far as there are such; not of a spare recorder."""
        found: dict[str, int] = {}
        with contextlib.suppress(psutil.Error):
            children = psutil.Process(self.process.pid).children()
            for child in sorted(children, key=psutil.Process.create_time):
                with contextlib.suppress(psutil.Error):
                    words = " ".join(child.cmdline())
                    found = {name: child.pid for name in (RECORDER, ENGINE) if name in words} | found
        return found

    def kill(self, name: str) -> bool:
        """Kill one of its processes; whether there was one."""
        pid = self.family().get(name)
        if pid is None:
            return False
        self.killed[name] = time.monotonic()
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return True

    def kill_desktop(self) -> list[int]:
        """Kill the desktop itself; the ids of the processes that are left to end by themselves."""
        left = [child.pid for child in psutil.Process(self.process.pid).children()]
        self.process.kill()
        self.process.wait()
        self._reader.join()
        return left

    def leave(self) -> None:
        """Let it end as an application does that is closed."""
        self.send(Leave())
        try:
            self.process.wait(_LEAVE_S)
        except subprocess.TimeoutExpired:
            raise CannotMeasure("The measured desktop did not end.") from None
        self._reader.join()

    def _read(self) -> None:
        for line in cast("IO[bytes]", self.process.stdout):
            if not line.endswith(b"\n"):
                break  # the kill cut it in half
            event = EVENTS.validate_json(line)
            with self._changed:
                self.heard.append((time.monotonic(), event))
                self._changed.notify_all()
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _last_words(self) -> str:
        lines = Path(self._log.name).read_text("utf-8", errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"


def wait_until_gone(pids: list[int], *, timeout_s: float) -> list[int]:
    """Wait for processes that end by themselves; those that did not, which are then killed."""
    until = time.monotonic() + timeout_s
    left = pids
    while left and time.monotonic() < until:
        left = [pid for pid in left if psutil.pid_exists(pid)]
        time.sleep(0.05)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return left
