"""A glance at a paired worker, over real gRPC on loopback; the whole look is in ``test_trust.py``."""

import asyncio
from pathlib import Path

import pytest

from engine.contract.errors import WorkerNotTrusted, WorkerUnreachable
from engine.remote.trust import server_credentials
from engine.remote.worker_check import glance_at_worker
from tests.builders.paired_machines import make_machines, new_identity
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import running_worker


def test_a_glance_says_that_a_worker_is_there_and_trusts_us_and_costs_it_no_decoding(tmp_path: Path):
    machines, answering = make_machines(tmp_path), list[FakeAnswering]()

    async def run() -> None:
        answering.append(FakeAnswering())
        credentials = server_credentials(lambda: machines.worker, machines.desktops)
        async with running_worker(
            answering=answering[0], credentials=credentials, trusting=machines.desktops
        ) as worker:
            paired = machines.pair(port=worker.port)
            decoded = answering[0].decodes
            standing = await asyncio.to_thread(glance_at_worker, paired, machines.desktop, timeout_s=10.0)
            assert standing.models == ("base", "tiny.en")
            assert answering[0].decodes == decoded
            with pytest.raises(WorkerNotTrusted):
                await asyncio.to_thread(glance_at_worker, paired, new_identity(), timeout_s=10.0)

    asyncio.run(run())


def test_a_glance_at_nobody_says_that_nobody_answers(tmp_path: Path):
    machines = make_machines(tmp_path)
    with pytest.raises(WorkerUnreachable):
        glance_at_worker(machines.pair(port=9), machines.desktop, timeout_s=1.0)
