"""Whole recordings through the real speech model, the real voice detector and the whole pipeline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import jiwer
import numpy as np
import pytest

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.messages import LanguageChosen, SegmentsFinished
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.detection.voice_detector import SileroDetector
from engine.pipeline.file_pipeline import FilePipeline
from engine.postprocess.quarantine import plain
from engine.recognition.whisper_engine import WhisperEngine
from tests.builders.speech_clips import clip, noise, silence, transcript_of

pytestmark = pytest.mark.slow

S = SAMPLE_RATE_HZ
JFK, EUNUCH, WEATHER = "jfk_441khz.m4a", "2033-164914-0003.flac", "whatstheweatherlike.wav"


@dataclass(frozen=True)
class Heard:
    lines: list[RecognisedSegment]
    language: str
    speech_s: float
    finished_to: int

    @property
    def believed(self) -> list[RecognisedSegment]:
        return [line for line in self.lines if line.quarantine is None]

    def text(self, start_s: float = 0.0, stop_s: float = 1e9) -> str:
        return plain(" ".join(line.text for line in self.believed if start_s * S <= line.start < stop_s * S))


class Listener:
    """The engine with the base speech model, and what it makes of a recording."""

    def __init__(self, speech_models: Path) -> None:
        device = DeviceReport("cpu", "int8", "Processor")
        self.engine = WhisperEngine(model_path=speech_models / "base", device=device, threads=2)

    def hear(self, *pieces: Samples, languages: Sequence[str] = (), per_segment: bool = False) -> Heard:
        sound = np.concatenate(pieces)
        options = RecognitionOptions(languages=tuple(languages), language_per_segment=per_segment)
        session = self.engine.open_session(options)
        pipeline = FilePipeline(
            job="job",
            read=lambda start, stop: sound[start:stop],
            length=SampleIndex(len(sound)),
            session=session,
            batch_size=self.engine.batch_size,
            parallel=self.engine.parallel,
            make_detector=SileroDetector,
            options=options,
            cancellation=Cancellation(),
        )
        events = list(pipeline.run())
        session.close()
        finished = [event for event in events if isinstance(event, SegmentsFinished)]
        lines = [line for event in finished for line in event.segments]
        for line in lines:
            assert 0 <= line.start < line.stop <= len(sound)
        for before, after in pairwise(lines):
            assert before.start <= after.start
        language = "".join(event.language for event in events if isinstance(event, LanguageChosen))
        return Heard(lines, language, sum(event.speech for event in finished) / S, finished[-1].finished_to)


@pytest.fixture(scope="module")
def listener(speech_models: Path) -> Iterator[Listener]:
    listener = Listener(speech_models)
    yield listener
    listener.engine.close()


def word_errors(heard: Heard, *clips: str) -> float:
    return jiwer.wer(plain(" ".join(map(transcript_of, clips))), heard.text() or "nothing")


def characters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


def test_half_an_hour_of_silence_has_no_lines_and_no_language(listener: Listener):
    """Case 46."""
    heard = listener.hear(silence(1800))
    assert (heard.lines, heard.language, heard.speech_s, heard.finished_to) == ([], "", 0, 1800 * S)


def test_half_an_hour_of_hiss_has_none_either(listener: Listener):
    """Case 46."""
    assert listener.hear(noise(1800, level_dbfs=-60)).lines == []


def test_speech_after_minutes_of_music_and_silence_is_transcribed_once(listener: Listener):
    """Case 47."""
    music = np.tile(clip("music_30s.flac"), 3)
    heard = listener.hear(clip(JFK), clip(EUNUCH), music, silence(90), clip(JFK), clip(EUNUCH))
    first, middle, last = heard.text(0, 17), heard.text(17.5, 196), heard.text(196.5)
    for text in (first, last):
        assert jiwer.wer(plain(f"{transcript_of(JFK)} {transcript_of(EUNUCH)}"), text) <= 0.25
    assert middle == ""
    assert len(heard.lines) < 15


def test_after_five_silent_minutes_the_first_line_begins_where_speech_begins(listener: Listener):
    """Case 48."""
    heard = listener.hear(silence(300), clip(JFK))
    assert heard.lines[0].start / S == pytest.approx(300, abs=0.5)
    assert heard.lines[0].words[0].start / S == pytest.approx(300, abs=0.5)
    assert word_errors(heard, JFK) <= 0.25


@pytest.mark.parametrize("name", ["music_30s.flac", "leopard_empty.wav"])
def test_without_a_voice_there_is_nothing_but_quarantined_text(listener: Listener, name: str):
    """Case 48."""
    assert listener.hear(clip(name)).believed == []
    assert listener.hear(clip(name), clip(name)).believed == []


def test_music_between_two_sentences_gets_no_words(listener: Listener):
    """Case 48."""
    heard = listener.hear(clip(EUNUCH), clip("music_30s.flac"), clip("music_30s.flac"), clip(EUNUCH))
    assert heard.text(7, 65) == ""
    assert word_errors(heard, EUNUCH, EUNUCH) <= 0.25


def test_a_silent_start_does_not_decide_the_language(listener: Listener):
    """Case 50."""
    spanish = clip("leopard_test_es.wav")
    heard = listener.hear(silence(300), spanish, spanish, spanish)
    assert heard.language == "es"
    assert {line.language for line in heard.lines} == {"es"}
    assert "arenas" in heard.text()


def test_chinese_is_heard_as_chinese(listener: Listener):
    heard = listener.hear(clip("BAC009S0150W0204.wav"), clip("BAC009S0150W0184.wav"))
    expected = transcript_of("BAC009S0150W0204.wav") + transcript_of("BAC009S0150W0184.wav")
    assert heard.language == "zh"
    assert jiwer.cer(characters(expected), characters(heard.text())) <= 0.35
    assert heard.believed[-1].text[-1] in "。？！"


def test_each_stretch_may_have_its_own_language(listener: Listener):
    """A bilingual meeting."""
    english, chinese = clip("2414-128291-0002.flac"), clip("BAC009S0150W0204.wav")
    heard = listener.hear(
        english, silence(2), chinese, chinese, chinese, silence(2), english, languages=["en", "zh"], per_segment=True
    )
    assert {line.language for line in heard.lines if 21 * S < line.start < 38 * S} == {"zh"}
    assert {line.language for line in heard.lines if line.stop < 18 * S or line.start > 42 * S} == {"en"}


def test_two_words_in_half_a_minute_are_placed_where_they_are(listener: Listener):
    """Case 52: sparse speech."""
    words = clip(WEATHER)
    heard = listener.hear(silence(14), words, silence(29.9 - 14 - len(words) / S))
    assert "weather" in heard.text()
    assert all(13.5 * S < word.start < word.stop < 16.6 * S for line in heard.lines for word in line.words)


def test_a_single_word_in_a_minute_is_placed_where_it_is(listener: Listener):
    """Case 52."""
    heard = listener.hear(silence(40), clip(WEATHER)[: int(1.0 * S)], silence(20))
    assert all(39.5 * S < line.start < line.stop < 42 * S for line in heard.lines)


@pytest.mark.parametrize("names", [
    (JFK,), ("1998-15444-0001.flac", "1998-15444-0002.flac"), ("2414-128291-0002.flac",),
    ("en_conf-getconfno.wav",), ("1998-15444-0001.flac", "1998-15444-0002.flac", JFK, EUNUCH, "2414-128291-0002.flac"),
])  # fmt: skip
def test_most_words_are_right(listener: Listener, names: tuple[str, ...]):
    assert word_errors(listener.hear(*map(clip, names)), *names) <= 0.25


def test_a_meeting_with_several_people_loses_no_one(listener: Listener):
    assert word_errors(listener.hear(clip("ami_dev00.flac")), "ami_dev00.flac") <= 0.5


def test_a_recording_from_the_last_row_is_heard(listener: Listener):
    heard = listener.hear(*(clip(name) * np.float32(0.01) for name in (JFK, EUNUCH, JFK, EUNUCH)))
    assert word_errors(heard, JFK, EUNUCH, JFK, EUNUCH) <= 0.25


def test_a_language_that_the_speech_model_does_not_know_leaves_the_choice_free(listener: Listener):
    """Whisper base knows no Cantonese."""
    heard = listener.hear(clip(JFK), languages=["yue"])
    assert heard.language == "en"
    assert word_errors(heard, JFK) <= 0.25
