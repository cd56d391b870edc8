import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.listening import AudioClock
from app.cli.main import cli
from app.folders import Folders
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.errors import SpeechModelMissing
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_client import ROOT
from engine.recognition.live_recogniser import Heard
from engine.recognition.whisper_model import AlignedWord

SPEECH = ROOT / "tests" / "audio" / "1998-15444-0001.flac"


class EverySecond:
    """Hears one word in each half second, named by nothing but its number in the window."""

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        half = SAMPLE_RATE_HZ // 2
        words = [AlignedWord(at, at + half, f" w{at // half}", 0.9) for at in range(0, len(samples) - half, half)]
        return Heard(tuple(words[len(said) :]), is_loop=False, no_speech=0.0, score=-0.1)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        return "en", 0.9


def load(folders: Folders, options: RecognitionOptions) -> EverySecond:
    return EverySecond()


def run(*words: object, load: Callable[[Folders, RecognitionOptions], Any] = load) -> Result:
    return CliRunner().invoke(cli, ["listen", "--no-library", *map(str, words)], obj=load)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_file_goes_through_the_recorder_and_comes_out_as_lines_of_json():
    result = run("--source", f"file:{SPEECH}", "--pace", "fast")
    assert result.exit_code == 0, result.stderr
    found = lines(result)
    assert {"segment", "tentative", "status"} <= {line["kind"] for line in found}
    for line in found:
        assert {"kind", "track", "start_s", "end_s", "text", "at_s"} <= line.keys()
    segments = [line for line in found if line["kind"] == "segment"]
    assert all(0 <= line["start_s"] < line["end_s"] for line in segments)
    assert all(before["end_s"] <= after["end_s"] for before, after in pairwise(segments))
    assert found[-1]["text"] == "ended"


def test_the_language_is_said_when_it_was_not_given():
    found = lines(run("--source", f"file:{SPEECH}", "--pace", "fast"))
    assert any(line["text"] == "language: en" for line in found)
    found = lines(run("--source", f"file:{SPEECH}", "--pace", "fast", "--language", "de"))
    assert {line["language"] for line in found if line["kind"] == "segment"} == {"de"}


def test_a_missing_speech_model_is_said_in_one_sentence():
    def missing(folders: Folders, options: RecognitionOptions) -> EverySecond:
        raise SpeechModelMissing(options.model)

    result = run("--source", f"file:{SPEECH}", load=missing)
    assert result.exit_code == 1
    assert "base" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "words", [["--source", "radio"], ["--source", "file:nowhere.wav"], ["--pace", "slow"], ["--language", "klingon"]]
)
def test_wrong_words_are_wrong_use(words: list[str]):
    assert run(*words).exit_code == 2


def test_the_clock_begins_with_the_most_punctual_sample():
    now = iter([10.5, 11.2, 12.0, 12.0])
    clock = AudioClock(is_paced=True, now=lambda: next(now))
    clock.see(0.4)
    clock.see(1.2)
    clock.see(1.5)
    assert clock.read() == pytest.approx(2.0)


def test_a_file_played_fast_has_no_clock_but_its_own_place():
    clock = AudioClock(is_paced=False)
    clock.see(3.0)
    assert clock.read() == 3.0
