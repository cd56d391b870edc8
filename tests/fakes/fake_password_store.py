"""A system's password store that is there, or locked."""

from engine.contract.pairing_errors import IdentityUnavailable


class FakePasswordStore:
    """A ``KeyPlace`` in memory."""

    is_keyring = True

    def __init__(self, *, is_there: bool = True) -> None:
        self.is_there = is_there
        self._secrets: dict[str, str] = {}

    def read(self, name: str) -> str | None:
        self._check()
        return self._secrets.get(name)

    def write(self, name: str, secret: str) -> None:
        self._check()
        self._secrets[name] = secret

    def remove(self, name: str) -> None:
        self._secrets.pop(name, None)

    @property
    def is_empty(self) -> bool:
        return not self._secrets

    def _check(self) -> None:
        if not self.is_there:
            raise IdentityUnavailable("locked")
