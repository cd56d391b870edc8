"""The recorder process as those who record see it: ``RecorderClient``, or a fake."""

from typing import Protocol

from app.recording.recorder_client import RecorderEnded
from engine.contract.recorder_messages import RecorderCommand, RecorderEvent


class PassingRecorder(Protocol):
    """One that is ended when enough was heard: for the check before a recording and for meters."""

    def send(self, command: RecorderCommand) -> None:
        """Hand over a command, starting the process if needed."""
        ...

    def receive(self, timeout_s: float) -> RecorderEvent | RecorderEnded | None:
        """The next event, the end of the process, or ``None`` if nothing came in time."""
        ...

    def kill(self) -> None:
        """End the process at once."""
        ...


class RecorderLink(PassingRecorder, Protocol):
    """One that records."""

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        ...

    def stand_by(self) -> None:
        """Have another process ready for when this one is killed. Returns at once."""
        ...

    def close(self) -> None:
        """Let it close what it records, and end; so does the one that stands by."""
        ...
