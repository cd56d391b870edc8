"""A heartbeat in the event loop: how long the window could not answer.

Lives on the window's thread. A timer wants to beat every few milliseconds; whatever keeps the loop busy makes one
beat late, and the time between two beats is the longest that a click would have waited.
"""

import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer

BEAT_MS = 4


@dataclass(frozen=True, slots=True)
class Block:
    """Between two beats."""

    waited_ms: float
    """How long a click would have waited."""
    worked_ms: float
    """How long the processor worked for this process in that time, on all threads. On a machine that does other
    things as well, what is left was waiting for the processor."""


class Heartbeat(QObject):
    """Beats while there is a loop."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._on_beat)
        self._last = (0.0, 0.0)
        self._blocks: list[Block] = []

    def begin(self) -> None:
        """Watch from now on."""
        self._blocks = []
        self._last = (time.perf_counter(), time.process_time())
        self._timer.start()

    def end(self) -> list[Block]:
        """All that was between two beats, longest first; the wait for the last one counts."""
        self._timer.stop()
        self._on_beat()
        return sorted(self._blocks, key=lambda block: -block.waited_ms)

    def _on_beat(self) -> None:
        now = (time.perf_counter(), time.process_time())
        self._blocks.append(Block(1000 * (now[0] - self._last[0]), 1000 * (now[1] - self._last[1])))
        self._last = now
