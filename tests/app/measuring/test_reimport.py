import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.measuring.reimport import CONTAINERS, Import, encode, run_import
from engine.bench.cannot_measure import CannotMeasure
from engine.caching.cached_engine import CachedEngine
from engine.contract.options import RecognitionOptions
from tests.builders.speech_clips import clip, silence
from tests.fakes.fake_speech_engine import FakeSpeechEngine, scripted_line
from tests.fakes.memory_store import MemoryStore


class Importing:
    """A lecture, and a fake engine with one cache over all imports."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.inner = FakeSpeechEngine([scripted_line("There was a lecture.", 2.0, 6.0)])
        self.store = MemoryStore(bound=16 << 20)
        self.engine = CachedEngine(self.inner, store=self.store, model_checksum="weights", steps="1")
        sound = np.concatenate((silence(1.5), clip("2414-128291-0002.flac"), silence(2)))
        self.lecture = folder / "lecture.flac"
        soundfile.write(self.lecture, sound, 16_000)
        self.quieter = folder / "quieter.wav"
        soundfile.write(self.quieter, sound * 0.5, 16_000)

    def run(self, path: Path, name: str) -> Import:
        return run_import(
            path,
            name,
            self.folder,
            engine=self.engine,
            store=self.store,
            options=RecognitionOptions(),
            cpu_s=lambda: 1.0,
        )


@pytest.fixture
def importing(tmp_path: Path) -> Iterator[Importing]:
    importing = Importing(tmp_path)
    yield importing
    importing.engine.close()


def test_a_second_import_is_known_and_says_the_same(importing: Importing):
    first = importing.run(importing.lecture, "first")
    recognised = len(importing.inner.recognised)
    again = importing.run(importing.quieter, "again")
    assert (first.container, first.known, first.text) == ("lecture.flac", 0.0, "There was a lecture.")
    assert (again.container, again.known, again.text) == ("quieter.wav", 1.0, first.text)
    assert recognised > 0
    assert len(importing.inner.recognised) == recognised


def test_without_the_program_it_cannot_be_encoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotMeasure, match="needs the program ffmpeg"):
        encode(tmp_path / "lecture.flac", next(iter(CONTAINERS)), tmp_path)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="the program ffmpeg, which measuring needs")
def test_a_container_is_a_file_of_its_name(importing: Importing):
    for container in list(CONTAINERS)[:2]:
        assert encode(importing.lecture, container, importing.folder) == importing.folder / container
        assert (importing.folder / container).stat().st_size > 1000
