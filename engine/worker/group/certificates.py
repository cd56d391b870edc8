"""The certificates of a group: its own authority, and one for the server and for each member.

Made by ``vivavoce worker group certificates`` with ``cryptography``, once, on one machine; each member is given its own
three files. A group is not a pairing: its members are one person's machines, which are added and removed, so an
authority of their own vouches for them, which is good for nothing else. The server knows a member by the name in its
certificate, and lets it use its own subjects alone (``permissions.py``).
"""

import datetime
import ipaddress
import os
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from engine.worker.group.membership import GroupTls
from engine.worker.group.permissions import host_name

SERVER = "server"
AUTHORITY = "authority"

_LIFE = datetime.timedelta(days=3650)
_EARLIER = datetime.timedelta(days=2)
"""A machine whose clock is a day behind believes it all the same."""


def make_certificates(
    folder: Path, *, members: Sequence[str], server_addresses: Sequence[str] = ("127.0.0.1",)
) -> dict[str, GroupTls]:
    """Make an authority and certificates for the server and the members, each in its own files.

    Args:
        folder: Where; the key of the authority stays there and is needed to add a member.
        members: Names of fronts and workers.
        server_addresses: Names or numbers under which members reach the server.

    Returns:
        Files of each, the server's under ``SERVER``.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = ec.generate_private_key(ec.SECP256R1())
    authority = _authority(key)
    place = folder / f"{AUTHORITY}.pem"
    place.write_bytes(authority.public_bytes(serialization.Encoding.PEM))
    _write_key(folder / f"{AUTHORITY}.key", key)
    found: dict[str, GroupTls] = {}
    for name in (SERVER, *members):
        own = ec.generate_private_key(ec.SECP256R1())
        names = [x509.DNSName(host_name(name))]
        if name == SERVER:
            names += [_address(each) for each in server_addresses]
        certificate = _member(own, authority, key, name=name, names=names)
        files = GroupTls(place, folder / f"{name}.pem", folder / f"{name}.key")
        files.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        _write_key(files.key, own)
        found[name] = files
    return found


def _authority(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    name = _name("Vivavoce group")
    return (
        _builder(name, name, key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )


def _member(
    own: ec.EllipticCurvePrivateKey,
    authority: x509.Certificate,
    key: ec.EllipticCurvePrivateKey,
    *,
    name: str,
    names: Sequence[x509.GeneralName],
) -> x509.Certificate:
    uses = [ExtendedKeyUsageOID.CLIENT_AUTH]
    if name == SERVER:
        uses.append(ExtendedKeyUsageOID.SERVER_AUTH)  # both: servers of a cluster connect to each other
    return (
        _builder(_name(host_name(name)), authority.subject, own.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage(uses), critical=False)
        .sign(key, hashes.SHA256())
    )


def _builder(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now + _LIFE)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _address(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    data = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
