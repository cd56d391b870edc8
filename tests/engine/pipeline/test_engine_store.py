from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import SpeechModelMissing, SpeechModelUnknown
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_store import PROBE_SOUND, EngineStore, probe_sound
from tests.builders.speech_clips import clip

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
def test_live_engines_are_kept_beside_each_other_and_hear_words(store: EngineStore):
    english = RecognitionOptions(model="tiny.en", threads=1, languages=("en",))
    first = store.live_for(english, Cancellation())
    assert store.live_for(english, Cancellation()) is first
    store.live_for(RecognitionOptions(model="base", threads=1, languages=("en",)), Cancellation())
    assert store.live_for(english, Cancellation()) is first
    heard = first.understand(clip("whatstheweatherlike.wav"), said=(), language="en", careful=True)
    assert "weather" in "".join(word.text for word in heard.words).lower()
    assert first.guess_language(probe_sound()) == ("en", 1.0)


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
