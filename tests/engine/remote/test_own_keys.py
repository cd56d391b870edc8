"""A machine that prepares its next key shows the present one, until it changes; then the old one is gone."""

from pathlib import Path

import pytest

from engine.contract.pairing_errors import IdentityLost
from engine.remote.identity import find_identity, read_identity, renew_identity, worker_places
from engine.remote.own_keys import OwnKeys


def keys_in(folder: Path) -> OwnKeys:
    return OwnKeys(folder, places=worker_places(folder))


def test_what_is_prepared_once_is_shown_after_the_change_and_the_old_key_is_gone(tmp_path: Path):
    first = find_identity(tmp_path, places=worker_places(tmp_path))
    keys, another_process = keys_in(tmp_path), keys_in(tmp_path)
    assert keys.following() is None
    assert not keys.change()
    following = keys.prepare()
    assert another_process.prepare() == following != first
    assert (keys.now(), another_process.now()) == (first, first)
    assert keys.change()
    assert (keys.now(), another_process.now()) == (following, following)
    assert another_process.following() is None
    assert not another_process.change()
    assert [path.name for path in tmp_path.glob("*.key")] == [f"{following.fingerprint}.key"]
    assert read_identity(tmp_path, places=worker_places(tmp_path)) == following


def test_a_machine_that_was_never_paired_has_nothing_to_show(tmp_path: Path):
    with pytest.raises(IdentityLost):
        keys_in(tmp_path).now()


def test_who_becomes_somebody_else_at_once_has_no_next_key_any_more(tmp_path: Path):
    find_identity(tmp_path, places=worker_places(tmp_path))
    keys = keys_in(tmp_path)
    keys.prepare()
    renewed = renew_identity(tmp_path, places=worker_places(tmp_path))
    assert (keys.now(), keys.following()) == (renewed, None)
    assert len(list(tmp_path.glob("*.key"))) == 1


def test_a_next_key_that_cannot_be_read_is_none_and_is_made_anew(tmp_path: Path):
    first = find_identity(tmp_path, places=worker_places(tmp_path))
    keys = keys_in(tmp_path)
    lost = keys.prepare()
    (tmp_path / f"{lost.fingerprint}.key").unlink()
    assert keys_in(tmp_path).following() is None
    again = keys_in(tmp_path).prepare()
    assert again.fingerprint not in (lost.fingerprint, first.fingerprint)
    assert keys_in(tmp_path).now() == first
