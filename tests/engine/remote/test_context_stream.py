"""What is known of a meeting travels with its sound: up when it begins and changes, down where it is newer."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from engine.bench.bad_line import BadLine
from engine.caching.session_context import SessionContext, read_context, write_context
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.remote.remote_recogniser import RemoteRecogniser
from engine.remote.worker_connection import WorkerConnection
from tests.builders.asking import LONG, connect
from tests.builders.waiting import wait_until
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.fake_worker import FakeWorker

DECIDED = SessionContext(version=2, language="zh", probability=0.9, glossary=(GlossaryTerm("eigenvalue"),))
NAME = "this-machine/monday"


class Desk:
    """See ``MeetingContext``."""

    def __init__(self, known: SessionContext, *, meeting: str = "monday") -> None:
        self.known = known
        self.meeting = meeting
        self.heard: list[SessionContext | None] = []

    @property
    def document(self) -> str:
        return write_context(self.known)

    def take_up(self, document: str) -> None:
        self.heard.append(read_context(document))


@pytest.fixture
def worker() -> Iterator[FakeWorker]:
    with FakeWorker(FakeAnswering) as worker:
        yield worker


@pytest.fixture
def connection(worker: FakeWorker) -> Iterator[WorkerConnection]:
    with closing(connect(worker.target)) as connection:
        yield connection


def kept(worker: FakeWorker, name: str = NAME) -> SessionContext | None:
    assert isinstance(worker.answering, FakeAnswering)
    return read_context(worker.run(worker.answering.meetings.store.read(name)))


def begin(connection: WorkerConnection, context: Desk, name: str = "one") -> RemoteRecogniser:
    return connection.recogniser(name, RecognitionOptions(model="base"), context=context)


def ask(live: RemoteRecogniser) -> None:
    live.understand(LONG[:16_000], said=(), language="en", careful=False)


def test_a_worker_keeps_what_a_session_begins_with(worker: FakeWorker, connection: WorkerConnection):
    desk = Desk(DECIDED)
    with closing(begin(connection, desk)):
        found = kept(worker)
        assert found is not None
        assert (found.language, found.glossary, found.version) == ("zh", DECIDED.glossary, 2)
    assert desk.heard == []


def test_a_change_goes_up_with_the_next_question(worker: FakeWorker, connection: WorkerConnection):
    desk = Desk(SessionContext(version=1))
    with closing(begin(connection, desk)) as live:
        ask(live)
        desk.known = DECIDED
        ask(live)
        wait_until(lambda: (kept(worker) or SessionContext()).language == "zh")


def test_who_begins_anew_hears_what_is_known_and_another_meeting_nothing(
    worker: FakeWorker, connection: WorkerConnection
):
    begin(connection, Desk(DECIDED)).close()
    again, other = Desk(SessionContext(version=1)), Desk(SessionContext(version=1), meeting="tuesday")
    for name, desk in (("two", again), ("three", other)):
        begin(connection, desk, name).close()
    assert [each.language for each in again.heard if each is not None] == ["zh"]
    assert other.heard == []


def test_a_stream_that_broke_tells_again_what_is_known_by_then(worker: FakeWorker):
    desk = Desk(SessionContext(version=1))
    with (
        BadLine(worker.port) as line,
        closing(connect(line.target)) as connection,
        closing(begin(connection, desk)) as live,
    ):
        ask(live)
        desk.known = replace(DECIDED, version=4)
        line.cut()
        ask(live)
        wait_until(lambda: (kept(worker) or SessionContext()).version == 4)


def test_an_older_desktop_says_nothing_and_nothing_is_kept(worker: FakeWorker, connection: WorkerConnection):
    with closing(connection.recogniser("one", RecognitionOptions(model="base"))) as live:
        ask(live)
    assert isinstance(worker.answering, FakeAnswering)
    assert worker.answering.meetings.figures.counts.asked == 0
