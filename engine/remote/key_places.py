"""Where this machine's private key is kept: in the system's password store, or in a file that only its owner may read.

Called by ``identity.py``, on any thread. A worker that runs without anybody logged in has no password store; so has a
desktop without one. Where the key went is said by ``KeyPlace.is_keyring``, so that a person can be told.
"""

import contextlib
from pathlib import Path
from typing import Protocol

from engine.contract.pairing_errors import IdentityLost, IdentityNotKept, IdentityUnavailable
from engine.contract.whole_file import write_whole

_SERVICE = "Vivavoce"
"""Under this name a person finds the key in the password store."""


class KeyPlace(Protocol):
    """Keeps one secret a name."""

    @property
    def is_keyring(self) -> bool:
        """Whether it is the system's password store."""
        ...

    def read(self, name: str) -> str | None:
        """The secret; ``None`` if there is none. Raises ``IdentityUnavailable`` if the place does not answer."""
        ...

    def write(self, name: str, secret: str) -> None:
        """Keep a secret. Raises ``IdentityUnavailable``."""
        ...

    def remove(self, name: str) -> None:
        """Keep it no longer; harmless if it is not there, or the place does not answer."""
        ...


class KeyringPlace:
    """The system's password store: Keychain, Credential Manager, Secret Service."""

    is_keyring = True

    def read(self, name: str) -> str | None:
        """See ``KeyPlace``."""
        import keyring  # noqa: PLC0415 - looks for password stores when it is loaded
        from keyring.errors import KeyringError  # noqa: PLC0415 - likewise

        try:
            return keyring.get_password(_SERVICE, name)
        except (KeyringError, RuntimeError, OSError) as error:
            raise IdentityUnavailable(type(error).__name__) from error

    def write(self, name: str, secret: str) -> None:
        """See ``KeyPlace``. A store that takes it and does not give it back is none."""
        import keyring  # noqa: PLC0415 - likewise
        from keyring.errors import KeyringError  # noqa: PLC0415 - likewise

        try:
            keyring.set_password(_SERVICE, name, secret)
            is_kept = keyring.get_password(_SERVICE, name) == secret
        except (KeyringError, RuntimeError, OSError) as error:
            raise IdentityUnavailable(type(error).__name__) from error
        if not is_kept:
            raise IdentityUnavailable("the password store kept nothing")

    def remove(self, name: str) -> None:
        """See ``KeyPlace``."""
        import keyring  # noqa: PLC0415 - likewise
        from keyring.errors import KeyringError  # noqa: PLC0415 - likewise

        with contextlib.suppress(KeyringError, RuntimeError, OSError):
            keyring.delete_password(_SERVICE, name)


class FilePlace:
    """A folder with a file a secret, readable by its owner alone (0600)."""

    is_keyring = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> str | None:
        """See ``KeyPlace``."""
        try:
            return self._path_of(name).read_text("ascii")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise IdentityNotKept(error.strerror or type(error).__name__, str(self._folder)) from error
        except ValueError as error:
            raise IdentityLost("the key is no text") from error

    def write(self, name: str, secret: str) -> None:
        """See ``KeyPlace``. It is never there with other rights, not even for a moment."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self._path_of(name), secret.encode("ascii"))
        except OSError as error:
            raise IdentityNotKept(error.strerror or type(error).__name__, str(self._folder)) from error

    def remove(self, name: str) -> None:
        """See ``KeyPlace``."""
        with contextlib.suppress(OSError):
            self._path_of(name).unlink(missing_ok=True)

    def _path_of(self, name: str) -> Path:
        return self._folder / f"{name}.key"
