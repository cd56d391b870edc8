"""Gaps in the library: noted once, repaired in parts, shown with their state, counted in the proof of coverage."""

import pytest

from app.announcements import GapsChanged
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.job import Job, JobState
from app.meetings.transcript import Gap, GapState, VersionKind
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.segments import GapReason
from tests.builders.library import Heard, a_job, a_meeting, import_meeting
from tests.builders.recordings import a_growing_line, begin_recording, end_recording, grow


@pytest.fixture
def job(library: Library) -> Job:
    return begin_recording(library)


def gap(
    start: int, end: int, state: GapState = GapState.OPEN, reason: GapReason = GapReason.NOT_RECOGNISED, track: int = 0
) -> Gap:
    return Gap(track, Milliseconds(start), Milliseconds(end), reason, state)


def gaps(library: Library, job: Job) -> list[Gap]:
    return list(library.transcript(job.meeting_id).gaps)


def test_a_gap_is_kept_once_however_often_it_is_told(library: Library, job: Job, heard: Heard):
    heard.all.clear()
    for _ in range(3):
        library.note_gap(job.id, gap(1000, 3000)).result()
        library.note_gap(job.id, gap(0, 500, reason=GapReason.SLEPT)).result()
        library.note_gap(job.id, gap(700, 700)).result()
    assert gaps(library, job) == [gap(0, 500, GapState.LOST, GapReason.SLEPT), gap(1000, 3000)]
    assert heard.of(GapsChanged) == [GapsChanged(job.meeting_id)] * 2
    assert library.summary(job.meeting_id).gap_ms == 2500


def test_a_gap_is_repaired_piece_by_piece(library: Library, job: Job, heard: Heard):
    library.note_gap(job.id, gap(1000, 9000)).result()
    library.note_gap(job.id, gap(1000, 9000, track=1)).result()
    library.repair_gap(job.id, 0, 1000, 4000).result()
    assert gaps(library, job) == [gap(1000, 4000, GapState.REPAIRED), gap(1000, 9000, track=1), gap(4000, 9000)]

    library.note_gap(job.id, gap(1000, 9000)).result()  # told again by an engine that was started again
    heard.all.clear()
    library.repair_gap(job.id, 0, 1000, 4000).result()
    assert heard.all == []
    library.repair_gap(job.id, 0, 4000, 9000).result()
    library.repair_gap(job.id, 1, 0, 10_000).result()
    assert gaps(library, job) == [gap(1000, 9000, GapState.REPAIRED), gap(1000, 9000, GapState.REPAIRED, track=1)]
    assert library.summary(job.meeting_id).gaps == 0
    assert [each for each in library.check().problems if "sound" not in each] == []


def test_the_proof_of_a_recording_grows_with_it(library: Library, job: Job):
    library.set_recorded(job.meeting_id, {0: 10_000, 1: 10_000}).result()
    assert library.coverage(job.meeting_id).understood == 0
    grow(library, job, a_growing_line(4), settled_to=160_000)
    assert library.coverage(job.meeting_id).understood == 0.5
    library.settle_track(job.id, 1, SampleIndex(160_000)).result()
    assert library.coverage(job.meeting_id).understood == 1
    library.note_gap(job.id, gap(2000, 4000)).result()
    found = library.coverage(job.meeting_id)
    assert (found.recorded_ms, found.understood, found.open_ms) == (10_000, 0.9, 2000)
    library.repair_gap(job.id, 0, 2000, 4000).result()
    library.note_gap(job.id, gap(5000, 6000, reason=GapReason.SOURCE_LOST)).result()
    found = library.coverage(job.meeting_id)
    assert (found.understood, found.open_ms, found.lost_ms) == (1, 0, 1000)


def test_what_both_tracks_lack_is_missing_once_in_the_list_as_in_the_proof(library: Library, job: Job):
    library.note_gap(job.id, gap(1000, 23_000, reason=GapReason.SOURCE_LOST)).result()
    library.note_gap(job.id, gap(1000, 26_000, reason=GapReason.SOURCE_LOST, track=1)).result()
    library.note_gap(job.id, gap(40_000, 43_000, reason=GapReason.SLEPT, track=1)).result()
    end_recording(library, job.meeting_id, 60_000)
    summary = library.summary(job.meeting_id)
    assert (summary.gaps, summary.gap_ms) == (2, 28_000)
    assert library.coverage(job.meeting_id).lost_ms == summary.gap_ms


def test_a_better_pass_that_reads_all_closes_what_live_recognition_left_out(library: Library, job: Job):
    library.note_gap(job.id, gap(2000, 4000)).result()
    library.note_gap(job.id, gap(5000, 6000, reason=GapReason.SOURCE_LOST)).result()
    end_recording(library, job.meeting_id, 10_000)
    library.set_job_state(job.id, JobState.FAILED).result()
    assert library.coverage(job.meeting_id).understood == 0

    meeting = library.meeting(job.meeting_id)
    better = a_job(meeting)
    library.start_rerun(better, VersionKind.RECOGNISED).result()
    library.set_media(
        meeting.id, duration_ms=20_000, gaps=(), notes=["Two tracks."], job_id=better.id, length=SampleIndex(320_000)
    ).result()
    library.commit_segments(better.id, [a_growing_line(3)], (), finished_to=SampleIndex(320_000), speech=0).result()
    library.set_job_state(better.id, JobState.DONE).result()

    found = library.coverage(meeting.id)
    assert (found.recorded_ms, found.understood, found.open_ms, found.lost_ms) == (10_000, 1, 0, 1000)
    after = library.meeting(meeting.id)
    assert (after.duration_ms, after.notes) == (10_000, ("Two tracks.",))


def test_stopping_live_recognition_leaves_a_gap_to_the_end_of_each_track(library: Library, job: Job):
    grow(library, job, a_growing_line(4))
    end_recording(library, job.meeting_id, 10_000)
    library.set_job_state(job.id, JobState.CANCELLED).result()
    assert gaps(library, job) == [
        gap(0, 10_000, reason=GapReason.CANCELLED, track=1),
        gap(2000, 10_000, reason=GapReason.CANCELLED),
    ]
    assert library.coverage(job.meeting_id).understood == 0.1

    again = a_job(library.meeting(job.meeting_id))
    library.reopen_recording(job.meeting_id, again).result()
    assert gaps(library, job) == []


def test_a_better_pass_that_is_shown_and_stopped_leaves_what_it_did_not_read(library: Library, job: Job):
    end_recording(library, job.meeting_id, 10_000)  # nothing was understood live, so the pass is shown at once
    library.settle_track(job.id, 0, SampleIndex(160_000)).result()
    better = a_job(library.meeting(job.meeting_id), length=SampleIndex(320_000))
    library.start_rerun(better, VersionKind.RECOGNISED).result()
    library.commit_segments(better.id, [a_growing_line(1)], (), finished_to=SampleIndex(200_000), speech=0).result()
    assert library.coverage(job.meeting_id).understood == 0.625
    library.set_job_state(better.id, JobState.CANCELLED).result()
    assert gaps(library, job) == [gap(2500, 10_000, reason=GapReason.CANCELLED, track=1)]
    assert library.coverage(job.meeting_id).understood == 0.625


def test_an_import_proves_itself_by_its_job(library: Library):
    meeting = a_meeting()
    import_meeting(library, meeting, *["x"] * 15, state=JobState.CANCELLED)
    assert library.coverage(meeting.id).understood == 0.25
    done = a_meeting()
    import_meeting(library, done, "x")
    assert library.coverage(done.id).understood == 1
    assert library.coverage(done.id).recorded_ms == 60_000
    elsewhere = a_meeting(duration_ms=9000, tracks=())
    library.add_transcript(elsewhere, [], [], []).result()
    assert (library.coverage(elsewhere.id).recorded_ms, library.coverage(elsewhere.id).understood) == (9000, 1)


def test_gaps_of_a_deleted_meeting_are_refused(library: Library, job: Job):
    library.delete_meeting(job.meeting_id).result()
    for future in (library.note_gap(job.id, gap(0, 9)), library.repair_gap(job.id, 0, 0, 9)):
        with pytest.raises(MeetingNotFound):
            future.result()
