"""What a worker says of itself: what it runs on, how much it has to do, and whether it really decodes.

Pure values. Built by the worker, read by the desktop when it chooses one.
"""

from dataclasses import dataclass

from engine.contract.engine import DeviceReport


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """What a session is told when it begins."""

    device: DeviceReport
    batch_size: int
    """Stretches worth asking about in one question."""
    parallel: int
    """Questions worth asking at a time."""
    languages: tuple[str, ...]
    """Codes the speech model knows."""
    context_json: str = ""
    """What is known there of the meeting, where that is newer than what the desktop said."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How much there is to do, for whoever chooses between workers."""

    device: DeviceReport
    models: tuple[str, ...]
    capacity: float
    """Seconds of speech understood a second, as measured with real speech at the start."""
    live_streams: int
    free_streams: int
    waiting: int
    wait_ms: float
    """How long the last questions of live streams waited, 95th percentile."""


@dataclass(frozen=True, slots=True)
class WorkerDescription:
    """A worker as it describes itself."""

    protocols: tuple[int, ...]
    """Versions of the protocol that it speaks."""
    name: str
    """Of the machine, as a person knows it."""
    application_version: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class WorkerHealth:
    """Whether a worker decodes; one that answers and cannot decode is not healthy."""

    decodes: bool
    decode_ms: float
    """For one second of real speech."""
    reason: str = ""
    """Why not, in English, for the log."""
