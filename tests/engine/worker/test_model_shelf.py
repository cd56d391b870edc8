import asyncio
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.errors import RecogniserFailed
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.model_shelf import IDLE_S, Canary, ModelShelf
from tests.fakes.fake_speech_shelf import CARD, FakeLoadedModel, FakeLoader


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@asynccontextmanager
async def opened(
    loader: FakeLoader, *, most_bytes: int = 1000, canaries: Sequence[Canary] = (), clock: Clock | None = None
) -> AsyncGenerator[ModelShelf]:
    shelf = ModelShelf(loader=loader, most_bytes=most_bytes, canaries=canaries, clock=clock or Clock())
    try:
        yield shelf
    finally:
        shelf.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def names(shelf: ModelShelf) -> set[str]:
    return {loaded.name for loaded in shelf.loaded}


def test_a_speech_model_is_loaded_once_however_many_want_it():
    async def work() -> None:
        loader = FakeLoader(FakeLoadedModel("base"))
        async with opened(loader) as shelf:
            found = await asyncio.gather(*(shelf.get("base") for _ in range(5)))
            assert len(set(map(id, found))) == 1
            assert loader.loads == ["base"]

    run(work())


def test_one_who_no_longer_waits_does_not_stop_the_loading_for_the_others():
    async def work() -> None:
        loader = FakeLoader(FakeLoadedModel("base"))
        async with opened(loader) as shelf:
            first, second = (asyncio.create_task(shelf.get("base")) for _ in range(2))
            await asyncio.sleep(0)
            first.cancel()
            assert (await second).name == "base"

    run(work())


def test_the_one_that_was_not_used_for_longest_makes_room():
    async def work() -> None:
        clock = Clock()
        models = [FakeLoadedModel(name, size=400) for name in ("base", "tiny", "small")]
        async with opened(FakeLoader(*models), clock=clock) as shelf:
            for name in ("base", "tiny", "base", "small"):
                clock.now_s += 1.0
                await shelf.get(name)
            assert names(shelf) == {"base", "small"}

    run(work())


def test_one_that_is_in_use_is_never_freed_and_whoever_wants_more_memory_is_refused():
    async def work() -> None:
        models = [FakeLoadedModel(name, size=600) for name in ("base", "tiny")]
        async with opened(FakeLoader(*models)) as shelf:
            base = await shelf.get("base")
            with shelf.using(base):
                with pytest.raises(Refused) as refused:
                    await shelf.get("tiny")
                assert refused.value.reason is RefusalReason.BUSY
            await shelf.get("tiny")
            assert names(shelf) == {"tiny"}

    run(work())


def test_a_single_speech_model_that_is_larger_than_the_bound_is_loaded_all_the_same():
    async def work() -> None:
        async with opened(FakeLoader(FakeLoadedModel("large", size=5000))) as shelf:
            assert (await shelf.get("large")).name == "large"

    run(work())


def test_one_that_nobody_used_for_long_is_freed_but_never_the_last():
    async def work() -> None:
        clock = Clock()
        models = [FakeLoadedModel(name) for name in ("base", "tiny")]
        async with opened(FakeLoader(*models), clock=clock) as shelf:
            await shelf.get("base")
            clock.now_s = 1.0
            await shelf.get("tiny")
            shelf.tidy()
            assert names(shelf) == {"base", "tiny"}
            clock.now_s = 3 * IDLE_S
            shelf.tidy()
            assert names(shelf) == {"tiny"}

    run(work())


def test_after_a_step_down_everybody_gets_the_new_one_and_the_old_one_is_freed_when_it_is_done():
    async def work() -> None:
        card, processor = FakeLoadedModel(device=CARD), FakeLoadedModel()
        loader = FakeLoader(card)
        loader.then(processor)
        failure = RecogniserFailed("cuda", "out of memory")
        async with opened(loader) as shelf:
            old = await shelf.get("base")
            with shelf.using(old):
                assert await shelf.step_down(old, failure) is processor
                assert await shelf.step_down(old, failure) is processor
                assert not card.is_closed
            assert loader.given_up == ["out of memory"]
        assert card.is_closed

    run(work())


def test_where_there_is_no_lesser_device_the_speech_model_stays():
    async def work() -> None:
        async with opened(FakeLoader(FakeLoadedModel())) as shelf:
            loaded = await shelf.get("base")
            with pytest.raises(Refused):
                await shelf.step_down(loaded, RecogniserFailed("cpu", "odd"))
            assert await shelf.get("base") is loaded

    run(work())


@given(st.floats(0.0, 100.0), st.lists(st.text(min_size=1), min_size=1, max_size=20))
def test_a_session_keeps_the_speech_model_that_its_name_gives_it(percent: float, sessions: list[str]):
    shelf = ModelShelf(loader=FakeLoader(), most_bytes=1, canaries=[Canary("base", "new", percent)])
    try:
        for session in sessions:
            assert shelf.name_for(session, "base") == shelf.name_for(session, "base")
            assert shelf.name_for(session, "tiny") == "tiny"
    finally:
        shelf.close()


def test_a_canary_gets_its_part_of_the_sessions():
    canary = Canary("base", "new", 20.0)
    taken = sum(canary.takes(f"meeting-{number}/0") for number in range(10_000))
    assert 1_800 < taken < 2_200
    assert not any(Canary("base", "new", 0.0).takes(str(number)) for number in range(1000))
    assert all(Canary("base", "new", 100.0).takes(str(number)) for number in range(1000))
