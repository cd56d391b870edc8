"""A worker as an engine, where the contract suite does not look: long files, long answers, bad networks."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from engine.bench.bad_line import BadLine
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.cancellation import Cancellation
from engine.contract.engine import SpanAudio
from engine.contract.errors import WorkerRefused
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.remote.question import Answer, LinesTask, Question
from engine.worker.group.subjects import course_of
from tests.builders.asking import OPTIONS, connect, lines
from tests.builders.remote_values import sound
from tests.builders.speech_clips import stretches_of
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.fake_worker import FakeWorker

TEN_MINUTES = 600


def ten_minutes() -> list[SpanAudio]:
    """Of noise, 19 MB, in stretches of half a minute."""
    length = 30 * SAMPLE_RATE_HZ
    return stretches_of(*(sound(length, seed=number) for number in range(TEN_MINUTES // 30)))


def fingerprint(stretch: SpanAudio) -> str:
    return f"{np.frombuffer(stretch.samples.tobytes(), np.uint32).sum(dtype=np.uint64):x}"


def by_sound(question: Question) -> Answer:
    """A line a stretch, that says what sound it was."""
    assert isinstance(question.task, LinesTask)
    return tuple(
        (RecognisedSegment(0, each.start, each.stop, fingerprint(each), "en", 0.5),) for each in question.task.stretches
    )


@pytest.mark.parametrize("is_bad", [False, True], ids=["good line", "slow and lossy line"])
def test_ten_minutes_cross_whole(is_bad: bool):
    """Case 83: the sound, in pieces, several questions at a time."""
    recording = ten_minutes()

    def understand(batch: list[SpanAudio]) -> list[list[RecognisedSegment]]:
        return session.recognise(batch, Cancellation(), language="en")

    batches = [recording[at : at + 4] for at in range(0, len(recording), 4)]
    with (
        FakeWorker(lambda: FakeAnswering(answer=by_sound)) as worker,
        BadLine(worker.port, delay_s=0.02 * is_bad, loss=0.001 * is_bad) as line,
        closing(connect(line.target)) as connection,
        closing(connection.engine().open_session(OPTIONS)) as session,
        ThreadPoolExecutor(2) as pool,
    ):
        found = list(pool.map(understand, batches))
        assert [each[0].text for batch in found for each in batch] == [fingerprint(each) for each in recording]
        assert 19_000_000 < line.bytes_up < 21_000_000


def test_ninety_thousand_words_come_back():
    """Case 83: the answer, in pieces."""
    words = tuple(RecognisedWord(SampleIndex(n), SampleIndex(n + 1), f" word{n}", 0.5) for n in range(150))
    line = RecognisedSegment(0, SampleIndex(0), SampleIndex(1), "words", "en", 0.5, words)
    found = (tuple(replace(line, start=SampleIndex(n)) for n in range(300)), (line,) * 300)
    with (
        FakeWorker(lambda: FakeAnswering(answer=lambda question: found)) as worker,
        closing(connect(worker.target)) as connection,
        closing(connection.engine().open_session(OPTIONS)) as session,
    ):
        answer = session.recognise(lines(8000, 8000).stretches, Cancellation(), language="en")
        assert sum(len(line.words) for each in answer for line in each) == 90_000
        assert tuple(tuple(each) for each in answer) == found


def test_an_answer_that_no_peer_takes_is_a_typed_error_and_the_next_session_goes_on():
    """Case 83: an oversize message."""
    huge = RecognisedSegment(0, SampleIndex(0), SampleIndex(1), "x" * 2_000_000, "en", 0.5)
    small = replace(huge, text="x")
    answers = iter([huge, small])
    with (
        FakeWorker(lambda: FakeAnswering(answer=lambda question: ((next(answers),),))) as worker,
        closing(connect(worker.target)) as connection,
    ):
        engine = connection.engine()
        with closing(engine.open_session(OPTIONS)) as session, pytest.raises(WorkerRefused) as refused:
            session.recognise(lines(8000).stretches, Cancellation(), language="en")
        assert refused.value.reason == "too_much"
        with closing(engine.open_session(OPTIONS)) as session:
            assert session.recognise(lines(8000).stretches, Cancellation(), language="en") == [[small]]


def test_the_whole_of_the_options_goes_with_a_session():
    options = RecognitionOptions(
        model="base",
        languages=("en", "zh"),
        language_per_segment=True,
        beam_size=3,
        glossary=(GlossaryTerm("Krylov", ("krill of",), "Krylow"),),
    )
    with (
        FakeWorker(FakeAnswering) as worker,
        closing(connect(worker.target)) as connection,
        closing(connection.engine().open_session(options)) as session,
    ):
        session.recognise(lines(8000).stretches, Cancellation(), language="zh")
        assert isinstance(worker.answering, FakeAnswering)
        question = worker.answering.asked[0]
        assert question.options == options
        assert isinstance(question.task, LinesTask)
        assert question.task.language == "zh"


def test_lectures_of_a_course_are_known_to_the_worker_as_of_one():
    with FakeWorker(FakeAnswering) as worker, closing(connect(worker.target)) as connection:
        for course in ("physics", "physics", ""):
            connection.engine(course=course).open_session(OPTIONS).close()
        assert isinstance(worker.answering, FakeAnswering)
        one, other, alone = map(course_of, worker.answering.opened)
        assert one == other != alone
        assert len(set(worker.answering.opened)) == 3


def test_an_engine_is_fed_as_the_worker_likes_it():
    with FakeWorker(FakeAnswering) as worker, closing(connect(worker.target)) as connection:
        engine = connection.engine()
        assert engine.batch_size >= 1
        engine.open_session(OPTIONS).close()
        assert (engine.batch_size, engine.parallel, engine.device.worker) == (2, 2, "Attic")
