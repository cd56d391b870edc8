"""The other computers without a window: what a person types is understood, and what is announced is sorted."""

import asyncio
from pathlib import Path

import pytest

from app.workers import FoundWorker, RenewedKey, Workers
from engine.contract.errors import WorkerUnreachable
from engine.contract.pairing_errors import PairingCodeWrong, PairingStopped
from engine.remote.discovery import NearbyWorker
from engine.remote.identity import read_identity, worker_places
from engine.remote.own_keys import OwnKeys
from engine.remote.paired_workers import PairedWorker, PairedWorkers
from engine.remote.trust import server_credentials
from engine.worker.desktop_keys import DesktopKeys
from tests.builders.paired_machines import make_machines, new_identity
from tests.fakes.fake_worker_looks import FakeWorkerLooks
from tests.fakes.plain_desktop import go, running_worker

BIG = PairedWorker("Big computer", "192.0.2.7", 50777, new_identity().certificate)


@pytest.fixture
def looks() -> FakeWorkerLooks:
    return FakeWorkerLooks()


def workers(folder: Path, looks: FakeWorkerLooks, *nearby: NearbyWorker) -> Workers:
    return Workers(
        folder / "workers.json", keeps_key_in_file=True, check=looks.check, pair=looks.pair, find=lambda: nearby
    )


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("192.0.2.9", "192.0.2.9", 50778),
        (" studio.local ", "studio.local", 50778),
        ("studio:50900", "studio", 50900),
        ("fe80::1", "fe80::1", 50778),
        ("[fe80::1]:50900", "fe80::1", 50900),
        ("studio:65535", "studio", 65535),
    ],
)
def test_an_address_is_read_as_people_type_it(
    tmp_path: Path, looks: FakeWorkerLooks, typed: str, host: str, port: int
) -> None:
    workers(tmp_path, looks).pair(typed, "12 34 56")
    assert looks.paired == [(host, "123456", port)]


@pytest.mark.parametrize(
    ("address", "digits", "trouble"),
    [("", "123456", WorkerUnreachable), ("two words", "123456", WorkerUnreachable), ("x", "12345", PairingCodeWrong)],
)
def test_what_cannot_be_an_address_or_a_code_is_not_tried(
    tmp_path: Path, looks: FakeWorkerLooks, address: str, digits: str, trouble: type[Exception]
) -> None:
    with pytest.raises(trouble):
        workers(tmp_path, looks).pair(address, digits)
    assert looks.paired == []


def test_a_pairing_that_fails_leaves_the_list_alone_and_the_identity_for_the_next(
    tmp_path: Path, looks: FakeWorkerLooks
) -> None:
    looks.trouble = PairingStopped("x")
    desk = workers(tmp_path, looks)
    with pytest.raises(PairingStopped):
        desk.pair("x", "123456")
    assert desk.read() == ()
    first = read_identity(tmp_path)
    assert first is not None
    desk.pair("x", "123456")
    assert read_identity(tmp_path) == first


def test_a_computer_that_serves_and_waits_is_found_once_and_paired_ones_not_at_all(
    tmp_path: Path, looks: FakeWorkerLooks
) -> None:
    PairedWorkers(tmp_path / "workers.json").add(BIG)
    desk = workers(
        tmp_path,
        looks,
        NearbyWorker("Big computer", "192.0.2.70", 50777),
        NearbyWorker("New", "192.0.2.9", 50777),
        NearbyWorker("New", "192.0.2.9", 50777, 50900),
        NearbyWorker("Quiet", "192.0.2.10", 50777),
    )
    assert desk.find() == (
        FoundWorker("New", "192.0.2.9:50900", True),
        FoundWorker("Quiet", "192.0.2.10", False),
    )


def test_a_computer_that_nobody_paired_cannot_be_looked_at(tmp_path: Path, looks: FakeWorkerLooks) -> None:
    with pytest.raises(WorkerUnreachable):
        workers(tmp_path, looks).look("nobody")


def test_a_stranger_of_the_same_name_at_another_address_does_not_take_its_place(
    tmp_path: Path, looks: FakeWorkerLooks
) -> None:
    listed = PairedWorkers(tmp_path / "workers.json")
    listed.add(BIG)
    looks.off = {"Big computer"}  # nobody there has its certificate
    desk = workers(tmp_path, looks, NearbyWorker("Big computer", "192.0.2.66", 50777))
    with pytest.raises(WorkerUnreachable):
        desk.look(BIG.fingerprint)
    assert listed.read()[0].address == "192.0.2.7"


def test_a_glance_asks_the_paired_computer_and_nobody_else(tmp_path: Path, looks: FakeWorkerLooks) -> None:
    desk = Workers(tmp_path / "workers.json", keeps_key_in_file=True, glance=looks.glance)
    assert desk.read() == ()
    with pytest.raises(WorkerUnreachable):
        desk.glance(BIG.fingerprint)
    assert looks.glances == []
    PairedWorkers(tmp_path / "workers.json").add(BIG)
    desk.glance(BIG.fingerprint)
    assert looks.glances == ["Big computer"]
    looks.off = {"Big computer"}
    with pytest.raises(WorkerUnreachable):
        desk.glance(BIG.fingerprint)


def test_another_key_is_told_to_a_worker_that_is_there_and_used_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        machines = make_machines(tmp_path)
        own = OwnKeys(machines.worker_folder, places=worker_places(machines.worker_folder))
        async with running_worker(
            credentials=server_credentials(own.now, machines.desktops),
            trusting=machines.desktops,
            keys=DesktopKeys(machines.desktops, own),
        ) as worker:
            machines.pair(port=worker.port)
            desk = Workers(machines.workers.path, keeps_key_in_file=True)
            renewed = await asyncio.to_thread(desk.renew_key)
            assert renewed == RenewedKey(is_used=True, knowing=("Big computer",), waiting=())
            await asyncio.to_thread(desk.glance, machines.workers.read()[0].fingerprint)
            (known,) = machines.desktops.read()
            assert known.certificate != machines.desktop.certificate

    go(run())


def test_another_key_waits_for_a_worker_that_is_off(tmp_path: Path) -> None:
    machines = make_machines(tmp_path)
    machines.pair(port=9)
    desk = Workers(machines.workers.path, keeps_key_in_file=True, find=lambda: ())
    assert desk.renew_key() == RenewedKey(is_used=False, knowing=(), waiting=("Big computer",))
    assert desk.renew_key(now=True) == RenewedKey(is_used=True, knowing=(), waiting=("Big computer",))
