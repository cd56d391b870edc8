"""A front and workers in one process, over a real NATS server on loopback."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from engine.contract.options import GlossaryTerm
from engine.remote.question import LinesTask, Priority, Question, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.group import subjects
from engine.worker.group.layout import GroupBounds
from engine.worker.group.nats_server import MOST_PAYLOAD, NatsServer
from tests.builders.group import OPTIONS, Group, lines, run_in_group, until_async, window
from tests.fakes.fake_answering import FakeAnswering, plain_answer
from tests.fakes.plain_desktop import until


def test_a_question_is_answered_by_a_worker_with_its_very_sound_and_options(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering()
        front = await group.front()
        await group.worker(desk)
        options = replace(OPTIONS, glossary=(GlossaryTerm("Vivavoce", ("viva voce",)),))
        opened = await front.open("peer/meeting/0", options)
        assert (opened.batch_size, opened.languages) == (2, ("en", "zh"))
        for question in (window("peer/meeting/0", 1), lines("peer/file/0", 2, stretches=3)):
            asked = replace(question, options=options)
            answered = await front.answer(asked)
            assert answered.answer == plain_answer(asked)
            got = desk.asked[-1]
            assert (got.session_id, got.seq_id, got.priority, got.options) == (
                asked.session_id,
                asked.seq_id,
                asked.priority,
                options,
            )
            assert sounds(got) == sounds(asked)
        await front.leave("peer/meeting/0")
        await until(lambda: desk.left == ["peer/meeting/0"])

    run_in_group(server.address, work)


def sounds(question: Question) -> list[list[float]]:
    match question.task:
        case WindowTask(samples=samples):
            return [samples.tolist()]
        case LinesTask(stretches=stretches):
            return [each.samples.tolist() for each in stretches]
        case _:
            raise AssertionError


def test_the_answer_is_found_by_another_front_after_the_one_that_asked_is_gone(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering(is_holding=True)
        first = await group.front("front-1")
        await group.worker(desk)
        asked = window("meeting", 1)
        asking = asyncio.create_task(first.answer(asked))
        await until(lambda: len(desk.asked) == 1)
        # It says nothing more, and takes nothing back.
        await first.close()
        second = await group.front("front-2")
        again = asyncio.create_task(second.answer(asked))
        await asyncio.sleep(0.2)
        desk.release()
        assert (await again).answer == plain_answer(asked)
        third = await group.front("front-3")
        assert (await third.answer(asked)).answer == plain_answer(asked)
        assert len(desk.asked) == 1
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    run_in_group(server.address, work)


def test_a_question_that_is_asked_twice_at_once_is_computed_once(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering(is_holding=True)
        fronts = [await group.front(f"front-{number}") for number in range(2)]
        for number in range(2):
            await group.worker(desk, f"worker-{number}")
        asked = lines("file", 7)
        asking = [asyncio.create_task(front.answer(asked)) for front in fronts]
        await until(lambda: len(desk.asked) == 1)
        desk.release()
        answers = [answered.answer for answered in await asyncio.gather(*asking)]
        assert answers == [plain_answer(asked)] * 2
        assert len(desk.asked) == 1

    run_in_group(server.address, work)


def test_a_session_that_asks_too_much_at_a_time_is_refused_and_others_are_not(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering(is_holding=True)
        front = await group.front()
        await group.worker(desk)
        asking = [asyncio.create_task(front.answer(window("greedy", number))) for number in range(1, 4)]
        await until(lambda: len(desk.asked) == 2)
        with pytest.raises(Refused) as refused:
            await front.answer(window("greedy", 4))
        assert refused.value.reason is RefusalReason.BUSY
        other = asyncio.create_task(front.answer(window("modest", 1)))
        await asyncio.sleep(0.05)
        assert not other.done()
        desk.release()
        await asyncio.gather(*asking, other)
        # What was refused may be asked again once there is room.
        assert (await front.answer(window("greedy", 4))).answer == plain_answer(window("greedy", 4))

    run_in_group(server.address, work, bounds=GroupBounds(waiting_per_session=3))


def test_what_is_too_large_for_one_message_goes_through_the_object_store_and_leaves_it(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering()
        front = await group.front()
        worker = await group.worker(desk)
        asked = lines("file", 1, samples=30 * 16000, stretches=6)
        assert sum(len(each) for each in sounds(asked)) * 2 > MOST_PAYLOAD
        answered = await front.answer(asked)
        assert answered.answer == plain_answer(asked)
        assert sounds(desk.asked[0]) == sounds(asked)
        await until(lambda: not worker.held)
        assert (await group.kept())[f"OBJ_{subjects.PARCELS}"] < 4096

    run_in_group(server.address, work)


def test_nothing_of_a_sessions_sound_stays_after_its_answer_and_nothing_at_all_after_its_lifetime(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering()
        front = await group.front()
        worker = await group.worker(desk)
        for number in range(1, 6):
            await front.answer(window("meeting", number, samples=48000))
        await until(lambda: not worker.held)
        kept = await group.kept()
        assert kept[subjects.QUESTIONS] == 0
        assert kept[subjects.ANSWERS] < 5 * 1000  # some of them may be gone already
        await until_async(lambda: group.is_empty(subjects.ANSWERS))
        # A question that nobody takes goes with its sound, too.
        await worker.drain()
        asking = asyncio.create_task(front.answer(window("meeting", 9)))
        await until_async(lambda: group.is_kept(subjects.QUESTIONS))
        await until_async(lambda: group.is_empty(subjects.QUESTIONS))
        with pytest.raises(Refused):
            await asking

    run_in_group(server.address, work, bounds=GroupBounds(question_lives_s=1.5, answer_lives_s=1.0))


def test_a_question_that_is_taken_back_is_worked_at_no_longer_and_its_sound_is_gone(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering(is_holding=True)
        front = await group.front()
        await group.worker(desk, places=1)
        asking = [
            asyncio.create_task(front.answer(window("meeting", number, priority=Priority.LIVE_TENTATIVE)))
            for number in (1, 2)
        ]
        await until(lambda: len(desk.asked) == 1)
        for each in asking:
            each.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await until(lambda: desk.cancelled == [desk.asked[0].seq_id])
        await until_async(lambda: group.is_empty(subjects.QUESTIONS))

    run_in_group(server.address, work)


def test_a_server_that_began_anew_with_nothing_is_given_its_questions_again(tmp_path: Path):
    server = NatsServer(tmp_path / "nats")
    server.start()
    port = int(server.address.rpartition(":")[2])

    async def work(group: Group) -> None:
        desk = FakeAnswering(is_holding=True)
        desk.hold_only(2)
        front = await group.front()
        await group.worker(desk)
        await front.answer(window("meeting", 1))
        waiting = asyncio.create_task(front.answer(window("meeting", 2)))
        await until(lambda: len(desk.asked) == 2)
        await asyncio.to_thread(server.stop)
        again = NatsServer(tmp_path / "again", port=port)
        await asyncio.to_thread(again.start)
        try:
            assert (await front.answer(window("meeting", 3))).answer == plain_answer(window("meeting", 3))
            desk.release()
            assert (await waiting).answer == plain_answer(window("meeting", 2))
        finally:
            await asyncio.to_thread(again.stop)

    try:
        run_in_group(server.address, work)
    finally:
        server.stop()
