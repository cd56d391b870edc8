"""Whatever becomes of the line: each sample is sent once, each question computed and answered once, each wait ends."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing

import pytest

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.child_environment import child_environment
from engine.contract.errors import WorkerRefused, WorkerUnreachable
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.remote import transcription_pb2 as wire
from engine.remote.patience import Patience
from engine.remote.question import LanguageTask, Priority
from engine.remote.remote_errors import from_rpc
from engine.remote.remote_session import LOOK_S, RemoteSession
from engine.remote.standing import OpenedSession
from engine.remote.wire_answers import answer_messages, opened_message
from engine.worker.limits import Limits
from tests.builders.asking import LONG, OPTIONS, connect, lines, said, window
from tests.builders.waiting import wait_until
from tests.builders.worker_house import PATIENT, QUICK, WorkerHouse
from tests.fakes.fake_speech_engine import FAKE_CPU


@pytest.fixture
def house() -> Iterator[WorkerHouse]:
    with closing(WorkerHouse()) as house:
        house.session.open()
        yield house


@pytest.fixture
def hasty() -> Iterator[WorkerHouse]:
    """One whose session waits little for a stream that broke."""
    with closing(WorkerHouse(patience=QUICK)) as house:
        house.session.open()
        yield house


def test_questions_are_answered_and_a_window_that_grows_costs_its_new_samples(house: WorkerHouse):
    for number, stop in enumerate((16_000, 24_000, 40_000), start=1):
        assert said(house.session, window(0, stop)) == f"word{number}"
    assert said(house.session, window(20_000, 48_000)) == "word4"
    assert house.counting.samples == 48_000
    assert [question.options for question in house.answering.asked] == [OPTIONS] * 4
    asked = house.answering.asked[3].task
    assert asked.samples.tolist() == LONG[20_000:48_000].tolist()  # type: ignore[union-attr]  # it is a window


def test_questions_of_several_threads_get_each_its_own_answer(house: WorkerHouse):
    def ask(number: int) -> bool:
        task = lines(8000 + number, 3000)
        found = house.session.ask(task, priority=Priority.FOREGROUND_FILE)
        return [line.stop - line.start for each in found for line in each] == [8000 + number, 3000]

    assert all(house.pool.map(ask, range(12)))
    assert house.session.ask(LanguageTask(lines(8000).stretches), priority=Priority.LIVE_FINAL).language == "en"


def test_a_stream_that_breaks_while_a_question_waits_goes_on_and_the_answer_comes(house: WorkerHouse):
    house.hold()
    answer = house.ask(0, 48_000)
    wait_until(lambda: house.asked == [1])
    house.wire.cut()
    wait_until(lambda: house.counting.streams == 2)
    house.release()
    assert answer.result() == "word1"
    assert said(house.session, window(0, 64_000)) == "word2"
    assert house.asked == [1, 2]
    assert house.counting.samples == 64_000


def test_a_line_that_breaks_again_and_again_loses_and_doubles_nothing(house: WorkerHouse):
    answers: list[str] = []
    for number, at in enumerate(range(0, 900_000, 9000)):
        if number % 10 == 3:
            house.pool.submit(house.wire.cut)
        answers.append(said(house.session, window(max(0, at - 100_000), at + 9000)))
    assert answers == [f"word{number}" for number in range(1, len(answers) + 1)]
    assert sorted(house.asked) == sorted(set(house.asked))
    assert house.counting.streams > 2
    assert house.counting.samples == 900_000


def test_sound_that_was_sent_into_a_broken_line_is_sent_again_from_where_the_worker_is(house: WorkerHouse):
    assert said(house.session, window(0, 200_000)) == "word1"
    sent = house.wire.bytes_up
    house.wire.cut()
    assert said(house.session, window(0, 210_000)) == "word2"
    assert house.counting.samples == 210_000
    assert house.wire.bytes_up - sent < 2 * 10_000 + 5000


def test_a_worker_that_begins_anew_gets_what_is_asked_about_once_more(house: WorkerHouse):
    assert said(house.session, window(0, 30_000)) == "word1"
    house.hold()
    answer = house.ask(10_000, 50_000)
    wait_until(lambda: house.asked == [1, 2])
    house.restart()
    assert answer.result() == "word2"
    assert house.asked == [2]
    assert said(house.session, window(10_000, 60_000)) == "word3"


class Loading:
    """A worker that is opened at once, and again after it broke only when it has loaded; clock and all."""

    def __init__(self, *, patience: Patience, signs: int) -> None:
        self.now_s = 0.0
        self.streams = 0
        self.breaks = threading.Event()
        self._patience = patience
        self._signs = signs

    def transcribe(self, _messages: Iterator[wire.AudioChunk]) -> "Loading":
        self.streams += 1
        return self

    def __iter__(self) -> Iterator[wire.TranscribeResult]:
        if self.streams > 1:
            for _ in range(self._signs):
                self.now_s += 0.8 * self._patience.resume_s
                time.sleep(2 * LOOK_S)  # whoever would not wait gives up now
                yield wire.TranscribeResult(session_id="meeting/0")
        yield opened_message(OpenedSession(FAKE_CPU, 2, 2, ("en",)), session_id="meeting/0")
        self.breaks.wait(60.0)
        if self.streams > 1:
            heard = Heard((AlignedWord(0, 320, " word", 0.9),), False, 0.0, -0.1)
            yield from answer_messages(heard, session_id="meeting/0", seq_id=1, acknowledged_to=0)

    def cancel(self) -> None:
        pass


def test_a_worker_that_says_that_it_is_there_while_it_loads_is_waited_for():
    worker = Loading(patience=PATIENT, signs=3)
    session = RemoteSession(
        transcribe=worker.transcribe,
        session_id="meeting/0",
        options=OPTIONS,
        worker="desk-gpu",
        translate=lambda error: from_rpc(error, worker="desk-gpu"),
        protocol=1,
        patience=PATIENT,
        clock=lambda: worker.now_s,
    )
    with closing(session):
        session.open()
        worker.breaks.set()
        assert said(session, window(0, 16_000)) == "word"
    assert worker.now_s > PATIENT.resume_s


def test_a_question_to_a_worker_that_is_gone_is_given_up(hasty: WorkerHouse):
    """Case 85."""
    hasty.hold()
    answer = hasty.ask(0, 16_000)
    wait_until(lambda: hasty.asked == [1])
    hasty.wire.go_away()
    with pytest.raises(WorkerUnreachable, match="Attic"):
        answer.result()
    with pytest.raises(WorkerUnreachable):
        said(hasty.session, window(0, 17_000))


def test_a_worker_that_comes_back_later_is_told_what_nobody_waits_for_any_more(hasty: WorkerHouse):
    hasty.hold()
    answer = hasty.ask(0, 16_000)
    wait_until(lambda: hasty.asked == [1])
    hasty.wire.go_away()
    with pytest.raises(WorkerUnreachable):
        answer.result()
    hasty.wire.come_back()
    second = None
    while second is None:
        second = first_of(hasty.ask(0, 32_000))
    wait_until(lambda: hasty.answering.cancelled == [1])
    hasty.release()
    assert second.result() == f"word{hasty.asked[-1]}"
    assert hasty.counting.samples == 32_000


def first_of(answer: "Future[str]") -> "Future[str] | None":
    """The question, once it has arrived; ``None`` if there was no line for it."""
    try:
        answer.result(1.5)
    except TimeoutError:
        return answer
    except WorkerUnreachable:
        return None
    return answer


def test_a_stream_that_broke_while_nobody_asked_is_opened_by_the_next_question(house: WorkerHouse):
    assert said(house.session, window(0, 16_000)) == "word1"
    house.wire.cut()
    house.wire.cut()
    assert said(house.session, window(0, 20_000)) == "word2"


def test_a_frozen_line_costs_no_more_than_the_deadline():
    """Case 85."""
    with closing(WorkerHouse(patience=Patience(answer_s=0.5, answer_part=0.0, close_s=0.2))) as house:
        house.session.open()
        house.wire.freeze()
        with pytest.raises(WorkerUnreachable) as error:
            said(house.session, window(0, 16_000))
        assert error.value.detail.startswith("no answer within")


def test_keepalive_notices_a_line_over_which_nothing_comes():
    """Case 85: long before any deadline of a question."""
    patience = Patience(resume_s=0.1, answer_s=600, keepalive_s=1.0, keepalive_answer_s=0.5, close_s=0.2)
    with closing(WorkerHouse(patience=patience, limits=Limits(keepalive_s=1.0))) as house:
        house.session.open()
        house.hold()
        answer = house.ask(0, 16_000)
        wait_until(lambda: house.asked == [1])
        house.wire.freeze()
        with pytest.raises(WorkerUnreachable) as error:
            answer.result()
        assert "no answer within" not in error.value.detail


@pytest.fixture
def held_worker() -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.held_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    )
    yield process
    process.kill()
    process.communicate()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize("fate", ["frozen", "killed"])
def test_a_worker_that_is_frozen_or_killed_in_the_middle_of_a_question_is_noticed(
    held_worker: "subprocess.Popen[bytes]", fate: str
):
    """Case 85."""
    assert held_worker.stdout is not None
    port = int(held_worker.stdout.readline())
    patience = Patience(resume_s=0.1, answer_s=600, keepalive_s=1.0, keepalive_answer_s=0.5, close_s=0.2)
    with (
        closing(connect(f"127.0.0.1:{port}", patience=patience)) as connection,
        ThreadPoolExecutor(1) as pool,
        closing(connection.session("meeting/0", OPTIONS)) as session,
    ):
        session.open()
        answer = pool.submit(said, session, window(0, 16_000))
        wait_until(lambda: connection.describe().standing.live_streams == 1)
        held_worker.send_signal(signal.SIGSTOP if fate == "frozen" else signal.SIGKILL)
        with pytest.raises(WorkerUnreachable) as error:
            answer.result()
        assert "no answer within" not in error.value.detail


def test_a_question_that_is_cancelled_is_taken_back_from_the_worker(house: WorkerHouse):
    """Case 64."""
    house.hold()
    cancellation = Cancellation()

    def ask() -> None:
        house.session.ask(lines(16_000), priority=Priority.FOREGROUND_FILE, cancellation=cancellation)

    answer = house.pool.submit(ask)
    wait_until(lambda: house.asked == [1])
    cancellation.request()
    with pytest.raises(Cancelled):
        answer.result()
    wait_until(lambda: house.answering.cancelled == [1])


def test_a_question_that_took_too_long_is_taken_back_from_the_worker():
    with closing(WorkerHouse(patience=Patience(answer_s=1.0, answer_part=0.0))) as house:
        house.session.open()
        house.hold()
        with pytest.raises(WorkerUnreachable):
            said(house.session, window(0, 16_000))
        wait_until(lambda: house.answering.cancelled == [1])
        house.release()
        second = None
        while second is None:
            second = first_of(house.ask(0, 16_000))
        assert second.result() == f"word{house.asked[-1]}"


def test_whoever_waits_is_told_when_the_session_is_closed(house: WorkerHouse):
    house.hold()
    answer = house.ask(0, 16_000)
    wait_until(lambda: house.asked == [1])
    house.session.close()
    with pytest.raises(WorkerUnreachable):
        answer.result()
    wait_until(lambda: house.answering.left)
    with pytest.raises(WorkerUnreachable):
        said(house.session, window(0, 16_000))
    other = house.connection.session("meeting/1", OPTIONS)
    house.connection.close()
    with closing(other), pytest.raises(WorkerUnreachable):
        other.open()


def test_a_session_leaves_nothing_at_the_worker(house: WorkerHouse):
    said(house.session, window(0, 16_000))
    house.session.close()
    wait_until(lambda: house.answering.left)
    assert len(house.worker.service.sessions) == 0


def test_a_session_that_is_refused_says_why():
    with closing(WorkerHouse()) as house:
        session = house.connection.session("meeting/1", RecognitionOptions(model="large-v3"))
        with closing(session), pytest.raises(WorkerRefused) as refused:
            session.open()
        assert refused.value.reason == "model_missing"


def test_a_worker_that_is_not_there_cannot_be_asked():
    with closing(WorkerHouse()) as house:
        house.wire.go_away()
        with pytest.raises(WorkerUnreachable):
            house.session.open()
        with pytest.raises(WorkerUnreachable):
            house.connection.describe()
        with pytest.raises(WorkerUnreachable):
            house.connection.health()


def test_a_refused_question_says_why_and_the_next_one_is_answered():
    with closing(WorkerHouse(limits=Limits(asked_s=1.5))) as house:
        house.session.open()
        with pytest.raises(WorkerRefused) as refused:
            said(house.session, window(0, 32_000))
        assert refused.value.reason == "too_much"
        assert said(house.session, window(0, 16_000)) == "word2"
