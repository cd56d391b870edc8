"""The worker's server: where it listens, whom it lets connect, and how it stops without losing a question.

On the worker's event loop; built and run by ``vivavoce worker serve``. Nobody beyond this machine can reach a worker
that is not paired: without the desktops' certificates it listens on loopback alone, whatever it is asked.
"""

import asyncio
import errno
import ipaddress
import logging
import os
import signal
import socket
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Protocol

import grpc
import grpc.aio

from engine.worker.answering import Answering
from engine.worker.limits import Limits
from engine.worker.service import Service

PORT = 50777
DRAIN_S = 30.0
"""Questions that are not answered this long after the worker was told to stop are given up."""

_GRACE_S = 1.0
"""For streams without any question to end by themselves."""
_LOOK_EVERY_S = 0.05
_OTHER_CALLS = 64
"""Calls of Describe and Health at a time, beside the streams."""

log = logging.getLogger(__name__)


class CannotServe(Exception):
    """The worker cannot listen; the text is one plain sentence for whoever started it."""


class Desktops(Protocol):
    """The desktops this worker is paired with."""

    def read(self) -> Sequence[object]:
        """All of them."""
        ...


def is_this_machine(host: str) -> bool:
    """Whether only programs on this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class WorkerServer:
    """One listening address in front of one ``Service``."""

    def __init__(
        self,
        *,
        service: Service,
        answering: Answering,
        host: str,
        port: int = PORT,
        credentials: grpc.ServerCredentials | None = None,
        desktops: Desktops | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Get ready.

        Args:
            service: Serves the calls.
            answering: Is told to drain.
            host: Address to listen at.
            port: 0 takes any that is free.
            credentials: For mutual TLS; ``None`` speaks plainly, on loopback alone.
            desktops: Whom the credentials let in.
            limits: As the service has them.
        """
        self._service = service
        self._answering = answering
        self._host = host
        self._port = port
        self._credentials = credentials
        self._desktops = desktops
        self._limits = limits or Limits()
        self._server: grpc.aio.Server | None = None

    @property
    def port(self) -> int:
        """Where it listens; as wanted before that."""
        return self._port

    async def start(self) -> int:
        """Listen; gives the port.

        Raises:
            CannotServe: the address is taken or is none, or nobody is paired who could be let in.
        """
        if not is_this_machine(self._host):
            if self._credentials is None:
                raise CannotServe("Without TLS a worker listens on this machine alone (127.0.0.1).")
            if self._desktops is None or not self._desktops.read():
                raise CannotServe("No desktop is paired yet; “vivavoce worker pair” does that.")
        server = grpc.aio.server(
            options=_options(self._limits), maximum_concurrent_rpcs=self._limits.streams + _OTHER_CALLS
        )
        server.add_generic_rpc_handlers((self._service.handlers(),))
        host = f"[{self._host}]" if ":" in self._host and not self._host.startswith("[") else self._host
        address = f"{host}:{self._port}"
        try:
            if self._credentials is None:
                port = server.add_insecure_port(address)
            else:
                port = server.add_secure_port(address, self._credentials)
        except RuntimeError as error:
            raise CannotServe(_trouble_at(address)) from error
        await server.start()
        self._server, self._port = server, port
        log.info("Listening at port %d, %s", port, "with TLS" if self._credentials else "on loopback, without TLS")
        return port

    async def drain(self, *, within_s: float = DRAIN_S) -> bool:
        """Take nothing new, answer what waits, then stop; whether everything was answered in time."""
        is_all = True
        try:
            async with asyncio.timeout(within_s):
                await self._answering.drain()
                while self._service.sessions.open_questions:
                    await asyncio.sleep(_LOOK_EVERY_S)
        except TimeoutError:
            is_all = False
            log.info("%d questions were given up", self._service.sessions.open_questions)
        await self.stop()
        return is_all

    async def stop(self) -> None:
        """End all streams, and keep nothing of them."""
        if self._server is not None:
            await self._server.stop(_GRACE_S)
            self._server = None
        await self._service.close()

    async def hang_up(self) -> None:
        """Listen no longer, so that another server can listen with the same service."""
        if self._server is not None:
            await self._server.stop(None)
            self._server = None


def check_address(host: str, port: int) -> None:
    """Look whether the address can be listened at, before a minute is spent on getting ready. Blocks for a moment.

    Raises:
        CannotServe: it is taken, or this machine has none such.
    """
    try:
        find_address_trouble(host, port)
    except OSError as error:
        shown = f"[{host}]" if ":" in host and not host.startswith("[") else host
        raise CannotServe(_trouble_at(f"{shown}:{port}", error)) from error


def find_address_trouble(host: str, port: int) -> None:
    """Listen there for a moment. Raises ``OSError`` if that cannot be done."""
    family, _, _, _, address = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
    is_both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    try:
        socket.create_server(address, family=family, dualstack_ipv6=is_both).close()
    except OSError as error:
        # Python puts the address into what the system said.
        raise OSError(error.errno, os.strerror(error.errno or 0)) from error


def _trouble_at(address: str, error: OSError | None = None) -> str:
    if error is None or error.errno == errno.EADDRINUSE:
        return f"{address} cannot be listened at; is another worker running?"
    return f"{address} cannot be listened at ({error.strerror}). Give an address of this machine, and a free port."


def on_stop_signal(tell: Callable[[], None]) -> Callable[[], None]:
    """Call ``tell`` on the running loop at SIGTERM and Ctrl-C; what it gives back ends that again."""
    loop = asyncio.get_running_loop()

    def handle(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(tell)

    # signal.signal and not the loop's own way, which Windows does not have.
    before = {number: signal.signal(number, handle) for number in (signal.SIGTERM, signal.SIGINT)}

    def end() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    return end


def _options(limits: Limits) -> list[tuple[str, Any]]:
    """What gRPC itself enforces, before a message reaches us."""
    return [
        ("grpc.max_receive_message_length", limits.message_bytes),
        ("grpc.max_send_message_length", limits.message_bytes),
        ("grpc.max_metadata_size", limits.metadata_bytes // 2),
        ("grpc.absolute_max_metadata_size", limits.metadata_bytes),
        ("grpc.max_concurrent_streams", limits.streams_per_peer + _OTHER_CALLS),
        ("grpc.server_handshake_timeout_ms", round(limits.handshake_s * 1000)),
        ("grpc.max_connection_idle_ms", round(limits.idle_connection_s * 1000)),
        ("grpc.keepalive_time_ms", round(limits.keepalive_s * 1000)),
        ("grpc.keepalive_timeout_ms", round(limits.keepalive_answer_s * 1000)),
        # A ping of gRPC's own, which it measures the line with, would hold up keepalive for its own minute.
        ("grpc.http2.ping_timeout_ms", round(limits.keepalive_answer_s * 1000)),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        # A desktop may ask as often as we do; who pings more than twice too often is let go.
        ("grpc.http2.min_recv_ping_interval_without_data_ms", round(limits.keepalive_s * 500)),
        ("grpc.http2.max_ping_strikes", 2),
        # Two workers at one port would share its connections by lot.
        ("grpc.so_reuseport", 0),
    ]
