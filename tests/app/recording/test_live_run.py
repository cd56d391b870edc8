"""What becomes of the text when its engine dies, hangs, or the library has no room."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import GapState
from app.recording.live_supervision import LivePatience
from app.recording.status import UnderstandingPhase
from engine.contract.audio import SampleIndex
from engine.contract.error_report import to_report
from engine.contract.errors import EngineDied
from engine.contract.messages import (
    CancelJob,
    FollowRecording,
    JobFailed,
    JobFinished,
    StretchRepaired,
    StretchSkipped,
    TrackSettled,
)
from engine.contract.segments import GapReason, RecognisedGap
from tests.builders.recording_stage import COMPUTER, MICROPHONE, FullLibrary, RecordingStage
from tests.fakes.fake_live_engine import FakeLiveEngine


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[RecordingStage]:
    with RecordingStage(tmp_path) as stage:
        yield stage


def test_a_dead_engine_goes_on_with_the_next_word(stage: RecordingStage):
    meeting_id = stage.start(MICROPHONE, COMPUTER)
    stage.record(4)
    stage.engine.hear("one", "two", track=1)
    stage.wait(lambda: stage.lines(meeting_id) == ["one two"], "two words were there")
    stage.engine.die()
    again = stage.engine.wait_for(FollowRecording, count=2)
    assert [(track.track, track.resume_at, track.said) for track in again.tracks] == [
        (0, 0, ""),
        (1, 16_000, "one two"),
    ]
    assert all(track.ring for track in again.tracks)
    stage.wait(lambda: stage.status.understanding is UnderstandingPhase.LISTENING, "it listens again")
    stage.engine.hear("three", track=1)
    stage.wait(lambda: stage.lines(meeting_id) == ["one two", "three"], "the third came")


def test_a_place_at_which_it_dies_each_time_becomes_a_gap(stage: RecordingStage):
    meeting_id = stage.start()
    stage.record(40)
    for count in (1, 2, 3):
        stage.engine.wait_for(FollowRecording, count=count)
        stage.engine.say(TrackSettled(stage.engine.asked.job, 0, SampleIndex(0)))
        stage.engine.die()
    behind = stage.engine.wait_for(FollowRecording, count=4)
    assert behind.tracks[0].resume_at == 480_000
    gaps = stage.library.transcript(meeting_id).gaps
    assert [(gap.start_ms, gap.end_ms, gap.reason, gap.state) for gap in gaps] == [
        (0, 30_000, GapReason.NOT_RECOGNISED, GapState.LOST)
    ]


def test_an_engine_that_was_given_up_is_asked_again_by_itself_while_the_recording_lasts(tmp_path: Path):
    with RecordingStage(tmp_path, patience=LivePatience(again_s=0.2)) as stage:
        meeting_id = stage.start()
        stage.record(2)
        stage.engine.hear("one")
        stage.wait(lambda: stage.lines(meeting_id) == ["one"], "a word was there")
        stage.engine.say(JobFailed(stage.engine.asked.job, to_report(EngineDied(-6))))
        assert stage.engine.wait_for(FollowRecording, count=2).tracks[0].said == "one"
        stage.wait(lambda: stage.status.understanding is UnderstandingPhase.LISTENING, "it listens again")
        assert stage.status.understanding_error is None


def test_a_stretch_that_was_skipped_is_asked_for_again_and_closes(stage: RecordingStage):
    meeting_id = stage.start()
    stage.record(10)
    gap = RecognisedGap(0, SampleIndex(16_000), SampleIndex(48_000), GapReason.NOT_RECOGNISED)
    job = stage.engine.asked.job
    stage.engine.say(StretchSkipped(job, gap), TrackSettled(job, 0, SampleIndex(64_000)))
    stage.wait(lambda: stage.status.tracks[0].settled_ms == 4000, "it went on behind")
    stage.engine.die()
    assert stage.engine.wait_for(FollowRecording, count=2).tracks[0].open_gaps == (gap,)
    stage.engine.say(StretchRepaired(stage.engine.asked.job, gap))
    stage.wait(
        lambda: [each.state for each in stage.library.transcript(meeting_id).gaps] == [GapState.REPAIRED], "it closed"
    )


def test_an_engine_that_hangs_is_ended_and_asked_again(tmp_path: Path):
    with RecordingStage(tmp_path, patience=LivePatience(loading_s=60, going_s=0.3)) as stage:
        stage.start()
        stage.engine.say(TrackSettled(stage.engine.asked.job, 0, SampleIndex(0)))
        stage.engine.wait_for(FollowRecording, count=2)
        assert stage.engine.kills


def test_a_recorder_that_was_started_again_is_followed_anew(stage: RecordingStage):
    meeting_id = stage.start()
    stage.record(2)
    stage.engine.hear("one")
    stage.wait(lambda: stage.lines(meeting_id) == ["one"], "a word was there")
    first = stage.engine.asked.tracks[0].ring
    stage.recorder.die()
    again = stage.engine.wait_for(FollowRecording, count=2)
    assert stage.recorder.starts == 2
    assert again.tracks[0].ring != first
    assert again.tracks[0].resume_at == 8000
    assert stage.engine.wait_for(CancelJob)


def test_an_engine_that_does_not_let_go_is_ended(tmp_path: Path):
    engine = FakeLiveEngine(is_deaf=True)
    with RecordingStage(tmp_path, engine=engine, patience=LivePatience(cancel_s=0.2)) as stage:
        stage.start()
        stage.engine.wait_for(FollowRecording)
        stage.recorder.die()
        stage.engine.wait_for(FollowRecording, count=2)
        assert engine.kills == 1


def test_what_a_full_disk_refused_is_understood_after_all(stage: RecordingStage):
    """Case 17: a word that could not be kept is not passed over."""
    meeting_id = stage.start()
    stage.record(3)
    assert isinstance(stage.library, FullLibrary)
    stage.library.is_full = True
    stage.engine.hear("one")
    stage.wait(lambda: stage.status.understanding is UnderstandingPhase.FAILED, "it was said")
    assert stage.status.understanding_error is not None
    assert stage.status.understanding_error.name == "DiskFull"
    stage.engine.wait_for(CancelJob)
    stage.library.is_full = False
    stage.recordings.stop()
    again = stage.engine.wait_for(FollowRecording, count=2)
    assert again.tracks[0].resume_at == 0
    stage.engine.hear("one")
    stage.engine.finish()
    stage.wait_for_end()
    assert stage.lines(meeting_id) == ["one"]
    assert stage.library.meeting(meeting_id).status is MeetingStatus.READY


def test_what_the_engine_left_out_at_the_end_is_asked_for_again(stage: RecordingStage):
    stage.start()
    stage.record(10)
    stage.recordings.stop()
    job = stage.engine.asked.job
    stage.engine.say(TrackSettled(job, 0, SampleIndex(16_000)), JobFinished(job, SampleIndex(0)))
    again = stage.engine.wait_for(FollowRecording, count=2)
    assert [(track.ring, track.resume_at) for track in again.tracks] == [("", 16_000)]
    stage.engine.finish()
    stage.wait_for_end()
