from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.caching.disk_store import SEGMENT_FOLDER, DiskStore
from engine.caching.figures import CONTEXT, ENCODER, CacheCounts, read_counts
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import SpeechModelMissing, SpeechModelUnknown, WorkerUnreachable
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_store import PROBE_SOUND, EngineStore, probe_sound
from engine.pipeline.live_context import LiveContext
from engine.recognition.elsewhere import Elsewhere
from engine.recognition.fallback_engine import FarSession
from engine.recognition.fallback_recogniser import FarRecogniser
from engine.remote.context_stream import MeetingContext
from tests.builders.speech_clips import clip
from tests.fakes.fake_speech_engine import FakeSpeechEngine
from tests.fakes.far_places import FAR_CARD, FakeDoors, FarReciter, Mood, far_session

TINY = RecognitionOptions(model="tiny.en", threads=1)


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EngineStore]:
    store = EngineStore(models=request.getfixturevalue("speech_models"), cache=tmp_path / "cache")
    yield store
    store.close()
    store.close()


def test_what_is_not_installed_is_named(tmp_path: Path):
    store = EngineStore(models=tmp_path / "models", cache=tmp_path / "cache")
    with pytest.raises(SpeechModelMissing):
        store.engine_for(TINY, Cancellation())
    with pytest.raises(SpeechModelUnknown):
        store.engine_for(RecognitionOptions(model="nonsense"), Cancellation())
    assert not (tmp_path / "models").exists()
    store.close()


def test_the_probe_is_one_second_of_sound():
    assert PROBE_SOUND.stat().st_size == 32_000


@pytest.mark.slow
def test_an_engine_is_kept_for_the_next_job_and_replaced_when_another_is_wanted(store: EngineStore):
    first = store.engine_for(TINY, Cancellation())
    assert first.device.device in {"cpu", "cuda"}
    assert store.engine_for(RecognitionOptions(model="tiny.en", threads=1, languages=("en",)), Cancellation()) is first
    assert store.engine_for(RecognitionOptions(model="tiny.en", threads=2), Cancellation()) is not first


@pytest.mark.slow
def test_loading_is_cancelled(store: EngineStore):
    """Case 64."""
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(Cancelled):
        store.engine_for(TINY, cancellation)


@pytest.mark.slow
def test_live_engines_are_kept_beside_each_other_and_hear_words(store: EngineStore, tmp_path: Path):
    english = RecognitionOptions(model="tiny.en", threads=1, languages=("en",))
    first = store.live_for(english, Cancellation())
    assert store.live_for(english, Cancellation()) is first
    store.live_for(RecognitionOptions(model="base", threads=1, languages=("en",)), Cancellation())
    assert store.live_for(english, Cancellation()) is first
    heard = first.understand(clip("whatstheweatherlike.wav"), said=(), language="en", careful=True)
    assert "weather" in "".join(word.text for word in heard.words).lower()
    assert first.guess_language(probe_sound()) == ("en", 1.0)
    store.rest()
    assert counted(tmp_path / "cache", ENCODER).asked > 0


def test_how_the_layers_of_caching_do_is_kept_when_a_job_is_over(tmp_path: Path):
    store = EngineStore(models=tmp_path / "models", cache=tmp_path / "cache")
    for _ in range(2):
        LiveContext(store.contexts, name="monday", options=TINY)
    store.rest()
    store.close()
    counts = counted(tmp_path / "cache", CONTEXT)
    assert (counts.asked, counts.found) == (2, 1)
    assert counts.spent_s > 0


def counted(cache: Path, layer: str) -> CacheCounts:
    kept = DiskStore(cache / SEGMENT_FOLDER)
    try:
        return read_counts(kept, layer=layer)
    finally:
        kept.close()


@pytest.mark.slow
def test_a_smaller_model_is_one_that_is_installed(store: EngineStore):
    base = RecognitionOptions(model="base", languages=("en",))
    found = store.smaller_than(base)
    assert found is not None
    assert found.model in {"tiny", "tiny.en"}


def test_a_live_model_that_is_not_installed_is_named(tmp_path: Path):
    store = EngineStore(models=tmp_path / "models", cache=tmp_path / "cache")
    with pytest.raises(SpeechModelMissing):
        store.live_for(TINY, Cancellation())
    assert store.smaller_than(RecognitionOptions(model="base")) is None


class Far:
    """A worker that is there, with speech models that this computer has not."""

    def __init__(self) -> None:
        self.mood = Mood()
        self.engine = FakeSpeechEngine(device=FAR_CARD)
        self.is_paired = True
        self.is_closed = False
        self.courses: list[str] = []

    def files(self, options: RecognitionOptions, *, course: str = "") -> Elsewhere[FarSession] | None:
        self.courses.append(course)
        if not self.is_paired:
            return None
        return Elsewhere(FakeDoors(lambda: far_session(self.mood, self.engine, options), self.mood))

    def live(
        self, options: RecognitionOptions, *, context: MeetingContext | None = None
    ) -> Elsewhere[FarRecogniser] | None:
        return Elsewhere(FakeDoors(lambda: FarReciter(self.mood), self.mood)) if self.is_paired else None

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def far() -> Far:
    return Far()


@pytest.fixture
def empty(far: Far, tmp_path: Path) -> Iterator[EngineStore]:
    """A computer without any speech model, paired with a worker."""
    store = EngineStore(models=tmp_path / "models", cache=tmp_path / "cache", far=far)
    yield store
    far.mood.freed.set()
    store.close()
    assert far.is_closed


def test_live_words_come_from_a_worker_where_one_is_paired(empty: EngineStore, far: Far):
    recogniser = empty.live_for(TINY, Cancellation())
    assert recogniser.device == FAR_CARD
    assert recogniser.understand(probe_sound(), said=(), language="en", careful=True).words[0].text == " far"
    empty.rest()
    assert far.mood.closed.wait(5.0)


def test_a_worker_that_goes_where_there_is_no_speech_model_here_is_what_is_missing(empty: EngineStore, far: Far):
    recogniser = empty.live_for(TINY, Cancellation())
    far.mood.fails = 1
    with pytest.raises(WorkerUnreachable):
        recogniser.understand(probe_sound(), said=(), language="en", careful=True)


def test_a_file_is_understood_by_a_worker_where_one_is_paired(empty: EngineStore, far: Far):
    engine = empty.engine_for(TINY, Cancellation())
    assert engine.device == FAR_CARD
    session = engine.open_session(TINY)
    assert session.recognise([], Cancellation(), language="en") == []
    session.close()


def test_a_file_of_a_course_is_asked_about_as_one_of_it(empty: EngineStore, far: Far):
    empty.engine_for(TINY, Cancellation(), course="physics")
    empty.engine_for(TINY, Cancellation())
    assert far.courses == ["physics", ""]


def test_without_a_worker_everything_is_as_ever(empty: EngineStore, far: Far):
    far.is_paired = False
    with pytest.raises(SpeechModelMissing):
        empty.live_for(TINY, Cancellation())
    with pytest.raises(SpeechModelMissing):
        empty.engine_for(TINY, Cancellation())


def test_a_list_without_workers_asks_nobody(tmp_path: Path):
    path = tmp_path / "workers.json"
    path.write_text("{}", "utf-8")
    store = EngineStore(models=tmp_path / "models", cache=tmp_path / "cache", workers=path)
    with pytest.raises(SpeechModelMissing):
        store.live_for(TINY, Cancellation())
    store.close()
