"""What looking something up in the caches costs. Used by ``cache.py``, on its thread."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

from engine.bench.figures import Figure, GoalOn
from engine.caching.disk_contexts import DiskContexts
from engine.caching.guarded_store import GuardedStore
from engine.caching.session_context import MOST_WORDS, SaidWord, SessionContexts


def look_ups(store: GuardedStore) -> list[Figure]:
    """Hits and misses of a store in which recordings lie."""
    known = store.keys("exact/")[:50]

    def microseconds(work: Callable[[str], object], keys: list[str]) -> float:
        times: list[float] = []
        for key in keys:
            began = time.perf_counter_ns()
            work(key)
            times.append((time.perf_counter_ns() - began) / 1000)
        return median(times) if times else 0.0

    missing = [f"exact/{number:040x}" for number in range(20_000)]
    store.refresh()
    asked, spared = store.asked, store.spared
    miss_us = microseconds(store.get, missing)
    passed = (store.asked - asked) - (store.spared - spared)
    return [
        Figure("miss_us", "guarded miss, µs", miss_us, None, None, 20.0, GoalOn.OURS, digits=2),
        Figure(
            "bloom_percent",
            "misses that the filter lets by, %",
            100 * passed / len(missing),
            None,
            None,
            1.0,
            GoalOn.OURS,
            digits=3,
        ),
        Figure("hit_us", "hit on disk, µs", microseconds(store.get, known), None, None),
        Figure("kept_mb", "kept on disk, MB", store.usage().bytes / 1e6, None, None),
    ]


def context_cost(folder: Path) -> Figure:
    """What it takes to change what is known of a meeting, on disk: once every few seconds of live words."""
    contexts = SessionContexts(DiskContexts(folder / "contexts"))
    said = tuple(SaidWord(f" word{number}", (number, number + 1)) for number in range(MOST_WORDS))
    times: list[float] = []
    for _ in range(200):
        began = time.perf_counter_ns()
        contexts.change("meeting", lambda known: replace(known, language="en", said=said))
        times.append((time.perf_counter_ns() - began) / 1000)
    contexts.close()
    return Figure("context_us", "keeping what is known of a meeting, µs", median(times), None, None)
