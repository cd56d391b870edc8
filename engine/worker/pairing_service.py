"""The worker's half of pairing: a port of its own that is open while ``vivavoce worker pair`` shows six digits.

On the event loop of that command. TLS with the worker's own certificate and without trust: everybody may connect, and
whoever knows the digits becomes a paired desktop (``engine/remote/pairing.py``). One exchange at a time; messages, time
and connections have limits, so that who does not know the digits costs nothing but a try.
"""

import asyncio
import contextlib
import errno
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

import grpc
import grpc.aio

from engine.contract.errors import VivavoceError
from engine.contract.pairing_errors import PairingAddressUnusable, PairingPortTaken
from engine.remote.identity import Identity
from engine.remote.paired_desktops import PairedDesktop, PairedDesktops
from engine.remote.paired_workers import PAIRING_PORT, SERVICE_PORT
from engine.remote.pairing import (
    LASTS_S,
    Hello,
    PairingCode,
    PairingReason,
    PairingRefused,
    WorkerPairing,
    new_code,
    read_hello,
)
from engine.remote.transcription_pb2 import PairingHello, PairingMessage, PairingProof, PairingRefusal
from engine.remote.transcription_pb2_grpc import PairingServicer, add_PairingServicer_to_server
from engine.worker.server import find_address_trouble

_PATIENCE_S = 10.0
"""For each word of a desktop: a silent one must not keep others out."""

_LIMITS = (
    ("grpc.max_receive_message_length", 16 * 1024),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.max_concurrent_streams", 2),
    ("grpc.so_reuseport", 0),
)
_MOST_CALLS = 8


class PairingEnd(StrEnum):
    """How the waiting ended."""

    PAIRED = "paired"
    RAN_OUT = "ran_out"
    """Nobody came in time."""
    TOO_MANY_TRIES = "too_many_tries"


@dataclass(frozen=True, slots=True)
class PairingResult:
    """What came of it."""

    end: PairingEnd
    desktop: PairedDesktop | None = None


class PairingService(PairingServicer):
    """Answers desktops that come to be paired."""

    def __init__(
        self,
        *,
        identity: Identity,
        desktops: PairedDesktops,
        code: PairingCode,
        name: str,
        port: int,
        clock: Callable[[], float] = time.monotonic,
        on_try: Callable[[int], None] | None = None,
    ) -> None:
        """Begin to answer.

        Args:
            identity: Of this worker.
            desktops: Where a paired one is kept.
            code: What is shown.
            name: Of this machine, as the desktop's person will see it.
            port: Where the worker serves.
            clock: Seconds, as ``code.ends_at`` counts them.
            on_try: Told the tries that are left after a wrong one.
        """
        self._identity = identity
        self._desktops = desktops
        self._code = code
        self._name = name
        self._port = port
        self._clock = clock
        self._on_try = on_try
        self._is_busy = False
        self._ended: asyncio.Future[PairingResult] = asyncio.get_running_loop().create_future()

    async def end(self) -> PairingResult:
        """Wait until somebody was paired, the tries are used up, or the code ran out. Raises ``PeersNotSaved``."""
        left = max(0.0, self._code.ends_at - self._clock())
        try:
            return await asyncio.wait_for(asyncio.shield(self._ended), left)
        except TimeoutError:
            return PairingResult(PairingEnd.RAN_OUT)

    async def Pair(  # noqa: N802 - the protocol's name
        self,
        request_iterator: AsyncIterator[PairingMessage],
        context: "grpc.aio.ServicerContext[PairingMessage, PairingMessage]",
    ) -> AsyncIterator[PairingMessage]:
        """One desktop's exchange."""
        del context
        if self._is_busy:
            yield _refusal(PairingReason.NOT_WAITING)
            return
        self._is_busy = True
        try:
            async for message in self._exchange(request_iterator):
                yield message
        except PairingRefused as refusal:
            yield _refusal(refusal.reason)
        except TimeoutError:
            yield _refusal(PairingReason.NOT_UNDERSTOOD)
        finally:
            self._is_busy = False

    async def _exchange(self, words: AsyncIterator[PairingMessage]) -> AsyncIterator[PairingMessage]:
        exchange = WorkerPairing(self._code, certificate=self._identity.certificate, name=self._name, port=self._port)
        said = (await _next(words)).hello
        exchange.take_hello(read_hello(said.certificate, said.element, said.name, said.port), now=self._clock())
        yield PairingMessage(hello=_hello_message(exchange.hello))
        proof = (await _next(words)).proof.mac
        try:
            mine = exchange.take_proof(proof, now=self._clock())
        except PairingRefused as refusal:
            self._note_refusal(refusal)
            raise
        self._keep(exchange.desktop)
        yield PairingMessage(proof=PairingProof(mac=mine))

    def _keep(self, peer: Hello) -> None:
        desktop = PairedDesktop(peer.name, peer.certificate, datetime.now(UTC))
        try:
            self._desktops.add(desktop)
        except VivavoceError as error:
            # The person at the worker is told why; the desktop hears that nothing was paired.
            self._finish(error)
            raise PairingRefused(PairingReason.NOT_WAITING) from error
        self._finish(PairingResult(PairingEnd.PAIRED, desktop))

    def _note_refusal(self, refusal: PairingRefused) -> None:
        if refusal.reason is PairingReason.TOO_MANY_TRIES:
            self._finish(PairingResult(PairingEnd.TOO_MANY_TRIES))
        elif refusal.reason is PairingReason.WRONG_CODE and self._on_try is not None:
            self._on_try(refusal.tries_left)

    def _finish(self, result: PairingResult | VivavoceError) -> None:
        if self._ended.done():
            return
        if isinstance(result, VivavoceError):
            self._ended.set_exception(result)
        else:
            self._ended.set_result(result)


async def wait_for_desktop(
    *,
    identity: Identity,
    desktops: PairedDesktops,
    name: str,
    on_code: Callable[[str, int], None],
    on_try: Callable[[int], None] | None = None,
    host: str = "0.0.0.0",
    pairing_port: int = PAIRING_PORT,
    service_port: int = SERVICE_PORT,
    lasts_s: float = LASTS_S,
) -> PairingResult:
    """Open the port, show a code, and wait for one desktop. Cancelling closes the port.

    Args:
        identity: Of this worker.
        desktops: Where a paired one is kept.
        name: Of this machine, as the desktop's person will see it.
        on_code: Told the six digits and the port, once a desktop can come.
        on_try: Told the tries that are left after a wrong one.
        host: Address to listen at; 0.0.0.0 is every IPv4 address of the machine.
        pairing_port: 0 for any that is free.
        service_port: Where the worker serves.
        lasts_s: How long the code may be typed.

    Raises:
        PairingPortTaken: another program listens there.
        PairingAddressUnusable: this machine has no such address.
        PeersNotSaved: the desktop cannot be kept.
    """
    code = PairingCode(new_code(), ends_at=time.monotonic() + lasts_s)
    service = PairingService(
        identity=identity, desktops=desktops, code=code, name=name, port=service_port, on_try=on_try
    )
    server = grpc.aio.server(options=_LIMITS, maximum_concurrent_rpcs=_MOST_CALLS)
    add_PairingServicer_to_server(service, server)
    credentials = grpc.ssl_server_credentials([(identity.key_pem, identity.certificate.pem)])
    try:
        shown = f"[{host}]" if ":" in host and not host.startswith("[") else host
        port = server.add_secure_port(f"{shown}:{pairing_port}", credentials)
    except RuntimeError as error:
        raise _port_trouble(host, pairing_port) from error
    await server.start()
    try:
        on_code(code.digits, port)
        return await service.end()
    finally:
        # The last word still has to arrive.
        await server.stop(1.0)


def _port_trouble(host: str, port: int) -> VivavoceError:
    """Why gRPC could not listen there: it does not say."""
    try:
        find_address_trouble(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return PairingAddressUnusable(host, error.strerror or type(error).__name__)
    return PairingPortTaken(port)


async def _next(words: AsyncIterator[PairingMessage]) -> PairingMessage:
    """The desktop's next word. Raises ``PairingRefused`` if there is none, ``TimeoutError`` if it does not come."""
    with contextlib.suppress(StopAsyncIteration):
        return await asyncio.wait_for(anext(words), _PATIENCE_S)
    raise PairingRefused(PairingReason.NOT_UNDERSTOOD)


def _hello_message(hello: Hello) -> PairingHello:
    return PairingHello(certificate=hello.certificate.der, element=hello.element, name=hello.name, port=hello.port)


def _refusal(reason: PairingReason) -> PairingMessage:
    return PairingMessage(refusal=PairingRefusal(reason=reason.value))
