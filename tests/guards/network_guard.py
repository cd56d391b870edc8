"""Refuses and notes every reach for an address beyond this machine.

An audit hook, because it sees each socket of the process whoever opened it, and nothing has to be patched. It
cannot be removed again, so it is installed once and asks ``is_active``. Child processes are not seen.
"""

import errno
import ipaddress
import socket
import sys
from typing import cast

LOCAL_NAMES = {"", "localhost", "0.0.0.0", "::", "ip6-localhost"}


class NetworkGuard:
    """Lets only loopback through."""

    def __init__(self) -> None:
        self.is_active = False
        self._attempts: list[str] = []

    def install(self) -> None:
        """Watch from now on, to the end of the process."""
        self.is_active = True
        sys.addaudithook(self._on_event)

    def take_complaints(self) -> list[str]:
        """What was reached for since the last call, a sentence each."""
        attempts, self._attempts = self._attempts, []
        return attempts

    def _on_event(self, event: str, args: tuple[object, ...]) -> None:
        if not event.startswith("socket.") or not self.is_active:
            return
        if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
            reached, address = args[0], args[1]
            if isinstance(reached, socket.socket) and reached.family == socket.AF_UNIX:
                return
            host = cast("tuple[object, ...]", address)[0] if isinstance(address, tuple) and address else None
        elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
            host = args[0]
        else:
            return
        if host is None or is_local(host):
            return
        self._attempts.append(f"{event} to {host!r}")
        raise OSError(errno.ENETUNREACH, f"tests do not reach beyond this machine ({host!r})")


def is_local(host: object) -> bool:
    """Whether a host name or address stays on this machine."""
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    if name in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False
