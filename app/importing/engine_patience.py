"""How long the engine process may say nothing before it is taken for hung.

A driver may never answer, a process may be stopped. Pure; asked by ``job_run.py`` on the import thread. Loading a
speech model and trying a device take minutes and say nothing; the first lines take as long as one stretch does on
this computer; from then on its own pace is the measure.
"""

from dataclasses import dataclass

from engine.contract.messages import DeviceChosen, Event, SegmentsFinished
from engine.pipeline.silence import Silence


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds without a word that are allowed."""

    start_s: float = 900.0
    """While a file is read, the speech model loaded and the device tried: five ways at most, two minutes each."""
    first_s: float = 600.0
    """From there to the first lines: nothing tells yet how fast this computer is."""
    going_s: float = 120.0
    """After that, and besides ``TIMES`` the longest wait there was."""


TIMES = 10
"""A stretch that must be tried at every temperature takes so much longer than others."""


class EnginePatience:
    """Measures the silence of one engine process."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self.begin()

    def begin(self) -> None:
        """A process was asked anew."""
        self._silence = Silence(self._patience.start_s)
        self._longest_s = 0.0
        self._is_going = False

    @property
    def is_over(self) -> bool:
        """Whether nothing will come any more."""
        return self._silence.is_too_long

    def wait(self, seconds: float) -> None:
        """Nothing came for so long."""
        self._silence.wait(seconds)

    def hear(self, event: Event) -> None:
        """Something came."""
        if isinstance(event, DeviceChosen):
            self._silence.allowed_s, self._is_going = self._patience.first_s, False
        elif isinstance(event, SegmentsFinished) or self._is_going:
            self._is_going = True
            self._longest_s = max(self._longest_s, self._silence.lasted_s)
            self._silence.allowed_s = self._patience.going_s + TIMES * self._longest_s
        self._silence.end()
