"""How long the recorder may say nothing, and how often it may die. Pure; asked by ``sound_run.py``.

While something is recorded, levels come ten times a second: a recorder that is silent for long is of no use, and a new
one loses less. One that dies is replaced at once, by a spare that was started meanwhile; one that dies again and again
before it recorded for a moment is given time, and in the end up.
"""

from dataclasses import dataclass

from engine.pipeline.silence import Silence


@dataclass(frozen=True, slots=True)
class RecorderPatience:
    """Seconds and counts that are allowed."""

    start_s: float = 30.0
    """Until the process has loaded what it needs and opened the files."""
    going_s: float = 10.0
    stop_s: float = 4.0
    """After a stop, before its files are closed without it."""
    most_deaths: int = 8
    """In a row, none of which recorded for ``steady_s``."""
    most_deaths_at_start: int = 3
    steady_s: float = 2.5
    """Who recorded for so long did its work. From then on a spare stands by, not earlier: it takes time to load."""
    first_wait_s: float = 0.25
    longest_wait_s: float = 5.0


class RecorderWatch:
    """Watches the recorder of one recording."""

    def __init__(self, patience: RecorderPatience) -> None:
        self._patience = patience
        self._deaths = 0
        self._silence = Silence(patience.start_s)
        self._started_s: float | None = None
        self._last_s = 0.0

    @property
    def is_hung(self) -> bool:
        """Whether nothing will come any more."""
        return self._silence.is_too_long

    def begin(self) -> None:
        """A process was asked."""
        self._silence = Silence(self._patience.start_s)
        self._started_s = None

    def started(self) -> None:
        """It began to record."""
        self._silence = Silence(self._patience.going_s)

    def see(self, now_s: float) -> None:
        """Sound came in."""
        self._started_s = now_s if self._started_s is None else self._started_s
        self._last_s = now_s

    @property
    def is_steady(self) -> bool:
        """Whether it has recorded for a while."""
        return self._started_s is not None and self._last_s - self._started_s >= self._patience.steady_s

    def hear(self) -> None:
        """Something came."""
        self._silence.end()

    def wait(self, seconds: float) -> None:
        """Nothing came for so long."""
        self._silence.wait(seconds)

    def died(self, *, has_begun: bool) -> float | None:
        """The process is gone: seconds to wait before the next try, ``None`` to give up."""
        if self.is_steady:
            self._deaths = 0
        self._deaths += 1
        self._started_s = None
        if self._deaths >= (self._patience.most_deaths if has_begun else self._patience.most_deaths_at_start):
            return None
        if self._deaths == 1:
            return 0.0
        return min(self._patience.longest_wait_s, self._patience.first_wait_s * 2 ** (self._deaths - 1))
