"""How far live recognition steps down because the machine is too slow, and when it steps up again.

Pure: knows no clock but that of the recording. First the passes over what is still being said are left out, then a
smaller speech model takes over; sound is never left out for good. It steps up when it has kept up for a while, and
waits longer each time that was too early.
"""

import math

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.messages import LivePace

SLOW_S = 4.0
"""So late in the mean is too slow."""

MEMORY_S = 5.0
"""Lateness goes up and down with each pass; what counts is its mean over about this time. One pass that took long, or
the sound that came in while the speech model was loaded, is caught up with sooner."""

TRIED_S = 8.0
"""How long a step is tried before the next."""

RARE_S = 5.0
"""New sound before a pass over growing speech where nobody sees what may still change, or the machine is slow."""

CALM_S = 1.5
"""Not later than this is kept up."""

STEP_UP_S = 30.0
"""How long it must have kept up, the first time."""

LONGEST_STEP_UP_S = 480.0

_LADDER = (LivePace.FULL, LivePace.WITHOUT_TENTATIVE, LivePace.SMALLER_MODEL)


class PaceKeeper:
    """Decides the pace of one recording."""

    def __init__(self) -> None:
        self._step = 0
        self._since = 0
        """When the step was taken, in samples of the recording."""
        self._went_up = False
        self._calm_from: int | None = None
        self._at = 0
        self._late_s = 0.0
        self._step_up_s = STEP_UP_S
        self._can_shrink = True

    @property
    def pace(self) -> LivePace:
        """The pace now."""
        return _LADDER[self._step]

    @property
    def intended_s(self) -> float:
        """How late the text is on purpose, because passes are rare."""
        return RARE_S if self._step else 0.0

    def look(self, late_s: float, at: int) -> LivePace:
        """The pace from now on.

        Args:
            late_s: How late the text is, of the latest track.
            at: Samples that are recorded.
        """
        passed_s = min(1.0, (at - self._at) / SAMPLE_RATE_HZ)  # after a stall it is given time to catch up
        self._at = at
        weight = math.exp(-passed_s / MEMORY_S)
        self._late_s = self._late_s * weight + max(0.0, late_s - self.intended_s) * (1 - weight)
        self._calm_from = None if self._late_s > CALM_S else at if self._calm_from is None else self._calm_from
        is_tried = at - self._since >= TRIED_S * SAMPLE_RATE_HZ or not self._step
        if self._late_s >= SLOW_S and is_tried:
            if self._step == 0 or (self._step == 1 and self._can_shrink):
                self._go(self._step + 1, at)
        elif self._step and self._calm_from is not None and at - self._calm_from >= self._step_up_s * SAMPLE_RATE_HZ:
            self._go(self._step - 1, at)
        return self.pace

    def cannot_shrink(self) -> None:
        """There is no smaller speech model here."""
        self._can_shrink = False
        if self._step == 2:
            self._step = 1

    def _go(self, step: int, at: int) -> None:
        is_down = step > self._step
        if is_down and self._went_up and at - self._since < 2 * self._step_up_s * SAMPLE_RATE_HZ:
            self._step_up_s = min(LONGEST_STEP_UP_S, 2 * self._step_up_s)
        self._went_up = not is_down
        self._step, self._since = step, at
        self._calm_from, self._late_s = None, 0.0
