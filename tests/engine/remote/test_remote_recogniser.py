"""Live words over the network: each track for itself, settled words as they were written."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from engine.contract.errors import WorkerRefused, WorkerUnreachable
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.contract.steady_clock import steady_now
from engine.remote.question import Answer, LanguageTask, Priority, Question, SaidWord, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.remote_recogniser import RemoteRecogniser
from engine.remote.worker_connection import WorkerConnection
from tests.builders.asking import LONG, OPTIONS, connect
from tests.builders.remote_values import sound
from tests.fakes.fake_answering import FakeAnswering, plain_answer
from tests.fakes.fake_worker import FakeWorker

DECODING_S = 0.0001  # less than any way there and back
"""What the worker says its decoder took."""


def with_tokens(question: Question) -> Answer:
    """A word that was written with the number of its question."""
    if not isinstance(question.task, WindowTask):
        return plain_answer(question)
    word = AlignedWord(0, 8000, f" w{question.seq_id}", 0.9, (question.seq_id, 7), "heard")
    return Heard((word,), is_loop=False, no_speech=0.25, score=-0.5, decoding_s=DECODING_S)


@pytest.fixture
def worker() -> Iterator[FakeWorker]:
    with FakeWorker(lambda: FakeAnswering(answer=with_tokens)) as worker:
        yield worker


@pytest.fixture
def connection(worker: FakeWorker) -> Iterator[WorkerConnection]:
    with closing(connect(worker.target)) as connection:
        yield connection


@pytest.fixture
def live(connection: WorkerConnection) -> Iterator[RemoteRecogniser]:
    with closing(connection.recogniser("meeting", RecognitionOptions())) as live:
        yield live


def asked(worker: FakeWorker) -> list[Question]:
    assert isinstance(worker.answering, FakeAnswering)
    return worker.answering.asked


def task_of(question: Question) -> WindowTask:
    assert isinstance(question.task, WindowTask)
    return question.task


def test_a_window_comes_back_as_it_was_heard(live: RemoteRecogniser):
    heard = live.understand(LONG[:16_000], said=(), language="en", careful=True)
    assert heard == Heard((AlignedWord(0, 8000, " w1", 0.9, (1, 7), "heard"),), False, 0.25, -0.5)
    assert live.device.worker == "Attic"


def test_settled_words_travel_with_the_tokens_they_were_written_with(worker: FakeWorker, live: RemoteRecogniser):
    live.understand(LONG[:16_000], said=(), language="en", careful=False)
    live.learn([AlignedWord(0, 9, " here", 0.9, (5, 6))])
    live.understand(LONG[:20_000], said=(" w1", " here", " unknown"), language="zh", careful=True)
    task = task_of(asked(worker)[1])
    assert task.said == (SaidWord(" w1", (1, 7)), SaidWord(" here", (5, 6)), SaidWord(" unknown"))
    assert (task.language, task.careful) == ("zh", True)


def test_each_track_is_a_session_of_its_own_with_its_own_hurry(worker: FakeWorker, live: RemoteRecogniser):
    microphone, computer = LONG, sound(60_000, seed=77)
    for stop in (16_000, 20_000, 24_000):
        live.turn_to(0, is_tentative=True)
        live.understand(microphone[:stop], said=(), language="en", careful=False)
        live.turn_to(1, is_tentative=False)
        live.understand(computer[:stop], said=(), language="en", careful=False)
    questions = asked(worker)
    assert [each.session_id.split("/", 1)[1] for each in questions] == ["meeting/0", "meeting/1"] * 3
    assert [each.priority for each in questions] == [Priority.LIVE_TENTATIVE, Priority.LIVE_FINAL] * 3
    assert [each.seq_id for each in questions] == [1, 1, 2, 2, 3, 3]
    assert task_of(questions[5]).samples.tolist() == computer[:24_000].tolist()
    assert worker.service.peers.held.sound == 48_000


def test_the_language_is_asked_for_where_there_is_a_choice(worker: FakeWorker, connection: WorkerConnection):
    with closing(connection.recogniser("other", OPTIONS)) as live:
        assert live.guess_language(LONG[:16_000]) == ("en", 1.0)
    assert asked(worker) == []
    with closing(connection.recogniser("third", RecognitionOptions())) as live:
        assert live.guess_language(LONG[:16_000]) == ("en", 0.9)
    assert isinstance(asked(worker)[0].task, LanguageTask)


def test_a_worker_without_room_says_so_at_the_beginning(worker: FakeWorker, connection: WorkerConnection):
    assert isinstance(worker.answering, FakeAnswering)
    worker.answering.refuses_to_open = Refused(RefusalReason.BUSY, "four streams")
    with pytest.raises(WorkerRefused) as refused:
        connection.recogniser("meeting", OPTIONS)
    assert (refused.value.reason, refused.value.is_full) == ("busy", True)
    worker.answering.refuses_to_open = None  # its trace holds what belongs to the worker's loop


def test_how_long_a_worker_decoded_is_told_apart_from_its_encoder_and_the_way(live: RemoteRecogniser):
    before_s = steady_now()
    heard = live.understand(LONG[:16_000], said=(), language="en", careful=True)
    assert heard.encoded_s is not None
    assert heard.decoding_s == pytest.approx(DECODING_S)
    assert before_s <= heard.encoded_s <= steady_now() - DECODING_S


def test_a_closed_one_answers_nothing(live: RemoteRecogniser):
    live.close()
    live.close()
    for track in (0, 1):
        live.turn_to(track, is_tentative=False)
        with pytest.raises(WorkerUnreachable):
            live.understand(LONG[:16_000], said=(), language="en", careful=True)
