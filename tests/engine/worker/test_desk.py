import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import numpy as np
import pytest

from engine.contract.engine import SpanAudio
from engine.contract.heard import Heard
from engine.contract.options import RecognitionOptions
from engine.remote.question import LinesTask, Priority, Question, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.answering import Answered
from engine.worker.desk import Desk
from engine.worker.model_shelf import ModelShelf
from tests.builders.speech_clips import silence, whole
from tests.fakes.fake_answering import plain_answer
from tests.fakes.fake_speech_shelf import CARD, PROCESSOR, FakeLoadedModel, FakeLoader

OPTIONS = RecognitionOptions(languages=("en",))
FINAL, TENTATIVE = Priority.LIVE_FINAL, Priority.LIVE_TENTATIVE
FILE = Priority.BACKGROUND_FILE

_numbers = count(1)


def window(priority: Priority = FINAL, *, session: str = "a", seconds: float = 2.0, within_s: float = 5.0) -> Question:
    samples = np.zeros(int(seconds * 16_000), np.float32)
    return Question(session, next(_numbers), priority, OPTIONS, WindowTask(samples, (), "en", True), within_s)


def lines(stretches: int, priority: Priority = FILE, *, session: str = "f") -> Question:
    found: tuple[SpanAudio, ...] = tuple(whole(silence(1.0)) for _ in range(stretches))
    return Question(session, next(_numbers), priority, OPTIONS, LinesTask(found, "en"))


@asynccontextmanager
async def opened(*models: FakeLoadedModel, loader: FakeLoader | None = None) -> AsyncGenerator[Desk]:
    shelf = ModelShelf(loader=loader or FakeLoader(*models), most_bytes=1000)
    desk = Desk(shelf=shelf, default_model="base", models=lambda: ("base",))
    await desk.start()
    try:
        yield desk
    finally:
        for model in models:
            model.release()
        await desk.close()


async def busy(desk: Desk, model: FakeLoadedModel) -> "asyncio.Task[Answered]":
    """The desk while its one slot works at something."""
    model.hold()
    turns = len(model.asked)
    first = asyncio.create_task(desk.answer(window(session="first")))
    await until(lambda: len(model.asked) > turns)
    return first


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.001)


def asked(desk: Desk, *questions: Question) -> "list[asyncio.Task[Answered]]":
    return [asyncio.create_task(desk.answer(question)) for question in questions]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def reason(task: "asyncio.Task[Answered]") -> RefusalReason:
    error = task.exception()
    assert isinstance(error, Refused)
    return error.reason


def test_a_session_is_told_what_is_worth_asking_at_a_time():
    async def work() -> None:
        async with opened(FakeLoadedModel(slots=2)) as desk:
            told = await desk.open("a", OPTIONS)
            assert (told.batch_size, told.parallel, told.languages) == (2, 2, ("en", "zh"))
            assert told.device == PROCESSOR

    run(work())


def test_final_words_come_before_tentative_ones_and_files_whoever_asked_first():
    async def work() -> None:
        model = FakeLoadedModel()
        async with opened(model) as desk:
            first = await busy(desk, model)
            waiting = asked(desk, lines(1), window(TENTATIVE, session="b"), window(FINAL, session="c"))
            await until(lambda: desk.standing().waiting == 3)
            model.release()
            await asyncio.gather(first, *waiting)
            assert [turn[0].priority for turn in model.asked[-3:]] == [FINAL, TENTATIVE, FILE]

    run(work())


def test_windows_that_wait_share_a_batch_and_each_gets_its_own_answer():
    async def work() -> None:
        model = FakeLoadedModel(live_batch=8)
        async with opened(model) as desk:
            first = await busy(desk, model)
            questions = [window(session=name) for name in "bcd"]
            waiting = asked(desk, *questions)
            await until(lambda: desk.standing().waiting == 3)
            model.release()
            answers = await asyncio.gather(*waiting)
            await first
            assert model.asked[-1] == questions
            heard = [answer.answer for answer in answers]
            assert heard == [plain_answer(question) for question in questions]

    run(work())


def test_a_newer_question_of_a_session_has_the_tentative_one_refused():
    async def work() -> None:
        model = FakeLoadedModel()
        async with opened(model) as desk:
            first = await busy(desk, model)
            older, newer = asked(desk, window(TENTATIVE, session="b"), window(FINAL, session="b"))
            await asyncio.wait([older])
            assert reason(older) is RefusalReason.BUSY
            model.release()
            await asyncio.gather(first, newer)

    run(work())


def test_tentative_words_that_cannot_begin_in_time_are_refused_while_the_slot_is_taken():
    async def work() -> None:
        model = FakeLoadedModel()
        async with opened(model) as desk:
            first = await busy(desk, model)
            [late] = asked(desk, window(TENTATIVE, session="b", within_s=0.01))
            await asyncio.wait([late])
            assert reason(late) is RefusalReason.BUSY
            assert not first.done()
            model.release()
            await first

    run(work())


@pytest.mark.parametrize(("final_s", "side_by_side"), [(0.1, 2), (0.32, 1)])
def test_tentative_words_leave_a_slot_to_final_ones_where_those_have_no_time_to_wait(final_s: float, side_by_side: int):
    async def work() -> None:
        model = FakeLoadedModel(slots=2, final_s=final_s)
        async with opened(model) as desk:
            model.hold()
            turns = len(model.asked)
            tentative = asked(desk, *(window(TENTATIVE, session=name) for name in "ab"))
            await until(lambda: len(model.asked) == turns + side_by_side)
            final = asked(desk, window(FINAL, session="c"))
            if side_by_side == 1:
                await until(lambda: len(model.asked) == turns + 2)
                assert model.asked[-1][0].priority is FINAL
            model.release()
            await asyncio.wait([*tentative, *final])

    run(work())


def test_beside_final_words_without_time_to_wait_no_tentative_ones_begin():
    async def work() -> None:
        model = FakeLoadedModel(slots=2, final_s=0.32)
        async with opened(model) as desk:
            final = await busy(desk, model)
            [tentative] = asked(desk, window(TENTATIVE, session="b"))
            await asyncio.wait([tentative])
            assert reason(tentative) is RefusalReason.BUSY
            model.release()
            await final

    run(work())


def test_no_more_are_taken_on_than_get_their_final_words_in_time():
    async def work() -> None:
        async with opened(FakeLoadedModel(slots=2, capacity=1000.0, final_s=0.17)) as desk:
            assert desk.standing().free_streams == 6
            for name in "abcdef":
                await desk.open(name, OPTIONS)
            with pytest.raises(Refused):
                await desk.open("g", OPTIONS)

    run(work())


def test_a_file_is_answered_in_slices_and_whole():
    async def work() -> None:
        model = FakeLoadedModel(file_batch=2)
        async with opened(model) as desk:
            found = await desk.answer(lines(5))
            assert isinstance(found.answer, tuple)
            assert len(found.answer) == 5
            slices = [turn[0].task for turn in model.asked[1:]]
            assert [len(task.stretches) for task in slices if isinstance(task, LinesTask)] == [2, 2, 1]

    run(work())


def test_words_come_between_two_slices_of_a_file():
    async def work() -> None:
        model = FakeLoadedModel(file_batch=2)
        async with opened(model) as desk:
            model.hold()
            [file] = asked(desk, lines(4))
            await until(lambda: len(model.asked) == 2)
            [words] = asked(desk, window())
            await until(lambda: desk.standing().waiting == 1)
            model.release()
            await asyncio.gather(file, words)
            assert [turn[0].priority for turn in model.asked[1:]] == [FILE, FINAL, FILE, FILE]

    run(work())


def test_while_somebody_speaks_a_slot_is_kept_free_of_files():
    async def work() -> None:
        model = FakeLoadedModel(slots=2)
        async with opened(model) as desk:
            await desk.answer(window())
            model.hold()
            files = asked(desk, lines(1, session="f"), lines(1, session="g"))
            await until(lambda: len(model.asked) == 3)
            assert desk.standing().waiting == 1
            [words] = asked(desk, window())
            await until(lambda: len(model.asked) == 4)
            assert model.asked[-1][0].priority is FINAL
            model.release()
            await asyncio.gather(words, *files)

    run(work())


def test_a_question_whose_task_is_cancelled_has_no_turn():
    async def work() -> None:
        model = FakeLoadedModel()
        async with opened(model) as desk:
            first = await busy(desk, model)
            [unwanted] = asked(desk, window(session="b"))
            await until(lambda: desk.standing().waiting == 1)
            unwanted.cancel()
            await asyncio.wait([unwanted])
            assert desk.standing().waiting == 0
            model.release()
            await first
            assert all(turn[0].session_id != "b" for turn in model.asked)

    run(work())


def test_nobody_joins_who_would_not_be_held_and_who_leaves_makes_room():
    async def work() -> None:
        async with opened(FakeLoadedModel(capacity=6.0)) as desk:
            free = desk.standing().free_streams
            for number in range(free):
                await desk.open(str(number), OPTIONS)
            with pytest.raises(Refused) as refused:
                await desk.open("one more", OPTIONS)
            assert refused.value.reason is RefusalReason.BUSY
            await desk.open("0", OPTIONS)  # it is here already
            await desk.leave("0")
            await desk.open("one more", OPTIONS)

    run(work())


def test_the_second_track_of_a_meeting_is_taken_on_and_counts():
    async def work() -> None:
        async with opened(FakeLoadedModel(capacity=6.0)) as desk:
            for number in range(desk.standing().free_streams):
                await desk.open(f"meeting{number}/0", OPTIONS)
            await desk.open("meeting0/1", OPTIONS)
            live = desk.standing().live_streams
            await desk.leave("meeting0/1")
            assert desk.standing().live_streams == live - 1

    run(work())


def test_a_session_that_turns_out_to_be_a_file_takes_no_live_place():
    async def work() -> None:
        async with opened(FakeLoadedModel(capacity=6.0)) as desk:
            free = desk.standing().free_streams
            await desk.open("f", OPTIONS)
            await desk.answer(lines(1, session="f"))
            assert desk.standing().free_streams == free

    run(work())


def test_a_device_that_fails_steps_down_and_the_question_is_answered_all_the_same():
    async def work() -> None:
        card, processor = FakeLoadedModel(device=CARD), FakeLoadedModel(device=PROCESSOR)
        loader = FakeLoader(card)
        loader.then(processor)
        async with opened(card, loader=loader) as desk:
            card.fails = lambda _: "out of memory"
            await desk.answer(window())
            assert loader.given_up == ["out of memory"]
            assert desk.standing().device.refused == ("The card failed.",)
            await until(lambda: card.is_closed)

    run(work())


def test_what_fails_in_a_batch_is_tried_alone_before_the_device_is_given_up():
    async def work() -> None:
        model = FakeLoadedModel(device=CARD, live_batch=8)
        async with opened(model) as desk:
            first = await busy(desk, model)
            model.fails = lambda questions: "out of memory" if len(questions) > 1 else ""
            waiting = asked(desk, *(window(session=name) for name in "bc"))
            await until(lambda: desk.standing().waiting == 2)
            model.release()
            await asyncio.gather(first, *waiting)
            assert [len(turn) for turn in model.asked[-3:]] == [2, 1, 1]

    run(work())


def test_where_no_device_is_left_the_question_is_refused_and_the_next_is_tried():
    async def work() -> None:
        model = FakeLoadedModel()
        async with opened(model) as desk:
            model.fails = lambda _: "damaged"
            [failed] = asked(desk, window())
            await asyncio.wait([failed])
            assert reason(failed) is RefusalReason.RECOGNISER_FAILED
            model.fails = lambda _: ""
            await desk.answer(window())

    run(work())


def test_a_worker_that_cannot_decode_says_so_when_it_is_asked_for_its_health():
    async def work() -> None:
        model = FakeLoadedModel()
        async with opened(model) as desk:
            assert await desk.decode_ms() >= 0.0
            model.fails = lambda _: "no such device"
            with pytest.raises(Refused):
                await desk.decode_ms()
            assert desk.standing().live_streams == 0

    run(work())


def test_a_device_that_answers_and_understands_nothing_is_not_healthy():
    async def work() -> None:
        model = FakeLoadedModel()
        async with opened(model) as desk:
            model.gives = lambda _: Heard((), is_loop=False, no_speech=1.0, score=0.0)
            with pytest.raises(Refused) as refused:
                await desk.decode_ms()
            assert refused.value.reason is RefusalReason.RECOGNISER_FAILED

    run(work())


def test_a_speech_model_that_is_not_here_is_said_to_be_missing():
    async def work() -> None:
        async with opened(FakeLoadedModel()) as desk:
            with pytest.raises(Refused) as refused:
                await desk.open("a", RecognitionOptions(model="huge"))
            assert refused.value.reason is RefusalReason.MODEL_MISSING

    run(work())


def test_draining_finishes_what_waits_and_takes_nothing_new():
    async def work() -> None:
        model = FakeLoadedModel()
        async with opened(model) as desk:
            first = await busy(desk, model)
            waiting = asked(desk, window(session="b"), lines(3))
            await until(lambda: desk.standing().waiting == 2)
            draining = asyncio.create_task(desk.drain())
            await asyncio.sleep(0)
            for refused in (desk.open("c", OPTIONS), desk.answer(window())):
                with pytest.raises(Refused) as error:
                    await refused
                assert error.value.reason is RefusalReason.DRAINING
            assert not draining.done()
            model.release()
            await draining
            assert all(task.done() and task.exception() is None for task in (first, *waiting))

    run(work())
