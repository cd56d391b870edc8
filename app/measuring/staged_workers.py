"""Other computers as ``Workers`` knows them, without a network: for pictures of the settings and for tests."""

from datetime import UTC, datetime

from app.workers import FoundWorker, KnownWorker, WorkerFacts
from engine.contract.errors import WorkerUnreachable

_FAST = KnownWorker("1", "Studio PC", "192.168.1.20:50777", True, datetime(2026, 3, 9, 9, 41, tzinfo=UTC))
_AWAY = KnownWorker("2", "Office server", "192.168.1.21:50777", True, None)
_OFF = KnownWorker("3", "Old laptop", "192.168.1.22:50777", False, datetime(2026, 2, 2, 15, 5, tzinfo=UTC))


class StagedWorkers:
    """Three paired ones of every kind, and one that waits."""

    was_damaged = False

    def read(self) -> tuple[KnownWorker, ...]:
        """See ``Workers``."""
        return (_FAST, _AWAY, _OFF)

    def look(self, fingerprint: str) -> WorkerFacts:
        """See ``Workers``."""
        if fingerprint != _FAST.fingerprint:
            raise WorkerUnreachable(_AWAY.name)
        return WorkerFacts("NVIDIA RTX 4070", 41.5, 2.4, ("small", "large-v3-turbo"))

    def glance(self, fingerprint: str) -> None:
        """See ``Workers``."""
        self.look(fingerprint)

    def find(self) -> tuple[FoundWorker, ...]:
        """See ``Workers``."""
        return (FoundWorker("Reading room", "192.168.1.30", True), FoundWorker("Workshop", "192.168.1.31", False))

    def pair(self, address: str, digits: str) -> KnownWorker:
        """See ``Workers``."""
        del digits
        return KnownWorker("4", address, f"{address}:50777", True, None)

    def enable(self, fingerprint: str, *, is_on: bool) -> None:
        """See ``Workers``."""

    def forget(self, fingerprint: str) -> None:
        """See ``Workers``."""
