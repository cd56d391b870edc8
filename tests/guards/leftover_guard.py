"""Notices threads and child processes that outlive the test that started them.

Whoever starts a thread or process stops and joins it (house style), so something still alive after a test's
fixtures are torn down was forgotten. Those that are just ending get a few seconds; only a leak pays for the wait.
"""

import gc
import threading
import time
from dataclasses import dataclass, field

import psutil

PATIENCE_S = 20.0
"""How long something that is ending may take; generous, since builders and CI share two cores."""

# They belong to Python or to a tool, live as long as the process and are never joined by anybody.
LIBRARY_THREADS = (
    "pytest_timeout",  # the watchdog of pytest-timeout where signals cannot be used
    "TMonitor",  # tqdm, inside faster-whisper and huggingface_hub
)
LIBRARY_PROCESSES = (
    "multiprocessing.resource_tracker",  # one a process, for shared memory and spawned children
    "multiprocessing.forkserver",
)


@dataclass
class LeftoverGuard:
    """Knows what lived before a test, and tells what is new after it."""

    _threads: set[threading.Thread] = field(default_factory=set[threading.Thread])
    _processes: set[psutil.Process] = field(default_factory=set[psutil.Process])
    _fixture_threads: set[threading.Thread] = field(default_factory=set[threading.Thread])
    _fixture_processes: set[psutil.Process] = field(default_factory=set[psutil.Process])

    def remember(self) -> None:
        """Take what lives now for granted."""
        self._threads = live_threads()
        self._processes = live_processes()

    def excuse(self, threads: set[threading.Thread], processes: set[psutil.Process]) -> None:
        """Let these live on until the end of the session: a wider fixture owns them."""
        self._fixture_threads |= threads
        self._fixture_processes |= processes

    def thread_complaints(self, *, is_last_test: bool) -> list[str]:
        """A sentence for each new thread that does not end by itself."""
        known = set[threading.Thread]() if is_last_test else self._fixture_threads
        known = known | (self._threads - self._fixture_threads)
        if live_threads() - known:
            gc.collect()  # gRPC's thread for asyncio ends with the last channel or call that a trace still holds
        deadline = time.monotonic() + PATIENCE_S
        for thread in live_threads() - known:
            thread.join(max(0.0, deadline - time.monotonic()))
        return [f"the thread “{thread.name}” is still alive" for thread in live_threads() - known]

    def process_complaints(self, *, is_last_test: bool) -> list[str]:
        """A sentence for each new child process that does not end by itself."""
        known = set[psutil.Process]() if is_last_test else self._fixture_processes
        known = known | (self._processes - self._fixture_processes)
        _, alive = psutil.wait_procs(live_processes() - known, timeout=PATIENCE_S)
        return [f"the process {describe(process)} is still alive" for process in alive if is_alive(process)]


def live_threads() -> set[threading.Thread]:
    """Python's own threads, without those that a library keeps for good."""
    return {
        thread
        for thread in threading.enumerate()
        # A thread that Qt or C++ started and that once ran Python is remembered as a “dummy” for ever.
        if not isinstance(thread, threading._DummyThread)  # pyright: ignore[reportPrivateUsage]  # has no public name
        and not thread.name.startswith(LIBRARY_THREADS)
        and type(thread).__name__ not in LIBRARY_THREADS
    }


def live_processes() -> set[psutil.Process]:
    """Children and their children, without those that Python keeps for good."""
    return {process for process in psutil.Process().children(recursive=True) if is_alive(process)}


def is_alive(process: psutil.Process) -> bool:
    """Whether a process still runs and is not one of Python's own helpers."""
    try:
        words = " ".join(process.cmdline())
        return process.status() != psutil.STATUS_ZOMBIE and not any(name in words for name in LIBRARY_PROCESSES)
    except psutil.NoSuchProcess:
        return False


def describe(process: psutil.Process) -> str:
    """A process as a person would look for it."""
    try:
        return f"{process.pid} ({' '.join(process.cmdline())[:200]})"
    except psutil.NoSuchProcess:
        return str(process.pid)
