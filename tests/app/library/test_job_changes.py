"""Jobs in the library: lines and their mark are one, the meeting follows its job, and a re-run takes nothing away."""

import dataclasses
from contextlib import closing

import pytest
from sqlalchemy.exc import IntegrityError

from app.announcements import TranscriptChanged
from app.library.database import connect_to_read
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import JobOutput, JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import Gap, VersionKind
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.error_report import to_report
from engine.contract.errors import NoWordsFound
from engine.contract.options import RecognitionOptions
from engine.contract.segments import GapReason
from tests.builders.library import (
    MINUTE,
    MINUTE_MS,
    Heard,
    a_job,
    a_meeting,
    a_segment,
    import_meeting,
)


def test_lines_and_the_progress_mark_are_one(library: Library, heard: Heard):
    meeting = a_meeting()
    job = a_job(meeting)
    library.add_import(meeting, job).result()
    lines = [a_segment("two", 1000, 2000), a_segment("one", 0, 1000)]
    gap = Gap(0, Milliseconds(2000), Milliseconds(2500), GapReason.NOT_RECOGNISED)

    library.commit_segments(job.id, lines, [gap], finished_to=SampleIndex(40_000), speech=32_000).result()

    after = library.job(job.id)
    assert (after.finished_to, after.speech) == (40_000, 32_000)
    transcript = library.transcript(meeting.id)
    assert [line.text for line in transcript.segments] == ["one", "two"]
    assert transcript.gaps == (gap,)
    summary = library.summary(meeting.id)
    assert (summary.segments, summary.words, summary.gaps, summary.gap_ms) == (2, 2, 1, 500)
    (changed,) = heard.of(TranscriptChanged)
    assert changed.change.added == tuple(lines)
    assert changed.change.gaps == (gap,)


def test_the_same_progress_mark_is_taken_once(library: Library):
    meeting = a_meeting()
    job = a_job(meeting)
    library.add_import(meeting, job).result()
    for _ in range(2):
        library.commit_segments(job.id, [a_segment()], [], finished_to=SampleIndex(16_000), speech=16_000).result()

    assert len(library.transcript(meeting.id).segments) == 1
    assert library.job(job.id).speech == 16_000


@pytest.mark.parametrize(
    ("start_ms", "end_ms"), [(-1, 10), (10, 10), (20, 10), (MINUTE_MS - 1, MINUTE_MS + 1)], ids=str
)
def test_a_line_outside_of_the_recording_is_never_stored(library: Library, start_ms: int, end_ms: int):
    meeting = a_meeting()
    job = import_meeting(library, meeting, "fine", state=JobState.RUNNING)
    bad = dataclasses.replace(a_segment(), start_ms=Milliseconds(start_ms), end_ms=Milliseconds(end_ms))

    with pytest.raises(ValueError, match="does not fit"):
        library.commit_segments(job.id, [a_segment("good", 5, 9), bad], [], finished_to=MINUTE, speech=0).result()

    assert [line.text for line in library.transcript(meeting.id).segments] == ["fine"]
    assert library.job(job.id).finished_to == 16_000


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (JobState.WAITING, MeetingStatus.WAITING),
        (JobState.RUNNING, MeetingStatus.WORKING),
        (JobState.DONE, MeetingStatus.READY),
        (JobState.CANCELLED, MeetingStatus.PARTIAL),
        (JobState.FAILED, MeetingStatus.FAILED),
    ],
)
def test_the_meeting_follows_its_job(library: Library, state: JobState, status: MeetingStatus):
    meeting = a_meeting()
    job = a_job(meeting)
    library.add_import(meeting, job).result()

    library.set_job_state(job.id, state).result()

    assert library.meeting(meeting.id).status is status


def test_a_failed_job_keeps_its_reason_and_what_was_recognised(library: Library):
    """Case 20."""
    meeting = a_meeting()
    job = import_meeting(library, meeting, "kept", state=JobState.RUNNING)
    report = to_report(NoWordsFound(speech_s=12.0))

    library.set_job_state(job.id, JobState.FAILED, error=report).result()

    assert library.job(job.id).error == report
    assert library.summary(meeting.id).error == report.sentence
    assert library.meeting_folder(meeting.id).is_dir()
    assert [line.text for line in library.transcript(meeting.id).segments] == ["kept"]


def test_a_cancelled_job_leaves_a_gap_until_it_goes_on(library: Library):
    meeting = a_meeting()
    job = import_meeting(library, meeting, "one", "two", state=JobState.CANCELLED)

    assert library.transcript(meeting.id).gaps == (
        Gap(0, Milliseconds(2000), Milliseconds(MINUTE_MS), GapReason.CANCELLED),
    )

    again = a_job(meeting, finished_to=job.finished_to, length=job.length, speech=job.speech)
    library.start_job(again).result()
    library.commit_segments(
        again.id, [a_segment("three", 2000, 3000)], [], finished_to=SampleIndex(48_000), speech=0
    ).result()

    transcript = library.transcript(meeting.id)
    assert transcript.gaps == ()
    assert [line.text for line in transcript.segments] == ["one", "two", "three"]


def test_a_failed_re_run_changes_nothing_and_a_finished_one_is_shown(library: Library, heard: Heard):
    """Case 68."""
    meeting = a_meeting()
    import_meeting(library, meeting, "as it was corrected")
    before = library.transcript(meeting.id)
    heard.all.clear()

    library.new_version(meeting.id, VersionKind.RECOGNISED).result()
    failing = a_job(meeting, length=MINUTE)
    library.start_job(failing).result()
    library.commit_segments(failing.id, [a_segment("worse")], [], finished_to=MINUTE, speech=0).result()
    library.set_job_state(failing.id, JobState.FAILED, error=to_report(NoWordsFound(1.0))).result()

    assert library.transcript(meeting.id) == before
    assert library.meeting(meeting.id).status is MeetingStatus.READY
    assert library.search("worse") == []
    assert heard.of(TranscriptChanged) == []

    version = library.new_version(meeting.id, VersionKind.RECOGNISED).result()
    good = a_job(meeting, length=MINUTE, options=RecognitionOptions(model="small"))
    library.start_job(good).result()
    library.commit_segments(good.id, [a_segment("better")], [], finished_to=MINUTE, speech=0).result()
    library.set_job_state(good.id, JobState.DONE).result()

    after = library.transcript(meeting.id)
    assert after.version_id == version
    assert [line.text for line in after.segments] == ["better"]
    assert library.meeting(meeting.id).model == "small"
    assert [hit.text for hit in library.search("better")] == ["better"]
    assert library.search("corrected") == []
    assert library.transcript(meeting.id, before.version_id) == before
    (changed,) = heard.of(TranscriptChanged)
    assert changed.change.removed == tuple(line.id for line in before.segments)
    assert changed.change.added == after.segments


def test_a_re_run_of_a_meeting_without_words_is_seen_while_it_runs(library: Library):
    meeting = a_meeting()
    import_meeting(library, meeting, state=JobState.FAILED)
    version = library.new_version(meeting.id, VersionKind.RECOGNISED).result()
    job = a_job(meeting, length=MINUTE)
    library.start_job(job).result()
    library.commit_segments(job.id, [a_segment("seen")], [], finished_to=SampleIndex(16_000), speech=0).result()

    assert library.transcript(meeting.id).version_id == version
    assert library.summary(meeting.id).segments == 1


def test_a_re_run_has_its_version_with_its_job_or_neither(library: Library):
    """A crash in between would let the next job go on into an empty version."""
    meeting = a_meeting()
    import_meeting(library, meeting, "as it was")
    first = library.jobs()[0]
    with pytest.raises(IntegrityError):  # a job of that name is there already
        library.start_rerun(a_job(meeting, id=first.id), VersionKind.RECOGNISED).result()
    job = a_job(meeting, length=MINUTE)
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    library.commit_segments(job.id, [a_segment("anew")], [], finished_to=SampleIndex(16_000), speech=0).result()

    assert [line.text for line in library.transcript(meeting.id).segments] == ["as it was"]
    assert library.job_output(job.id) == JobOutput(is_shown=False, lines=1, set_aside=0)
    with closing(connect_to_read(library.folder / "library.db", is_immutable=False)) as bare:
        assert bare.execute("SELECT count(*) FROM transcript_versions").fetchone() == (2,)


def test_what_goes_on_passes_over_a_version_that_nobody_writes_into(library: Library):
    meeting = a_meeting()
    job = import_meeting(library, meeting, "one", state=JobState.CANCELLED)
    library.new_version(meeting.id, VersionKind.RECOGNISED).result()
    again = a_job(meeting, finished_to=job.finished_to, length=job.length)
    library.start_job(again).result()
    assert library.job_output(again.id) == JobOutput(is_shown=True, lines=1, set_aside=0)


def test_jobs_are_told_apart_by_whether_they_are_over(library: Library):
    waiting, done = a_meeting(), a_meeting()
    job = a_job(waiting)
    library.add_import(waiting, job).result()
    import_meeting(library, done, "x")

    assert [each.id for each in library.jobs(unfinished=True)] == [job.id]
    assert len(library.jobs()) == 2
    assert library.last_job(MeetingId("nobody")) is None
    with pytest.raises(KeyError):
        library.job(JobId("nobody"))
