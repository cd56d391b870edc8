"""How the layers of caching do: counted where they work, kept beside what is cached on disk, shown in Diagnostics."""

import threading
from dataclasses import asdict, dataclass, fields

from pydantic import TypeAdapter, ValidationError

from engine.caching.store import CacheStore

KEY = "figures"

CONTEXT, ENCODER = "context", "encoder"
"""Layers whose counts are kept beside those of the store itself."""


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """Of one cache or of all, since it was cleared."""

    asked: int = 0
    found: int = 0
    speech_s: float = 0.0
    """Speech that was asked for."""
    found_s: float = 0.0
    """Of it, what needed no recognition."""
    spent_s: float = 0.0
    """Time that asking took."""

    @property
    def hit_rate(self) -> float:
        """Share of the speech that needed no recognition; of the questions, where no speech is counted."""
        if self.speech_s:
            return self.found_s / self.speech_s
        return self.found / self.asked if self.asked else 0.0

    @property
    def cost_s(self) -> float:
        """Seconds a question takes."""
        return self.spent_s / self.asked if self.asked else 0.0


@dataclass(frozen=True, slots=True)
class LayerFigures:
    """How one layer of caching does, since the process began."""

    layer: str
    """``segments``, ``context`` or ``encoder``."""
    asked: int
    found: int
    spent_s: float
    """Time that asking took."""
    bytes: int
    """Held now, as far as this process knows."""


class CacheFigures:
    """Counts. Safe for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts = CacheCounts()

    @property
    def counts(self) -> CacheCounts:
        """What was counted since ``take``."""
        return self._counts

    def note(self, *, found: bool, speech_s: float, spent_s: float) -> None:
        """One question."""
        with self._lock:
            one = CacheCounts(1, int(found), speech_s, speech_s if found else 0.0, spent_s)
            self._counts = _sum(self._counts, one)

    def take(self) -> CacheCounts:
        """What was counted; counting begins anew."""
        with self._lock:
            counts, self._counts = self._counts, CacheCounts()
            return counts


_COUNTS = TypeAdapter(CacheCounts)


def add_counts(store: CacheStore, counts: CacheCounts, *, layer: str = "") -> None:
    """Add to what is kept in the store. Two processes at the same moment may lose one of them.

    Args:
        store: Where it is kept.
        counts: What was counted since the last time; nothing is written for nothing.
        layer: Of another layer than the store's own.
    """
    if counts.asked:
        store.put(_key(layer), _COUNTS.dump_json(_sum(read_counts(store, layer=layer), counts)))


def read_counts(store: CacheStore, *, layer: str = "") -> CacheCounts:
    """What was counted since the store was cleared."""
    try:
        return _COUNTS.validate_json(store.get(_key(layer)) or b"{}")
    except ValidationError:
        return CacheCounts()


def _key(layer: str) -> str:
    return f"{KEY}/{layer}" if layer else KEY


def _sum(one: CacheCounts, other: CacheCounts) -> CacheCounts:
    first, second = asdict(one), asdict(other)
    return CacheCounts(**{each.name: first[each.name] + second[each.name] for each in fields(CacheCounts)})
