"""Looks at workers and pairs with them as a test says, without a network."""

import threading
from collections.abc import Set

from engine.contract.engine import DeviceReport
from engine.contract.errors import VivavoceError, WorkerUnreachable
from engine.remote.identity import Identity
from engine.remote.paired_workers import PairedWorker
from engine.remote.standing import Standing
from engine.remote.worker_check import CheckedWorker
from tests.builders.paired_machines import new_identity


class FakeWorkerLooks:
    """What ``Workers`` asks of the network."""

    def __init__(self, *, off: Set[str] = frozenset()) -> None:
        self.off = set(off)
        self.away: set[str] = set()
        """Addresses where nothing answers."""
        self.troubles: dict[str, Exception] = {}
        """Raised by a look at the worker of that name."""
        self.holds: dict[str, threading.Event] = {}
        """A look at the worker of that name waits for it."""
        self.trouble: VivavoceError | None = None
        """Raised by the next pairing."""
        self.paired: list[tuple[str, str, int]] = []
        self.glances: list[str] = []
        """Names of those that were glanced at."""

    def check(self, worker: PairedWorker, identity: Identity) -> CheckedWorker:
        if (go_on := self.holds.get(worker.name)) is not None:
            go_on.wait(20.0)
        if (trouble := self.troubles.get(worker.name)) is not None:
            raise trouble
        if worker.name in self.off or worker.address in self.away:
            raise WorkerUnreachable(worker.name, "")
        device = DeviceReport("cuda", "float16", "Fake GPU")
        return CheckedWorker(Standing(device, ("base", "small"), 12.0, 0, 4, 0, 5.0), "0.1.0", 3.2)

    def glance(self, worker: PairedWorker, identity: Identity) -> object:
        self.glances.append(worker.name)
        return self.check(worker, identity)

    def pair(self, address: str, digits: str, *, identity: Identity, name: str, port: int) -> PairedWorker:
        if self.trouble is not None:
            trouble, self.trouble = self.trouble, None
            raise trouble
        self.paired.append((address, digits, port))
        return PairedWorker(f"Computer at {address}", address, 50777, new_identity().certificate)
