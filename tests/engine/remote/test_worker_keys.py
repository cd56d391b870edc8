"""A machine changes its key, over real gRPC on loopback, and nobody pairs again; older peers are told to."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from engine.contract.errors import WorkerNotTrusted
from engine.remote import transcription_pb2 as wire
from engine.remote.identity import Identity, find_identity, worker_places
from engine.remote.own_keys import OwnKeys
from engine.remote.paired_desktops import PairedDesktop
from engine.remote.paired_workers import PairedWorker
from engine.remote.trust import channel_credentials, server_credentials
from engine.remote.worker_check import check_worker, glance_at_worker
from engine.remote.worker_connection import WorkerConnection
from engine.remote.worker_keys import WorkerKeys
from engine.worker.desktop_keys import DesktopKeys, change_if_known
from tests.builders.paired_machines import Machines, make_machines, new_identity
from tests.fakes.plain_desktop import PlainDesktop, go, question, running_worker, sound, sound_of


class Both:
    """A desktop and a worker that serves, each with its files."""

    def __init__(self, machines: Machines, port: int, worker_keys: OwnKeys) -> None:
        self.machines = machines
        self.worker_keys = worker_keys
        folder = machines.desktop_folder
        self.desktop_keys = OwnKeys(folder, places=worker_places(folder))
        self.known_by = machines.pair(port=port).fingerprint

    @property
    def row(self) -> PairedWorker:
        """The worker as the desktop knows it."""
        found = self.machines.workers.find(self.known_by)
        assert found is not None
        return found

    @property
    def talk(self) -> WorkerKeys:
        return WorkerKeys(self.machines.workers, self.desktop_keys, fingerprint=self.known_by)

    async def look(self, row: PairedWorker | None = None, *, identity: Identity | None = None) -> None:
        """As whoever looks for a worker does. Raises ``WorkerError``."""
        row = row or self.row
        line = WorkerConnection(
            target=row.target,
            worker=row.name,
            credentials=channel_credentials(row, identity or self.desktop_keys.now()),
            keys=self.talk,
        )
        try:
            await asyncio.to_thread(line.look)
        finally:
            await asyncio.to_thread(line.close)


def with_both(
    tmp_path: Path, test: Callable[[Both], Coroutine[Any, Any, None]], *, is_old_worker: bool = False
) -> None:
    async def run() -> None:
        machines = make_machines(tmp_path)
        own = OwnKeys(machines.worker_folder, places=worker_places(machines.worker_folder))
        async with running_worker(
            credentials=server_credentials(own.now, machines.desktops),
            trusting=machines.desktops,
            keys=None if is_old_worker else DesktopKeys(machines.desktops, own),
        ) as worker:
            await test(Both(machines, worker.port, own))

    go(run())


def test_a_worker_changes_its_key_when_its_desktop_knows_it_and_the_old_one_is_worth_nothing(tmp_path: Path):
    async def test(both: Both) -> None:
        following, before = both.worker_keys.prepare(), both.row
        # It learns of it, and then says so: nobody else is paired, so the new key is used from now on.
        await both.look()
        assert both.worker_keys.now() == following
        after = both.row
        assert (after.certificate, after.next_certificate) == (following.certificate, None)
        assert (after.fingerprint, after.name, after.port) == (before.fingerprint, before.name, before.port)
        await both.look()
        with pytest.raises(WorkerNotTrusted):
            await both.look(before)  # as a copy of the list from before would

    with_both(tmp_path, test)


def test_as_long_as_a_worker_has_not_changed_its_desktop_trusts_both_keys(tmp_path: Path):
    async def test(both: Both) -> None:
        both.machines.desktops.add(PairedDesktop("Late", new_identity().certificate))
        old, following = both.worker_keys.now(), both.worker_keys.prepare()
        await both.look()
        assert (both.row.certificate, both.row.next_certificate) == (old.certificate, following.certificate)
        await both.look()
        assert both.worker_keys.change()  # as “worker renew --now” does, for “Late” does not come
        await both.look()
        assert (both.row.certificate, both.row.next_certificate) == (following.certificate, None)

    with_both(tmp_path, test)


def test_a_worker_waits_for_the_desktop_that_does_not_know_it_yet(tmp_path: Path):
    async def test(both: Both) -> None:
        late = new_identity()
        both.machines.desktops.add(PairedDesktop("Late", late.certificate))
        old, following = both.worker_keys.now(), both.worker_keys.prepare()
        await both.look()
        await both.look()
        assert both.worker_keys.now() == old
        assert not change_if_known(both.machines.desktops, both.worker_keys)
        assert {each.name: each.keeps for each in both.machines.desktops.read()} == {
            "Laptop": following.fingerprint,
            "Late": "",
        }
        both.machines.desktops.forget(late.fingerprint)
        await both.look()
        assert both.worker_keys.now() == following

    with_both(tmp_path, test)


def test_a_desktop_that_is_older_than_that_pairs_again_and_is_told_so_in_a_plain_sentence(tmp_path: Path):
    async def test(both: Both) -> None:
        both.worker_keys.prepare()
        row = both.row

        def ask_as_an_older_one() -> None:
            glance_at_worker(row, both.machines.desktop, timeout_s=10.0)

        await asyncio.to_thread(ask_as_an_older_one)
        assert both.worker_keys.now() == both.machines.worker
        assert both.worker_keys.change()  # as “worker renew --now” does
        with pytest.raises(WorkerNotTrusted) as error:
            await asyncio.to_thread(ask_as_an_older_one)
        assert "air" in error.value.sentence  # pair, Pair
        assert "Big computer" in error.value.sentence

    with_both(tmp_path, test)


def test_a_desktop_changes_its_key_when_its_worker_knows_it_and_what_is_open_goes_on(tmp_path: Path):
    async def test(both: Both) -> None:
        old, following = both.desktop_keys.now(), both.desktop_keys.prepare()
        meeting = PlainDesktop(both.row.port, credentials=channel_credentials(both.row, old))
        stream = await meeting.opened()
        await asyncio.to_thread(check_worker, both.row, old, timeout_s=10.0, keys=both.talk)
        assert both.desktop_keys.now() == following
        await both.look()
        (known,) = both.machines.desktops.read()
        assert (known.certificate, known.next_certificate, known.former) == (
            following.certificate,
            None,
            old.fingerprint,
        )
        await stream.send(sound(0, sound_of(1.0), question=question(1, 0, 16000)))
        assert (await stream.answer_to(1)).HasField("window")
        await stream.end()
        await meeting.close()
        with pytest.raises(WorkerNotTrusted):
            await both.look(identity=old)
        both.machines.desktops.forget(known.fingerprint)
        assert not both.machines.desktops.is_trusted(old.fingerprint)

    with_both(tmp_path, test)


def test_with_a_worker_that_is_older_than_that_a_desktop_keeps_its_key(tmp_path: Path):
    async def test(both: Both) -> None:
        old = both.desktop_keys.now()
        both.desktop_keys.prepare()
        await both.look()
        await both.look()
        assert both.desktop_keys.now() == old
        assert both.row.keeps == ""

    with_both(tmp_path, test, is_old_worker=True)


def test_both_may_change_at_a_time_and_once_more(tmp_path: Path):
    async def test(both: Both) -> None:
        for _ in range(2):
            mine, theirs = both.desktop_keys.prepare(), both.worker_keys.prepare()
            for _ in range(3):
                await both.look()
            assert (both.desktop_keys.now(), both.worker_keys.now()) == (mine, theirs)
            assert (both.row.certificate, both.row.next_certificate) == (theirs.certificate, None)
            assert [each.certificate for each in both.machines.desktops.read()] == [mine.certificate]

    with_both(tmp_path, test)


def test_a_worker_cannot_be_made_to_keep_what_the_desktops_key_did_not_sign(tmp_path: Path):
    async def test(both: Both) -> None:
        forged = wire.KeyNews(
            shown=bytes.fromhex(both.machines.desktop.fingerprint),
            next_certificate=new_identity().certificate.der,
            signature=b"\x30\x06\x02\x01\x01\x02\x01\x01",
        )
        desktop = PlainDesktop(both.row.port, credentials=channel_credentials(both.row, both.machines.desktop))
        described = await desktop.describe(wire.DescribeRequest(protocols=[1], keys=forged))
        assert described.keys.kept == b""
        assert both.machines.desktops.read()[0].next_certificate is None
        await desktop.close()

    with_both(tmp_path, test)


def test_the_identity_of_a_desktop_that_never_renews_is_told_as_it_is(tmp_path: Path):
    async def test(both: Both) -> None:
        await both.look()
        assert both.desktop_keys.now() == find_identity(
            both.machines.desktop_folder, places=worker_places(both.machines.desktop_folder)
        )
        assert both.row.known_by == ""

    with_both(tmp_path, test)
