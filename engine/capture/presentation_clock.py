"""Where each decoded frame belongs on the recording's timeline.

Decoded frames cannot simply be joined: sound may start after the picture, a damaged stretch decodes to
nothing, a muted browser sends nothing. The clock compares the presentation time of each frame with what
was written so far and answers how much silence goes in front of it. It must not answer to the jitter of
containers that round their times, nor to a single time that is wrong.

Pure arithmetic in samples at the source's rate; used by ``media_file`` on the decoding thread.
"""

from dataclasses import dataclass

_JITTER_S = 0.08
"""Differences below this are rounding of the container and change nothing."""
_AFTER_DAMAGE_S = 0.005
"""The same where packets were lost: there every difference is believed."""
_BACKWARD_S = 1.0
_FORWARD_S = 30.0
"""Jumps of more than these are believed only when the following frames agree."""
_AGREEING_FRAMES = 3


@dataclass(frozen=True, slots=True)
class Placement:
    """What to do with a frame before writing it."""

    silence: int
    """Samples of silence to write in front of it."""
    trim: int
    """Samples to cut off its front."""
    is_hole: bool
    """The silence stands for sound that is missing in the middle of the recording."""


class PresentationClock:
    """Follows one stream from its first frame to its last."""

    def __init__(self, *, rate_hz: int, limit: int | None = None) -> None:
        """``limit`` is a position beyond which no time is believed: a single rotten byte may say a century."""
        self._limit = limit
        self._jitter = round(rate_hz * _JITTER_S)
        self._after_damage = round(rate_hz * _AFTER_DAMAGE_S)
        self._backward = round(rate_hz * _BACKWARD_S)
        self._forward = round(rate_hz * _FORWARD_S)
        self._position = 0
        self._shift = 0
        self._has_begun = False
        self._suspicion = 0
        self._agreeing = 0

    @property
    def position(self) -> int:
        """Samples on the timeline so far."""
        return self._position

    def place(
        self, at: int | None, length: int, *, is_after_damage: bool = False, lost: int | None = None
    ) -> Placement:
        """Decide on a frame of ``length`` samples with presentation time ``at``.

        ``lost`` is how much is known to be missing in front of it, for streams whose times are only counted
        from the packets that were found; later times are moved accordingly.
        """
        drift = 0 if at is None else at + self._shift - self._position
        if self._limit is not None and drift > self._jitter and self._position + drift > self._limit:
            self._shift -= drift
            drift = 0
        if not self._has_begun:
            placement = self._begin(drift, length)
        elif lost is not None:
            self._shift += lost - drift
            placement = Placement(lost, 0, is_hole=lost > 0)
        else:
            placement = self._continue(drift, is_after_damage=is_after_damage)
        self._position += placement.silence + length - placement.trim
        return placement

    def append(self, length: int) -> None:
        """Something was written that no frame brought, such as silence for a damaged end."""
        self._position += length

    def _begin(self, drift: int, length: int) -> Placement:
        self._has_begun = True
        if drift < -self._backward:
            self._shift -= drift
            return Placement(0, 0, is_hole=False)
        if drift < 0:
            if length <= -drift:
                self._has_begun = False  # wholly before time 0: the next frame begins
            return Placement(0, min(length, -drift), is_hole=False)
        return Placement(drift, 0, is_hole=False)

    def _continue(self, drift: int, *, is_after_damage: bool) -> Placement:
        nothing = Placement(0, 0, is_hole=False)
        if drift > self._forward or drift < -self._backward:
            if not self._is_confirmed(drift):
                return nothing
            if drift < 0:
                self._shift -= drift
                return nothing
            return Placement(drift, 0, is_hole=True)
        self._agreeing = 0
        if drift >= (self._after_damage if is_after_damage else self._jitter):
            return Placement(drift, 0, is_hole=True)
        return nothing

    def _is_confirmed(self, drift: int) -> bool:
        if self._agreeing and abs(drift - self._suspicion) <= self._jitter:
            self._agreeing += 1
        else:
            self._suspicion, self._agreeing = drift, 1
        if self._agreeing <= _AGREEING_FRAMES:
            return False
        self._agreeing = 0
        return True
