from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import SpeechModelMissing, SpeechModelUnknown
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_store import PROBE_SOUND, EngineStore

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
