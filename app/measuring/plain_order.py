"""First come, first served, one at a time: how a worker answers that has no schedule.

Pure; what ``engine/worker/schedule.py`` is measured beside.
"""

from collections import deque

from engine.remote.question import Priority
from engine.worker.schedule import Ticket


class PlainOrder:
    """See ``Turns`` in ``engine/worker/schedule.py``."""

    def __init__(self) -> None:
        self._waiting: deque[Ticket] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, ticket: Ticket) -> list[Ticket]:
        """See ``Turns``. Nobody gives way."""
        self._waiting.append(ticket)
        return []

    def put_back(self, ticket: Ticket) -> None:
        """See ``Turns``."""
        self._waiting.appendleft(ticket)

    def take_back(self, ticket: Ticket) -> bool:
        """See ``Turns``."""
        found = next((each for each in self._waiting if each.number == ticket.number), None)
        if found is not None:
            self._waiting.remove(found)
        return found is not None

    def take_late(self, now_s: float) -> list[Ticket]:
        """See ``Turns``. Nothing is ever too late."""
        del now_s
        return []

    def take(self, *, most: int = 1, with_files: bool = True, with_tentative: bool = True) -> list[Ticket]:
        """See ``Turns``. No batches."""
        del most, with_files, with_tentative
        return [self._waiting.popleft()] if self._waiting else []

    def spent(self, priority: Priority, seconds: float) -> None:
        """See ``Turns``. Nobody counts."""
        del priority, seconds
