"""How long a disk takes what is recorded: one rule for whoever says it, before, at the start and meanwhile."""

from engine.contract.audio import SAMPLE_RATE_HZ

BYTES_PER_SECOND = 2 * SAMPLE_RATE_HZ + 100
"""Of one track: its samples, and lines in its journal. The copy to listen to comes later and may be missing."""

LEAST_BYTES = 8 << 20
"""With less a recording does not begin: two minutes of two tracks, and what the library writes meanwhile."""


def seconds_of_recording(free: int, *, tracks: int) -> float:
    """For how long so many free bytes last while so many tracks are recorded."""
    return max(0, free) / (BYTES_PER_SECOND * max(1, tracks))
