"""Paired workers as a job finds them; the password store is a real ``keyring`` backend in memory."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from engine.contract.cancellation import Cancellation
from engine.contract.options import RecognitionOptions
from engine.contract.pairing_errors import IdentityUnavailable
from engine.pipeline.far_places import PairedPlaces
from engine.remote.identity import find_identity
from engine.remote.key_places import KeyringPlace
from engine.remote.paired_workers import PairedWorker, PairedWorkers


class LockableStore(KeyringBackend):
    """A password store that a person locks."""

    priority = 1  # pyright: ignore[reportAssignmentType, reportIncompatibleUnannotatedOverride] # as the library's own

    def __init__(self) -> None:
        super().__init__()
        self.is_locked = False
        self._secrets: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        if self.is_locked:
            raise KeyringLocked
        return self._secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._secrets[service, username] = password


@pytest.fixture
def store() -> Iterator[LockableStore]:
    before = keyring.get_keyring()
    made = LockableStore()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_a_locked_password_store_is_what_is_told_and_not_to_pair_anew(tmp_path: Path, store: LockableStore):
    find_identity(tmp_path, places=(KeyringPlace(),))
    worker = find_identity(tmp_path / "worker", places=(KeyringPlace(),))
    path = tmp_path / "workers.json"
    PairedWorkers(path).add(PairedWorker("desk-gpu", "127.0.0.1", 9, worker.certificate))
    store.is_locked = True
    places = PairedPlaces(path)
    elsewhere = places.live(RecognitionOptions(languages=("en",)))
    assert elsewhere is not None
    assert not elsewhere.wait(20.0, Cancellation())
    assert elsewhere.missed == "desk-gpu"
    assert elsewhere.reason == IdentityUnavailable("KeyringLocked").sentence
    elsewhere.close()
    places.close()
