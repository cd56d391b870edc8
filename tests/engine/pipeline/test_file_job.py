from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.cancellation import Cancellation
from engine.contract.channel import Channel
from engine.contract.engine import SpanAudio
from engine.contract.errors import RecogniserFailed
from engine.contract.messages import (
    DeviceChosen,
    Event,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgressed,
    LanguageChosen,
    MediaRead,
    SegmentsFinished,
    Stage,
    TranscribeFile,
)
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_job import MOST_STEPS_DOWN
from engine.pipeline.engine_store import EngineStore
from engine.pipeline.file_job import FileJob
from tests.builders.media_files import Track, make_media
from tests.builders.speech_clips import clip, silence
from tests.fakes.fake_speech_engine import FAKE_CARD, FAKE_CPU, FakeSpeechEngine, scripted_line

SENTENCES = 14
PERIOD_S = 10.0
LENGTH = round(SENTENCES * PERIOD_S * SAMPLE_RATE_HZ)


class FakeEngines:
    """Gives one engine after the other, the next whenever a device failed."""

    def __init__(self, *engines: FakeSpeechEngine, while_loading: Callable[[], None] = lambda: None) -> None:
        self._engines = list(engines)
        self._while_loading = while_loading
        self.failures: list[RecogniserFailed] = []
        self.courses: list[str] = []

    def engine_for(
        self, options: RecognitionOptions, cancellation: Cancellation, *, course: str = ""
    ) -> FakeSpeechEngine:
        self.courses.append(course)
        self._while_loading()
        cancellation.check()
        return self._engines[0]

    def step_down(self, options: RecognitionOptions, failure: RecogniserFailed) -> None:
        self.failures.append(failure)
        self._engines.pop(0)


SCRIPT = [scripted_line(f"Sentence {n} is said.", n * PERIOD_S + 1, n * PERIOD_S + 4) for n in range(SENTENCES)]
TEXTS = [line.text for line in SCRIPT]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two minutes and more of real speech, a sentence every ten seconds."""
    sentence = clip("2033-164914-0003.flac")
    pause = silence(PERIOD_S - len(sentence) / SAMPLE_RATE_HZ)
    sound = np.tile(np.concatenate((sentence, pause)), SENTENCES)[:LENGTH]
    path = tmp_path_factory.mktemp("recordings") / "lecture.wav"
    soundfile.write(path, sound, SAMPLE_RATE_HZ)
    return path


@pytest.fixture
def command(recording: Path, tmp_path: Path) -> TranscribeFile:
    return TranscribeFile("job", str(recording), str(tmp_path / "sound"), None, RecognitionOptions())


def run(command: TranscribeFile, engines: FakeEngines | EngineStore) -> list[Event]:
    events: list[Event] = []
    FileJob(command, engines=engines, emit=events.append).run()
    return events


def of(events: Sequence[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def texts(events: Sequence[Event]) -> list[str]:
    return [line.text for event in of(events, SegmentsFinished) for line in event.segments]


def test_a_file_becomes_lines_and_says_each_step(command: TranscribeFile):
    events = run(command, FakeEngines(FakeSpeechEngine(SCRIPT)))
    kinds = list(dict.fromkeys(type(event) for event in events if not isinstance(event, JobProgressed)))
    assert kinds == [MediaRead, DeviceChosen, LanguageChosen, SegmentsFinished, JobFinished]
    assert texts(events) == TEXTS
    assert of(events, MediaRead)[0].length == LENGTH
    assert of(events, DeviceChosen)[0].device == FAKE_CPU
    assert events[-1] == JobFinished("job", SampleIndex(LENGTH))
    stages = [event.stage for event in of(events, JobProgressed)]
    assert stages == sorted(stages, key=[Stage.READING, Stage.LOADING, Stage.RECOGNISING].index)
    assert {event.job for event in events} == {"job"}


def test_a_file_of_a_course_asks_for_an_engine_that_keeps_the_course_in_order(command: TranscribeFile):
    engines = FakeEngines(FakeSpeechEngine(SCRIPT))
    run(replace(command, course="physics"), engines)
    assert engines.courses == ["physics"]


def test_a_job_that_goes_on_does_not_decode_again(command: TranscribeFile, recording: Path, tmp_path: Path):
    """Case 40: the file may even be gone."""
    source = tmp_path / "copy.wav"
    source.write_bytes(recording.read_bytes())
    command = replace(command, source=str(source))
    events = run(command, FakeEngines(FakeSpeechEngine(SCRIPT)))
    source.unlink()
    done = of(events, SegmentsFinished)[2]
    again = run(
        replace(command, resume_at=done.finished_to, resume_language="en"), FakeEngines(FakeSpeechEngine(SCRIPT))
    )
    before = [line.text for event in of(events, SegmentsFinished)[:3] for line in event.segments]
    assert before + texts(again) == TEXTS
    assert not [event for event in of(again, JobProgressed) if event.stage is Stage.READING]
    assert not of(again, LanguageChosen)
    assert of(again, MediaRead) == of(events, MediaRead)


def test_a_card_that_fails_at_work_is_left_and_the_job_goes_on_from_its_mark(command: TranscribeFile):
    """Cases 91 and 92: nothing is lost or said twice, and the person is told what is used now."""

    def before(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        if stretches[0].start > 60 * SAMPLE_RATE_HZ:
            raise RecogniserFailed("cuda", "CUDA failed with error out of memory")

    card, processor = FakeSpeechEngine(SCRIPT, device=FAKE_CARD, before=before), FakeSpeechEngine(SCRIPT)
    engines = FakeEngines(card, processor)
    events = run(command, engines)
    assert texts(events) == TEXTS
    assert [event.device for event in of(events, DeviceChosen)] == [FAKE_CARD, FAKE_CPU]
    assert [failure.detail for failure in engines.failures] == ["CUDA failed with error out of memory"]
    assert processor.recognised[0].start >= 40 * SAMPLE_RATE_HZ
    assert len(of(events, LanguageChosen)) == 1
    assert isinstance(events[-1], JobFinished)
    assert card.sessions[0].is_closed


def test_a_processor_that_fails_ends_the_job(command: TranscribeFile):
    def before(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        raise RecogniserFailed("cpu", "std::bad_alloc")

    engines = FakeEngines(FakeSpeechEngine(SCRIPT, before=before))
    events = run(command, engines)
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "RecogniserFailed"
    assert engines.failures == []


def test_stepping_down_has_an_end(command: TranscribeFile):
    def before(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        raise RecogniserFailed("cuda", "no")

    card = FakeSpeechEngine(SCRIPT, device=FAKE_CARD, before=before)
    engines = FakeEngines(*[card] * 20)
    events = run(command, engines)
    assert isinstance(events[-1], JobFailed)
    assert len(engines.failures) == MOST_STEPS_DOWN


def test_a_missing_speech_model_is_named(command: TranscribeFile, tmp_path: Path):
    events = run(command, EngineStore(models=tmp_path / "models", cache=tmp_path / "cache"))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "SpeechModelMissing"
    assert "“base”" in events[-1].error.sentence


def test_an_unknown_speech_model_is_named(command: TranscribeFile, tmp_path: Path):
    command = replace(command, options=RecognitionOptions(model="gigantic"))
    events = run(command, EngineStore(models=tmp_path / "models", cache=tmp_path / "cache"))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "SpeechModelUnknown"


def test_a_file_that_is_not_there_is_named(command: TranscribeFile, tmp_path: Path):
    events = run(replace(command, source=str(tmp_path / "gone.mp3")), FakeEngines(FakeSpeechEngine(SCRIPT)))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "MediaNotFound"
    assert not of(events, SegmentsFinished)


def test_a_silent_file_ends_well(command: TranscribeFile, tmp_path: Path):
    """Case 46."""
    soundfile.write(tmp_path / "silent.wav", silence(90), SAMPLE_RATE_HZ)
    events = run(replace(command, source=str(tmp_path / "silent.wav")), FakeEngines(FakeSpeechEngine(SCRIPT)))
    assert isinstance(events[-1], JobFinished)
    assert texts(events) == []
    assert sum(event.speech for event in of(events, SegmentsFinished)) == 0


def test_a_job_cancelled_at_work_keeps_what_it_has(command: TranscribeFile):
    """Case 64."""
    events: list[Event] = []

    def before(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        if stretches[0].start > 60 * SAMPLE_RATE_HZ:
            job.cancel()
            job.cancel()

    engine = FakeSpeechEngine(SCRIPT, before=before)
    job = FileJob(command, engines=FakeEngines(engine), emit=events.append)
    job.run()
    assert events[-1] == JobCancelled("job")
    assert texts(events) == TEXTS[: len(texts(events))]
    assert not of(events, JobFinished)
    assert engine.sessions[0].is_closed


def test_a_job_cancelled_while_the_speech_model_loads(command: TranscribeFile):
    """Case 64."""
    events: list[Event] = []

    def while_loading() -> None:
        job.cancel()

    engines = FakeEngines(FakeSpeechEngine(SCRIPT), while_loading=while_loading)
    job = FileJob(command, engines=engines, emit=events.append)
    job.run()
    assert events[-1] == JobCancelled("job")
    assert not of(events, SegmentsFinished)


def test_a_job_cancelled_before_it_began(command: TranscribeFile):
    """Case 64: it waited behind another one."""
    events: list[Event] = []
    job = FileJob(command, engines=FakeEngines(FakeSpeechEngine(SCRIPT)), emit=events.append)
    job.cancel()
    job.run()
    assert events[-1] == JobCancelled("job")
    assert not of(events, SegmentsFinished)


def test_tracks_of_a_file_that_are_read_apart_are_understood_each_by_itself(tmp_path: Path):
    """Case 37: a track for each person."""
    speech = np.concatenate((silence(1), clip("2033-164914-0003.flac"), silence(2)))[np.newaxis]
    path = make_media(tmp_path / "call.mkv", *[Track(speech, "flac")] * 2, container="matroska")
    script = [replace(scripted_line(text, 1.2, 3), track=track) for track, text in enumerate(("Ada.", "Grace."))]
    asked = TranscribeFile("job", str(path), str(tmp_path / "sound"), None, RecognitionOptions(), channel=Channel.APART)
    events = run(asked, FakeEngines(FakeSpeechEngine(script)))
    assert [(line.track, line.text) for event in of(events, SegmentsFinished) for line in event.segments] == [
        (0, "Ada."),
        (1, "Grace."),
    ]
    (read,) = of(events, MediaRead)
    assert read.lengths == (speech.size, speech.size)
    assert read.length == of(events, SegmentsFinished)[-1].finished_to == 2 * speech.size
    assert isinstance(events[-1], JobFinished)
