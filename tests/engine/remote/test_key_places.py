"""The key in the system's password store, through the real library over a store in memory, and in a file."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from engine.contract.pairing_errors import IdentityUnavailable
from engine.remote.identity import find_identity, read_identity, renew_identity
from engine.remote.key_places import FilePlace, KeyringPlace


class MemoryStore(KeyringBackend):
    """A password store that may be locked, or keep nothing."""

    priority = 1  # pyright: ignore[reportAssignmentType, reportIncompatibleUnannotatedOverride] # as the library's own

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[tuple[str, str], str] = {}
        self.is_locked = False
        self.is_forgetful = False

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        if not self.is_forgetful:
            self.secrets[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        if self.secrets.pop((service, username), None) is None:
            raise PasswordDeleteError

    def _check(self) -> None:
        if self.is_locked:
            raise KeyringLocked


@pytest.fixture
def store() -> Iterator[MemoryStore]:
    before = keyring.get_keyring()
    made = MemoryStore()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_an_identity_lives_in_the_password_store_and_no_key_on_the_disk(store: MemoryStore, tmp_path: Path):
    made = find_identity(tmp_path)
    assert made.is_in_keyring
    assert read_identity(tmp_path) == made
    assert list(store.secrets) == [("Vivavoce", made.fingerprint)]
    assert not any(b"PRIVATE" in path.read_bytes() for path in tmp_path.iterdir())
    # Windows keeps 2560 bytes of UTF-16.
    assert len(made.key_pem) * 2 < 2560
    later = renew_identity(tmp_path)
    assert list(store.secrets) == [("Vivavoce", later.fingerprint)]


def test_a_locked_store_is_a_trouble(store: MemoryStore, tmp_path: Path):
    find_identity(tmp_path)
    store.is_locked = True
    with pytest.raises(IdentityUnavailable):
        read_identity(tmp_path)
    KeyringPlace().remove("anything")


def test_a_store_that_keeps_nothing_is_none(store: MemoryStore, tmp_path: Path):
    store.is_forgetful = True
    made = find_identity(tmp_path)
    assert not made.is_in_keyring
    assert read_identity(tmp_path) == made


def test_a_file_that_is_no_text_is_a_trouble(tmp_path: Path):
    (tmp_path / "x.key").write_bytes(b"\xff\xfe")
    with pytest.raises(IdentityUnavailable):
        FilePlace(tmp_path).read("x")
    FilePlace(tmp_path).remove("x")
    assert FilePlace(tmp_path).read("x") is None
