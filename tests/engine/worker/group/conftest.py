"""A NATS server for the tests of a group."""

from collections.abc import Generator
from pathlib import Path

import pytest

from engine.worker.group.nats_server import NatsServer


@pytest.fixture
def server(tmp_path: Path) -> Generator[NatsServer]:
    """One of its own for each test, so that nothing is left of another."""
    nats = NatsServer(tmp_path / "nats")
    nats.start()
    yield nats
    nats.stop()
