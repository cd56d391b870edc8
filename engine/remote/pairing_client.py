"""The desktop's half of pairing: goes to a worker that waits, and comes back with it as a ``PairedWorker``.

Called on a background thread of the window or the main thread of a command; it blocks for seconds. The worker's
certificate is fetched without trusting it; the six digits then prove that it is the right one (``pairing.py``).
"""

import contextlib
import queue
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime

import grpc

from engine.contract.errors import WorkerUnreachable
from engine.contract.pairing_errors import (
    PairingCodeWrong,
    PairingError,
    PairingNotProved,
    PairingNotUnderstood,
    PairingNotWaiting,
    PairingStopped,
)
from engine.remote.certificate import Certificate, CertificateRefused, read_der
from engine.remote.identity import Identity
from engine.remote.paired_workers import PAIRING_PORT, PairedWorker
from engine.remote.pairing import DesktopPairing, Hello, PairingReason, PairingRefused, read_hello
from engine.remote.transcription_pb2 import PairingHello, PairingMessage, PairingProof
from engine.remote.transcription_pb2_grpc import PairingStub
from engine.remote.trust import CHANNEL_OPTIONS

_LARGEST_MESSAGE = 16 * 1024


def pair_with_worker(
    address: str, digits: str, *, identity: Identity, name: str, port: int = PAIRING_PORT, timeout_s: float = 20.0
) -> PairedWorker:
    """Pair with the worker that waits at an address.

    Args:
        address: Host name or address, without a port.
        digits: The six that it shows.
        identity: Of this machine.
        name: Of this machine, as the worker's person will see it.
        port: Where it waits.
        timeout_s: For all of it.

    Raises:
        WorkerUnreachable: nothing answers there.
        PairingError: it answers, and the two were not paired; see the tree.
    """
    seen = fetch_certificate(address, port, timeout_s=timeout_s)
    exchange = DesktopPairing(digits, certificate=identity.certificate, name=name)
    target = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
    options = [*CHANNEL_OPTIONS, ("grpc.max_receive_message_length", _LARGEST_MESSAGE)]
    with grpc.secure_channel(target, grpc.ssl_channel_credentials(seen.pem), options) as channel:
        words = _Words()
        answers = PairingStub(channel).Pair(words, timeout=timeout_s)
        try:
            worker = _exchange(exchange, words, answers, seen=seen, address=address)
        except PairingRefused as refusal:
            raise _trouble(refusal.reason.value, address) from refusal
        except grpc.RpcError as error:
            raise PairingNotUnderstood(address, str(error)) from error
        finally:
            words.end()
            answers.cancel()
    return PairedWorker(
        name=worker.name,
        address=address,
        port=worker.port,
        certificate=worker.certificate,
        paired_at=datetime.now(UTC),
    )


def fetch_certificate(address: str, port: int, *, timeout_s: float) -> Certificate:
    """The certificate that a machine shows, taken from it without trust.

    Raises:
        WorkerUnreachable: nothing answers there.
        PairingNotWaiting: it is there, and no code is shown at that port.
        PairingNotUnderstood: it speaks no TLS, or shows what none of ours would.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # whose it is, the proof will say
    context.set_alpn_protocols(["h2"])
    try:
        plain = socket.create_connection((address, port), timeout=timeout_s)
        with plain, context.wrap_socket(plain) as wrapped:
            der = wrapped.getpeercert(binary_form=True) or b""
        return read_der(der)
    except (ssl.SSLError, ConnectionResetError, CertificateRefused) as error:
        raise PairingNotUnderstood(address, str(error)) from error
    except ConnectionRefusedError as error:
        raise PairingNotWaiting(address) from error  # the machine is there
    except (OSError, UnicodeError) as error:
        raise WorkerUnreachable(address, str(error)) from error


class _Words(Iterator[PairingMessage]):
    """What the desktop says, one word at a time; gRPC asks for the next on a thread of its own."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[PairingMessage | None] = queue.SimpleQueue()

    def say(self, message: PairingMessage) -> None:
        self._waiting.put(message)

    def end(self) -> None:
        self._waiting.put(None)

    def __next__(self) -> PairingMessage:
        message = self._waiting.get()
        if message is None:
            raise StopIteration
        return message


def _exchange(
    exchange: DesktopPairing, words: _Words, answers: Iterator[PairingMessage], *, seen: Certificate, address: str
) -> Hello:
    mine = exchange.hello
    words.say(
        PairingMessage(hello=PairingHello(certificate=mine.certificate.der, element=mine.element, name=mine.name))
    )
    said = _next(answers, address).hello
    theirs = read_hello(said.certificate, said.element, said.name, said.port)
    words.say(PairingMessage(proof=PairingProof(mac=exchange.take_hello(theirs, seen=seen))))
    exchange.take_proof(_next(answers, theirs.name).proof.mac)
    return theirs


def _next(answers: Iterator[PairingMessage], name: str) -> PairingMessage:
    """The worker's next word. A refusal is raised; anything out of turn is empty and fails where it is read."""
    with contextlib.suppress(StopIteration):
        message = next(answers)
        if message.WhichOneof("what") == "refusal":
            raise _trouble(message.refusal.reason, name)
        return message
    raise PairingNotUnderstood(name, "it said no more")


def _trouble(reason: str, name: str) -> PairingError:
    match reason:
        case PairingReason.WRONG_CODE:
            return PairingCodeWrong(name)
        case PairingReason.TOO_MANY_TRIES:
            return PairingStopped(name)
        case PairingReason.NOT_WAITING:
            return PairingNotWaiting(name)
        case PairingReason.NOT_PROVED:
            return PairingNotProved(name)
        case _:
            return PairingNotUnderstood(name, "not understood")
