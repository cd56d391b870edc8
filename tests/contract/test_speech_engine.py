"""What holds for every engine: the real one, one on a worker, and the fake that other tests believe in."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.caching.cached_engine import CachedEngine
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import DeviceReport, EngineSession, SpanAudio, SpeechEngine
from engine.contract.languages import LANGUAGES
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.recognition.elsewhere import Elsewhere
from engine.recognition.fallback_engine import FallbackEngine, FarSession
from engine.remote.worker_connection import WorkerConnection
from tests.builders.speech_clips import clip, silence, stretches_of
from tests.fakes.fake_speech_engine import FakeSpeechEngine, scripted_line
from tests.fakes.fake_worker import EngineAnswering, FakeWorker
from tests.fakes.far_places import FakeDoors, Mood, far_session
from tests.fakes.memory_store import MemoryStore

OPTIONS = RecognitionOptions(model="tiny.en", beam_size=1)


@dataclass(frozen=True)
class Candidate:
    """An engine with stretches of speech it understands, and a word that each of them holds."""

    engine: SpeechEngine
    stretches: list[SpanAudio]
    expected: list[str]
    closing: ExitStack = field(default_factory=ExitStack)
    """What stands behind it."""


def fake_engine(models: Callable[[], Path]) -> Candidate:
    stretches = stretches_of(silence(6), silence(3), silence(11))
    script = [
        scripted_line("He should make inquiries.", 0.5, 5),
        scripted_line("The average man's a coward.", 6.2, 8.5),
        scripted_line("Ask not what your country", 9.5, 14),
        scripted_line("can do for you.", 14.5, 19),
    ]
    return Candidate(FakeSpeechEngine(script), stretches, ["inquiries", "coward", "country"])


def engine_with_a_worker(models: Callable[[], Path]) -> Candidate:
    """The worker answers."""
    far = fake_engine(models)
    return replace(far, engine=fallback(far.engine, FakeSpeechEngine()))


def engine_without_its_worker(models: Callable[[], Path]) -> Candidate:
    """The worker fails at each question, and this computer answers."""
    near = fake_engine(models)
    mood = Mood()
    mood.fails = 1 << 30
    return replace(near, engine=fallback(FakeSpeechEngine(), near.engine, mood=mood))


def fallback(far: SpeechEngine, near: SpeechEngine, *, mood: Mood | None = None) -> FallbackEngine:
    """A worker's engine, and this computer's behind it."""
    mood = mood or Mood()
    assert isinstance(far, FakeSpeechEngine)
    options = replace(OPTIONS, languages=("en",))  # it is made for one job, and so for one meeting
    doors: FakeDoors[FarSession] = FakeDoors(lambda: far_session(mood, far, options), mood, patience=1 << 30)
    elsewhere: Elsewhere[FarSession] = Elsewhere(doors)
    assert elsewhere.wait(5.0, Cancellation())
    return FallbackEngine(elsewhere, load=lambda: near)


def cached_engine(models: Callable[[], Path]) -> Candidate:
    """Asked several times by this suite, it answers most questions from its cache."""
    inner = fake_engine(models)
    store = MemoryStore(bound=1 << 20)
    return replace(inner, engine=CachedEngine(inner.engine, store=store, model_checksum="weights", steps="1"))


def whisper_engine(models: Callable[[], Path]) -> Candidate:
    from engine.recognition.whisper_engine import WhisperEngine  # here: not every run loads a speech model

    engine = WhisperEngine(model_path=models() / "tiny.en", device=DeviceReport("cpu", "int8", "Processor"), threads=2)
    clips = ("1998-15444-0001.flac", "3005-163389-0004.flac", "jfk_441khz.m4a")
    return Candidate(engine, stretches_of(*map(clip, clips)), ["inquiries", "coward", "country"])


def on_a_worker(near: Candidate) -> Candidate:
    """The same engine, over the network."""
    closing = ExitStack()
    closing.callback(near.engine.close)
    answering = EngineAnswering(near.engine)
    closing.callback(answering.close)
    worker = closing.enter_context(FakeWorker(answering))
    connection = WorkerConnection(target=worker.target, worker="Attic", credentials=None)
    closing.callback(connection.close)
    return Candidate(connection.engine(), near.stretches, near.expected, closing)


def fake_engine_on_a_worker(models: Callable[[], Path]) -> Candidate:
    return on_a_worker(fake_engine(models))


def whisper_engine_on_a_worker(models: Callable[[], Path]) -> Candidate:
    return on_a_worker(whisper_engine(models))


@pytest.fixture(
    scope="module",
    params=[
        fake_engine,
        fake_engine_on_a_worker,
        engine_with_a_worker,
        engine_without_its_worker,
        pytest.param(whisper_engine, marks=pytest.mark.slow),
        pytest.param(whisper_engine_on_a_worker, marks=pytest.mark.slow),
    ],
)
def candidate(request: pytest.FixtureRequest) -> Iterator[Candidate]:
    candidate: Candidate = request.param(lambda: request.getfixturevalue("speech_models"))
    with candidate.closing:
        yield candidate
        candidate.engine.close()
        candidate.engine.close()


@pytest.fixture
def session(candidate: Candidate) -> Iterator[EngineSession]:
    session = candidate.engine.open_session(OPTIONS)
    yield session
    session.close()
    session.close()


def text_of(lines: list[RecognisedSegment]) -> str:
    return " ".join(line.text for line in lines).lower()


def test_it_says_what_it_runs_on_and_how_it_likes_to_be_fed(candidate: Candidate):
    assert candidate.engine.device.device in {"cpu", "cuda"}
    assert candidate.engine.batch_size >= 1
    assert candidate.engine.parallel >= 1


def test_each_stretch_is_answered_by_its_own_lines(candidate: Candidate, session: EngineSession):
    found = session.recognise(candidate.stretches, Cancellation(), language="en")
    assert len(found) == len(candidate.stretches)
    for lines, word in zip(found, candidate.expected, strict=True):
        assert word in text_of(lines)


def test_lines_lie_in_their_stretch_in_order(candidate: Candidate, session: EngineSession):
    found = session.recognise(candidate.stretches, Cancellation(), language="en")
    for lines, stretch in zip(found, candidate.stretches, strict=True):
        for line in lines:
            assert stretch.start <= line.start <= line.stop <= stretch.stop
            assert line.track == stretch.track
        assert all(before.start <= after.start for before, after in pairwise(lines))


def test_a_line_is_its_words(candidate: Candidate, session: EngineSession):
    for lines in session.recognise(candidate.stretches, Cancellation(), language="en"):
        for line in lines:
            assert "".join(word.text for word in line.words).strip() == line.text
            assert all(line.start <= word.start <= word.stop <= line.stop for word in line.words)
            assert all(before.start <= after.start for before, after in pairwise(line.words))


def test_numbers_are_what_they_say(candidate: Candidate, session: EngineSession):
    for lines in session.recognise(candidate.stretches, Cancellation(), language="en"):
        for line in lines:
            assert 0 <= line.confidence <= 1
            assert 0 <= line.no_speech <= 1
            assert all(0 <= word.confidence <= 1 for word in line.words)
            assert line.language in LANGUAGES


def test_the_same_question_gets_the_same_answer(candidate: Candidate, session: EngineSession):
    first = session.recognise(candidate.stretches[:1], Cancellation(), language="en")
    assert session.recognise(candidate.stretches[:1], Cancellation(), language="en") == first


def test_several_threads_may_ask_at_once(candidate: Candidate, session: EngineSession):
    def ask(stretch: SpanAudio) -> str:
        return text_of(session.recognise([stretch], Cancellation(), language="en")[0])

    with ThreadPoolExecutor(candidate.engine.parallel) as pool:
        found = list(pool.map(ask, candidate.stretches))
    assert all(word in text for word, text in zip(candidate.expected, found, strict=True))


def test_no_stretches_get_no_answers(session: EngineSession):
    """Case 46."""
    assert session.recognise([], Cancellation(), language="en") == []
    assert session.guess_language([], Cancellation()).language in LANGUAGES


def test_the_guess_is_one_of_the_allowed_languages(candidate: Candidate):
    session = candidate.engine.open_session(RecognitionOptions(model="tiny.en", languages=("en",)))
    guess = session.guess_language(candidate.stretches, Cancellation())
    assert (guess.language, guess.probability) == ("en", 1.0)
    assert session.guess_language([], Cancellation()) == guess
    session.close()


def test_what_is_cancelled_gives_nothing(candidate: Candidate, session: EngineSession):
    """Case 64."""
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(Cancelled):
        session.recognise(candidate.stretches, cancellation, language="en")


def test_two_meetings_at_a_time_know_nothing_of_each_other(candidate: Candidate, session: EngineSession):
    other = candidate.engine.open_session(OPTIONS)
    expected = session.recognise(candidate.stretches[:1], Cancellation(), language="en")
    other.recognise(candidate.stretches[1:], Cancellation(), language="en")
    assert session.recognise(candidate.stretches[:1], Cancellation(), language="en") == expected
    other.close()
    assert session.recognise(candidate.stretches[:1], Cancellation(), language="en") == expected
