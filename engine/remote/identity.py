"""This machine's identity to others: an ECDSA key (P-256) and the certificate that says it.

Made once, when the machine first pairs, and read by whoever speaks to others: the desktop, its engine process, a
worker. The certificate lies in ``identity.pem``; the key is in the system's password store under the certificate's
fingerprint, or in a 0600 file beside it. It is never logged: nothing here prints a key, and ``repr`` leaves it out.

There is no end to wait for (``certificate.py``), so nothing renews itself. Who wants another key has it announced to
those that are paired (``own_keys.py``); who fears that the old one is known to others calls ``renew_identity`` and
pairs anew.
"""

import contextlib
import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from filelock import FileLock, Timeout

from engine.contract.pairing_errors import IdentityLost, IdentityNotKept, IdentityUnavailable
from engine.contract.whole_file import write_whole
from engine.remote.certificate import Certificate, CertificateRefused, make_certificate, read_pem
from engine.remote.key_places import FilePlace, KeyPlace, KeyringPlace

FILE = "identity.pem"
"""The certificate that is shown now."""

NEXT_FILE = "identity.next.pem"
"""The one that is shown next, while those that are paired learn of it."""

_PATIENCE_S = 5.0
_making = threading.Lock()


@dataclass(frozen=True, slots=True)
class Identity:
    """Who this machine is."""

    certificate: Certificate
    key_pem: bytes = field(repr=False)
    """The private key, PKCS 8. For TLS alone."""
    is_in_keyring: bool = False
    """Whether the key is in the system's password store, and not in a file."""

    @property
    def fingerprint(self) -> str:
        """What others know it by."""
        return self.certificate.fingerprint


def desktop_places(folder: Path) -> tuple[KeyPlace, ...]:
    """Where a person's desktop keeps its key, best first."""
    return (KeyringPlace(), FilePlace(folder))


def worker_places(folder: Path) -> tuple[KeyPlace, ...]:
    """Where a worker keeps its key: it must start when nobody is logged in to unlock a password store."""
    return (FilePlace(folder),)


def read_identity(folder: Path, *, places: Sequence[KeyPlace] | None = None) -> Identity | None:
    """The identity kept in a folder; ``None`` if none was made yet.

    Raises:
        IdentityLost: there was one, and it is damaged or gone.
        IdentityUnavailable: there is one, and its key cannot be read now.
    """
    return read_kept(folder, FILE, places=places)


def read_kept(folder: Path, file: str, *, places: Sequence[KeyPlace] | None = None) -> Identity | None:
    """The identity whose certificate lies in this file of a folder. Raises as ``read_identity``."""
    try:
        certificate = read_pem((folder / file).read_bytes())
    except FileNotFoundError:
        return None
    except CertificateRefused as error:
        raise IdentityLost(str(error)) from error
    except OSError as error:
        raise not_kept(folder, error) from error
    trouble: IdentityUnavailable = IdentityLost("the key is gone")
    for place in reversed(places if places is not None else desktop_places(folder)):
        # The file first: it is there at once, and a password store may ask the person.
        try:
            secret = place.read(certificate.fingerprint)
        except IdentityUnavailable as error:
            trouble = error
            continue
        if secret is not None and _is_key_of(certificate, secret):
            return Identity(certificate, secret.encode("ascii"), place.is_keyring)
    raise trouble


def find_identity(folder: Path, *, places: Sequence[KeyPlace] | None = None) -> Identity:
    """The identity kept in a folder, made now if there is none.

    Raises:
        IdentityLost: there was one, and it is damaged or gone.
        IdentityUnavailable: its key cannot be read now, or nothing can be kept.
    """
    # Two processes must not make one each.
    with held(folder):
        return read_identity(folder, places=places) or renew_identity(folder, places=places)


def new_or_kept_identity(folder: Path, *, places: Sequence[KeyPlace] | None = None) -> tuple[Identity, bool]:
    """The identity to pair with, and whether it is a new one in the place of one that was lost.

    Only for pairing: who trusted the lost one has to be paired anew in any case.

    Raises:
        IdentityUnavailable: its key cannot be read now, or nothing can be kept.
    """
    try:
        return find_identity(folder, places=places), False
    except IdentityLost:
        with held(folder):
            return renew_identity(folder, places=places), True


def renew_identity(folder: Path, *, places: Sequence[KeyPlace] | None = None) -> Identity:
    """Become somebody else: a new key, and the old one is thrown away. Every pairing has to be made again.

    Raises:
        IdentityUnavailable: no place keeps the key, or the folder cannot be written.
    """
    places = places if places is not None else desktop_places(folder)
    former = [each for file in (FILE, NEXT_FILE) if (each := certificate_in(folder, file)) is not None]
    identity = keep_new(folder, FILE, places)
    throw_away(former, places)
    with contextlib.suppress(OSError):
        (folder / NEXT_FILE).unlink(missing_ok=True)
    return identity


def keep_new(folder: Path, file: str, places: Sequence[KeyPlace]) -> Identity:
    """Make a key and a certificate, and keep them. Raises ``IdentityUnavailable``."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = make_certificate(key)
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    place = _write_key(places, certificate.fingerprint, pem)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(folder / file, certificate.pem)
    except OSError as error:
        raise not_kept(folder, error) from error
    return Identity(certificate, pem, place.is_keyring)


def certificate_in(folder: Path, file: str) -> Certificate | None:
    """The certificate in a file of a folder, whatever became of its key; ``None`` if there is none that makes sense."""
    try:
        return read_pem((folder / file).read_bytes())
    except (OSError, CertificateRefused):
        return None


def throw_away(former: Sequence[Certificate], places: Sequence[KeyPlace]) -> None:
    """Keep the keys of these certificates no longer."""
    for place in places:
        for each in former:
            place.remove(each.fingerprint)


def _write_key(places: Sequence[KeyPlace], name: str, key_pem: bytes) -> KeyPlace:
    trouble = IdentityUnavailable("there is no place for a key")
    for place in places:
        try:
            place.write(name, key_pem.decode("ascii"))
        except IdentityUnavailable as error:
            trouble = error
        else:
            return place
    raise trouble


@contextlib.contextmanager
def held(folder: Path) -> Generator[None]:
    """Nobody else changes what is kept in a folder meanwhile. Raises ``IdentityNotKept``."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Threads first: within a process a file lock is not enough on every system.
        with _making, FileLock(folder / "identity.lock", timeout=_PATIENCE_S):
            yield
    except Timeout as error:
        raise IdentityNotKept("another Vivavoce holds it", str(folder)) from error
    except OSError as error:
        raise not_kept(folder, error) from error


def not_kept(folder: Path, error: OSError) -> IdentityNotKept:
    """What the system said of a folder."""
    return IdentityNotKept(error.strerror or type(error).__name__, str(folder))


def _is_key_of(certificate: Certificate, secret: str) -> bool:
    """Whether a kept key is whole and the one that the certificate speaks of."""
    try:
        key = serialization.load_pem_private_key(secret.encode("ascii"), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return False
    return key.public_key() == x509.load_der_x509_certificate(certificate.der).public_key()
