"""How two machines that never met come to trust each other: by six digits that a person carries from one to the other.

Pure: values in, values out, no clock and no network of its own. The worker's side is driven by
``engine/worker/pairing_service.py``, the desktop's by ``pairing_client.py``.

SPAKE2 (the library ``spake2``) turns the digits into a strong common key; who listens learns nothing of them, and who
answers in the worker's place has one guess. Then each side proves that it has that key, with a MAC over everything that
was said: both certificates, both names, the port, both elements. Nobody can therefore put another certificate into the
conversation. The desktop proves first, so the worker gives nothing away to who guesses; each wrong proof is a try, a
code has three, two minutes, and pairs one desktop. A guesser's chance is 3 in 1,000,000 for each code that a person
asks for. What was said once is worth nothing again: both elements are drawn anew each time.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, cast

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve

from engine.remote.certificate import Certificate, CertificateRefused, read_der

DIGITS = 6
TRIES = 3
LASTS_S = 120.0
"""How long a code may be typed."""

_DESKTOP = b"vivavoce pairing 1 desktop"
_WORKER = b"vivavoce pairing 1 worker"
_ELEMENT_BYTES = 33
_LONGEST_NAME = 100


class PairingReason(StrEnum):
    """Why one side goes no further."""

    WRONG_CODE = "wrong_code"
    TOO_MANY_TRIES = "too_many_tries"
    NOT_WAITING = "not_waiting"
    """It ran out, is taken, or another desktop is just at it."""
    NOT_UNDERSTOOD = "not_understood"
    NOT_PROVED = "not_proved"
    """It is the desktop that goes no further: the worker is not the one that shows the code."""


class PairingRefused(Exception):
    """The exchange ends here."""

    def __init__(self, reason: PairingReason, *, tries_left: int = 0) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.tries_left = tries_left


@dataclass(frozen=True, slots=True)
class Hello:
    """What each side says first."""

    certificate: Certificate
    element: bytes
    """SPAKE2's message."""
    name: str
    """The machine's, as a person knows it."""
    port: int = 0
    """Where the worker serves; 0 from a desktop."""


def new_code() -> str:
    """Six digits, drawn by lot."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def read_code(typed: str) -> str | None:
    """The digits of what a person typed, with or without spaces; ``None`` if they are not six."""
    digits = "".join(letter for letter in typed if not letter.isspace() and letter != "-")
    # Digits of other scripts mean the same to a person.
    return f"{int(digits):0{DIGITS}}" if len(digits) == DIGITS and digits.isdecimal() else None


def read_hello(certificate: bytes, element: bytes, name: str, port: int) -> Hello:
    """What the other side said first. Raises ``PairingRefused`` if no peer of ours says so."""
    try:
        peer = read_der(certificate)
    except CertificateRefused as error:
        raise PairingRefused(PairingReason.NOT_UNDERSTOOD) from error
    shown = "".join(letter for letter in name if letter.isprintable()).strip()[:_LONGEST_NAME]
    if len(element) != _ELEMENT_BYTES or shown != name or not shown or not 0 <= port < 65_536:
        raise PairingRefused(PairingReason.NOT_UNDERSTOOD)
    return Hello(peer, element, name, port)


def clean_name(name: str) -> str:
    """A machine's name as ``read_hello`` takes it."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:_LONGEST_NAME].strip() or "?"


class _Spake(Protocol):
    """What the library, which has no types, does."""

    def start(self) -> bytes: ...

    def finish(self, inbound_side_and_message: bytes, /) -> bytes: ...


@dataclass(slots=True)
class PairingCode:
    """The digits that the worker shows, and what is left of them. One a ``vivavoce worker pair``."""

    digits: str = field(repr=False)
    ends_at: float
    """Seconds on the clock of whoever asks."""
    tries_left: int = TRIES
    is_taken: bool = False
    """A desktop was paired with it."""

    def check(self, now: float) -> None:
        """Raise ``PairingRefused`` if the code is worth nothing (any more)."""
        if self.tries_left <= 0:
            raise PairingRefused(PairingReason.TOO_MANY_TRIES)
        if self.is_taken or now >= self.ends_at:
            raise PairingRefused(PairingReason.NOT_WAITING)


class WorkerPairing:
    """The worker's side of one exchange."""

    def __init__(self, code: PairingCode, *, certificate: Certificate, name: str, port: int) -> None:
        self._code = code
        self._spake = cast("_Spake", SPAKE2_B(code.digits.encode("ascii"), idA=_DESKTOP, idB=_WORKER))
        self._mine = Hello(certificate, self._spake.start(), clean_name(name), port)
        self._theirs: Hello | None = None
        self._is_over = False

    @property
    def hello(self) -> Hello:
        """What the worker says first. It tells nothing of the digits."""
        return self._mine

    @property
    def desktop(self) -> Hello:
        """Who was paired."""
        assert self._theirs is not None
        return self._theirs

    def take_hello(self, theirs: Hello, *, now: float) -> None:
        """Hear the desktop's first word. Raises ``PairingRefused``."""
        self._code.check(now)
        if self._theirs is not None:
            raise PairingRefused(PairingReason.NOT_UNDERSTOOD)
        self._theirs = theirs

    def take_proof(self, mac: bytes, *, now: float) -> bytes:
        """Check the desktop's proof, and give the worker's. A wrong one costs a try.

        Raises:
            PairingRefused: it is wrong, out of turn, or the code is worth nothing any more.
        """
        self._code.check(now)
        if self._theirs is None or self._is_over:
            raise PairingRefused(PairingReason.NOT_UNDERSTOOD)
        self._is_over = True
        self._code.tries_left -= 1
        key = _finish(self._spake, self._theirs.element)
        transcript = _transcript(desktop=self._theirs, worker=self._mine)
        if key is None or not hmac.compare_digest(mac, _mac(key, _DESKTOP, transcript)):
            raise PairingRefused(
                PairingReason.WRONG_CODE if self._code.tries_left else PairingReason.TOO_MANY_TRIES,
                tries_left=self._code.tries_left,
            )
        self._code.is_taken = True
        return _mac(key, _WORKER, transcript)


class DesktopPairing:
    """The desktop's side of one exchange."""

    def __init__(self, digits: str, *, certificate: Certificate, name: str) -> None:
        self._spake = cast("_Spake", SPAKE2_A(digits.encode("ascii"), idA=_DESKTOP, idB=_WORKER))
        self._mine = Hello(certificate, self._spake.start(), clean_name(name))
        self._expected: bytes | None = None

    @property
    def hello(self) -> Hello:
        """What the desktop says first."""
        return self._mine

    def take_hello(self, theirs: Hello, *, seen: Certificate) -> bytes:
        """Hear the worker's first word, and give the desktop's proof.

        Args:
            theirs: What came.
            seen: The certificate that TLS showed: it must be the one of the word.

        Raises:
            PairingRefused: another machine stands between, or the word is none.
        """
        if not hmac.compare_digest(theirs.certificate.der, seen.der):
            raise PairingRefused(PairingReason.NOT_PROVED)
        if not theirs.port:
            raise PairingRefused(PairingReason.NOT_UNDERSTOOD)
        key = _finish(self._spake, theirs.element)
        if key is None:
            raise PairingRefused(PairingReason.NOT_UNDERSTOOD)
        transcript = _transcript(desktop=self._mine, worker=theirs)
        self._expected = _mac(key, _WORKER, transcript)
        return _mac(key, _DESKTOP, transcript)

    def take_proof(self, mac: bytes) -> None:
        """Check the worker's proof. Raises ``PairingRefused`` if it does not know the digits."""
        if self._expected is None or not hmac.compare_digest(mac, self._expected):
            raise PairingRefused(PairingReason.NOT_PROVED)


def _finish(spake: _Spake, element: bytes) -> bytes | None:
    """The common key; ``None`` for an element that no honest peer sends."""
    try:
        return spake.finish(element)
    except (SPAKEError, NotOnCurve, ValueError, AssertionError):
        return None


def _transcript(*, desktop: Hello, worker: Hello) -> bytes:
    """Everything that was said, without a doubt where one part ends."""
    parts = [
        desktop.certificate.der,
        desktop.name.encode(),
        desktop.element,
        worker.certificate.der,
        worker.name.encode(),
        worker.element,
        str(worker.port).encode("ascii"),
    ]
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def _mac(key: bytes, side: bytes, transcript: bytes) -> bytes:
    return hmac.new(hmac.new(key, side, "sha256").digest(), transcript, "sha256").digest()
