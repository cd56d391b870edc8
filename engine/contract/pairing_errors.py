"""The known troubles between two computers that are to trust each other; the root of the tree is in ``errors.py``.

    VivavoceError
    ├── PairingError          the two could not be paired
    │   ├── PairingNotWaiting   no code is shown there now, or it ran out
    │   ├── PairingCodeWrong    other digits than those shown
    │   ├── PairingStopped      too many wrong tries: that code is worth nothing any more
    │   ├── PairingNotProved    whoever answered does not know the code: another machine may stand between
    │   └── PairingNotUnderstood  it is no worker of ours, or of another version
    ├── PairingPortTaken      another program listens where a desktop would come
    ├── PairingAddressUnusable  this machine has no such address to wait at
    ├── IdentityUnavailable   this computer's own key cannot be read or kept
    │   ├── IdentityLost        it is damaged or gone, and a new one has to be made
    │   └── IdentityNotKept     the folder of the key cannot be read or written
    └── PeersNotSaved         the list of paired computers cannot be written

Translations are in ``ui/messages/pairing_messages.py``.
"""

from dataclasses import dataclass

from engine.contract.errors import VivavoceError


@dataclass(eq=False)
class PairingError(VivavoceError):
    """Two computers could not be paired."""

    name: str
    """The other computer: its name or address."""


@dataclass(eq=False)
class PairingNotWaiting(PairingError):
    """No code is shown there now, or it ran out."""

    @property
    def sentence(self) -> str:
        return (
            f"“{self.name}” does not wait to be paired. Start “vivavoce worker pair” there, "
            "and type the code within two minutes."
        )


@dataclass(eq=False)
class PairingCodeWrong(PairingError):
    """Other digits were typed than those shown."""

    @property
    def sentence(self) -> str:
        return f"That is not the code that “{self.name}” shows. Look again and type it anew; a code takes three tries."


@dataclass(eq=False)
class PairingStopped(PairingError):
    """Too many wrong tries."""

    @property
    def sentence(self) -> str:
        return f"The code was wrong too often. “{self.name}” needs a new one: start “vivavoce worker pair” there again."


@dataclass(eq=False)
class PairingNotProved(PairingError):
    """Whoever answered could not prove that it shows the code."""

    @property
    def sentence(self) -> str:
        return (
            f"What answered as “{self.name}” could not prove that it shows the code, so nothing was paired. "
            "Another machine may stand between the two; try again in a network that you trust."
        )


@dataclass(eq=False)
class PairingNotUnderstood(PairingError):
    """What answered is no worker of ours, or of a version that speaks otherwise."""

    detail: str
    """What was wrong, for the log."""

    @property
    def sentence(self) -> str:
        return f"What answers at “{self.name}” is not a computer to pair with, or runs another version of Vivavoce."


@dataclass(eq=False)
class PairingPortTaken(VivavoceError):
    """Another program listens where a desktop would come to be paired."""

    port: int

    @property
    def sentence(self) -> str:
        return (
            f"Port {self.port} is taken by another program, perhaps by a “vivavoce worker pair” that still waits. "
            "End it, or choose another with --pairing-port."
        )


@dataclass(eq=False)
class PairingAddressUnusable(VivavoceError):
    """This machine cannot wait at the address that was asked for."""

    host: str
    detail: str
    """What the system said."""

    @property
    def sentence(self) -> str:
        return (
            f"Nothing can wait at “{self.host}” ({self.detail}). Give an address of this machine with --host, "
            "or leave it out for all of them."
        )


@dataclass(eq=False)
class IdentityUnavailable(VivavoceError):
    """This computer's own key cannot be read or kept."""

    detail: str
    """What the system said, for the log."""

    @property
    def sentence(self) -> str:
        return (
            "The key by which this computer is known to others cannot be read. Unlock the system's password store and "
            "try again; where it is lost, “vivavoce workers renew” makes a new one."
        )


@dataclass(eq=False)
class IdentityLost(IdentityUnavailable):
    """It is damaged or gone: whoever trusted it cannot know this computer again."""

    @property
    def sentence(self) -> str:
        return (
            "The key by which this computer is known to others is damaged or gone. "
            "Pair the computers again: that makes a new one."
        )


@dataclass(eq=False)
class IdentityNotKept(IdentityUnavailable):
    """The folder in which it lies cannot be read or written."""

    folder: str

    @property
    def sentence(self) -> str:
        return (
            f"The key by which this computer is known to others cannot be kept ({self.detail}). "
            f"Check whether {self.folder} can be read and written."
        )


@dataclass(eq=False)
class PeersNotSaved(VivavoceError):
    """The list of paired computers cannot be written."""

    folder: str
    detail: str
    """What the system said."""

    @property
    def sentence(self) -> str:
        return (
            f"The list of paired computers cannot be saved ({self.detail}). Check whether {self.folder} can be written."
        )
