"""A file job over the tracks of a recording."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.engine import SpanAudio
from engine.contract.messages import (
    Event,
    JobCancelled,
    JobFinished,
    JobProgressed,
    LanguageChosen,
    MediaRead,
    SegmentsFinished,
    TranscribeFile,
)
from engine.contract.options import RecognitionOptions
from engine.contract.segments import QuarantineReason, RecognisedSegment
from engine.pipeline.engine_store import EngineStore
from engine.pipeline.file_job import Engines, FileJob
from engine.postprocess.quarantine import plain
from tests.builders.bleeding_tracks import FAR, NEAR, bleeding_tracks
from tests.builders.recorded_folder import record
from tests.builders.speech_clips import clip, silence, transcript_of
from tests.engine.pipeline.test_file_job import FakeEngines
from tests.fakes.fake_speech_engine import FakeSpeechEngine, scripted_line

PERIOD_S, SENTENCES = 10.0, 9
MICROPHONE, COMPUTER = TrackKind.MICROPHONE, TrackKind.COMPUTER


def speech(count: int) -> Samples:
    """A sentence every ten seconds."""
    sentence = clip("2033-164914-0003.flac")
    return np.tile(np.concatenate((sentence, silence(PERIOD_S - len(sentence) / SAMPLE_RATE_HZ))), count)


def line(track: int, text: str, start_s: float) -> RecognisedSegment:
    return replace(scripted_line(text, start_s, start_s + 3), track=track)


OWN = [line(0, f"I say sentence {n}.", n * PERIOD_S + 1) for n in range(SENTENCES)]
THEIRS = [line(1, f"They answer with line {n}.", n * PERIOD_S + 1) for n in range(SENTENCES)]
LENGTH = round(SENTENCES * PERIOD_S * SAMPLE_RATE_HZ)


@pytest.fixture
def folder(tmp_path: Path) -> SoundFolder:
    return record(tmp_path / "meeting", [(MICROPHONE, speech(SENTENCES)), (COMPUTER, speech(SENTENCES))])


@pytest.fixture
def command(folder: SoundFolder) -> TranscribeFile:
    return TranscribeFile("job", "", str(folder.path), None, RecognitionOptions(), tracks=2)


def run(command: TranscribeFile, engines: Engines) -> list[Event]:
    events: list[Event] = []
    FileJob(command, engines=engines, emit=events.append).run()
    return events


def fakes(script: Sequence[RecognisedSegment]) -> FakeEngines:
    return FakeEngines(FakeSpeechEngine(script))


def lines(events: Sequence[Event]) -> list[RecognisedSegment]:
    return [each for event in events if isinstance(event, SegmentsFinished) for each in event.segments]


def texts(events: Sequence[Event], track: int, reason: QuarantineReason | None = None) -> list[str]:
    return [each.text for each in lines(events) if each.track == track and each.quarantine is reason]


def test_each_track_is_understood_and_progress_counts_them_end_to_end(command: TranscribeFile):
    events = run(command, fakes([*OWN, *THEIRS]))
    assert texts(events, 0) == [each.text for each in OWN]
    assert texts(events, 1) == [each.text for each in THEIRS]
    assert events[-1] == JobFinished("job", SampleIndex(2 * LENGTH))
    assert [event.length for event in events if isinstance(event, MediaRead)] == [2 * LENGTH]
    marks = [event.finished_to for event in events if isinstance(event, SegmentsFinished)]
    assert marks == sorted(marks)
    assert marks[-1] == 2 * LENGTH
    done = [event.done / event.total for event in events if isinstance(event, JobProgressed) and event.total]
    assert done == sorted(done)
    assert done[-1] == 1.0
    assert len([event for event in events if isinstance(event, LanguageChosen)]) == 1


@pytest.mark.parametrize("number", [2, 7, 10, 13])
def test_a_job_that_goes_on_does_so_from_its_mark_whichever_track_it_is_in(command: TranscribeFile, number: int):
    events = run(command, fakes([*OWN, *THEIRS]))
    finished = [event for event in events if isinstance(event, SegmentsFinished)]
    done = finished[min(number, len(finished) - 1)]
    before = events[: events.index(done) + 1]
    again = run(replace(command, resume_at=done.finished_to, resume_language="en"), fakes([*OWN, *THEIRS]))
    for track, script in ((0, OWN), (1, THEIRS)):
        assert [*texts(before, track), *texts(again, track)] == [each.text for each in script]


def test_echo_becomes_a_line_of_its_own_that_is_set_aside(command: TranscribeFile):
    """Case 11."""
    echo = line(0, "They answer with line 3.", 31.05)
    mixed = line(0, "Good They answer with line 4.", 41.0)
    far = [*THEIRS[:4], line(1, "They answer with line 4.", 41.5), *THEIRS[5:]]
    own = [*OWN[:3], echo, replace(mixed, words=(mixed.words[0], *far[4].words), stop=far[4].stop), *OWN[5:]]
    events = run(command, fakes([*own, *far]))
    assert texts(events, 0) == [*(each.text for each in OWN[:3]), "Good", *(each.text for each in OWN[5:])]
    assert texts(events, 0, QuarantineReason.ECHO) == ["They answer with line 3.", "They answer with line 4."]
    assert texts(events, 1) == [each.text for each in far]


def test_a_job_that_goes_on_in_the_microphones_track_still_knows_what_the_computer_said(command: TranscribeFile):
    """Case 11."""
    own = [*OWN[:7], line(0, "They answer with line 7.", 71.05), OWN[8]]
    events: list[Event] = []

    def stop_in_the_microphone(event: Event) -> None:
        events.append(event)
        if isinstance(event, SegmentsFinished) and event.finished_to > LENGTH + 20 * SAMPLE_RATE_HZ:
            job.cancel()

    job = FileJob(command, engines=fakes([*own, *THEIRS]), emit=stop_in_the_microphone)
    job.run()
    assert isinstance(events[-1], JobCancelled)
    mark = max(event.finished_to for event in events if isinstance(event, SegmentsFinished))
    again = run(replace(command, resume_at=mark, resume_language="en"), fakes([*own, *THEIRS]))
    assert texts(again, 0, QuarantineReason.ECHO) == ["They answer with line 7."]
    assert not list(Path(command.sound_folder).glob("far-words*")), "nothing is left behind"


def test_a_recording_that_was_killed_is_understood_as_far_as_it_goes(tmp_path: Path):
    """Case 14."""
    folder = record(tmp_path / "killed", [(MICROPHONE, speech(3))], is_stopped=False)
    events = run(TranscribeFile("job", "", str(folder.path), None, RecognitionOptions()), fakes(OWN))
    assert texts(events, 0) == [each.text for each in OWN[:3]]
    assert events[-1] == JobFinished("job", SampleIndex(round(3 * PERIOD_S * SAMPLE_RATE_HZ)))


def test_the_copy_to_listen_to_is_made_if_it_is_missing(command: TranscribeFile, folder: SoundFolder):
    assert folder.playback_path() is None
    run(command, fakes([]))
    assert folder.playback_path() is not None


def test_a_track_in_which_nobody_speaks_is_no_trouble(tmp_path: Path):
    """Case 46."""
    folder = record(tmp_path / "quiet", [(MICROPHONE, speech(2)), (COMPUTER, silence(20))])
    events = run(TranscribeFile("job", "", str(folder.path), None, RecognitionOptions(), tracks=2), fakes(OWN))
    assert texts(events, 0) == [each.text for each in OWN[:2]]
    assert isinstance(events[-1], JobFinished)


def test_the_engine_is_asked_for_the_sound_of_the_right_track(command: TranscribeFile, tmp_path: Path):
    folder = record(tmp_path / "levels", [(MICROPHONE, speech(2)), (COMPUTER, speech(2) * np.float32(0.25))])
    loudest: dict[int, float] = {}

    def note(stretches: Sequence[SpanAudio], cancellation: Cancellation) -> None:
        for each in stretches:
            loudest[each.track] = max(loudest.get(each.track, 0.0), float(np.abs(each.samples).max()))

    run(replace(command, sound_folder=str(folder.path)), FakeEngines(FakeSpeechEngine(before=note)))
    assert loudest[1] == pytest.approx(loudest[0] / 4, rel=0.01)


@pytest.mark.slow
def test_with_a_real_speech_model_far_speech_stands_once(speech_models: Path, tmp_path: Path):
    """Case 11."""
    microphone, computer = bleeding_tracks()
    folder = record(tmp_path / "call", [(MICROPHONE, microphone), (COMPUTER, computer)])
    store = EngineStore(models=speech_models, cache=tmp_path / "cache")
    options = RecognitionOptions(model="base", languages=("en",), threads=2)
    events = run(TranscribeFile("job", "", str(folder.path), None, options, tracks=2), store)
    store.close()
    far, near = set(plain(transcript_of(FAR)).split()), set(plain(transcript_of(NEAR)).split())
    own = plain(" ".join(texts(events, 0))).split()
    echo = plain(" ".join(texts(events, 0, QuarantineReason.ECHO))).split()
    assert len(far - set(plain(" ".join(texts(events, 1))).split())) <= 2
    assert len((near | far) - set(own)) <= 4
    assert own.count("symptoms") == 1, "the real repetition, and not the echo"
    assert "symptoms" in echo
