"""A worker from its start to its end: it loads a speech model, listens, and finishes what it has when told to stop.

On the event loop of ``vivavoce worker serve``. It outlives a device that does not decode: then it listens and says so
(``Health``), and every look at its health tries again.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Protocol

from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import Standing
from engine.worker.answering import Answering
from engine.worker.door import Door, ServingWish
from engine.worker.limits import Limits
from engine.worker.server import CannotServe, on_stop_signal
from engine.worker.watching import Watching

log = logging.getLogger(__name__)


class Startable(Answering, Protocol):
    """What stands behind the door, with a beginning and an end."""

    async def start(self) -> None:
        """Get ready; it may take a minute. Raises ``Refused``."""
        ...

    async def close(self) -> None:
        """Free everything."""
        ...


@dataclass(frozen=True, slots=True)
class Listening:
    """Where it listens, for whoever started it."""

    host: str
    port: int
    is_plain: bool
    desktops: int
    """How many are paired."""
    standing: Standing
    trouble: str = ""
    """Why it does not decode; empty if it does."""


class Serving:
    """See above. ``run`` is called once."""

    def __init__(
        self,
        *,
        wish: ServingWish,
        answering: Startable,
        watching: Watching,
        on_listening: Callable[[Listening], None],
        limits: Limits | None = None,
    ) -> None:
        """Get ready.

        Args:
            wish: How it is wanted.
            answering: Started and closed here.
            watching: Is told what happens.
            on_listening: Called on the loop whenever it listens somewhere else.
            limits: How much a peer may cost.
        """
        self._wish = wish
        self._answering = answering
        self._watching = watching
        self._on_listening = on_listening
        self._limits = limits or Limits()
        self._stop = asyncio.Event()
        self._trouble = ""

    def stop(self) -> None:
        """Finish what there is, then return from ``run``. On the loop."""
        self._stop.set()

    async def run(self) -> bool:
        """Serve until ``stop``, SIGTERM or Ctrl-C; whether every question that was taken was answered.

        Raises:
            CannotServe: it cannot listen, or has no speech model.
            VivavoceError: its key cannot be read.
        """
        end_signals = on_stop_signal(self._stop.set)
        try:
            door = Door(
                wish=self._wish,
                answering=self._answering,
                watching=self._watching,
                limits=self._limits,
                tell=self._tell,
            )
            await door.check()
            if not await self._is_started():
                return True
            async with self._listening(door):
                await self._stop.wait()
                return await door.drain(within_s=self._wish.drain_s)
        finally:
            end_signals()
            await self._answering.close()

    async def _is_started(self) -> bool:
        """Get ready; whether nobody stopped it meanwhile."""
        loop = asyncio.get_running_loop()
        starting, stopping = loop.create_task(self._answering.start()), loop.create_task(self._stop.wait())
        try:
            await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not starting.done():
                return False
            await starting
        except Refused as refused:
            if refused.reason is RefusalReason.MODEL_MISSING:
                raise CannotServe(refused.detail) from refused
            self._trouble = refused.detail
            log.info("The device does not decode; every health check tries again")
        finally:
            for task in (starting, stopping):
                task.cancel()
            await asyncio.gather(starting, stopping, return_exceptions=True)
        return not self._stop.is_set()

    @contextlib.asynccontextmanager
    async def _listening(self, door: Door) -> AsyncGenerator[None]:
        moving: asyncio.Task[None] | None = None
        try:
            if await door.open():
                moving = asyncio.get_running_loop().create_task(door.open_when_paired())
                moving.add_done_callback(self._on_moved)
            yield
        finally:
            if moving is not None:
                moving.cancel()
                await asyncio.wait([moving])
            await door.close()
        if moving is not None and not moving.cancelled():
            moving.result()

    def _on_moved(self, moving: "asyncio.Task[None]") -> None:
        if not moving.cancelled() and moving.exception() is not None:
            self._stop.set()  # it listens nowhere

    def _tell(self, host: str, port: int, desktops: int) -> None:
        self._on_listening(
            Listening(
                host=host,
                port=port,
                is_plain=self._wish.is_plain,
                desktops=desktops,
                standing=self._answering.standing(),
                trouble=self._trouble,
            )
        )
