"""Streams of a session at the front door: begun, broken, taken over, and forgotten with all they sent."""

import grpc
import pytest

from engine.bench.bad_line import BadLine
from engine.remote import transcription_pb2 as wire
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.limits import Limits
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import SECOND, PlainDesktop, go, opening, question, running_worker, sound, until


def test_a_stream_that_breaks_goes_on_at_its_offset_and_is_told_what_it_missed():
    async def run() -> None:
        answering = FakeAnswering(is_holding=True)
        async with running_worker(answering=answering) as worker:
            with BadLine(worker.port) as line:
                desktop = PlainDesktop(line.port)
                stream = await desktop.opened()
                await stream.send(sound(0, SECOND, question=question(1, 0, 16000)))
                await stream.send(wire.AudioChunk(question=question(2, 0, 16000)))
                await until(lambda: len(answering.asked) == 2)
                line.cut()
                await stream.rest()
                await desktop.close()
                answering.release()
                again = PlainDesktop(line.port)
                stream = await again.opened()
                assert stream.results[0].acknowledged_to == 16000
                await stream.send(sound(16000, SECOND, question=question(3, 0, 32000)))
                assert {each.seq_id for each in await stream.end()} == {1, 2, 3}
                assert [asked.seq_id for asked in answering.asked] == [1, 2, 3]
                assert len(answering.opened) == 1
                await again.close()

    go(run())


def test_an_answer_that_was_sent_just_before_the_stream_broke_comes_again():
    async def run() -> None:
        async with running_worker() as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened()
            await stream.send(sound(0, SECOND, question=question(1, 0, 16000)))
            await stream.answer_to(1)
            await desktop.close()
            again = PlainDesktop(worker.port)
            stream = await again.opened()
            assert (await stream.answer_to(1)).HasField("window")
            assert len(worker.answering.asked) == 1
            await again.close()

    go(run())


def test_a_stream_that_does_not_come_back_is_forgotten_with_all_it_sent():
    async def run() -> None:
        answering = FakeAnswering(is_holding=True)
        async with running_worker(answering=answering, limits=Limits(linger_s=0.2)) as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened()
            await stream.send(sound(0, SECOND, question=question(1, 0, 16000)))
            await until(lambda: len(answering.asked) == 1)
            session = next(iter(worker.service.sessions))
            await desktop.close()
            await until(lambda: worker.is_empty)
            assert session.is_empty
            await until(lambda: answering.cancelled == [1] and answering.left == answering.opened)

    go(run())


def test_an_answer_is_forgotten_after_a_while_and_its_question_is_still_not_computed_again():
    async def run() -> None:
        async with running_worker(limits=Limits(linger_s=0.05)) as worker:
            desktop = PlainDesktop(worker.port)
            stream = await desktop.opened()
            await stream.send(sound(0, SECOND, question=question(1, 0, 16000), keep_from=16000))
            await stream.answer_to(1)
            session = next(iter(worker.service.sessions))
            await until(lambda: session.is_empty)
            await stream.send(wire.AudioChunk(question=question(1, 0, 16000)))
            assert (await stream.answer_to(1)).refusal.reason == wire.NOT_UNDERSTOOD
            assert len(worker.answering.asked) == 1
            await desktop.close()

    go(run())


def test_a_second_stream_takes_the_session_over_and_the_first_one_ends():
    async def run() -> None:
        async with running_worker() as worker:
            desktop = PlainDesktop(worker.port)
            first = await desktop.opened()
            await first.send(sound(0, SECOND, question=question(1, 0, 16000)))
            await first.answer_to(1)
            second = await desktop.opened()
            assert second.results[0].acknowledged_to == 16000
            await first.rest()
            assert await first.code() is grpc.StatusCode.ABORTED
            await second.send(sound(16000, SECOND, question=question(2, 16000, 32000)))
            assert (await second.answer_to(2)).HasField("window")
            await desktop.close()

    go(run())


def test_a_peer_hears_that_somebody_is_there_while_its_speech_model_loads():
    async def run() -> None:
        answering = FakeAnswering()
        answering.load()
        async with running_worker(answering=answering) as worker:
            desktop = PlainDesktop(worker.port)
            stream = desktop.stream()
            await stream.send(wire.AudioChunk(opening=opening()))
            for _ in range(2):
                sign = await stream.read()
                assert sign is not None and not sign.HasField("opened")
            answering.end_loading()
            while not stream.results[-1].HasField("opened"):
                assert await stream.read() is not None
            await stream.send(sound(0, SECOND, question=question(1, 0, 16000)))
            assert (await stream.answer_to(1)).seq_id == 1
            await stream.end()
            await desktop.close()

    go(run())


def test_other_options_begin_a_session_anew():
    async def run() -> None:
        async with running_worker() as worker:
            desktop = PlainDesktop(worker.port)
            first = await desktop.opened(model="base")
            await first.send(sound(0, SECOND))
            second = await desktop.opened(model="tiny.en")
            assert second.results[0].acknowledged_to == 0
            await until(lambda: len(worker.answering.left) == 1)
            assert len(worker.answering.opened) == 2
            await desktop.close()

    go(run())


def test_a_session_that_is_not_admitted_is_told_why_and_leaves_nothing():
    async def run() -> None:
        async with running_worker() as worker:
            desktop = PlainDesktop(worker.port)
            stream = desktop.stream()
            await stream.send(wire.AudioChunk(opening=opening("large-v3")))
            assert [each.refusal.reason for each in await stream.rest()] == [wire.MODEL_MISSING]
            assert await stream.code() is grpc.StatusCode.OK
            await until(lambda: worker.is_empty)
            worker.answering.refuses_to_open = Refused(RefusalReason.BUSY, "full")
            stream = desktop.stream()
            await stream.send(wire.AudioChunk(opening=opening()))
            assert [each.refusal.reason for each in await stream.rest()] == [wire.BUSY]
            await desktop.close()

    go(run())


@pytest.mark.parametrize(
    "first",
    [
        wire.AudioChunk(session_id="s"),
        wire.AudioChunk(session_id="s", opening=opening(protocol=99)),
        wire.AudioChunk(session_id="s" * 201, opening=opening()),
        wire.AudioChunk(session_id="a\nb", opening=opening()),
        wire.AudioChunk(session_id="s", opening=opening("../../etc")),
        b"\xff\xff\xff",
    ],
    ids=["no opening", "another protocol", "a long name", "a name of two lines", "a model that is a path", "garbage"],
)
def test_a_stream_that_does_not_begin_as_it_should_is_told_so(first: wire.AudioChunk | bytes):
    async def run() -> None:
        async with running_worker() as worker:
            desktop = PlainDesktop(worker.port)
            stream = desktop.stream()
            await stream.send(first)
            assert {each.refusal.reason for each in await stream.end()} == {wire.NOT_UNDERSTOOD}
            assert worker.answering.opened == []
            await desktop.close()

    go(run())
