from pathlib import Path

from app.cached_speech import CachedSpeech
from engine.caching.disk_contexts import CONTEXT_FOLDER, DiskContexts
from engine.caching.disk_store import SEGMENT_FOLDER, DiskStore
from engine.caching.figures import CONTEXT, ENCODER, CacheCounts, add_counts


def filled(cache: Path) -> DiskStore:
    store = DiskStore(cache / SEGMENT_FOLDER)
    store.put("exact/1", b"he should make inquiries", tag="monday")
    store.put("exact/2", b"the average man", tag="tuesday")
    add_counts(store, CacheCounts(asked=4, found=1, speech_s=40.0, found_s=10.0, spent_s=0.002))
    return store


def test_a_meeting_that_is_deleted_is_forgotten_while_the_engine_has_the_cache_open(tmp_path: Path):
    store = filled(tmp_path)
    CachedSpeech(tmp_path).forget("monday")
    assert store.get("exact/1") is None
    assert store.get("exact/2") == b"the average man"
    store.close()


def test_nothing_of_a_forgotten_meeting_is_left_in_the_files(tmp_path: Path):
    """Case 98."""
    filled(tmp_path).close()
    CachedSpeech(tmp_path).forget("monday")
    left = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"inquiries" not in left
    assert b"average man" in left


def test_it_tells_how_full_it_is_and_how_it_does(tmp_path: Path):
    filled(tmp_path).close()
    state = CachedSpeech(tmp_path).state()
    assert state.entries == 3
    assert 0 < state.bytes < state.bound
    assert state.counts.hit_rate == 0.25
    assert state.counts.cost_s == 0.0005


def test_the_other_layers_are_told_beside_it(tmp_path: Path):
    store = filled(tmp_path)
    add_counts(store, CacheCounts(), layer=CONTEXT)
    add_counts(store, CacheCounts(asked=10, found=4, spent_s=0.001), layer=ENCODER)
    store.close()
    contexts = DiskContexts(tmp_path / CONTEXT_FOLDER)
    contexts.swap("monday", '{"version": 1}', version=1, over=0, lifetime_s=60.0)
    contexts.close()
    state = CachedSpeech(tmp_path).state()
    assert state.counts.asked == 4
    assert state.context == CacheCounts()
    assert (state.encoder.hit_rate, state.encoder.cost_s) == (0.4, 0.0001)
    assert state.meetings == 1
    assert state.meetings_bytes > 0


def test_it_can_be_emptied(tmp_path: Path):
    filled(tmp_path).close()
    CachedSpeech(tmp_path).clear()
    assert CachedSpeech(tmp_path).state().entries == 0


def test_where_nothing_was_recognised_yet_looking_makes_nothing(tmp_path: Path):
    cached = CachedSpeech(tmp_path)
    cached.forget("monday")
    assert cached.state().entries == 0
    assert list(tmp_path.iterdir()) == []
