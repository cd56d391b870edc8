"""A recording in the library: there from its first second, whatever becomes of anybody."""

from pathlib import Path

import pytest

from app.announcements import MeetingAdded, MeetingUpdated
from app.library.library import Library
from app.meetings.coverage import TrackMark
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import Gap, VersionKind
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from engine.contract.segments import GapReason
from tests.builders.library import Heard, a_job, open_library
from tests.builders.recordings import a_growing_line, a_recorded_meeting, begin_recording, end_recording, grow


def test_a_recording_is_there_from_its_first_second(library: Library, heard: Heard):
    """Case 14."""
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)

    assert library.meeting(meeting.id) == meeting
    assert heard.all == [MeetingAdded(meeting.id)]
    assert (job.state, job.is_live) == (JobState.RUNNING, True)
    assert library.live_job(meeting.id) == job == library.last_job(meeting.id)
    assert library.jobs(unfinished=True) == []
    assert library.unfinished_live_jobs() == [job]
    assert library.recordings_to_recover() == [meeting]
    assert library.track_marks(meeting.id) == [
        TrackMark(0, TrackKind.MICROPHONE, Milliseconds(0), 0),
        TrackMark(1, TrackKind.COMPUTER, Milliseconds(0), 0),
    ]


def test_it_is_ready_when_it_has_ended_and_is_understood(library: Library, heard: Heard):
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    grow(library, job, a_growing_line(4))
    library.set_recorded(meeting.id, {0: 1000, 1: 900}).result()  # behind what was heard: no bound while it lasts
    grow(library, job, a_growing_line(3, start_ms=2000))
    assert library.summary(meeting.id).meeting.duration_ms == 1000

    end_recording(library, meeting.id, 4000)
    assert library.meeting(meeting.id).status is MeetingStatus.WORKING
    library.set_job_state(job.id, JobState.DONE).result()

    assert library.meeting(meeting.id).status is MeetingStatus.READY
    assert library.meeting(meeting.id).model == job.options.model
    assert library.summary(meeting.id).words == 7
    assert library.recordings_to_recover() == []
    assert heard.all[-1] == MeetingUpdated(meeting.id)


@pytest.mark.parametrize("words", [0, 4])
def test_it_is_ready_while_its_better_pass_waits_also_without_a_word(tmp_path: Path, words: int):
    library = open_library(tmp_path)
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    if words:
        grow(library, job, a_growing_line(words))
    for track in (0, 1):
        library.settle_track(job.id, track, SampleIndex(64_000)).result()
    end_recording(library, meeting.id, 4000)
    better = a_job(meeting)
    library.start_rerun(better, VersionKind.RECOGNISED).result()
    library.set_job_state(job.id, JobState.DONE).result()
    assert library.meeting(meeting.id).status is MeetingStatus.READY
    assert library.coverage(meeting.id).understood == 1.0

    library.set_job_state(better.id, JobState.RUNNING).result()
    assert library.meeting(meeting.id).status is MeetingStatus.WORKING
    library.set_job_state(better.id, JobState.WAITING).result()  # something else went first
    assert library.meeting(meeting.id).status is MeetingStatus.READY

    library.set_job_state(better.id, JobState.RUNNING).result()
    library.close()
    library = open_library(tmp_path)
    assert library.meeting(meeting.id).status is MeetingStatus.READY
    assert [each.id for each in library.jobs(unfinished=True)] == [better.id]
    assert library.summary(meeting.id).words == words
    library.close()


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED, JobState.WAITING, JobState.CANCELLED])
def test_it_is_being_recorded_whatever_becomes_of_its_job(library: Library, state: JobState):
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    library.set_job_state(job.id, state).result()
    assert library.meeting(meeting.id).status is MeetingStatus.RECORDING


def test_opening_leaves_an_interrupted_recording_to_be_recovered(tmp_path: Path):
    """Case 14."""
    library = open_library(tmp_path)
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    grow(library, job, a_growing_line(4))
    library.close()

    for _ in range(2):  # twice killed
        library = open_library(tmp_path)
        assert library.recordings_to_recover() == [meeting]
        assert library.jobs(unfinished=True) == []
        live = library.live_job(meeting.id)
        assert live is not None
        assert (live.id, live.state) == (job.id, JobState.WAITING)
        assert library.track_marks(meeting.id)[0].settled_to == 32_000
        library.close()

    library = open_library(tmp_path)
    end_recording(library, meeting.id, 5000, is_recovered=True, notes=["The last half second is missing."])
    found = library.meeting(meeting.id)
    assert (found.is_recovered, found.status, found.notes) == (
        True,
        MeetingStatus.WAITING,
        ("The last half second is missing.",),
    )
    library.set_recovered(meeting.id, False).result()
    assert not library.meeting(meeting.id).is_recovered
    library.close()


def test_a_recording_goes_on_in_the_version_that_is_shown(library: Library):
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    grow(library, job, a_growing_line("one two"), settled_to=96_000)
    end_recording(library, meeting.id, 6000)
    library.set_job_state(job.id, JobState.DONE).result()
    queued = a_job(meeting)
    library.start_rerun(queued, VersionKind.RECOGNISED).result()
    version = library.transcript(meeting.id).version_id

    again = a_job(meeting)
    library.reopen_recording(meeting.id, again).result()

    assert library.meeting(meeting.id).status is MeetingStatus.RECORDING
    assert library.job(queued.id).state is JobState.CANCELLED  # it counts the samples of a shorter recording
    assert library.jobs(unfinished=True) == []
    live = library.live_job(meeting.id)
    assert live is not None
    assert (live.id, live.state, live.is_live) == (again.id, JobState.RUNNING, True)
    assert library.track_marks(meeting.id)[0].settled_to == 96_000
    grow(library, live, a_growing_line("three", start_ms=7000))
    end_recording(library, meeting.id, 9000)
    library.set_job_state(again.id, JobState.DONE).result()

    transcript = library.transcript(meeting.id)
    assert (transcript.version_id, [line.text for line in transcript.segments]) == (version, ["one two", "three"])
    assert library.meeting(meeting.id).status is MeetingStatus.READY
    assert library.meeting(meeting.id).duration_ms == 9000


def test_words_whose_sound_was_never_durable_are_kept_within_the_recording(library: Library):
    """The power went: the words were on disk, the last second of sound was not."""
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    grow(library, job, a_growing_line("one two", start_ms=4000, name="a"))
    grow(library, job, a_growing_line("three four", start_ms=5000, name="b"))
    library.note_gap(job.id, Gap(1, Milliseconds(4000), Milliseconds(7000), GapReason.SOURCE_LOST)).result()
    library.note_gap(job.id, Gap(1, Milliseconds(6000), Milliseconds(7000), GapReason.SLEPT)).result()

    for _ in range(2):
        end_recording(library, meeting.id, 4900, is_recovered=True)

    lines = library.transcript(meeting.id).segments
    assert [(line.text, line.start_ms, line.end_ms, line.repaired) for line in lines] == [
        ("one two", 4000, 4900, True),
        ("three four", 4899, 4900, True),
    ]
    assert [len(line.words) for line in lines] == [2, 2]
    assert [(gap.start_ms, gap.end_ms) for gap in library.transcript(meeting.id).gaps] == [(4000, 4900)]
    assert library.track_marks(meeting.id)[0].settled_to == 4900 * 16
    assert [each for each in library.check().problems if "sound" not in each] == []


def test_trying_again_after_live_recognition_failed_does_not_write_into_its_version(library: Library):
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    grow(library, job, a_growing_line("one"))
    end_recording(library, meeting.id, 6000)
    library.set_job_state(job.id, JobState.FAILED).result()
    again = a_job(meeting)
    library.start_job(again).result()
    library.commit_segments(again.id, [a_growing_line("won")], (), finished_to=SampleIndex(96_000), speech=0).result()
    assert [line.text for line in library.transcript(meeting.id).segments] == ["one"]
