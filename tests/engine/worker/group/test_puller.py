"""Workers that fail, die or fall behind: what they held is answered by others, or said to be unanswerable."""

import asyncio
import json

import pytest

from engine.remote.question import Answer, Priority, Question
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.group import subjects
from engine.worker.group.layout import GroupBounds
from engine.worker.group.nats_server import NatsServer
from engine.worker.watching import QuestionEnd, Watchers
from tests.builders.group import Group, lines, run_in_group, until_async, window
from tests.fakes.fake_answering import FakeAnswering, plain_answer
from tests.fakes.plain_desktop import until

QUICK = GroupBounds(heard_of_within_s=0.4)
"""A worker that says nothing for so long has lost what it held."""


def refusing(reason: RefusalReason) -> FakeAnswering:
    def refuse(_question: Question) -> Answer:
        raise Refused(reason, "as the test wants")

    return FakeAnswering(answer=refuse)


def test_a_question_that_every_worker_fails_at_is_parked_after_five_deliveries_and_refused(
    server: NatsServer, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("ERROR", "engine.worker.group")

    async def work(group: Group) -> None:
        desk = refusing(RefusalReason.RECOGNISER_FAILED)
        front = await group.front()
        await group.worker(desk)
        with pytest.raises(Refused) as refused:
            await front.answer(window("meeting", 1))
        assert refused.value.reason is RefusalReason.RECOGNISER_FAILED
        assert [asked.seq_id for asked in desk.asked] == [1] * 5
        (note,) = await group.parked()
        assert json.loads(note) == {
            "question": f"{subjects.session_token('meeting')}.1",
            "reason": "recogniser_failed",
            "deliveries": 5,
        }
        await until_async(lambda: group.is_empty(subjects.QUESTIONS))

    run_in_group(server.address, work)


def test_a_question_that_kills_its_workers_is_parked_by_the_sixth(server: NatsServer, caplog: pytest.LogCaptureFixture):
    caplog.set_level("ERROR", "engine.worker.group")

    async def work(group: Group) -> None:
        front = await group.front()
        asking = asyncio.create_task(front.answer(window("meeting", 1)))
        for number in range(5):
            desk = FakeAnswering(is_holding=True)
            worker = await group.worker(desk, f"worker-{number}")
            await until(lambda desk=desk: len(desk.asked) == 1)
            await worker.close()  # as if it were killed: it acknowledges nothing
        last = FakeAnswering()
        await group.worker(last, "worker-last")
        with pytest.raises(Refused) as refused:
            await asking
        assert refused.value.reason is RefusalReason.RECOGNISER_FAILED
        assert not last.asked
        assert len(await group.parked()) == 1

    run_in_group(server.address, work, bounds=QUICK)


def test_what_one_worker_cannot_another_can(server: NatsServer):
    async def work(group: Group) -> None:
        front = await group.front()
        await group.worker(refusing(RefusalReason.MODEL_MISSING), "worker-1")
        asking = asyncio.create_task(front.answer(window("meeting", 1)))
        await asyncio.sleep(0.1)
        await group.worker(FakeAnswering(), "worker-2")
        assert (await asking).answer == plain_answer(window("meeting", 1))

    run_in_group(server.address, work)


def test_what_was_refused_may_be_asked_again(server: NatsServer):
    async def work(group: Group) -> None:
        front, other = await group.front("front-1"), await group.front("front-2")
        busy = refusing(RefusalReason.BUSY)
        worker = await group.worker(busy, "worker-1")
        asked = window("meeting", 1, priority=Priority.LIVE_TENTATIVE)
        for each in (front, front, other):
            with pytest.raises(Refused) as refused:
                await each.answer(asked)
            assert refused.value.reason is RefusalReason.BUSY
        assert len(busy.asked) == 3
        busy.give = plain_answer
        assert (await other.answer(asked)).answer == plain_answer(asked)
        assert (await front.answer(asked)).answer == plain_answer(asked)
        assert len(busy.asked) == 4
        assert not worker.held

    run_in_group(server.address, work)


def test_what_takes_longer_than_a_worker_may_be_silent_stays_with_it(server: NatsServer):
    async def work(group: Group) -> None:
        desk, idle = FakeAnswering(is_holding=True), FakeAnswering()
        front = await group.front()
        await group.worker(desk, "worker-1")
        asking = asyncio.create_task(front.answer(window("meeting", 1)))
        await until(lambda: len(desk.asked) == 1)
        await group.worker(idle, "worker-2")
        await asyncio.sleep(3 * QUICK.heard_of_within_s)
        desk.release()
        await asking
        assert not idle.asked

    run_in_group(server.address, work, bounds=QUICK)


def test_each_course_is_answered_in_order_by_however_many_workers_and_courses_side_by_side(server: NatsServer):
    async def work(group: Group) -> None:
        finished: list[tuple[str, int]] = []
        at_once: list[int] = []
        now = 0

        class Slow(FakeAnswering):
            async def answer(self, question: Question):
                nonlocal now
                now += 1
                at_once.append(now)
                await asyncio.sleep(0.03 if question.seq_id % 2 else 0.005)
                now -= 1
                finished.append((question.session_id, question.seq_id))
                return await super().answer(question)

        front = await group.front()
        for number in range(3):
            await group.worker(Slow(), f"worker-{number}")
        sessions = [f"course-{number}//lecture/0" for number in range(3)]
        assert len({subjects.lane_of(lines(each, 1)) for each in sessions}) > 1
        asking = [front.answer(lines(each, number)) for number in range(1, 9) for each in sessions]
        await asyncio.gather(*asking)
        for session in sessions:
            assert [number for name, number in finished if name == session] == list(range(1, 9))
        assert max(at_once) > 1

    run_in_group(server.address, work)


def test_live_words_come_before_lectures_and_lectures_before_what_has_time(server: NatsServer):
    async def work(group: Group) -> None:
        front = await group.front()
        background = Question("files", 1, Priority.BACKGROUND_FILE, lines("files", 1).options, lines("files", 1).task)
        asking = [
            asyncio.create_task(front.answer(each)) for each in (background, lines("lecture", 2), window("live", 3))
        ]
        await until_async(lambda: group.holds(subjects.QUESTIONS, 3))
        desk = FakeAnswering()
        await group.worker(desk, places=1)
        await asyncio.gather(*asking)
        order = [asked.seq_id for asked in desk.asked]
        assert order.index(2) < order.index(1)
        assert order.index(3) < order.index(1)

    run_in_group(server.address, work)


def test_a_worker_that_stops_finishes_what_it_has_and_takes_nothing_new(server: NatsServer):
    async def work(group: Group) -> None:
        desk = FakeAnswering(is_holding=True)
        front = await group.front()
        worker = await group.worker(desk, places=1)
        first = asyncio.create_task(front.answer(window("meeting", 1)))
        await until(lambda: len(desk.asked) == 1)
        stopping = asyncio.create_task(worker.drain())
        second = asyncio.create_task(front.answer(window("meeting", 2)))
        await asyncio.sleep(0.1)
        desk.release()
        await asyncio.gather(first, stopping)
        assert [asked.seq_id for asked in desk.asked] == [1]
        await group.worker(FakeAnswering(), "worker-2")
        await second

    run_in_group(server.address, work)


def test_a_worker_tells_how_its_questions_ended(server: NatsServer):
    class Told(Watchers):
        """What it was told."""

        def __init__(self) -> None:
            super().__init__()
            self.arrived: list[Priority] = []
            self.ended: list[tuple[str, str]] = []
            self.left = 0

        def question_arrived(self, priority: Priority) -> None:
            self.arrived.append(priority)

        def question_ended(self, end: QuestionEnd) -> None:
            assert end.waited_ms + end.computed_ms >= 0
            self.ended.append((end.kind, end.outcome))

        def answer_left(self, end: QuestionEnd, *, sending_ms: float | None) -> None:
            assert sending_ms is not None
            self.left += 1

    async def work(group: Group) -> None:
        told, desk = Told(), FakeAnswering()
        front = await group.front()
        await group.worker(desk, watching=told)
        await front.answer(window("meeting", 1))
        await until(lambda: told.left == 1)
        desk.give = refusing(RefusalReason.BUSY).give
        with pytest.raises(Refused):
            await front.answer(lines("lecture", 2))
        desk.hold()
        asking = asyncio.create_task(front.answer(window("meeting", 3)))
        await until(lambda: len(desk.asked) == 3)
        asking.cancel()
        await until(lambda: len(told.ended) == 3)
        assert told.ended == [("window", "answered"), ("lines", "busy"), ("window", "taken_back")]
        assert told.arrived == [Priority.LIVE_FINAL, Priority.FOREGROUND_FILE, Priority.LIVE_FINAL]
        assert told.left == 1
        desk.release()

    run_in_group(server.address, work)
