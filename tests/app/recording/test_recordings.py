from collections.abc import Iterator
from pathlib import Path

import pytest

from app.announcements import JobEnded, RecordingChanged, TranscriptChanged
from app.meetings.course import Course
from app.meetings.errors import MeetingNotFound
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.moment import MomentKind
from app.meetings.transcript import Gap, GapState, VersionKind
from app.recording.errors import NotRecordedHere, RecordingInProgress
from app.recording.status import RecordingPhase, RecordingWish, UnderstandingPhase
from engine.contract.audio import SAMPLE_RATE_HZ, Milliseconds, SampleIndex, TrackKind
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull, SpeechModelMissing
from engine.contract.messages import FellBehind, FollowRecording, JobFailed, TentativeHeard
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.recorder_messages import (
    GapNoticed,
    MarkMoment,
    PauseRecording,
    RecordingFailed,
    ResumeRecording,
    RoomMeasured,
    SavedTo,
    SourceChanged,
    SourceState,
    StartRecording,
    StopRecording,
)
from engine.contract.segments import GapReason
from tests.builders.library import a_job, a_meeting
from tests.builders.recording_stage import COMPUTER, MICROPHONE, RecordingStage


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[RecordingStage]:
    with RecordingStage(tmp_path) as stage:
        yield stage


def test_a_recording_becomes_a_meeting_with_its_words(stage: RecordingStage):
    meeting_id = stage.start(MICROPHONE, COMPUTER)
    assert stage.imports.is_held
    stage.record(2)
    stage.engine.hear("good", "morning")
    stage.wait(lambda: stage.lines(meeting_id) == ["good morning"], "the words were there")
    stage.recordings.stop()
    stage.wait_for(RecordingPhase.FINISHING)
    meeting = stage.library.meeting(meeting_id)
    assert (meeting.status, meeting.duration_ms, meeting.is_recovered) == (MeetingStatus.WORKING, 2000, False)
    stage.engine.hear("all", track=0, at_s=1.5)
    stage.engine.finish()
    stage.wait_for_end()
    meeting = stage.library.meeting(meeting_id)
    assert (meeting.title, meeting.status) == ("Recording of 2026-03-04", MeetingStatus.READY)
    assert [track.kind for track in meeting.tracks] == [TrackKind.MICROPHONE, TrackKind.COMPUTER]
    assert stage.lines(meeting_id) == ["good morning", "all"]
    assert stage.imports.improved == [meeting_id]
    assert stage.copies == [(meeting_id, 2)]
    stage.wait(lambda: stage.imports.calls[-1] == "go_on", "the imports went on")
    assert stage.engine.closes, "two speech models at once are too much"


def test_the_meeting_is_in_the_library_from_the_first_moment(stage: RecordingStage):
    """Case 14."""
    stage.recorder.is_mute = True
    meeting_id = stage.recordings.start(RecordingWish((MICROPHONE,), RecognitionOptions(), title="  Weekly  "))
    meeting = stage.library.meeting(meeting_id)
    assert (meeting.title, meeting.status) == ("Weekly", MeetingStatus.RECORDING)
    assert stage.status.phase is RecordingPhase.STARTING


def test_a_recording_of_a_course_is_understood_with_its_terms(stage: RecordingStage):
    stage.library.add_course(Course(CourseId("c" * 32), "Algebra", (), (GlossaryEntry("Hilbert"),))).result()
    meeting_id = stage.start(course_id=CourseId("c" * 32))
    job = stage.library.live_job(meeting_id)
    assert job is not None
    assert job.options.glossary == (GlossaryTerm("Hilbert"),)


def test_a_recording_that_is_renamed_has_its_new_name_at_once(stage: RecordingStage):
    meeting_id = stage.start()
    other = a_meeting()
    stage.library.add_import(other, a_job(other)).result()
    stage.library.rename_meeting(other.id, "Another one").result()
    stage.library.rename_meeting(meeting_id, "Weekly").result()
    stage.wait(lambda: stage.status.title == "Weekly", "the new name was there")
    stage.record(1)
    assert stage.status.title == "Weekly"


@pytest.mark.parametrize(("seconds", "improved"), [(0.0, 0), (0.5, 0), (2.0, 1)])
def test_a_recording_without_a_word_is_ready_and_hardly_any_sound_is_not_read_again(
    stage: RecordingStage, seconds: float, improved: int
):
    meeting_id = stage.start()
    if seconds:
        stage.record(seconds)
    stage.recordings.stop()
    stage.wait_for(RecordingPhase.FINISHING)
    stage.engine.finish()
    stage.wait_for_end()
    assert stage.library.meeting(meeting_id).status is MeetingStatus.READY
    assert stage.imports.improved == [meeting_id] * improved


def test_there_is_one_recording_at_a_time(stage: RecordingStage):
    stage.start()
    with pytest.raises(RecordingInProgress, match="Recording of 2026-03-04"):
        stage.recordings.start(RecordingWish((MICROPHONE,), RecognitionOptions()))


def test_the_status_tells_what_a_person_sees(stage: RecordingStage):
    meeting_id = stage.start(MICROPHONE, COMPUTER)
    stage.record(1)
    stage.recorder.say(
        SourceChanged(1, SourceState.SILENT, "Monitor", ""),
        RoomMeasured(600.0),
        GapNoticed(1, SampleIndex(0), SampleIndex(8000), GapReason.SOURCE_LOST),
    )
    stage.engine.say(
        TentativeHeard(stage.engine.asked.job, 0, SampleIndex(0), SampleIndex(8000), "good mor"),
        FellBehind(stage.engine.asked.job, 0, 12.0),
    )
    stage.wait(
        lambda: stage.status.behind_s == 12.0 and stage.library.summary(meeting_id).gap_ms == 500, "everything was told"
    )
    status = stage.status
    assert status.understanding is UnderstandingPhase.BEHIND
    assert (status.room_s, status.is_room_low, status.elapsed_ms) == (600.0, True, 1000)
    assert (status.tracks[1].device, status.tracks[1].state) == ("Monitor", SourceState.SILENT)
    assert (status.tracks[0].tentative, status.tracks[0].peak_dbfs, status.tracks[0].saved_ms) == (
        "good mor",
        -20,
        1000,
    )
    stage.engine.hear("good")
    stage.wait(lambda: stage.status.tracks[0].has_heard_voice, "a word was heard")
    assert stage.status.tracks[0].tentative == "", "it follows the committed words"
    assert stage.status.tracks[0].voice_until_ms > 0, "from here on silence is counted"
    assert stage.heard.of(RecordingChanged)


def test_tentative_text_is_never_saved(stage: RecordingStage):
    meeting_id = stage.start()
    stage.engine.say(TentativeHeard(stage.engine.asked.job, 0, SampleIndex(0), SampleIndex(8000), "maybe"))
    stage.wait(lambda: stage.status.tracks[0].tentative == "maybe", "it was shown")
    assert stage.lines(meeting_id) == []
    assert stage.heard.of(TranscriptChanged) == []


def test_a_pause_stops_the_recorder_and_is_seen(stage: RecordingStage):
    stage.start()
    stage.recordings.pause()
    stage.wait_for(RecordingPhase.PAUSED)
    stage.recordings.pause()
    stage.recordings.resume()
    stage.wait_for(RecordingPhase.RECORDING)
    assert len([each for each in stage.recorder.commands if isinstance(each, PauseRecording)]) == 1
    assert stage.recorder.wait_for(ResumeRecording)


def test_a_stop_before_the_recorder_answered_is_not_forgotten(stage: RecordingStage):
    stage.recorder.is_mute = True
    stage.recordings.start(RecordingWish((MICROPHONE,), RecognitionOptions()))
    stage.recordings.stop()
    assert stage.status.phase is RecordingPhase.STOPPING
    command = stage.recorder.wait_for(StartRecording)
    stage.recorder.is_mute = False
    stage.recorder.send(command)
    stage.recorder.wait_for(StopRecording)
    stage.engine.is_quick = True
    stage.engine.finish()
    stage.wait_for_end()


def test_bookmarks_and_notes_are_in_the_library_and_in_the_journal(stage: RecordingStage):
    meeting_id = stage.start()
    stage.record(40)
    stage.recordings.bookmark()
    stage.recordings.add_note(" the budget ")
    stage.recordings.add_note("  ")
    stage.wait(lambda: len(stage.library.moments(meeting_id)) == 2, "both were kept")
    bookmark, note = stage.library.moments(meeting_id)
    assert (bookmark.kind, bookmark.start_ms, bookmark.end_ms) == (MomentKind.BOOKMARK, 10_000, 40_000)
    assert (note.kind, note.start_ms, note.end_ms, note.text) == (MomentKind.NOTE, 40_000, 40_000, "the budget")
    marks = [each for each in stage.recorder.commands if isinstance(each, MarkMoment)]
    assert [(mark.text, mark.at) for mark in marks] == [("", 640_000), ("the budget", 640_000)]


def test_a_gap_of_the_recorder_is_lost_sound(stage: RecordingStage):
    meeting_id = stage.start()
    stage.recorder.say(GapNoticed(0, SampleIndex(16_000), SampleIndex(48_000), GapReason.SOURCE_LOST))
    stage.wait(lambda: stage.library.transcript(meeting_id).gaps, "the gap was kept")
    assert stage.library.transcript(meeting_id).gaps == (
        Gap(0, Milliseconds(1000), Milliseconds(3000), GapReason.SOURCE_LOST, GapState.LOST),
    )


def test_a_full_disk_is_said_and_it_goes_on_by_itself(stage: RecordingStage):
    """Case 17."""
    stage.start()
    stage.record(2)
    stage.recorder.say(RecordingFailed("x", to_report(DiskFull("/home"))))
    stage.wait(lambda: not stage.status.is_saving, "it was said")
    assert stage.status.error is not None
    assert stage.status.error.name == "DiskFull"
    assert stage.status.phase is RecordingPhase.RECORDING
    stage.recorder.say(SavedTo(0, SampleIndex(5 * SAMPLE_RATE_HZ)))
    stage.wait(lambda: stage.status.is_saving, "it saves again")
    assert stage.status.error is None


def test_a_recording_that_cannot_begin_says_why(stage: RecordingStage):
    """Case 17."""
    stage.recorder.refuses = RecordingFailed("x", to_report(DiskFull("/home")))
    meeting_id = stage.recordings.start(RecordingWish((MICROPHONE,), RecognitionOptions()))
    stage.wait_for(RecordingPhase.FAILED)
    assert stage.status.error is not None
    assert stage.status.error.name == "DiskFull"
    stage.wait(lambda: stage.library.meeting(meeting_id).status is MeetingStatus.FAILED, "the meeting says it")
    assert "full" in stage.library.summary(meeting_id).error
    stage.recorder.refuses = None
    assert stage.start() != meeting_id


def test_a_missing_speech_model_costs_no_sound_and_is_said_while_recording(stage: RecordingStage):
    """Case 20."""
    meeting_id = stage.start()
    stage.engine.say(JobFailed(stage.engine.asked.job, to_report(SpeechModelMissing("base"))))
    stage.wait(lambda: stage.status.understanding is UnderstandingPhase.FAILED, "it was said")
    assert stage.status.understanding_error is not None
    assert stage.status.understanding_error.name == "SpeechModelMissing"
    assert stage.library.meeting(meeting_id).status is MeetingStatus.RECORDING
    stage.record(5)
    assert stage.status.is_saving
    stage.recordings.stop()
    stage.wait_for_end()
    meeting = stage.library.meeting(meeting_id)
    assert (meeting.status, meeting.duration_ms) == (MeetingStatus.FAILED, 5000)
    assert "base" in stage.library.summary(meeting_id).error
    assert stage.copies == [(meeting_id, 1)]
    assert stage.imports.improved == []


def test_understanding_can_be_tried_again_while_it_is_recorded(stage: RecordingStage):
    """Case 20."""
    meeting_id = stage.start()
    stage.record(1)
    stage.engine.hear("one")
    stage.wait(lambda: stage.lines(meeting_id) == ["one"], "a word was there")
    stage.engine.say(JobFailed(stage.engine.asked.job, to_report(SpeechModelMissing("base"))))
    stage.wait(lambda: stage.status.understanding is UnderstandingPhase.FAILED, "it failed")
    stage.recordings.retry_understanding()
    again = stage.engine.wait_for(FollowRecording, count=2)
    assert again.tracks[0].resume_at == 8000
    assert again.tracks[0].said == "one"
    stage.wait(lambda: stage.status.understanding is UnderstandingPhase.LISTENING, "it listens again")
    assert stage.status.understanding_error is None


def test_a_meeting_goes_on_after_a_stop(stage: RecordingStage):
    stage.engine.is_quick = True
    meeting_id = stage.start(MICROPHONE, COMPUTER)
    stage.record(3)
    stage.recordings.stop()
    stage.wait_for_end()
    stage.engine.is_quick = False
    assert stage.start(COMPUTER, append_to=meeting_id) == meeting_id
    again = stage.recorder.wait_for(StartRecording, count=2)
    assert isinstance(again, StartRecording)
    assert [source.kind for source in again.sources] == [TrackKind.MICROPHONE, TrackKind.COMPUTER]
    assert stage.library.meeting(meeting_id).status is MeetingStatus.RECORDING
    assert stage.status.tracks[0].recorded_ms == 3000
    stage.record(2)
    stage.recordings.stop()
    stage.engine.finish()
    stage.wait_for_end()
    assert stage.library.meeting(meeting_id).duration_ms == 5000


def test_a_meeting_that_is_not_there_cannot_go_on(stage: RecordingStage):
    with pytest.raises(MeetingNotFound):
        stage.recordings.start(RecordingWish((MICROPHONE,), RecognitionOptions(), append_to=MeetingId("0" * 32)))
    assert stage.recordings.status is None


def test_what_came_from_a_file_is_not_recorded_on(stage: RecordingStage):
    meeting = a_meeting()
    stage.library.add_import(meeting, a_job(meeting)).result()
    with pytest.raises(NotRecordedHere, match=meeting.title):
        stage.recordings.start(RecordingWish((MICROPHONE,), RecognitionOptions(), append_to=meeting.id))


def test_a_meeting_that_is_recorded_on_gives_up_its_better_pass(stage: RecordingStage):
    stage.engine.is_quick = True
    meeting_id = stage.start()
    stage.record(1)
    stage.recordings.stop()
    stage.wait_for_end()
    better = a_job(stage.library.meeting(meeting_id))
    stage.library.start_rerun(better, VersionKind.RECOGNISED).result()
    stage.start(append_to=meeting_id)
    assert stage.imports.cancelled == [better.id]


def test_the_rest_of_a_text_that_a_person_cancels_is_let_go(stage: RecordingStage):
    meeting_id = stage.start()
    stage.record(1)
    stage.recordings.stop()
    stage.wait_for(RecordingPhase.FINISHING)
    job_id = stage.status.job_id
    stage.library.set_job_state(job_id, JobState.CANCELLED).result()
    stage.heard.announcements.announce(JobEnded(job_id, meeting_id, JobState.CANCELLED))
    stage.wait_for_end()
    assert stage.library.job(job_id).state is JobState.CANCELLED
    assert stage.imports.improved == []


def test_a_new_recording_goes_before_the_rest_of_the_last_one(stage: RecordingStage):
    first = stage.start()
    stage.record(1)
    job = stage.engine.asked.job
    stage.recordings.stop()
    stage.wait_for(RecordingPhase.FINISHING)
    second = stage.start()
    assert second != first
    asked = stage.engine.wait_for(FollowRecording, count=2)
    assert asked.job != job
    stage.record(1)
    stage.recordings.stop()
    stage.engine.finish()
    rest = stage.engine.wait_for(FollowRecording, count=3)
    assert (rest.job.partition("#")[0], rest.tracks[0].resume_at) == (job.partition("#")[0], 0)
    stage.engine.is_quick = True
    stage.engine.finish()
    stage.wait(lambda: stage.imports.improved == [second, first], "both were understood")


def test_a_meeting_that_is_deleted_is_let_go(stage: RecordingStage):
    meeting_id = stage.start()
    stage.record(1)
    stage.library.delete_meeting(meeting_id).result()
    stage.wait_for_end()
    assert stage.imports.improved == []
    stage.start()


def test_closing_saves_the_sound_and_leaves_the_text_for_the_next_start(tmp_path: Path):
    """Case 16."""
    with RecordingStage(tmp_path) as stage:
        meeting_id = stage.start()
        stage.record(2)
        stage.engine.hear("one")
        stage.wait(lambda: stage.lines(meeting_id) == ["one"], "a word was there")
    with RecordingStage(tmp_path) as later:
        meeting = later.library.meeting(meeting_id)
        assert (meeting.duration_ms, meeting.is_recovered) == (2000, False)
        later.recordings.recover()
        assert later.recordings.recovered == ()
        asked = later.engine.asked
        assert later.library.meeting(meeting_id).status is MeetingStatus.WORKING
        assert [(each.ring, each.resume_at) for each in asked.tracks] == [("", 8000)]
        assert later.imports.is_held
        later.engine.hear("two", at_s=1.0)
        later.engine.is_quick = True
        later.engine.finish()
        later.wait(lambda: later.imports.improved == [meeting_id], "it was understood")
        later.wait(lambda: later.library.job(asked_job(later)).state is JobState.DONE, "the job was done")
        assert later.lines(meeting_id) == ["one", "two"]
        assert later.copies == [(meeting_id, 1)]


def asked_job(stage: RecordingStage):
    from app.meetings.identifiers import JobId

    return JobId(stage.engine.asked.job.partition("#")[0])
