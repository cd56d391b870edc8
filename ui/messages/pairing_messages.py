"""The troubles of pairing and of this computer's key in the language of the window. Part of ``error_messages.py``.

The tree is in ``engine/contract/pairing_errors.py``.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication

from engine.contract import pairing_errors as errors
from engine.contract.errors import VivavoceError

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def _not_waiting(error: errors.PairingNotWaiting) -> str:
    text = translate(
        "Errors",
        "“{name}” does not wait to be paired. Start “vivavoce worker pair” there, "
        "and type the code within two minutes.",
    )
    return text.format(name=error.name)


def _code_wrong(error: errors.PairingCodeWrong) -> str:
    text = translate(
        "Errors", "That is not the code that “{name}” shows. Look again and type it anew; a code takes three tries."
    )
    return text.format(name=error.name)


def _stopped(error: errors.PairingStopped) -> str:
    text = translate(
        "Errors",
        "The code was wrong too often. “{name}” needs a new one: start “vivavoce worker pair” there again.",
    )
    return text.format(name=error.name)


def _not_proved(error: errors.PairingNotProved) -> str:
    text = translate(
        "Errors",
        "What answered as “{name}” could not prove that it shows the code, so nothing was paired. "
        "Another machine may stand between the two; try again in a network that you trust.",
    )
    return text.format(name=error.name)


def _not_understood(error: errors.PairingNotUnderstood) -> str:
    text = translate(
        "Errors",
        "What answers at “{name}” is not a computer to pair with, or runs another version of Vivavoce.",
    )
    return text.format(name=error.name)


def _port_taken(error: errors.PairingPortTaken) -> str:
    text = translate(
        "Errors",
        "Port {port} is taken by another program, perhaps by a “vivavoce worker pair” that still waits. "
        "End it, or choose another with --pairing-port.",
    )
    return text.format(port=error.port)


def _identity_unavailable(_error: errors.IdentityUnavailable) -> str:
    return translate(
        "Errors",
        "The key by which this computer is known to others cannot be read. Unlock the system's password store and "
        "try again; where it is lost, “vivavoce workers renew” makes a new one.",
    )


def _address_unusable(error: errors.PairingAddressUnusable) -> str:
    text = translate(
        "Errors",
        "Nothing can wait at “{host}” ({detail}). Give an address of this machine with --host, "
        "or leave it out for all of them.",
    )
    return text.format(host=error.host, detail=error.detail)


def _identity_lost(_error: errors.IdentityLost) -> str:
    return translate(
        "Errors",
        "The key by which this computer is known to others is damaged or gone. "
        "Pair the computers again: that makes a new one.",
    )


def _identity_not_kept(error: errors.IdentityNotKept) -> str:
    text = translate(
        "Errors",
        "The key by which this computer is known to others cannot be kept ({detail}). "
        "Check whether {folder} can be read and written.",
    )
    return text.format(detail=error.detail, folder=error.folder)


def _peers_not_saved(error: errors.PeersNotSaved) -> str:
    text = translate(
        "Errors", "The list of paired computers cannot be saved ({detail}). Check whether {folder} can be written."
    )
    return text.format(detail=error.detail, folder=error.folder)


PAIRING_SENTENCES: dict[type[VivavoceError], Callable[[Any], str]] = {
    errors.PairingNotWaiting: _not_waiting,
    errors.PairingCodeWrong: _code_wrong,
    errors.PairingStopped: _stopped,
    errors.PairingNotProved: _not_proved,
    errors.PairingNotUnderstood: _not_understood,
    errors.PairingPortTaken: _port_taken,
    errors.PairingAddressUnusable: _address_unusable,
    errors.IdentityUnavailable: _identity_unavailable,
    errors.IdentityLost: _identity_lost,
    errors.IdentityNotKept: _identity_not_kept,
    errors.PeersNotSaved: _peers_not_saved,
}
"""How each is said."""
