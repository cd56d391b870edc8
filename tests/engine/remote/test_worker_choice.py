from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.remote.worker_choice import WorkerLook, freest

LOOK = WorkerLook("desk", ("base",), free_streams=4, waiting=0, wait_ms=0.0, capacity=10.0, round_trip_ms=2.0)


def names(*looks: WorkerLook, model: str = "base", is_live: bool = True) -> list[str]:
    return [look.name for look in freest(looks, model=model, is_live=is_live)]


def test_a_worker_without_the_wanted_speech_model_is_no_choice():
    assert names(LOOK, replace(LOOK, name="other", models=("tiny", "small"))) == ["desk"]
    assert names(LOOK, model="large-v3") == []


def test_a_worker_without_room_for_a_stream_is_no_choice_for_a_meeting_and_one_for_a_file():
    full = replace(LOOK, free_streams=0)
    assert names(full) == []
    assert names(full, is_live=False) == ["desk"]


def test_a_meeting_goes_where_words_come_soonest_by_wait_and_way_together():
    near_and_busy = replace(LOOK, name="near", wait_ms=400.0)
    far_and_free = replace(LOOK, name="far", round_trip_ms=60.0)
    assert names(near_and_busy, far_and_free) == ["far", "near"]


def test_where_it_takes_about_as_long_the_one_with_more_room_is_asked():
    assert names(LOOK, replace(LOOK, name="empty", free_streams=9, round_trip_ms=6.0)) == ["empty", "desk"]


def test_a_file_goes_where_most_is_understood_and_fewest_wait():
    strong_and_busy = replace(LOOK, name="strong", capacity=60.0, waiting=9)
    assert names(LOOK, strong_and_busy, is_live=False) == ["desk", "strong"]
    assert names(LOOK, replace(strong_and_busy, waiting=2), is_live=False) == ["strong", "desk"]


LOOKS = st.builds(
    WorkerLook,
    name=st.text(min_size=1, max_size=3),
    models=st.lists(st.sampled_from(["tiny", "base", "small"])).map(tuple),
    free_streams=st.integers(0, 5),
    waiting=st.integers(0, 50),
    wait_ms=st.floats(0, 5000),
    capacity=st.floats(0, 100),
    round_trip_ms=st.floats(0, 500),
)


@given(looks=st.lists(LOOKS, max_size=6), is_live=st.booleans(), order=st.randoms())
def test_the_choice_does_not_depend_on_the_order_in_which_workers_are_listed(
    looks: list[WorkerLook], is_live: bool, order: Random
):
    unique = list({look.name: look for look in looks}.values())
    mixed = list(unique)
    order.shuffle(mixed)
    chosen = freest(unique, model="base", is_live=is_live)
    assert freest(mixed, model="base", is_live=is_live) == chosen
    assert all("base" in look.models for look in chosen)
