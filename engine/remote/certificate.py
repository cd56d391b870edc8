"""The certificate by which a machine is known to another: read with suspicion, made without an end.

Pure. Used by both sides of pairing and by ``trust.py``. Two paired machines keep each other's very certificate, so
nobody signs anything and no date decides: a clock that is wrong by a day, or by a decade, breaks no trust. gRPC's TLS
library (BoringSSL) does look at the dates of a pinned certificate and offers Python no way to say otherwise; so ours
begin in 1970 and have “no well-defined expiration date” (RFC 5280, 4.1.2.5). Trust ends when one forgets the other.
"""

import datetime
import hashlib
import secrets
from dataclasses import dataclass

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST_NAME = "peer.vivavoce"
"""What every certificate says its host is called: addresses change, the pinned certificate does not."""

BEGINS = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
ENDS = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)
"""RFC 5280's way to say that there is no end."""

_LARGEST = 4096
"""Bytes. Ours have about 400; nobody's should cost us more than a look at the length."""


class CertificateRefused(Exception):
    """These bytes are no certificate that a machine of ours would have made."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A machine's certificate, in the bytes that are pinned."""

    der: bytes

    @property
    def fingerprint(self) -> str:
        """SHA-256 of it in hexadecimal digits: what two paired machines know each other by."""
        return hashlib.sha256(self.der).hexdigest()

    @property
    def pem(self) -> bytes:
        """As TLS wants it."""
        return x509.load_der_x509_certificate(self.der).public_bytes(serialization.Encoding.PEM)


def make_certificate(
    key: ec.EllipticCurvePrivateKey, *, begins: datetime.datetime = BEGINS, ends: datetime.datetime = ENDS
) -> Certificate:
    """A certificate for a key. Its name is drawn by lot: what a person calls the machine is nobody else's business."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"vivavoce-{secrets.token_hex(8)}")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST_NAME)]), critical=False)
        # It signs no other: a paired machine cannot vouch for a third.
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Certificate(made.public_bytes(serialization.Encoding.DER))


def read_pem(pem: bytes) -> Certificate:
    """The certificate in PEM text. Raises ``CertificateRefused``."""
    if len(pem) > 2 * _LARGEST:
        raise CertificateRefused("it is too large")
    try:
        found = x509.load_pem_x509_certificate(pem)
    except ValueError as error:
        raise CertificateRefused("it cannot be read") from error
    return read_der(found.public_bytes(serialization.Encoding.DER))


def read_der(der: bytes) -> Certificate:
    """Bytes of another machine as a certificate.

    Raises:
        CertificateRefused: too large, no certificate, of another kind of key, not signed by its own key, one that may
            sign others, for another host, or one whose time ended or did not begin.
    """
    if len(der) > _LARGEST:
        raise CertificateRefused("it is too large")
    try:
        found = x509.load_der_x509_certificate(der)
        key = found.public_key()
        found.verify_directly_issued_by(found)
        hosts = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        limits = found.extensions.get_extension_for_class(x509.BasicConstraints).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound, x509.DuplicateExtension) as error:
        raise CertificateRefused("it cannot be read") from error
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise CertificateRefused("its key is of another kind")
    if limits.ca or hosts.get_values_for_type(x509.DNSName) != [HOST_NAME]:
        raise CertificateRefused("it is for something else")
    if not found.not_valid_before_utc <= datetime.datetime.now(datetime.UTC) <= found.not_valid_after_utc:
        raise CertificateRefused("its time is over, or has not begun")
    return Certificate(found.public_bytes(serialization.Encoding.DER))
