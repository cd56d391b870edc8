"""One connection for everything, versions that are agreed, and a worker that says what it is."""

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import grpc
import pytest

from engine.bench.bad_line import BadLine
from engine.contract.cancellation import Cancellation
from engine.contract.errors import WorkerRefused, WorkerTooOld, WorkerUnreachable
from engine.remote import transcription_pb2 as wire
from engine.remote.question import Priority
from engine.remote.transcription_pb2_grpc import SpeechWorkerServicer, add_SpeechWorkerServicer_to_server
from engine.remote.worker_connection import WorkerConnection
from tests.builders.asking import OPTIONS, connect, lines, said, window
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.fake_worker import FakeWorker


@pytest.fixture
def worker() -> Iterator[FakeWorker]:
    with FakeWorker(FakeAnswering) as worker:
        yield worker


class OtherVersion(SpeechWorkerServicer):
    """A worker of another version, that notes how sessions are opened."""

    def __init__(self, *protocols: int) -> None:
        self.protocols = protocols
        self.opened: list[int] = []

    def Describe(  # noqa: N802 - gRPC names it
        self, request: wire.DescribeRequest, context: grpc.ServicerContext
    ) -> wire.Description:
        return wire.Description(protocols=self.protocols, name="Other")

    def Transcribe(  # noqa: N802 - gRPC names it
        self, request_iterator: Iterator[wire.AudioChunk], context: grpc.ServicerContext
    ) -> Iterator[wire.TranscribeResult]:
        for chunk in request_iterator:
            if chunk.HasField("opening"):
                self.opened.append(chunk.opening.protocol)
                yield wire.TranscribeResult(opened=wire.Opened(batch_size=1))


@contextmanager
def serving(servicer: SpeechWorkerServicer | None) -> Generator[str]:
    """A plain server; without a servicer it knows no call at all."""
    server = grpc.server(ThreadPoolExecutor(2))
    if servicer is not None:
        add_SpeechWorkerServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(None).wait()


def test_a_worker_is_known_by_the_name_that_the_person_gave_it(worker: FakeWorker):
    with closing(connect(worker.target)) as connection:
        described = connection.describe()
        assert described.name == "Fake worker"
        assert described.standing.device.worker == "Attic"
        assert connection.prove().worker == "Attic"
        look = connection.look()
        assert (look.name, look.models, look.free_streams, look.waiting) == ("Attic", ("base", "tiny.en"), 3, 1)
        assert look.round_trip_ms > 0
        assert connection.health().decode_ms == 12.5


def test_a_worker_that_cannot_decode_is_not_asked(worker: FakeWorker):
    assert isinstance(worker.answering, FakeAnswering)
    worker.answering.refuses_to_decode = "out of memory"
    with closing(connect(worker.target)) as connection:
        assert not connection.health().decodes
        with pytest.raises(WorkerRefused) as refused:
            connection.prove()
        assert refused.value.reason == "recogniser_failed"


def test_one_connection_is_used_for_everything(worker: FakeWorker):
    with BadLine(worker.port) as line, closing(connect(line.target)) as connection:
        connection.look()
        connection.prove()
        engine = connection.engine()
        file = engine.open_session(OPTIONS)
        live = connection.recogniser("meeting", OPTIONS)
        live.turn_to(1, is_tentative=True)
        for session in (live, connection.recogniser("other", OPTIONS)):
            session.understand(window(0, 8000).samples, said=(), language="en", careful=True)
            session.close()
        file.close()
        assert line.connections == 1


def test_versions_that_both_know_are_agreed_on(worker: FakeWorker):
    newer = WorkerConnection(target=worker.target, worker="Attic", credentials=None, protocols=(1, 2))
    with closing(newer), closing(newer.session("meeting/0", OPTIONS)) as session:
        assert session.open().batch_size == 2
        assert said(session, window(0, 8000)) == "word1"


def test_a_newer_worker_is_spoken_to_in_the_older_way():
    servicer = OtherVersion(1, 2)
    with serving(servicer) as target, closing(connect(target)) as connection:
        with closing(connection.session("meeting/0", OPTIONS)) as session:
            session.open()
        assert servicer.opened == [1]


@pytest.mark.parametrize(("ours", "theirs", "is_newer"), [((1,), (9,), True), ((2, 3), (1,), False)])
def test_two_that_know_no_common_version_say_so(ours: tuple[int, ...], theirs: tuple[int, ...], is_newer: bool):
    servicer = OtherVersion(*theirs)
    with serving(servicer) as target:
        connection = WorkerConnection(target=target, worker="Attic", credentials=None, protocols=ours)
        with closing(connection), pytest.raises(WorkerTooOld) as error:
            connection.session("meeting/0", OPTIONS)
        assert error.value.is_newer == is_newer
        assert servicer.opened == []


def test_a_server_that_knows_none_of_our_calls_is_too_old():
    with serving(None) as target, closing(connect(target)) as connection, pytest.raises(WorkerTooOld):
        connection.describe()


def test_a_connection_that_was_closed_answers_nothing(worker: FakeWorker):
    connection = connect(worker.target)
    connection.describe()
    connection.close()
    connection.close()
    for ask in (connection.describe, connection.health):
        with pytest.raises(WorkerUnreachable):
            ask()


def test_files_that_nobody_waits_for_have_time(worker: FakeWorker):
    assert isinstance(worker.answering, FakeAnswering)
    with closing(connect(worker.target)) as connection:
        for priority in (Priority.FOREGROUND_FILE, Priority.BACKGROUND_FILE):
            session = connection.engine(priority=priority).open_session(OPTIONS)
            session.recognise(lines(8000).stretches, Cancellation(), language="en")
            session.close()
        assert [each.priority for each in worker.answering.asked] == [3, 4]
