"""What live recognition is lent: the library it writes into, the engine process, and whom to tell.

Made by ``recordings.py``; used on the thread of ``live_queue.py``.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.library.library import Library
from app.recording.live_supervision import LivePatience
from engine.contract.engine import DeviceReport
from engine.contract.messages import Event, LineGrown
from engine.contract.steady_clock import steady_now
from engine.pipeline.engine_client import EngineEnded
from engine.pipeline.engine_port import EnginePort


def ignore_device_failure(model: str, device: DeviceReport, ended: EngineEnded) -> None:
    """Nobody remembers."""


def _ignore(event: Event) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class LiveTools:
    """What each live recognition is lent."""

    library: Library
    engine: EnginePort
    note_device_failure: Callable[[str, DeviceReport, EngineEnded], None] = ignore_device_failure
    """Told the speech model, the device that was in use, and how the engine process ended."""
    listener: Callable[[Event], None] = _ignore
    """Told each event after it is committed. Must not block."""
    patience: LivePatience = field(default_factory=LivePatience)
    clock: Callable[[], float] = time.monotonic

    def tell(self, event: Event, *, is_committed: bool) -> None:
        """Tell the listener; a line that was committed just now has the moment with it."""
        if is_committed and isinstance(event, LineGrown) and event.stamps is not None:
            event = replace(event, stamps=replace(event.stamps, committed_s=steady_now()))
        self.listener(event)


class Ending(StrEnum):
    """How a run ended."""

    DONE = "done"
    FAILED = "failed"
    """``error`` says why."""
    LEFT = "left"
    """Something else goes first; it goes on later from its marks."""
    GONE = "gone"
    """The meeting is not in the library any more."""
