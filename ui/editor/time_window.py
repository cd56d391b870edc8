"""Which part of a recording the detailed waveform shows, and what zooming and panning make of it. Pure values."""

from dataclasses import dataclass, replace
from typing import Final, Self

USUAL_MS: Final = 240_000
"""A few minutes, as it opens."""
SHORTEST_MS: Final = 2000
_BEFORE: Final = 0.1
"""How far from its left edge a place stands that the window came to."""
_NEAR_THE_END: Final = 0.95


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """A stretch inside the recording."""

    start_ms: float = 0
    span_ms: float = USUAL_MS
    length_ms: int = 0
    """Of the whole recording."""

    @property
    def end_ms(self) -> float:
        """Where it ends."""
        return self.start_ms + self.span_ms

    def of_length(self, length_ms: int) -> Self:
        """The same in a recording that is this long; one that was not known before is shown from its beginning."""
        span = min(USUAL_MS if not self.length_ms else max(self.span_ms, SHORTEST_MS), max(length_ms, 1))
        return replace(self, span_ms=span, length_ms=length_ms)._inside()

    def zoomed(self, factor: float, *, at_ms: float) -> Self:
        """That many times longer, with a moment kept where it is."""
        longest = max(self.length_ms, 1)
        span = min(max(self.span_ms * factor, min(SHORTEST_MS, longest)), longest)
        part = (at_ms - self.start_ms) / self.span_ms
        return replace(self, start_ms=at_ms - part * span, span_ms=span)._inside()

    def moved_to(self, start_ms: float) -> Self:
        """The same stretch, from elsewhere on."""
        return replace(self, start_ms=start_ms)._inside()

    def moved(self, by_ms: float) -> Self:
        """The same stretch, further on or back."""
        return self.moved_to(self.start_ms + by_ms)

    def around(self, moment_ms: float) -> Self:
        """With a moment in its middle."""
        return self.moved_to(moment_ms - self.span_ms / 2)

    def following(self, moment_ms: float) -> Self:
        """Where it is, unless the moment left it: then it goes on as one turns a page."""
        if self.start_ms <= moment_ms <= self.start_ms + self.span_ms * _NEAR_THE_END:
            return self
        return self.moved_to(moment_ms - self.span_ms * _BEFORE)

    def holds(self, moment_ms: float) -> bool:
        """Whether a moment is in it."""
        return self.start_ms <= moment_ms <= self.end_ms

    def _inside(self) -> Self:
        return replace(self, start_ms=min(max(self.start_ms, 0.0), max(self.length_ms - self.span_ms, 0.0)))
