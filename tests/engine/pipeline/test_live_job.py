import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from engine.capture.ring_buffer import RingWriter
from engine.contract.audio import SampleIndex, Samples, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.errors import RecogniserFailed, SpeechModelMissing, VivavoceError
from engine.contract.heard import Heard
from engine.contract.messages import (
    DeviceChosen,
    Event,
    FollowedTrack,
    FollowRecording,
    JobCancelled,
    JobFailed,
    JobFinished,
    JobProgressed,
    LanguageChosen,
    LineGrown,
    Stage,
    TrackSettled,
)
from engine.contract.options import RecognitionOptions
from engine.pipeline.live_context import LiveContext
from engine.pipeline.live_job import LiveJob
from engine.recognition.elsewhere import Elsewhere
from engine.recognition.fallback_recogniser import FallbackRecogniser, FarRecogniser
from tests.builders.recorded_folder import record
from tests.fakes.fake_detector import FakeDetector
from tests.fakes.fake_speech_engine import FAKE_CARD, FAKE_CPU
from tests.fakes.far_places import FakeDoors, Mood
from tests.fakes.loud_reciter import Reciter, recited, texts


@dataclass
class Engines:
    """Gives one recogniser after the other, the next whenever a device failed."""

    recognisers: list[Reciter]
    error: VivavoceError | None = None
    failures: list[RecogniserFailed] = field(default_factory=list[RecogniserFailed])

    def live_for(
        self, options: RecognitionOptions, cancellation: Cancellation, *, context: LiveContext | None = None
    ) -> Reciter:
        if self.error is not None:
            raise self.error
        return self.recognisers[0]

    def live_here(self, options: RecognitionOptions, cancellation: Cancellation) -> Reciter:
        return self.live_for(options, cancellation)

    def smaller_than(self, options: RecognitionOptions) -> RecognitionOptions | None:
        return None

    def step_down(self, options: RecognitionOptions, failure: RecogniserFailed) -> None:
        self.failures.append(failure)
        self.recognisers.pop(0)


@pytest.fixture
def command(tmp_path: Path) -> FollowRecording:
    """A recording of twelve words that has ended."""
    record(tmp_path / "meeting", [(TrackKind.MICROPHONE, recited(12))])
    tracks = (FollowedTrack(0, TrackKind.MICROPHONE),)
    return FollowRecording("job", str(tmp_path / "meeting"), tracks, RecognitionOptions())


def run(command: FollowRecording, engines: Engines) -> list[Event]:
    events: list[Event] = []
    job = LiveJob(command, engines=engines, emit=events.append, make_detector=FakeDetector, sleep=lambda _: None)
    job.run()
    return events


def text(events: Sequence[Event]) -> str:
    lines = {event.line: event.segment for event in events if isinstance(event, LineGrown)}
    return " ".join(line.text for line in lines.values())


def test_a_recording_becomes_lines_and_says_each_step(command: FollowRecording):
    events = run(command, Engines([Reciter()]))
    assert text(events) == texts(12)
    kinds = list(dict.fromkeys(type(event) for event in events))
    assert kinds[:2] == [JobProgressed, DeviceChosen]
    assert [event.language for event in events if isinstance(event, LanguageChosen)] == ["en"]
    assert {event.job for event in events} == {"job"}
    length = SampleIndex(len(recited(12)))
    assert [event.settled_to for event in events if isinstance(event, TrackSettled)][-1] == length
    assert events[-1] == JobFinished("job", length)


def test_it_goes_on_from_the_mark(command: FollowRecording):
    whole = run(command, Engines([Reciter()]))
    first = next(event for event in whole if isinstance(event, LineGrown) and event.is_closed)
    track = replace(command.tracks[0], resume_at=first.settled_to, said=first.segment.text)
    again = run(replace(command, tracks=(track,), language="en"), Engines([Reciter()]))
    assert f"{first.segment.text} {text(again)}" == texts(12)
    assert not [event for event in again if isinstance(event, LanguageChosen)]


def test_a_missing_speech_model_is_named(command: FollowRecording):
    events = run(command, Engines([], error=SpeechModelMissing("base")))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "SpeechModelMissing"


def test_a_card_that_fails_at_work_is_left_and_the_words_go_on(command: FollowRecording, tmp_path: Path):
    """Cases 91 and 92."""
    calls = iter(range(1000))

    def fail() -> None:
        if next(calls) >= 2:
            raise RecogniserFailed("cuda", "out of memory")

    engines = Engines([Reciter(FAKE_CARD, fail), Reciter()])
    folder = record(tmp_path / "long", [(TrackKind.MICROPHONE, recited(60))])
    events = run(replace(command, sound_folder=str(folder.path)), engines)
    assert sorted(text(events).split()) == sorted(texts(60).split())
    assert [event.device for event in events if isinstance(event, DeviceChosen)] == [FAKE_CARD, FAKE_CPU]
    assert len(engines.failures) == 1
    assert isinstance(events[-1], JobFinished)


def test_a_processor_that_fails_ends_the_job_and_says_why(command: FollowRecording):
    """Case 20."""

    def fail() -> None:
        raise RecogniserFailed("cpu", "std::bad_alloc")

    events = run(command, Engines([Reciter(before=fail)]))
    assert isinstance(events[-1], JobFailed)
    assert events[-1].error.name == "RecogniserFailed"


def test_cancelling_ends_it_with_what_it_has(command: FollowRecording):
    """Case 64."""
    events: list[Event] = []
    reciter = Reciter()
    job = LiveJob(command, engines=Engines([reciter]), emit=events.append, make_detector=FakeDetector)
    reciter.before = job.cancel
    job.run()
    assert isinstance(events[-1], JobCancelled)


def test_nothing_to_follow_loads_the_model_and_ends(tmp_path: Path):
    """How the desktop warms the engine up."""
    track = FollowedTrack(0, TrackKind.MICROPHONE)
    events = run(FollowRecording("warm", str(tmp_path / "none"), (track,), RecognitionOptions()), Engines([Reciter()]))
    assert [event for event in events if isinstance(event, DeviceChosen)]
    assert events[-1] == JobFinished("warm", SampleIndex(0))


def test_it_says_that_it_goes_on_also_while_nothing_comes(command: FollowRecording, tmp_path: Path):
    """A recording that is paused writes nothing; the desktop must not take the engine for a hung one.

    Case 85: a worker that goes meanwhile is not said to be there until somebody speaks again.
    """
    reciter = Reciter(device=replace(FAKE_CPU, worker="desk-gpu"))
    writer = RingWriter.create(f"test-live-job-{threading.get_ident()}", seconds=2)
    events: list[Event] = []
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += 0.5
        if now[0] > 10.0:
            reciter.device = replace(FAKE_CPU, missed_worker="desk-gpu")
        if now[0] > 30.0:
            writer.close()

    track = replace(command.tracks[0], ring=f"test-live-job-{threading.get_ident()}")
    job = LiveJob(
        replace(command, tracks=(track,), sound_folder=str(tmp_path / "other")),
        engines=Engines([reciter]),
        emit=events.append,
        make_detector=FakeDetector,
        clock=lambda: now[0],
        sleep=sleep,
    )
    try:
        job.run()
    finally:
        writer.close()
    beats = [event for event in events if isinstance(event, JobProgressed) and event.stage is Stage.RECOGNISING]
    assert len(beats) >= 5
    places = [event.device for event in events if isinstance(event, DeviceChosen)]
    assert [(place.worker, place.missed_worker) for place in places] == [("desk-gpu", ""), ("", "desk-gpu")]
    assert isinstance(events[-1], JobFinished)


@dataclass
class FarReciting(Reciter):
    """At a worker."""

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        """It has one track."""


@dataclass
class NearReciting(Reciter):
    """Here, behind a worker; writes down which windows it was asked about."""

    model: str = "base"
    windows: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        self.windows.append((len(samples), len(said)))
        return super().understand(samples, said=said, language=language, careful=careful)


def test_a_worker_that_fails_at_one_window_leaves_that_one_alone_to_this_computer_and_each_place_is_told(
    command: FollowRecording,
):
    """Case 85."""
    mood = Mood()
    calls = iter(range(1000))

    def fail_once() -> None:
        if next(calls) == 0:
            mood.fails = 1
        mood.suffer()

    doors: FakeDoors[FarRecogniser] = FakeDoors(lambda: FarReciting(before=fail_once), mood, patience=9)
    near = NearReciting()
    recogniser = FallbackRecogniser(Elsewhere(doors), load=lambda: near, model="base", cancellation=Cancellation())
    recogniser.get_ready(20.0)
    events: list[Event] = []
    engines = Engines([recogniser])  # type: ignore[list-item] # as good as a Reciter here
    job = LiveJob(command, engines=engines, emit=events.append, make_detector=FakeDetector, sleep=lambda _: None)
    job.run()
    recogniser.close()
    assert text(events) == texts(12)
    assert len(near.windows) == 1
    assert mood.answered + len(near.windows) == mood.asked
    assert [event.device.worker for event in events if isinstance(event, DeviceChosen)] == ["desk-gpu"]


def test_a_worker_that_is_lost_is_told_with_its_name_and_the_words_go_on_here(command: FollowRecording):
    """Case 85."""
    mood = Mood()
    calls = iter(range(1000))

    def fail_for_good() -> None:
        if next(calls) == 0:
            mood.fails = 1
        mood.suffer()

    doors: FakeDoors[FarRecogniser] = FakeDoors(lambda: FarReciting(before=fail_for_good), mood)
    events: list[Event] = []
    told: list[str] = []
    """Who is missed, as it was told when this computer began to read a window."""

    def before_reading() -> None:
        told.append([event.device.missed_worker for event in events if isinstance(event, DeviceChosen)][-1])

    near = NearReciting(before=before_reading)
    recogniser = FallbackRecogniser(Elsewhere(doors), load=lambda: near, model="base", cancellation=Cancellation())
    recogniser.get_ready(20.0)
    engines = Engines([recogniser])  # type: ignore[list-item] # as good as a Reciter here
    job = LiveJob(command, engines=engines, emit=events.append, make_detector=FakeDetector, sleep=lambda _: None)
    job.run()
    recogniser.close()
    assert text(events) == texts(12)
    first, second = (event.device for event in events if isinstance(event, DeviceChosen))
    assert first.worker == "desk-gpu"
    assert (second.worker, second.missed_worker) == ("", "desk-gpu")
    assert set(told) == {"desk-gpu"}, "reading here may take a while"
