from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.recognition.whisper_model import WhisperModel
from engine.recognition.window_reader import LiveWindow, WindowReader
from tests.builders.speech_clips import clip

OPTIONS = RecognitionOptions(model="tiny.en", languages=("en",))
CLIPS = ("1998-15444-0001.flac", "2414-128291-0002.flac")


@pytest.fixture(scope="module")
def whisper(speech_models: Path) -> Iterator[WhisperModel]:
    model = WhisperModel(speech_models / "tiny.en", device=DeviceReport("cpu", "int8", "cpu"), replicas=1, threads=1)
    yield model
    model.close()


def beginning(name: str, seconds: float = 6.0) -> Samples:
    """The same length of each, so that the window of none grows with another's."""
    return clip(name)[: int(seconds * SAMPLE_RATE_HZ)]


@pytest.mark.slow
@pytest.mark.parametrize("careful", [False, True])
def test_windows_that_begin_with_different_numbers_of_words_give_in_one_batch_what_each_gives_alone(
    whisper: WhisperModel, careful: bool
):
    reader = WindowReader(model=whisper)

    def read(*windows: LiveWindow) -> list[list[str]]:
        found = reader.read(windows, language="en", options=OPTIONS, careful=careful)
        return [[word.text for word in heard.words] for heard in found]

    first = [
        reader.read([LiveWindow(beginning(name))], language="en", options=OPTIONS, careful=careful)[0].words
        for name in CLIPS
    ]
    windows = [
        LiveWindow(beginning(name), tuple(word.tokens for word in words[:said]))
        for name, words, said in zip(CLIPS, first, (1, 6), strict=True)
    ]
    together = read(*windows)
    assert together == [read(window)[0] for window in windows]
    assert together == [[word.text for word in words[said:]] for words, said in zip(first, (1, 6), strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("crowded", [False, True])
def test_an_encoder_with_threads_of_its_own_gives_the_same_words(
    whisper: WhisperModel, speech_models: Path, *, crowded: bool
):
    apart = WhisperModel(
        speech_models / "tiny.en",
        device=DeviceReport("cpu", "int8", "cpu"),
        replicas=1,
        threads=1,
        encoder_threads=2,
        is_crowded=lambda: crowded,
    )
    windows = [LiveWindow(beginning(CLIPS[0]))]

    def read(model: WhisperModel) -> list[str]:
        heard = WindowReader(model=model).read(windows, language="en", options=OPTIONS, careful=True)
        return [word.text for word in heard[0].words]

    words = read(apart)
    apart.close()
    assert words == read(whisper)
    assert len(words) > 5
