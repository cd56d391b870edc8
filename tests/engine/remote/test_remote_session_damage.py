"""Sound that reaches a worker damaged or not at all: sent again, and given up in the end."""

from collections.abc import Callable, Iterator

import grpc
import pytest

from engine.contract.errors import WorkerError
from engine.remote import transcription_pb2 as wire
from engine.remote.remote_errors import from_rpc
from engine.remote.remote_session import MOST_RESENDS, RemoteSession
from engine.remote.transcription_pb2_grpc import SpeechWorkerStub
from tests.builders.asking import LONG, OPTIONS, said, window
from tests.builders.worker_house import PATIENT, Counting
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.fake_worker import FakeWorker

Spoil = Callable[[int, wire.AudioChunk], wire.AudioChunk | None]


def session_over_a_spoiled_line(target: str, spoil: Spoil) -> tuple[RemoteSession, grpc.Channel]:
    """One where each chunk of sound, numbered from 0, may become another one or none."""
    channel = grpc.insecure_channel(target)
    stub = SpeechWorkerStub(channel)
    numbers = iter(range(1_000_000))

    def spoiled(messages: Iterator[wire.AudioChunk]) -> Iterator[wire.AudioChunk]:
        for message in messages:
            kept = spoil(next(numbers), message) if message.pcm16 else message
            if kept is not None:
                yield kept

    session = RemoteSession(
        transcribe=lambda messages: stub.Transcribe(spoiled(messages)),
        session_id="meeting/0",
        options=OPTIONS,
        worker="Attic",
        translate=lambda error: from_rpc(error, worker="Attic"),
        protocol=1,
        patience=PATIENT,
    )
    return session, channel


def damaged(message: wire.AudioChunk) -> wire.AudioChunk:
    message.pcm16 = message.pcm16[:-1] + bytes([message.pcm16[-1] ^ 1])
    return message


def lost(_message: wire.AudioChunk) -> None:
    """It does not arrive."""


@pytest.mark.parametrize("number", [0, 1, 4])
@pytest.mark.parametrize("becomes", [damaged, lost])
def test_sound_that_did_not_arrive_whole_is_sent_again(
    number: int, becomes: Callable[[wire.AudioChunk], wire.AudioChunk | None]
):
    counting = Counting()
    with FakeWorker(FakeAnswering, watching=counting) as worker:
        session, channel = session_over_a_spoiled_line(
            worker.target, lambda at, message: becomes(message) if at == number else message
        )
        session.open()
        assert said(session, window(0, 700_000)) == "word1"
        session.close()
        channel.close()
        assert isinstance(worker.answering, FakeAnswering)
        assert worker.answering.asked[0].task.samples.tolist() == LONG[:700_000].tolist()  # type: ignore[union-attr]  # it is a window
        assert counting.refusals
        assert counting.samples == 700_000


def test_a_line_that_damages_everything_is_given_up():
    counting = Counting()
    with FakeWorker(FakeAnswering, watching=counting) as worker:
        session, channel = session_over_a_spoiled_line(worker.target, lambda at, message: damaged(message))
        session.open()
        with pytest.raises(WorkerError):
            said(session, window(0, 16_000))
        session.close()
        channel.close()
        assert len(counting.refusals) <= 2 * MOST_RESENDS + 2
