"""How a cache does: counted where it works, kept beside what it caches, shown in Diagnostics."""

import threading
from dataclasses import asdict, dataclass, fields

from pydantic import TypeAdapter, ValidationError

from engine.caching.store import CacheStore

KEY = "figures"


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
        """Share of the speech that needed no recognition."""
        return self.found_s / self.speech_s if self.speech_s else 0.0

    @property
    def cost_s(self) -> float:
        """Seconds a question takes."""
        return self.spent_s / self.asked if self.asked else 0.0


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


def add_counts(store: CacheStore, counts: CacheCounts) -> None:
    """Add to what is kept in the store. Two processes at the same moment may lose one of them."""
    store.put(KEY, _COUNTS.dump_json(_sum(read_counts(store), counts)))


def read_counts(store: CacheStore) -> CacheCounts:
    """What was counted since the store was cleared."""
    try:
        return _COUNTS.validate_json(store.get(KEY) or b"{}")
    except ValidationError:
        return CacheCounts()


def _sum(one: CacheCounts, other: CacheCounts) -> CacheCounts:
    first, second = asdict(one), asdict(other)
    return CacheCounts(**{each.name: first[each.name] + second[each.name] for each in fields(CacheCounts)})
