"""Where a worker may listen."""

import asyncio
from pathlib import Path

import pytest

from engine.remote.trust import server_credentials
from engine.worker.limits import Limits
from engine.worker.server import CannotServe, WorkerServer, is_this_machine
from engine.worker.service import Service
from tests.builders.paired_machines import make_machines
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import running_worker


@pytest.mark.parametrize(
    ("host", "is_here"),
    [
        ("127.0.0.1", True),
        ("127.8.9.10", True),
        ("::1", True),
        ("[::1]", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("example.org", False),
        ("", False),
    ],
)
def test_only_loopback_is_this_machine_alone(host: str, is_here: bool):
    assert is_this_machine(host) is is_here


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "localhost.example.org"])
def test_without_tls_it_listens_on_this_machine_alone(host: str):
    """Case 87."""

    async def run() -> None:
        answering = FakeAnswering()
        service = Service(answering=answering, trusting=None, name="Fake worker")
        server = WorkerServer(service=service, answering=answering, host=host, port=0)
        with pytest.raises(CannotServe, match="Without TLS"):
            await server.start()

    asyncio.run(run())


def test_with_tls_but_without_a_paired_desktop_too(tmp_path: Path):
    """Case 87."""

    async def run() -> None:
        machines = make_machines(tmp_path)
        answering = FakeAnswering()
        server = WorkerServer(
            service=Service(answering=answering, trusting=machines.desktops, name="Fake worker"),
            answering=answering,
            host="0.0.0.0",
            port=0,
            credentials=server_credentials(lambda: machines.worker, machines.desktops),
            desktops=machines.desktops,
        )
        with pytest.raises(CannotServe, match="No desktop is paired"):
            await server.start()

    asyncio.run(run())


def test_a_port_that_is_taken_is_said_and_not_shared():
    async def run() -> None:
        async with running_worker(limits=Limits()) as worker:
            answering = FakeAnswering()
            service = Service(answering=answering, trusting=None, name="Another")
            second = WorkerServer(service=service, answering=answering, host="127.0.0.1", port=worker.port)
            with pytest.raises(CannotServe, match="another worker"):
                await second.start()

    asyncio.run(run())
