"""The engine process as the desktop asks it: ``EngineClient``, or a fake.

Called on the thread of whoever holds one: the import queue, live recognition, the looks for speakers.
"""

from typing import Protocol

from engine.contract.messages import Command, Event
from engine.pipeline.engine_client import EngineEnded


class EnginePort(Protocol):
    """An engine process, for one client at a time."""

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        ...

    def send(self, command: Command) -> None:
        """Hand over a command, starting the process if needed."""
        ...

    def receive(self, timeout_s: float) -> Event | EngineEnded | None:
        """The next event, the end of the process, or ``None`` if nothing came in time."""
        ...

    def kill(self) -> None:
        """End the process at once."""
        ...

    def close(self) -> None:
        """Let the process finish."""
        ...
