"""Where a worker listens now: on this machine until a desktop is paired, then where it is wanted.

On the worker's event loop; opened and closed by ``serving.py``. The sessions outlive a change of place: one ``Service``
stands behind all servers.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.remote.discovery import Announcement
from engine.remote.identity import find_identity, worker_places
from engine.remote.own_keys import OwnKeys
from engine.remote.paired_desktops import FILE_NAME, PairedDesktops
from engine.remote.trust import server_credentials
from engine.worker.answering import Answering
from engine.worker.desktop_keys import DesktopKeys
from engine.worker.limits import Limits
from engine.worker.server import DRAIN_S, PORT, CannotServe, WorkerServer, check_address, is_this_machine
from engine.worker.service import Service
from engine.worker.watching import Watching

THIS_MACHINE = "127.0.0.1"
EVERY_NETWORK = "0.0.0.0"

_LOOK_EVERY_S = 1.0
"""How often it is looked whether a first desktop was paired."""


@dataclass(frozen=True, slots=True)
class ServingWish:
    """How a worker is wanted."""

    name: str
    """Of this machine, as a person knows it."""
    state: Path
    """Where its key and the list of paired desktops lie."""
    host: str = EVERY_NETWORK
    port: int = PORT
    """0 takes any that is free."""
    is_plain: bool = False
    """For programs on this machine alone, without TLS."""
    is_announced: bool = True
    """Say on the network that it is there, for whoever looks for a worker to pair with."""
    drain_s: float = DRAIN_S


class Door:
    """See above."""

    def __init__(
        self,
        *,
        wish: ServingWish,
        answering: Answering,
        watching: Watching,
        limits: Limits,
        tell: Callable[[str, int, int], None],
    ) -> None:
        self._wish = wish
        self._answering = answering
        self._limits = limits
        self._tell = tell
        self._desktops: PairedDesktops | None = None
        self._credentials = keys = None
        if not wish.is_plain:
            places = worker_places(wish.state)
            find_identity(wish.state, places=places)  # made now, if this is the first time
            own = OwnKeys(wish.state, places=places)
            self._desktops = PairedDesktops(wish.state / FILE_NAME)
            self._credentials = server_credentials(own.now, self._desktops)
            keys = DesktopKeys(self._desktops, own)
        self._service = Service(
            answering=answering, trusting=self._desktops, name=wish.name, limits=limits, watching=watching, keys=keys
        )
        self._server: WorkerServer | None = None
        self._announcement: Announcement | None = None

    async def check(self) -> None:
        """Look whether it could be opened. Raises ``CannotServe``."""
        if self._wish.is_plain and not is_this_machine(self._wish.host):
            raise CannotServe("Without TLS a worker listens on this machine alone (127.0.0.1).")
        await asyncio.to_thread(check_address, self._first_host, self._wish.port)

    async def open(self) -> bool:
        """Listen, as far as may be; whether it waits for a first desktop. Raises ``CannotServe``."""
        waits = self._waits_for_pairing
        await self._listen(self._first_host, self._wish.port)
        return waits

    async def open_when_paired(self) -> None:
        """Listen where it is wanted as soon as a desktop is paired. Raises ``CannotServe``."""
        while self._waits_for_pairing:
            await asyncio.sleep(_LOOK_EVERY_S)
        if self._server is not None:
            port = self._server.port
            await self._server.hang_up()
            await self._listen(self._wish.host, port)

    async def drain(self, *, within_s: float) -> bool:
        """See ``WorkerServer.drain``."""
        return True if self._server is None else await self._server.drain(within_s=within_s)

    async def close(self) -> None:
        """Listen no longer."""
        if self._announcement is not None:
            await asyncio.to_thread(self._announcement.close)
        if self._server is not None:
            await self._server.stop()
        await self._service.close()

    @property
    def _waits_for_pairing(self) -> bool:
        """Whether nobody is paired who could be let in from elsewhere."""
        return self._desktops is not None and not self._desktops.read() and not is_this_machine(self._wish.host)

    @property
    def _first_host(self) -> str:
        return THIS_MACHINE if self._waits_for_pairing else self._wish.host

    async def _listen(self, host: str, port: int) -> None:
        self._server = WorkerServer(
            service=self._service,
            answering=self._answering,
            host=host,
            port=port,
            credentials=self._credentials,
            desktops=self._desktops,
            limits=self._limits,
        )
        port = await self._server.start()
        self._tell(host, port, len(self._desktops.read()) if self._desktops is not None else 0)
        if self._wish.is_announced and not is_this_machine(host):
            # On a thread of its own: it takes two seconds, and where there is no network it finds nobody.
            self._announcement = Announcement(self._wish.name, port=port)
            await asyncio.to_thread(self._announcement.open)
