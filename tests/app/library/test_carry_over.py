"""A better pass that becomes the shown version keeps human work, and the version before stays as it was."""

import sqlite3

import pytest

from app.announcements import TranscriptChanged
from app.library.library import Library
from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting
from app.meetings.transcript import Segment, SegmentOrigin, Speaker, VersionKind
from engine.contract.audio import SampleIndex
from engine.contract.error_report import to_report
from engine.contract.errors import NoWordsFound
from engine.contract.segments import QuarantineReason
from tests.builders.library import Heard, a_job
from tests.builders.recordings import (
    a_growing_line,
    a_recorded_meeting,
    begin_recording,
    end_recording,
    grow,
)


def recorded(library: Library, *lines: Segment) -> Meeting:
    """A recording that has ended and was understood live."""
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    for line in lines:
        grow(library, job, line)
    end_recording(library, meeting.id, 60_000)
    library.set_job_state(job.id, JobState.DONE).result()
    (library.meeting_folder(meeting.id) / "track0.flac").write_bytes(b"x")
    return meeting


def edit(library: Library, segment_id: str, text: str) -> None:
    with sqlite3.connect(library.folder / "library.db") as bare:
        bare.execute("UPDATE segments SET text = ?, origin = 'edited' WHERE id = ?", (text, segment_id))
    bare.close()


def better_pass(library: Library, meeting: Meeting, *lines: Segment, state: JobState = JobState.DONE) -> Job:
    job = a_job(meeting, length=SampleIndex(1_920_000))
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    library.commit_segments(job.id, lines, [], finished_to=SampleIndex(1_920_000), speech=0).result()
    error = to_report(NoWordsFound(1.0)) if state is JobState.FAILED else None
    library.set_job_state(job.id, state, error=error).result()
    return job


def texts(library: Library, meeting: Meeting) -> list[str]:
    return [line.text for line in library.transcript(meeting.id).segments]


def test_edited_lines_are_carried_over_and_what_lies_under_them_goes(library: Library, heard: Heard):
    """Case 68."""
    meeting = recorded(
        library,
        a_growing_line("we meet in kolon", name="a"),
        a_growing_line("at nine", name="b", start_ms=2000),
        a_growing_line("bring the slides", name="c", start_ms=10_000),
    )
    edit(library, "a", "We meet in Cologne")
    before = library.transcript(meeting.id)
    heard.all.clear()

    better_pass(
        library,
        meeting,
        a_growing_line("We meet in Colon at nine o'clock", name="A"),
        a_growing_line("Bring the slides.", name="C", start_ms=10_000),
    )

    after = library.transcript(meeting.id)
    assert [line.text for line in after.segments] == ["We meet in Cologne", "at nine o'clock", "Bring the slides."]
    kept = after.segments[0]
    assert (kept.id, kept.origin, kept.words) == (SegmentId("a"), SegmentOrigin.EDITED, before.segments[0].words)
    assert len(library.search("cologne")) == 1
    assert library.search("colon at") == []
    summary = library.summary(meeting.id)
    assert (summary.segments, summary.words) == (3, 10)
    (changed,) = heard.of(TranscriptChanged)
    assert set(changed.change.removed) == {SegmentId("b"), SegmentId("c")}
    assert [line.id for line in changed.change.updated] == [SegmentId("a")]
    assert [line.text for line in changed.change.added] == ["at nine o'clock", "Bring the slides."]
    older = library.transcript(meeting.id, before.version_id)
    assert [line.text for line in older.segments] == ["We meet in Cologne", "at nine", "bring the slides"]
    assert library.check().problems == ()


def test_lines_that_a_person_accepted_are_carried_over_as_well(library: Library):
    aside = a_growing_line("thank you", name="a", quarantine=QuarantineReason.LOW_EVIDENCE)
    meeting = recorded(library, aside, a_growing_line("goodbye", name="b", start_ms=5000))
    library.accept_segment(SegmentId("a"), True).result()

    for _ in range(2):  # and over the next pass too
        better_pass(library, meeting, a_growing_line("goodbye all", start_ms=5000))
        assert texts(library, meeting) == ["thank you", "goodbye all"]
        assert library.summary(meeting.id).quarantined == 0

    library.accept_segment(SegmentId("a"), False).result()
    assert library.transcript(meeting.id).segments[0].quarantine is QuarantineReason.LOW_EVIDENCE
    assert library.search("thank") == []
    assert library.check().problems == ()


def test_what_is_edited_while_the_better_pass_works_is_carried_over(library: Library):
    meeting = recorded(library, a_growing_line("one", name="a"))
    job = a_job(meeting)
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    library.commit_segments(job.id, [a_growing_line("won")], [], finished_to=SampleIndex(9), speech=0).result()
    edit(library, "a", "One.")
    library.set_job_state(job.id, JobState.DONE).result()
    assert texts(library, meeting) == ["One."]


@pytest.mark.parametrize("state", [JobState.FAILED, JobState.CANCELLED])
def test_a_better_pass_that_is_not_done_changes_nothing(library: Library, heard: Heard, state: JobState):
    """Case 68."""
    meeting = recorded(library, a_growing_line("one", name="a"))
    edit(library, "a", "One.")
    before = library.transcript(meeting.id)
    heard.all.clear()
    better_pass(library, meeting, a_growing_line("won"), state=state)
    assert library.transcript(meeting.id) == before
    assert heard.of(TranscriptChanged) == []


def test_a_carried_line_keeps_the_name_of_its_speaker(library: Library):
    meeting = a_recorded_meeting(tracks=())
    ada, bob = Speaker(SpeakerId("ada"), 1, "Ada"), Speaker(SpeakerId("bob"), 2, "Bob")
    line = a_growing_line("hello", name="a", speaker_id=bob.id, origin=SegmentOrigin.EDITED)
    library.add_transcript(meeting, [line], [ada, bob], []).result()

    better_pass(library, meeting, a_growing_line("good day", start_ms=9000))

    after = library.transcript(meeting.id)
    assert texts(library, meeting) == ["hello", "good day"]
    assert after.name_of(after.segments[0].speaker_id) == "Bob"
    assert [(speaker.number, speaker.name) for speaker in after.speakers] == [(2, "Bob")]


def test_live_recognition_that_ends_late_does_not_take_the_better_version_away(library: Library):
    meeting = a_recorded_meeting()
    live = begin_recording(library, meeting)
    grow(library, live, a_growing_line("wun", name="a"))
    end_recording(library, meeting.id, 60_000)
    better_pass(library, meeting, a_growing_line("one"))
    library.set_job_state(live.id, JobState.DONE).result()
    assert texts(library, meeting) == ["one"]


def test_ten_edits_and_two_names_survive_a_re_run_that_fails_and_one_that_succeeds(library: Library):
    """Case 68."""
    meeting = a_recorded_meeting(tracks=())
    speakers = [Speaker(SpeakerId("s1"), 1, "Ada"), Speaker(SpeakerId("s2"), 2, "Bob")]
    lines = [
        a_growing_line(f"line number {n}", name=f"l{n}", start_ms=n * 2000, speaker_id=speakers[n % 2].id)
        for n in range(20)
    ]
    library.add_transcript(meeting, lines, speakers, []).result()
    for n in range(10):
        edit(library, f"l{n}", f"Line no. {n}, corrected")
    before = library.transcript(meeting.id)

    def again(count: int) -> list[Segment]:
        return [a_growing_line(f"lime numb {n}", start_ms=n * 2000) for n in range(count)]

    better_pass(library, meeting, *again(12), state=JobState.FAILED)
    assert library.transcript(meeting.id) == before

    better_pass(library, meeting, *again(20))
    after = library.transcript(meeting.id)
    assert [line.text for line in after.segments] == [
        *(f"Line no. {n}, corrected" for n in range(10)),
        *(f"lime numb {n}" for n in range(10, 20)),
    ]
    assert [line.id for line in after.segments[:10]] == [line.id for line in before.segments[:10]]
    assert [after.name_of(line.speaker_id) for line in after.segments[:10]] == ["Ada", "Bob"] * 5
    older = library.transcript(meeting.id, before.version_id)
    assert [line.text for line in older.segments] == [line.text for line in before.segments]
    assert older.speakers == before.speakers


def test_a_better_pass_that_ends_while_the_meeting_is_recorded_on_does_not_hide_what_is_said(library: Library):
    meeting = recorded(library, a_growing_line("one", name="a"))
    job = a_job(meeting)
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    live = a_job(meeting)
    library.reopen_recording(meeting.id, live).result()
    library.set_job_state(job.id, JobState.DONE).result()
    grow(library, live, a_growing_line("two", start_ms=61_000))
    assert texts(library, meeting) == ["one", "two"]
