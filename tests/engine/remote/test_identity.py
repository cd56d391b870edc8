"""A machine has one identity, which it keeps and finds again; the key is in the password store or a 0600 file."""

import logging
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography import x509

from engine.contract.pairing_errors import IdentityLost, IdentityNotKept, IdentityUnavailable
from engine.remote.identity import (
    Identity,
    find_identity,
    new_or_kept_identity,
    read_identity,
    renew_identity,
    worker_places,
)
from engine.remote.key_places import FilePlace
from tests.builders.paired_machines import DAY, TODAY, new_identity
from tests.fakes.fake_password_store import FakePasswordStore


def test_an_identity_is_made_once_and_found_again(tmp_path: Path):
    assert read_identity(tmp_path, places=worker_places(tmp_path)) is None
    made = find_identity(tmp_path, places=worker_places(tmp_path))
    assert find_identity(tmp_path, places=worker_places(tmp_path)) == made
    assert read_identity(tmp_path, places=worker_places(tmp_path)) == made
    assert not made.is_in_keyring


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such rights")
def test_a_key_in_a_file_is_readable_by_its_owner_alone(tmp_path: Path):
    made = find_identity(tmp_path, places=worker_places(tmp_path))
    (key,) = tmp_path.glob("*.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_bytes() == made.key_pem


def test_a_desktop_keeps_its_key_in_the_password_store(tmp_path: Path):
    store = FakePasswordStore()
    made = find_identity(tmp_path, places=(store, FilePlace(tmp_path)))
    assert made.is_in_keyring
    assert not list(tmp_path.glob("*.key"))
    assert read_identity(tmp_path, places=(store, FilePlace(tmp_path))) == made


def test_without_a_password_store_the_key_goes_into_a_file_and_that_is_known(tmp_path: Path):
    store = FakePasswordStore(is_there=False)
    made = find_identity(tmp_path, places=(store, FilePlace(tmp_path)))
    assert not made.is_in_keyring
    store.is_there = True  # it came later; the file is still the place
    assert read_identity(tmp_path, places=(store, FilePlace(tmp_path))) == made


def test_a_locked_password_store_is_a_trouble_and_not_a_new_identity(tmp_path: Path):
    store = FakePasswordStore()
    made = find_identity(tmp_path, places=(store, FilePlace(tmp_path)))
    store.is_there = False
    with pytest.raises(IdentityUnavailable):
        find_identity(tmp_path, places=(store, FilePlace(tmp_path)))
    store.is_there = True
    assert find_identity(tmp_path, places=(store, FilePlace(tmp_path))) == made


def test_this_machine_without_a_password_store_still_gets_an_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The real library, with the store that it has where there is none."""
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    made = find_identity(tmp_path)
    assert not made.is_in_keyring
    assert read_identity(tmp_path) == made


@pytest.mark.parametrize("has_store", [True, False])
def test_a_new_identity_is_another_and_the_old_key_is_gone(tmp_path: Path, has_store: bool):
    places = (FakePasswordStore(is_there=has_store), FilePlace(tmp_path))
    first = find_identity(tmp_path, places=places)
    second = renew_identity(tmp_path, places=places)
    assert second.fingerprint != first.fingerprint
    assert find_identity(tmp_path, places=places) == second
    assert len(list(tmp_path.glob("*.key"))) == (0 if has_store else 1)
    assert places[0].is_empty is not has_store
    assert places[1].read(first.fingerprint) is None


def test_two_who_ask_at_once_get_the_same(tmp_path: Path):
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(find_identity, tmp_path, places=worker_places(tmp_path)) for _ in range(8)]
        found = {each.result().fingerprint for each in asked}
    assert len(found) == 1


@pytest.mark.parametrize("damage", ["certificate", "key", "empty key", "empty certificate", "key of another"])
def test_a_damaged_identity_is_told_and_only_pairing_replaces_it(tmp_path: Path, damage: str):
    places = worker_places(tmp_path)
    first = find_identity(tmp_path, places=places)
    key, certificate = next(tmp_path.glob("*.key")), tmp_path / "identity.pem"
    match damage:
        case "certificate":
            certificate.write_bytes(b"-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n")
        case "empty certificate":
            certificate.write_bytes(b"")
        case "empty key":
            key.write_bytes(b"")
        case "key of another":
            key.write_bytes(new_identity().key_pem)
        case _:
            key.unlink()
    with pytest.raises(IdentityLost):
        find_identity(tmp_path, places=places)
    second, is_new = new_or_kept_identity(tmp_path, places=places)
    assert is_new
    assert second.fingerprint != first.fingerprint
    assert new_or_kept_identity(tmp_path, places=places) == (second, False)


def test_pairing_does_not_replace_a_key_that_is_only_locked_up(tmp_path: Path):
    store = FakePasswordStore()
    find_identity(tmp_path, places=(store, FilePlace(tmp_path)))
    store.is_there = False
    with pytest.raises(IdentityUnavailable) as error:
        new_or_kept_identity(tmp_path, places=(store, FilePlace(tmp_path)))
    assert "“vivavoce workers renew”" in error.value.sentence


def test_a_folder_that_cannot_be_written_is_a_plain_trouble(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(IdentityNotKept) as error:
        find_identity(tmp_path / "file" / "folder")
    assert str(tmp_path / "file" / "folder") in error.value.sentence


def test_the_certificate_has_no_date_that_a_wrong_clock_could_miss():
    certificate = new_identity().certificate
    found = x509.load_der_x509_certificate(certificate.der)
    assert found.not_valid_before_utc.year == 1970
    assert found.not_valid_after_utc.year == 9999
    assert found.not_valid_before_utc < TODAY - 10_000 * DAY


def test_keys_never_reach_a_log(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """Case 98."""
    with caplog.at_level(logging.DEBUG):
        made = find_identity(tmp_path, places=worker_places(tmp_path))
        logging.getLogger("test").info("%s %r %s", made, made, [made])
    body = b"".join(made.key_pem.splitlines()[1:-1]).decode()
    assert body not in caplog.text.replace("\n", "")
    assert "PRIVATE" not in caplog.text
    assert isinstance(made, Identity)
