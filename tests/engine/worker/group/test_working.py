"""A worker of a group from its start to its end, without a speech model."""

import asyncio
import os
import signal

import pytest

from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import Standing
from engine.worker.group.membership import GroupPlace
from engine.worker.group.nats_server import NatsServer
from engine.worker.group.working import work_in_group
from engine.worker.server import CannotServe
from tests.builders.group import Group, run_in_group, window
from tests.fakes.fake_answering import FakeAnswering, plain_answer
from tests.fakes.plain_desktop import until


def test_it_gets_ready_answers_and_at_sigterm_finishes_what_it_has(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering(is_holding=True)
        ready: list[Standing] = []
        working = asyncio.create_task(
            work_in_group(desk, group.place("worker-1"), name="worker-1", default_model="base", on_ready=ready.append)
        )
        front = await group.front()
        await until(lambda: bool(ready))
        assert (desk.opened, desk.left) == (["worker-1"], ["worker-1"])
        asking = asyncio.create_task(front.answer(window("meeting", 1)))
        await until(lambda: len(desk.asked) == 1)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0.1)
        assert not working.done()
        desk.release()
        assert (await asking).answer == plain_answer(window("meeting", 1))
        await working
        assert desk.is_closed

    run_in_group(server.address, work)


@pytest.mark.parametrize("reason", [RefusalReason.MODEL_MISSING, RefusalReason.RECOGNISER_FAILED])
def test_a_desk_that_cannot_begin_ends_it_with_a_sentence(reason: RefusalReason):
    desk = FakeAnswering()
    desk.refuses_to_start = Refused(reason, "there is nothing here")
    with pytest.raises(CannotServe, match="there is nothing here"):
        asyncio.run(
            work_in_group(
                desk, GroupPlace(("nats://127.0.0.1:1",)), name="w", default_model="base", on_ready=lambda _: None
            )
        )
    assert desk.is_closed
