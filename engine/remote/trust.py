"""Mutual TLS between paired machines: each side takes exactly the certificates it is paired with, and no authority.

Called by whoever opens a channel (the remote engine, ``worker_check.py``) and by the worker's server. The pinned
certificate is the only root, so the chain is one long; which host it names does not matter (``HOST_NAME`` is set on the
channel), nor does any date (``certificate.py``). The worker's list is looked at for each new connection, so a desktop
that was just paired or forgotten counts at once; streams that are open already are the service's to end, by
``PairedDesktops.is_trusted``.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping

import grpc

from engine.contract.pairing_errors import IdentityUnavailable
from engine.remote.certificate import HOST_NAME, CertificateRefused, read_pem
from engine.remote.identity import Identity
from engine.remote.paired_desktops import PairedDesktops
from engine.remote.paired_workers import PairedWorker

CHANNEL_OPTIONS: tuple[tuple[str, str | int], ...] = (
    ("grpc.ssl_target_name_override", HOST_NAME),
    # The other computer is in this network: a proxy for the web has nothing to do with it.
    ("grpc.enable_http_proxy", 0),
)
"""Belongs to every channel with ``channel_credentials``."""

_NOT_TRUSTED = re.compile(
    r"CERTIFICATE_VERIFY_FAILED|Tls handshake failed|WRONG_VERSION_NUMBER"
    r"|failed to connect to all addresses.*Socket closed",
    re.DOTALL | re.IGNORECASE,
)


def channel_credentials(worker: PairedWorker, identity: Identity) -> grpc.ChannelCredentials:
    """What a desktop shows a worker, and the one certificate it takes from it, or the next that it announced."""
    following = b"" if worker.next_certificate is None else worker.next_certificate.pem
    return grpc.ssl_channel_credentials(
        root_certificates=worker.certificate.pem + following,
        private_key=identity.key_pem,
        certificate_chain=identity.certificate.pem,
    )


def server_credentials(shown: Callable[[], Identity], desktops: PairedDesktops) -> grpc.ServerCredentials:
    """What a worker shows, and the certificates it takes now: those of the desktops it is paired with.

    Args:
        shown: Its identity, asked at each connection, for it may change.
        desktops: Whom it is paired with.
    """
    last = shown()

    def configuration() -> grpc.ServerCertificateConfiguration:
        nonlocal last
        with contextlib.suppress(IdentityUnavailable):  # for a moment: nobody is turned away for that
            last = shown()
        identity = last
        pinned = [each.pem for desktop in desktops.read() for each in desktop.shown]
        # gRPC wants one root at least. Nobody but this machine has the key of its own certificate.
        roots = b"".join(pinned) or identity.certificate.pem
        return grpc.ssl_server_certificate_configuration([(identity.key_pem, identity.certificate.pem)], roots)

    # Called by gRPC's own threads at each new connection.
    return grpc.dynamic_ssl_server_credentials(configuration(), configuration, require_client_authentication=True)


def peer_fingerprint(auth_context: Mapping[str, Iterable[bytes]]) -> str | None:
    """Who is at the other end of a call, by ``ServicerContext.auth_context()``; ``None`` without a certificate."""
    for pem in auth_context.get("x509_pem_cert", ()):
        try:
            return read_pem(pem).fingerprint
        except CertificateRefused:
            return None
    return None


def speaks_of_trust(details: str) -> bool:
    """Whether gRPC's words for ``UNAVAILABLE`` mean that one side does not trust the other.

    A worker that does not know our certificate closes the connection in the middle of the handshake, a wrong
    certificate and a machine without TLS are named. A worker that is away says “Connection refused” or nothing.
    """
    return _NOT_TRUSTED.search(details) is not None
