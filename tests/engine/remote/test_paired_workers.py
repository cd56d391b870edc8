"""The lists of paired machines: kept whole, changed from several sides, and never a reason to trust by mistake."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from engine.contract.pairing_errors import PeersNotSaved
from engine.remote.paired_desktops import PairedDesktop, PairedDesktops
from engine.remote.paired_workers import PairedWorker, PairedWorkers
from tests.builders.paired_machines import TODAY, new_identity

FIRST, SECOND = (
    PairedWorker(
        "Big computer", "192.0.2.7", 50777, new_identity().certificate, paired_at=TODAY.replace(microsecond=0)
    ),
    PairedWorker("Büro", "büro.local", 50900, new_identity().certificate),
)


@pytest.fixture
def workers(tmp_path: Path) -> PairedWorkers:
    return PairedWorkers(tmp_path / "config" / "workers.json")


def test_workers_are_kept_and_forgotten(workers: PairedWorkers):
    assert workers.read() == ()
    workers.add(FIRST)
    workers.add(SECOND)
    assert PairedWorkers(workers.path).read() == (FIRST, SECOND)
    workers.forget(FIRST.fingerprint)
    workers.forget(FIRST.fingerprint)
    assert workers.read() == (SECOND,)


def test_a_worker_that_is_paired_again_is_not_there_twice(workers: PairedWorkers):
    workers.add(FIRST)
    workers.add(replace(FIRST, address="192.0.2.9", name="Bigger computer"))
    assert [(each.name, each.address) for each in workers.read()] == [("Bigger computer", "192.0.2.9")]


def test_a_worker_is_turned_off_and_its_last_use_noted(workers: PairedWorkers):
    workers.add(FIRST)
    workers.add(SECOND)
    workers.change(FIRST.fingerprint, is_enabled=False)
    workers.change(SECOND.fingerprint, last_used=TODAY)
    first, second = workers.read()
    assert not first.is_enabled
    assert second.is_enabled
    assert second.last_used == TODAY.replace(microsecond=0)
    workers.change("nobody", is_enabled=False)
    assert workers.read() == (first, second)


def test_several_processes_may_change_the_list(workers: PairedWorkers):
    others = [replace(FIRST, name=str(number), certificate=new_identity().certificate) for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(PairedWorkers(workers.path).add, worker) for worker in others]:
            done.result()
    assert {each.name for each in workers.read()} == {str(number) for number in range(8)}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"peers": 3}', "\0\0\0", '{"peers": "x"}'])
def test_a_damaged_list_is_kept_aside_and_nobody_is_trusted(tmp_path: Path, text: str):
    path = tmp_path / "workers.json"
    path.write_text(text, "utf-8")
    workers = PairedWorkers(path)
    assert workers.read() == ()
    assert workers.was_damaged
    assert (tmp_path / "workers.json.damaged").read_text("utf-8") == text
    workers.add(FIRST)
    assert workers.read() == (FIRST,)


def test_a_row_that_makes_no_sense_is_passed_over(workers: PairedWorkers):
    workers.add(FIRST)
    rows = json.loads(workers.path.read_text("utf-8"))
    good = rows["peers"][0]
    rows["peers"] += [
        7,
        {},
        good | {"port": 0},
        good | {"port": "x"},
        good | {"address": ""},
        good | {"certificate": "AAAA"},
        good | {"certificate": 5},
    ]
    workers.path.write_text(json.dumps(rows), "utf-8")
    assert workers.read() == (FIRST,)
    assert not workers.was_damaged


def test_what_cannot_be_written_is_a_plain_trouble(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PeersNotSaved, match="cannot be saved"):
        PairedWorkers(tmp_path / "file" / "workers.json").add(FIRST)


def test_the_list_holds_no_secret(workers: PairedWorkers):
    workers.add(FIRST)
    assert "PRIVATE" not in workers.path.read_text("utf-8")


def test_an_address_with_colons_gets_its_brackets():
    assert replace(FIRST, address="fe80::1%eth0").target == "[fe80::1%eth0]:50777"
    assert FIRST.target == "192.0.2.7:50777"


def test_a_desktop_that_another_process_adds_or_forgets_counts_at_once(tmp_path: Path):
    service, command = PairedDesktops(tmp_path / "desktops.json"), PairedDesktops(tmp_path / "desktops.json")
    desktop = PairedDesktop("Laptop", new_identity().certificate, TODAY.replace(microsecond=0))
    assert not service.is_trusted(desktop.fingerprint)
    command.add(desktop)
    assert service.is_trusted(desktop.fingerprint)
    assert service.read() == (desktop,)
    command.forget(desktop.fingerprint)
    assert not service.is_trusted(desktop.fingerprint)
    command.add(desktop)
    (tmp_path / "desktops.json").write_text("no list", "utf-8")
    assert not service.is_trusted(desktop.fingerprint)
    assert service.was_damaged
    assert not service.is_trusted(desktop.fingerprint)
