"""What two paired machines say to each other of their keys, so that one can change its own without pairing anew.

Pure. A machine that wants another key announces its next certificate over the trust that there is: in ``Describe``,
which travels over mutual TLS, and signed with the key that the other one pinned. The other pins it beside the present
one and says that it keeps it. When all keep it, the machine changes; who then sees the next certificate shown forgets
the former. An older peer says nothing of keys and keeps none: it has to be paired anew.
"""

import hashlib
from dataclasses import dataclass

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from engine.remote import transcription_pb2 as wire
from engine.remote.certificate import Certificate, CertificateRefused, read_der
from engine.remote.identity import Identity

_CONTEXT = b"vivavoce next certificate 1\n"
"""Nothing else that is ever signed begins with this."""

_DIGEST_BYTES = 32
_LONGEST_SIGNATURE = 128


@dataclass(frozen=True, slots=True)
class KeyNews:
    """What one machine says of its own key."""

    shown: str = ""
    """Fingerprint of the certificate that it shows at new connections; empty from a peer that says nothing of keys."""
    next_certificate: bytes = b""
    """DER of what it shows next, not looked at yet; empty if nothing is to change."""
    signature: bytes = b""
    kept: str = ""
    """Fingerprint of the other's next certificate that it keeps; empty if it keeps none."""


def news_of(now: Identity, following: Identity | None, *, kept: Certificate | None) -> KeyNews:
    """What a machine says.

    Args:
        now: What it shows.
        following: What it will show next.
        kept: The next certificate of the other that it keeps.
    """
    kept_fingerprint = "" if kept is None else kept.fingerprint
    if following is None:
        return KeyNews(now.fingerprint, kept=kept_fingerprint)
    signature = _key_of(now).sign(_signed(now.certificate, following.certificate.der), ec.ECDSA(hashes.SHA256()))
    return KeyNews(now.fingerprint, following.certificate.der, signature, kept_fingerprint)


def announced(news: KeyNews, *, pinned: Certificate) -> Certificate | None:
    """The next certificate of a machine, if whoever announces it has the key of the pinned one; else ``None``."""
    if not news.next_certificate:
        return None
    try:
        found = read_der(news.next_certificate)
        key = x509.load_der_x509_certificate(pinned.der).public_key()
        assert isinstance(key, ec.EllipticCurvePublicKey), "no other is ever pinned"
        key.verify(news.signature, _signed(pinned, news.next_certificate), ec.ECDSA(hashes.SHA256()))
    except (CertificateRefused, InvalidSignature):
        return None
    return None if found == pinned else found


def news_message(news: KeyNews) -> wire.KeyNews:
    """As it travels."""
    return wire.KeyNews(
        shown=bytes.fromhex(news.shown),
        next_certificate=news.next_certificate,
        signature=news.signature,
        kept=bytes.fromhex(news.kept),
    )


def read_news(message: wire.KeyNews) -> KeyNews:
    """As it came; what makes no sense counts as not said."""
    signature = message.signature if len(message.signature) <= _LONGEST_SIGNATURE else b""
    return KeyNews(_fingerprint(message.shown), message.next_certificate, signature, _fingerprint(message.kept))


def _fingerprint(digest: bytes) -> str:
    return digest.hex() if len(digest) == _DIGEST_BYTES else ""


def _signed(certificate: Certificate, following_der: bytes) -> bytes:
    return _CONTEXT + hashlib.sha256(certificate.der).digest() + following_der


def _key_of(identity: Identity) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(identity.key_pem, password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey), "no other is ever made"
    return key
