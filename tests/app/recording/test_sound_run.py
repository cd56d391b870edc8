"""What becomes of the sound when its recorder dies, hangs, or does not stop."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.meetings.meeting import MeetingStatus
from app.recording.recorder_patience import RecorderPatience
from app.recording.status import RecordingPhase, RecordingWish
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import (
    ChangeSource,
    GapNoticed,
    LevelsMeasured,
    PauseRecording,
    RecordedTrack,
    RecordingFailed,
    RecordingStarted,
    SourceChanged,
    SourceChoice,
    SourceState,
    StartRecording,
    StopRecording,
)
from engine.contract.segments import GapReason
from tests.builders.recording_stage import COMPUTER, MICROPHONE, RecordingStage
from tests.fakes.fake_recorder import FakeRecorder

DESK = SourceChoice(TrackKind.MICROPHONE, "Desk", "ALSA")
QUICK = RecorderPatience(going_s=0.3, stop_s=0.3, first_wait_s=0.01, longest_wait_s=0.02, most_deaths=4)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[RecordingStage]:
    with RecordingStage(tmp_path, recorder_patience=RecorderPatience(first_wait_s=0.01, longest_wait_s=0.02)) as stage:
        yield stage


def test_a_recorder_that_died_is_started_again_and_appends(stage: RecordingStage):
    meeting_id = stage.start(MICROPHONE, COMPUTER)
    stage.record(2)
    stage.recorder.die()
    stage.recorder.wait_for(StartRecording, count=2)
    stage.recorder.say(GapNoticed(0, SampleIndex(32_000), SampleIndex(40_000), GapReason.RECORDER_DIED))
    stage.wait(lambda: stage.library.summary(meeting_id).gap_ms == 500, "the gap was noted")
    assert stage.status.phase is RecordingPhase.RECORDING
    stage.record(1)
    assert stage.status.elapsed_ms == 3000
    assert [gap.reason for gap in stage.library.transcript(meeting_id).gaps] == [GapReason.RECORDER_DIED]


def test_another_microphone_is_told_to_the_recorder_and_to_the_one_that_follows_a_death(stage: RecordingStage):
    stage.start(MICROPHONE, COMPUTER)
    stage.record(1)
    stage.recordings.change_source(0, DESK)
    assert stage.recorder.wait_for(ChangeSource) == ChangeSource(0, DESK)
    stage.recorder.die()
    again = stage.recorder.wait_for(StartRecording, count=2)
    assert again.sources == (DESK, COMPUTER)
    stage.wait(lambda: stage.status.tracks[0].device == "Desk", "it says from where it records")


def test_a_microphone_that_is_chosen_while_the_recorder_begins_is_told_once_it_has(tmp_path: Path):
    with RecordingStage(tmp_path) as stage:
        stage.recorder.is_mute = True
        stage.recordings.start(RecordingWish((MICROPHONE,), RecognitionOptions()))
        stage.recorder.wait_for(StartRecording)
        stage.recordings.change_source(0, DESK)
        stage.recorder.is_mute = False
        stage.recorder.say(RecordingStarted("x", (RecordedTrack(0, TrackKind.MICROPHONE, "", "ring"),)))
        assert stage.recorder.wait_for(ChangeSource) == ChangeSource(0, DESK)


@pytest.mark.parametrize("is_clean", [True, False])
def test_while_something_is_recorded_another_recorder_stands_by(tmp_path: Path, is_clean: bool):
    """Case 14: it begins at once when this one is killed. Until the recording ends, however that is."""
    with RecordingStage(tmp_path, recorder_patience=RecorderPatience(steady_s=0.0)) as stage:
        stage.start()
        stage.record(1)
        stage.wait(lambda: stage.recorder.has_spare, "one stood by")
        stage.recorder.die()
        stage.recorder.wait_for(StartRecording, count=2)
        assert not stage.recorder.has_spare, "it took the place of the other"
        stage.record(1)
        stage.wait(lambda: stage.recorder.has_spare, "the next one stood by")
        stage.recorder.is_mute = not is_clean
        stage.recordings.stop()
        if not is_clean:
            stage.recorder.die()
        stage.wait_for(RecordingPhase.FINISHING)
        assert not stage.recorder.has_spare


def test_it_says_that_it_records_once_every_device_is_open_or_known_to_be_lost(stage: RecordingStage):
    stage.recorder.is_opening = True
    stage.recordings.start(RecordingWish((MICROPHONE, COMPUTER), RecognitionOptions()))
    stage.recorder.say(SourceChanged(1, SourceState.OPENED, "Speakers", ""))
    stage.wait(lambda: stage.status.tracks[1].device == "Speakers", "one is open")
    assert stage.status.phase is RecordingPhase.STARTING
    stage.recorder.say(SourceChanged(0, SourceState.LOST, "", "it is not plugged in"))
    stage.wait_for(RecordingPhase.RECORDING)
    stage.recordings.pause()
    stage.wait_for(RecordingPhase.PAUSED)
    stage.recordings.resume()
    stage.wait_for(RecordingPhase.STARTING)
    for track in (0, 1):
        stage.recorder.say(SourceChanged(track, SourceState.OPENED, "", ""))
    stage.wait_for(RecordingPhase.RECORDING)


def test_a_pause_outlives_the_recorder(stage: RecordingStage):
    stage.start()
    stage.recordings.pause()
    stage.wait_for(RecordingPhase.PAUSED)
    stage.recorder.die()
    stage.recorder.wait_for(StartRecording, count=2)
    stage.recorder.wait_for(PauseRecording, count=2)


def test_a_recorder_that_says_nothing_is_ended(tmp_path: Path):
    """Case 12: a process that is frozen."""
    with RecordingStage(tmp_path, recorder_patience=QUICK) as stage:
        stage.start()
        stage.recorder.wait_for(StartRecording, count=2)
        assert stage.recorder.kills


def test_a_pause_is_no_silence_of_the_recorder(tmp_path: Path):
    patience = RecorderPatience(going_s=1.0)
    with RecordingStage(tmp_path, recorder_patience=patience) as stage:
        stage.start()
        stage.recordings.pause()
        stage.wait_for(RecordingPhase.PAUSED)
        for _ in range(3):
            stage.recordings.add_note("still here")
            stage.library.set_recorded(stage.status.meeting_id, {0: 0}).result()
        assert stage.recorder.kills == 0


def test_a_stop_that_is_never_answered_closes_the_files_without_the_recorder(tmp_path: Path):
    """Case 12."""
    with RecordingStage(tmp_path, recorder_patience=QUICK) as stage:
        meeting_id = stage.start()
        stage.record(2)
        stage.recorder.is_mute = True
        stage.engine.is_quick = True
        stage.recordings.stop()
        stage.engine.finish()
        stage.wait_for_end()
        assert stage.recorder.kills
        folder = SoundFolder(stage.library.meeting_folder(meeting_id))
        assert folder.is_complete()
        assert folder.length() == 2 * SAMPLE_RATE_HZ
        assert stage.library.meeting(meeting_id).duration_ms == 2000


def test_a_recorder_that_dies_at_the_stop_costs_nothing(stage: RecordingStage):
    """Case 14: a kill during the stop."""
    meeting_id = stage.start()
    stage.record(2)
    stage.recorder.is_mute = True
    stage.engine.is_quick = True
    stage.recordings.stop()
    stage.recorder.wait_for(StopRecording)
    stage.recorder.die()
    stage.engine.finish()
    stage.wait_for_end()
    meeting = stage.library.meeting(meeting_id)
    assert (meeting.duration_ms, meeting.status) == (2000, MeetingStatus.READY)
    assert stage.recorder.starts == 1


def test_a_recorder_that_cannot_be_kept_alive_ends_the_recording_and_keeps_it(tmp_path: Path):
    with RecordingStage(tmp_path, recorder_patience=QUICK) as stage:
        meeting_id = stage.start()
        stage.record(2)
        for count in range(2, QUICK.most_deaths + 1):
            stage.recorder.die()
            stage.recorder.wait_for(StartRecording, count=count)
        stage.recorder.die()
        stage.wait_for(RecordingPhase.FAILED)
        assert stage.status.error is not None
        assert stage.status.error.name == "RecorderKeepsEnding"
        stage.engine.is_quick = True
        stage.engine.finish()
        stage.wait(lambda: stage.library.meeting(meeting_id).status is MeetingStatus.READY, "it was understood")
        assert stage.library.meeting(meeting_id).duration_ms == 2000
        assert stage.status.phase is RecordingPhase.FAILED, "the reason stays until the next start"


def test_a_full_disk_after_a_death_is_tried_again(tmp_path: Path):
    """Case 17."""
    with RecordingStage(tmp_path, recorder_patience=QUICK) as stage:
        stage.start()
        stage.record(1)
        stage.recorder.refuses = RecordingFailed("x", to_report(DiskFull("/home")))
        stage.recorder.die()
        stage.wait(lambda: not stage.status.is_saving, "it was said")
        stage.recorder.wait_for(StartRecording, count=3)
        stage.recorder.refuses = None
        stage.wait(lambda: stage.status.is_saving, "there was room again")
        assert stage.status.error is None


def test_a_stop_while_the_recorder_is_away_ends_at_once(tmp_path: Path):
    with RecordingStage(tmp_path, recorder_patience=RecorderPatience(longest_wait_s=600, first_wait_s=600)) as stage:
        stage.start()
        stage.record(1)
        stage.recorder.die()
        stage.recorder.wait_for(StartRecording, count=2)
        stage.recorder.die()
        stage.engine.is_quick = True
        stage.wait(lambda: not stage.recorder.is_running, "it was noticed")
        stage.recordings.stop()
        stage.engine.finish()
        stage.wait_for_end()


def test_a_file_that_was_played_to_its_end_ends_the_recording(stage: RecordingStage):
    stage.start(MICROPHONE, COMPUTER)
    stage.recorder.say(SourceChanged(0, SourceState.ENDED, "", ""))
    stage.recorder.say(LevelsMeasured(0, -20, -30, SampleIndex(16_000)))
    stage.wait(lambda: stage.status.elapsed_ms == 1000, "both were heard")
    assert stage.status.phase is RecordingPhase.RECORDING
    stage.recorder.say(SourceChanged(1, SourceState.ENDED, "", ""))
    stage.wait_for(RecordingPhase.FINISHING)


def test_one_that_never_answers_is_given_up(tmp_path: Path):
    recorder = FakeRecorder(is_mute=True)
    patience = RecorderPatience(start_s=0.1, first_wait_s=0.01)
    with RecordingStage(tmp_path, recorder=recorder, recorder_patience=patience) as stage:
        stage.recordings.start(RecordingWish((MICROPHONE,), RecognitionOptions()))
        stage.wait_for(RecordingPhase.FAILED)
        assert recorder.starts == patience.most_deaths_at_start
