"""The processes of a group on one machine: begun, begun again when one dies, and ended in an order that loses nothing.

Called by ``vivavoce worker group`` on its main thread. Which questions go where is NATS's matter; this only keeps
processes running, as systemd or Kubernetes do where there are several machines.
"""

import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

AGAIN_AFTER_S = 1.0
MOST_AGAIN = 5
"""A process that ends so often within ``SOON_S`` of its beginning is not begun any more."""

SOON_S = 10.0
ENDS_WITHIN_S = 40.0
_LOOK_EVERY_S = 0.1


@dataclass(frozen=True, slots=True)
class Wanted:
    """A process that is to run."""

    name: str
    command: Sequence[str]


@dataclass(slots=True, eq=False)
class _Running:
    wanted: Wanted
    process: subprocess.Popen[bytes]
    begun_s: float
    failures: int = 0
    again_s: float | None = None


class Household:
    """See above. Its methods belong to one thread, but for ``stop``."""

    def __init__(
        self,
        wanted: Sequence[Wanted],
        *,
        environment: Mapping[str, str],
        tell: Callable[[str], None],
        again_after_s: float = AGAIN_AFTER_S,
    ) -> None:
        """Get ready.

        Args:
            wanted: What is to run; it is ended in this order.
            environment: Of all of them.
            tell: Says in plain words what happens to them.
            again_after_s: From the end of one to its next beginning.
        """
        self._again_after_s = again_after_s
        self._wanted = wanted
        self._environment = dict(environment)
        self._tell = tell
        self._running: list[_Running] = []
        self._stop = threading.Event()

    def stop(self) -> None:
        """Let ``run`` end them all and return. From any thread, or a signal."""
        self._stop.set()

    def run(self) -> bool:
        """Keep all running until ``stop``; whether none had to be given up."""
        try:
            self._running = [_Running(each, self._begin(each), time.monotonic()) for each in self._wanted]
            while not self._stop.wait(_LOOK_EVERY_S):
                for running in self._running:
                    if not self._is_kept(running):
                        return False
            return True
        finally:
            self._end()

    def _is_kept(self, running: _Running) -> bool:
        """Begin it again if it ended; ``False`` if that is of no use."""
        now_s = time.monotonic()
        if running.again_s is not None:
            if now_s >= running.again_s:
                running.process, running.begun_s, running.again_s = self._begin(running.wanted), now_s, None
            return True
        code = running.process.poll()
        if code is None:
            return True
        running.failures = running.failures + 1 if now_s - running.begun_s < SOON_S else 1
        if running.failures >= MOST_AGAIN:
            self._tell(f"{running.wanted.name} ended again and again; the group is stopped.")
            return False
        self._tell(f"{running.wanted.name} ended ({code}) and is started again; nothing it had is lost.")
        running.again_s = now_s + self._again_after_s
        return True

    def _begin(self, wanted: Wanted) -> subprocess.Popen[bytes]:
        # Ctrl-C reaches all processes of a terminal; the order in which they end is ours.
        return subprocess.Popen(
            list(wanted.command), stdin=subprocess.DEVNULL, env=self._environment, start_new_session=True
        )

    def _end(self) -> None:
        for running in self._running:
            if running.process.poll() is None:
                running.process.send_signal(signal.SIGTERM)
            try:
                running.process.wait(ENDS_WITHIN_S)
            except subprocess.TimeoutExpired:
                running.process.kill()
                running.process.wait()
