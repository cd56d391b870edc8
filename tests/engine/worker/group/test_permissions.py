"""Mutual TLS on loopback: who has no certificate of the group hears nothing, and who has one only what is its own."""

import asyncio
import logging
from collections.abc import Generator
from pathlib import Path

import nats.errors
import pytest

from engine.caching.session_context import SessionContext, read_context, write_context
from engine.remote.refusal import Refused
from engine.worker.group import subjects
from engine.worker.group.certificates import SERVER, make_certificates
from engine.worker.group.layout import GroupBounds
from engine.worker.group.membership import GroupPlace, GroupTls, Membership
from engine.worker.group.nats_server import NatsServer, ServerTls
from engine.worker.group.permissions import Role, permissions_of
from engine.worker.server import CannotServe
from tests.builders.group import Group, lines, run_in_group, window
from tests.fakes.fake_answering import FakeAnswering, plain_answer

Guarded = tuple[NatsServer, dict[str, GroupTls]]
MEMBERS = {"front-1": Role.FRONT, "front-2": Role.FRONT, "worker-1": Role.WORKER, "worker-2": Role.WORKER}


@pytest.fixture
def guarded(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Generator[Guarded]:
    # nats-py 2.16 does not tell asyncio's streams that they are over TLS, and asyncio warns at the end of each.
    caplog.set_level(logging.ERROR, "asyncio")
    files = make_certificates(tmp_path / "keys", members=tuple(MEMBERS))
    permitted = [permissions_of(name, role) for name, role in MEMBERS.items()]
    server = NatsServer(tmp_path / "nats", tls=ServerTls(files[SERVER], permitted))
    server.start()
    yield server, files
    server.stop()


def test_a_group_works_with_certificates_that_allow_no_more_than_it_needs(guarded: Guarded):
    server, files = guarded

    async def work(group: Group) -> None:
        desk = FakeAnswering()
        front = await group.front("front-1")
        await group.worker(desk, "worker-1")
        await front.open("meeting", window("meeting", 1).options)
        assert await front.decode_ms() == 12.5
        for asked in (window("meeting", 1), lines("file", 2), lines("file", 3, samples=30 * 16000, stretches=6)):
            assert (await front.answer(asked)).answer == plain_answer(asked)
        again = await group.front("front-2")
        assert (await again.answer(window("meeting", 1))).answer == plain_answer(window("meeting", 1))
        assert len(desk.asked) == 3
        known = write_context(SessionContext(version=2, language="zh"))
        assert await front.remember("laptop/monday", known) == ""
        assert read_context(await again.remember("laptop/monday", "")) is not None
        await front.leave("meeting")

    run_in_group(server.address, work, identities=files)


def test_without_a_certificate_of_the_group_nobody_is_let_in(guarded: Guarded, tmp_path: Path):
    server, files = guarded
    strangers = make_certificates(tmp_path / "others", members=("front-1",))
    stranger = GroupTls(files["front-1"].authority, strangers["front-1"].certificate, strangers["front-1"].key)
    unknown = make_certificates(tmp_path / "unknown", members=("somebody",))["somebody"]

    async def is_let_in(tls: GroupTls | None) -> bool:
        member = Membership(GroupPlace((server.address,), tls), name="front-1", bounds=GroupBounds())
        try:
            await member.join(lays_out=True, patience_s=2.0)
        except Refused:
            return False
        await member.leave()
        return True

    assert not asyncio.run(is_let_in(stranger))
    assert not asyncio.run(is_let_in(unknown))
    assert asyncio.run(is_let_in(files["front-1"]))


def test_a_worker_reads_no_questions_but_by_its_lane_and_asks_none(guarded: Guarded):
    server, files = guarded

    async def work(group: Group) -> None:
        await group.front("front-1")
        worker = Membership(group.place("worker-1"), name="worker-1", bounds=GroupBounds())
        await worker.join(lays_out=False)
        heard: list[bytes] = []

        async def hear(message: object) -> None:
            heard.append(repr(message).encode())

        await worker.hear(subjects.ALL_QUESTIONS, hear)
        await worker.hear("_INBOX.front.front-1.>", hear)
        with pytest.raises(nats.errors.TimeoutError):
            await worker.stream.publish(subjects.question_subject(window("meeting", 1)), b"", timeout=0.3)
        with pytest.raises(nats.errors.TimeoutError):
            await worker.stream.purge_stream(subjects.ANSWERS)
        front = await group.front("front-2")
        asking = asyncio.create_task(front.answer(window("meeting", 1)))
        await asyncio.sleep(0.3)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert not heard
        await worker.leave()

    run_in_group(server.address, work, identities=files)


def test_beyond_this_machine_the_server_does_not_start_without_certificates(tmp_path: Path):
    with pytest.raises(CannotServe):
        NatsServer(tmp_path, host="0.0.0.0").start()


def test_members_that_come_and_go_by_themselves_have_one_certificate_for_all_of_a_role(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.ERROR, "asyncio")
    files = make_certificates(tmp_path / "keys", members=tuple(Role))
    permitted = [permissions_of(role, role) for role in Role]
    server = NatsServer(tmp_path / "nats", tls=ServerTls(files[SERVER], permitted))
    server.start()

    async def work(group: Group) -> None:
        desk = FakeAnswering()
        front = await group.front("front-4711")
        await group.worker(desk, "worker-0815")
        await front.open("meeting", window("meeting", 1).options)
        assert (await front.answer(window("meeting", 1))).answer == plain_answer(window("meeting", 1))

    try:
        run_in_group(server.address, work, identities={"front-4711": files["front"], "worker-0815": files["worker"]})
    finally:
        server.stop()
