"""Finding workers on the local network by multicast DNS, so that nobody has to type an address. It is never trust.

A worker announces its name and ports while it serves to the network or waits to be paired; a desktop asks who is there.
Anybody can announce anything: what is found is a suggestion for a person, cleaned and counted, and pairing decides.
Where there is no network, or the port of multicast DNS is blocked or taken, nothing is found and nothing is said.

Both block for seconds and are called on background threads; zeroconf has a thread of its own, which ends with them.
"""

import logging
import secrets
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import ifaddr
from zeroconf import Error, IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from engine.remote.pairing import clean_name

SERVICE_TYPE = "_vivavoce._tcp.local."

_MOST = 50
"""Announcements looked at: a network full of them must not cost more."""

_PATIENCE_MS = 700


@dataclass(frozen=True, slots=True)
class NearbyWorker:
    """What somebody announced."""

    name: str
    address: str
    port: int
    """Where it says that it serves."""
    pairing_port: int = 0
    """Where it says that it waits to be paired; 0 if it does not."""

    @property
    def is_waiting(self) -> bool:
        """Whether it says that it shows a code now."""
        return self.pairing_port > 0


class Announcement:
    """Says that this machine is there, from ``open`` to ``close``. Both are harmless where there is no network."""

    def __init__(self, name: str, *, port: int, pairing_port: int = 0, interfaces: Sequence[str] | None = None) -> None:
        """Get ready.

        Args:
            name: Of this machine, as a person knows it.
            port: Where it serves.
            pairing_port: Where it waits to be paired; 0 if it does not.
            interfaces: Addresses to announce at; ``None`` for all but loopback.
        """
        self._name = clean_name(name)
        self._port = port
        self._pairing_port = pairing_port
        self._interfaces = interfaces
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> None:
        """Announce. Takes about two seconds, in which others are asked whether the name is taken."""
        addresses = _addresses(self._interfaces)
        if not addresses:
            return
        # Two announcements of one machine, by two commands, must not be taken for each other: what a person reads is
        # in the properties.
        label = f"vivavoce-{secrets.token_hex(6)}"
        info = ServiceInfo(
            SERVICE_TYPE,
            f"{label}.{SERVICE_TYPE}",
            port=self._port,
            parsed_addresses=addresses,
            server=f"{label}.local.",
            properties={"name": self._name, "pairing": str(self._pairing_port), "v": "1"},
        )
        with ExitStack() as stack:
            try:
                zeroconf = Zeroconf(interfaces=addresses, ip_version=IPVersion.V4Only)
                stack.callback(zeroconf.close)
                zeroconf.register_service(info)
            except (OSError, Error) as error:
                logging.getLogger(__name__).debug("Not announced: %s", error)
                return
            self._stack = stack.pop_all()

    def close(self) -> None:
        """Take it back. Closing twice is harmless."""
        self._stack.close()


def find_nearby(*, within_s: float = 2.0, interfaces: Sequence[str] | None = None) -> tuple[NearbyWorker, ...]:
    """The workers that announce themselves, by name; none where there is no network.

    Args:
        within_s: How long to listen.
        interfaces: Addresses to listen at; ``None`` for all but loopback.
    """
    names: list[str] = []
    addresses = _addresses(interfaces)
    if not addresses:
        return ()
    try:
        with ExitStack() as stack:
            zeroconf = Zeroconf(interfaces=addresses, ip_version=IPVersion.V4Only)
            stack.callback(zeroconf.close)
            browser = ServiceBrowser(zeroconf, SERVICE_TYPE, handlers=[_Names(names).take])
            stack.callback(browser.cancel)
            threading.Event().wait(within_s)
            found = [_look(zeroconf, name) for name in sorted(set(names))[:_MOST]]
    except (OSError, Error) as error:
        logging.getLogger(__name__).debug("Nothing found: %s", error)
        return ()
    workers = {(worker.address, worker.port, worker.pairing_port): worker for worker in found if worker is not None}
    return tuple(sorted(workers.values(), key=lambda worker: (worker.name.casefold(), worker.address)))


class _Names:
    """Collects what is announced, on zeroconf's thread."""

    def __init__(self, names: list[str]) -> None:
        self._names = names

    def take(self, *, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        del zeroconf, service_type
        if state_change is ServiceStateChange.Removed:
            if name in self._names:
                self._names.remove(name)
        elif len(self._names) < _MOST:
            self._names.append(name)


def _look(zeroconf: Zeroconf, name: str) -> NearbyWorker | None:
    info = ServiceInfo(SERVICE_TYPE, name)
    if not info.load_from_cache(zeroconf) and not info.request(zeroconf, _PATIENCE_MS):
        return None
    addresses = info.parsed_addresses(IPVersion.V4Only)
    shown = (info.properties.get(b"name") or b"").decode("utf-8", "replace")
    pairing = (info.properties.get(b"pairing") or b"").decode("ascii", "replace")
    pairing_port = int(pairing) if pairing.isascii() and pairing.isdecimal() and len(pairing) < 6 else 0
    if not addresses or not info.port or not shown.strip() or pairing_port > 65_535:
        return None
    return NearbyWorker(clean_name(shown), addresses[0], info.port, pairing_port)


def own_addresses() -> list[str]:
    """IPv4 addresses by which other machines may reach this one; none without a network."""
    return _addresses(None)


def _addresses(wanted: Sequence[str] | None) -> list[str]:
    """Those of the wanted addresses that this machine has: zeroconf leaves a socket open where it can use none."""
    own = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    if wanted is not None:
        return [address for address in own if address in wanted]
    return [address for address in own if not address.startswith(("127.", "169.254."))]
