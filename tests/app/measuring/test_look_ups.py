from pathlib import Path

from app.measuring.look_ups import context_cost, look_ups
from engine.caching.disk_store import DiskStore
from engine.caching.guarded_store import GuardedStore


def test_what_a_look_up_costs_is_said_in_microseconds(tmp_path: Path):
    store = GuardedStore(DiskStore(tmp_path / "cache"))
    for number in range(3):
        store.put(f"exact/{number}", b"lines")
    figures = {figure.key: figure for figure in look_ups(store)}
    store.close()
    assert figures.keys() == {"miss_us", "bloom_percent", "hit_us", "kept_mb"}
    assert all(figures[key].ours > 0 for key in ("miss_us", "hit_us", "kept_mb"))
    assert figures["bloom_percent"].ours < 1.0


def test_so_is_keeping_what_is_known_of_a_meeting(tmp_path: Path):
    assert context_cost(tmp_path).ours > 0
