"""The real ``vivavoce worker serve`` in a process of its own, paired with a desktop, to be measured from outside.

On the event loop of whoever measures. Its folder is temporary; it listens on this machine alone.
"""

import asyncio
import re
import signal
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

from app.measuring.memory_watch import own_memory
from app.measuring.worker_home import WorkerHome
from engine.bench.cannot_measure import CannotMeasure
from engine.contract.child_environment import child_environment
from engine.remote.identity import Identity
from engine.remote.paired_workers import PairedWorker

_PATIENCE_S = 180.0
"""To load a speech model and prove the device, on a machine that has other things to do."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """What the worker's process holds."""

    bytes: int
    files: int
    threads: int


class ServedWorker:
    """For ``async with``."""

    def __init__(self, *, folder: Path, model: Path) -> None:
        """Get ready. ``model`` is the folder of the one speech model it has."""
        self._folder = folder
        self._home = WorkerHome(folder, model=model)
        self._process: asyncio.subprocess.Process | None = None
        self.port = 0

    @property
    def desktop(self) -> Identity:
        """Who is paired with it."""
        return self._home.desktop

    @property
    def paired(self) -> PairedWorker:
        """As the desktop knows it."""
        return self._home.paired("Measured", port=self.port)

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            *self._home.command(port=0),
            env=child_environment() | {"VIVAVOCE_HOME": str(self._folder / "home")},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(_PATIENCE_S):
                self.port = await self._read_port(self._process)
        except BaseException:
            await self.end()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.end()

    async def end(self) -> int:
        """Tell it to stop; its exit code. Ending twice is harmless."""
        process = self._process
        if process is None:
            return 0
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(_PATIENCE_S):
                return await process.wait()
        except TimeoutError:
            process.kill()
            return await process.wait()

    @property
    def is_alive(self) -> bool:
        """Whether it still runs, and is the one that was started."""
        return self._process is not None and self._process.returncode is None

    def footprint(self) -> Footprint:
        """What it holds now. Raises ``CannotMeasure`` when it is gone."""
        if self._process is None or not self.is_alive:
            raise CannotMeasure("The worker's process is gone.")
        process = psutil.Process(self._process.pid)
        return Footprint(own_memory(process.pid) or 0, process.num_fds(), process.num_threads())

    async def _read_port(self, process: asyncio.subprocess.Process) -> int:
        assert process.stdout is not None
        async for line in process.stdout:
            if found := re.search(rb"Listening at [\d.]+:(\d+)", line):
                return int(found[1])
        raise CannotMeasure("The worker did not start.")
