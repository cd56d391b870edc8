"""How far live recognition steps down because the machine is too slow, and when it steps up again.

Pure: knows no clock but that of the recording. First the passes over what is still being said are left out, then a
smaller speech model takes over; sound is never left out for good. It steps up when it has kept up for a while, and
waits longer each time that was too early.
"""

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.messages import LivePace

SLOW_S = 4.0
"""So late, the passes over growing speech are left out."""

VERY_SLOW_S = 8.0
"""So late although they are, the model is too large."""

TRIED_S = 8.0
"""How long leaving them out is tried first."""

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
        self._step_up_s = STEP_UP_S
        self._can_shrink = True

    @property
    def pace(self) -> LivePace:
        """The pace now."""
        return _LADDER[self._step]

    def look(self, late_s: float, at: int) -> LivePace:
        """The pace from now on.

        Args:
            late_s: How late the text is, of the latest track.
            at: Samples that are recorded.
        """
        if late_s > CALM_S:
            self._calm_from = None
        elif self._calm_from is None:
            self._calm_from = at
        elapsed_s = (at - self._since) / SAMPLE_RATE_HZ
        if self._step == 0 and late_s >= SLOW_S:
            self._go(1, at)
        elif self._step == 1 and late_s >= VERY_SLOW_S and elapsed_s >= TRIED_S and self._can_shrink:
            self._go(2, at)
        elif (
            self._step
            and self._calm_from is not None
            and at - max(self._calm_from, self._since) >= int(self._step_up_s * SAMPLE_RATE_HZ)
        ):
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
        self._calm_from = None
