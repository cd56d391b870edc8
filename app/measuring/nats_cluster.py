"""Three NATS servers on loopback that keep a group's questions together, of which the leading one can be killed.

Used by ``group_stage.py`` on the main thread of a command, and by tests. Which one leads is asked of whoever is left.
"""

# pyright: reportUnknownMemberType=false
# nats-py leaves a few of its parameters without types.

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import nats
import nats.errors
from nats.aio.client import Client

from engine.bench.cannot_measure import CannotMeasure
from engine.worker.group import subjects
from engine.worker.group.nats_server import ClusterSeat, NatsServer

SERVERS = 3
_LEADS_WITHIN_S = 40.0
_ASKED_S = 2
_LOOK_S = 0.1


class NatsCluster:
    """See above. ``stop`` ends all of them."""

    def __init__(self, folder: Path) -> None:
        ports = _free_ports(2 * SERVERS)
        clients, routes = ports[:SERVERS], ports[SERVERS:]
        # A server that comes back has the address that the members know.
        self._servers = {
            f"nats-{number + 1}": NatsServer(
                folder / f"nats-{number + 1}",
                port=clients[number],
                seat=ClusterSeat(f"nats-{number + 1}", routes[number], routes),
            )
            for number in range(SERVERS)
        }
        self._addresses: list[str] = []

    @property
    def address(self) -> str:
        """All addresses, as members are told them."""
        return ",".join(self._addresses)

    def start(self) -> str:
        """Start them, and wait until they agree on who leads; gives ``address``. Raises ``CannotMeasure``."""
        self._addresses = [server.start() for server in self._servers.values()]
        asyncio.run(self._until(self._agrees))
        return self.address

    def leader(self) -> str:
        """Name of the server that leads the stream of questions. Raises ``CannotMeasure`` if none does."""
        found: list[str] = []

        async def leads() -> bool:
            client = await self._client()
            try:
                info = await client.jetstream(timeout=_ASKED_S).stream_info(subjects.QUESTIONS)
            finally:
                await client.close()
            if info.cluster is not None and info.cluster.leader:
                found.append(info.cluster.leader)
            return bool(found)

        asyncio.run(self._until(leads))
        return found[-1]

    def kill(self, name: str) -> None:
        """End a server without a word."""
        self._servers[name].kill()

    def start_again(self, name: str) -> None:
        """Start a server that was killed."""
        self._servers[name].start()

    def stop(self) -> None:
        """End all of them."""
        for server in self._servers.values():
            server.stop()

    async def _agrees(self) -> bool:
        client = await self._client()
        try:
            await client.jetstream(timeout=_ASKED_S).account_info()
        finally:
            await client.close()
        return True

    async def _client(self) -> Client:
        return await nats.connect(self._addresses, connect_timeout=_ASKED_S, allow_reconnect=False)

    async def _until(self, is_so: Callable[[], Awaitable[bool]]) -> None:
        until_s = time.monotonic() + _LEADS_WITHIN_S
        while time.monotonic() < until_s:
            try:
                if await is_so():
                    return
            except (nats.errors.Error, OSError, TimeoutError):
                pass  # they do not agree yet
            await asyncio.sleep(_LOOK_S)
        raise CannotMeasure("The servers of the group do not agree on who leads.")


def _free_ports(count: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports
