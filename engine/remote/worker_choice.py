"""Which of several paired workers is asked: the freest, by what they say of themselves and by measured round trips.

Pure. Asked by ``engine/pipeline`` when a session begins or goes back to a worker, and not at each question: what a
worker has of a session's sound is worth more than a few milliseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

_SAME_MS = 25.0
"""Waits that differ by less are the same: what counts then is room."""


@dataclass(frozen=True, slots=True)
class WorkerLook:
    """What one look at a worker gave."""

    name: str
    models: tuple[str, ...]
    free_streams: int
    """Live streams it would take on."""
    waiting: int
    """Questions that wait there."""
    wait_ms: float
    """How long the last ones of live streams waited, 95th percentile."""
    capacity: float
    """Seconds of speech it understands a second."""
    round_trip_ms: float
    """Of the look itself."""


def freest(looks: Sequence[WorkerLook], *, model: str, is_live: bool) -> list[WorkerLook]:
    """Those that are a choice at all, the best first.

    A worker without the wanted speech model is none, and neither is one without room for a live stream where that is
    what is wanted. Files go where most is understood a second, shared with whoever waits there already.
    """
    able = [look for look in looks if model in look.models and (look.free_streams > 0 or not is_live)]
    if is_live:
        return sorted(able, key=lambda look: (_delay(look), -look.free_streams, -look.capacity, look.name))
    return sorted(able, key=lambda look: (-look.capacity / (1 + look.waiting), _delay(look), look.name))


def _delay(look: WorkerLook) -> int:
    return round((look.wait_ms + look.round_trip_ms) / _SAME_MS)
