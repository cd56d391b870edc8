"""The library's door: what goes in comes out, and what follows from it is announced."""

import dataclasses
import os
import stat
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from app.announcements import CourseChanged, MeetingAdded, MeetingRemoved, MeetingUpdated, TranscriptChanged
from app.library.database import connect_to_read
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.errors import MeetingNotFound
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, JobId, MeetingId, SegmentId, SpeakerId, VersionId, new_id
from app.meetings.job import JobOutput, JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import Gap, GapState, Segment, SegmentOrigin, Speaker, VersionKind, Word
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.error_report import to_report
from engine.contract.errors import NoWordsFound
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import GapReason, QuarantineReason
from tests.builders.library import (
    MINUTE,
    MINUTE_MS,
    NOON,
    Heard,
    a_job,
    a_meeting,
    a_segment,
    import_meeting,
    open_library,
)


def test_a_new_library_is_empty_and_private(library: Library):
    assert library.meetings() == []
    assert library.jobs() == []
    assert library.courses() == []
    assert library.opening.warnings == []
    if os.name == "posix":
        assert stat.S_IMODE(library.folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((library.folder / "library.db").stat().st_mode) == 0o600


def test_an_imported_meeting_comes_back_as_it_went_in(library: Library, heard: Heard):
    meeting = a_meeting("量子力学 – Vorlesung", audio_stream=2, notes=("The left channel is silent.",))
    job = a_job(
        meeting,
        options=RecognitionOptions(
            model="tiny.en", languages=("en", "zh"), glossary=(GlossaryTerm("Hilbert", ("Hill Bert",)),)
        ),
    )

    library.add_import(meeting, job).result()

    assert library.meeting(meeting.id) == meeting
    assert library.job(job.id) == job
    assert library.last_job(meeting.id) == job
    assert library.transcript(meeting.id).segments == ()
    assert heard.all == [MeetingAdded(meeting.id)]


def test_a_meeting_that_is_not_there_is_said_so(library: Library):
    for ask in (library.meeting, library.summary, library.transcript):
        with pytest.raises(MeetingNotFound):
            ask(MeetingId("nobody"))
    with pytest.raises(MeetingNotFound):
        library.rename_meeting(MeetingId("nobody"), "x").result()
    with pytest.raises(MeetingNotFound):
        library.delete_meeting(MeetingId("nobody")).result()


def test_newest_meetings_come_first_even_if_the_clock_jumped(library: Library):
    """Case 19."""
    first = a_meeting("first")
    twin = a_meeting("made at the very same moment")
    older = a_meeting("made after the clock was set back", created_at=NOON - timedelta(hours=1))
    for meeting in (first, twin, older):
        library.add_import(meeting, a_job(meeting)).result()

    titles = [summary.meeting.title for summary in library.meetings()]

    assert titles == ["made at the very same moment", "first", "made after the clock was set back"]


def test_words_come_back_to_the_last_digit(library: Library):
    meeting = a_meeting()
    job = a_job(meeting)
    library.add_import(meeting, job).result()
    segment = Segment(
        SegmentId(new_id()),
        track=0,
        start_ms=Milliseconds(120),
        end_ms=Milliseconds(2340),
        text="Grüße, 世界 😀",
        language="de",
        confidence=0.1 + 0.2,
        words=(
            Word(Milliseconds(120), Milliseconds(900), "Grüße,", 1 / 3),
            Word(Milliseconds(900), Milliseconds(2340), " 世界 😀", None),
        ),
        quarantine=QuarantineReason.LOOP,
        origin=SegmentOrigin.EDITED,
        repaired=True,
    )

    library.commit_segments(job.id, [segment], [], finished_to=SampleIndex(38_000), speech=30_000).result()

    assert library.transcript(meeting.id).segments == (segment,)


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


def test_decoding_may_be_reported_twice(library: Library):
    meeting = a_meeting()
    job = a_job(meeting)
    library.add_import(meeting, job).result()
    gap = Gap(0, Milliseconds(10), Milliseconds(20), GapReason.DAMAGED_MEDIA, GapState.LOST)
    for _ in range(2):
        library.set_media(
            meeting.id, duration_ms=MINUTE_MS, gaps=[gap], notes=["Repaired."], job_id=job.id, length=MINUTE
        ).result()
    library.set_language(meeting.id, "zh", 0.93).result()

    after = library.meeting(meeting.id)
    assert (after.duration_ms, after.notes, after.language) == (MINUTE_MS, ("Repaired.",), "zh")
    assert after.language_probability == pytest.approx(0.93)
    assert library.transcript(meeting.id).gaps == (gap,)
    assert library.job(job.id).length == MINUTE


def test_a_quarantined_line_can_be_accepted_and_put_back(library: Library, heard: Heard):
    meeting = a_meeting()
    job = a_job(meeting)
    library.add_import(meeting, job).result()
    line = a_segment("thank you for watching", quarantine=QuarantineReason.STOCK_PHRASE)
    library.commit_segments(job.id, [line], [], finished_to=MINUTE, speech=0).result()
    assert library.search("watching") == []
    assert library.summary(meeting.id).quarantined == 1

    library.accept_segment(line.id, True).result()

    (shown,) = library.transcript(meeting.id).segments
    assert shown.quarantine is None
    assert len(library.search("watching")) == 1
    assert library.summary(meeting.id).quarantined == 0
    assert heard.of(TranscriptChanged)[-1].change.updated == (shown,)

    library.accept_segment(line.id, False).result()

    assert library.transcript(meeting.id).segments == (line,)
    assert library.search("watching") == []
    assert library.summary(meeting.id).quarantined == 1


def test_a_title_is_kept_as_it_was_written(library: Library):
    """Case 80."""
    for title in ("😀" * 64, "a/b", "12:30 review?", "CON", "trailing. ", "line\nbreak", "-i", "..", "", "n" * 260):
        meeting = a_meeting(title)
        library.add_import(meeting, a_job(meeting)).result()
        assert library.meeting(meeting.id).title == title
        assert library.meeting_folder(meeting.id).name == meeting.id


def test_the_path_of_a_file_whose_name_is_not_text_is_kept(library: Library):
    """Case 80."""
    path = os.fsdecode(b"/music/caf\xe9.wav")
    meeting = a_meeting("caf\udce9", source_path=path)

    library.add_import(meeting, a_job(meeting)).result()

    assert library.meeting(meeting.id).source_path == path
    assert library.meeting(meeting.id).title == "caf\ufffd"


def test_a_meetings_name_cannot_lead_out_of_the_library(library: Library):
    """Case 97."""
    for name in ("../../etc", "a/b", "", "a\\b", "..", "c:"):
        with pytest.raises(ValueError, match="folder"):
            library.meeting_folder(MeetingId(name))


def test_a_deleted_meeting_is_gone_with_its_sound(library: Library, heard: Heard):
    meeting, other = a_meeting(), a_meeting("stays")
    import_meeting(library, meeting, "forget this canary")
    import_meeting(library, other, "remember this canary")
    folder = library.meeting_folder(meeting.id)
    (folder / "track0.pcm").write_bytes(b"\0" * 100)

    library.delete_meeting(meeting.id).result()

    assert not folder.exists()
    assert [summary.meeting.id for summary in library.meetings()] == [other.id]
    assert [hit.meeting_id for hit in library.search("canary")] == [other.id]
    assert len(library.jobs()) == 1
    assert heard.all[-1] == MeetingRemoved(meeting.id)
    assert library.check().problems == ("The folder of “stays” holds no sound.",)


def test_nothing_of_a_deleted_meeting_is_left_on_disk(tmp_path: Path):
    with_secret = a_meeting("CANARY111")
    library = open_library(tmp_path)
    import_meeting(library, a_meeting("stays"), "harmless")
    library.close()
    library = open_library(tmp_path)
    import_meeting(library, with_secret, "the secret is Canary222")
    library.backup(tmp_path / "elsewhere.zip")
    (tmp_path / "elsewhere.zip").unlink()
    library.delete_meeting(with_secret.id).result()
    library.close()

    for path in tmp_path.rglob("*"):
        if path.is_file():
            content = path.read_bytes().lower()
            assert b"canary111" not in content, path
            assert b"canary222" not in content, path


def test_what_arrives_for_a_meeting_deleted_meanwhile_is_said_so(library: Library):
    meeting = a_meeting()
    job = import_meeting(library, meeting, "x", state=JobState.RUNNING)
    library.delete_meeting(meeting.id).result()

    for late in (
        library.commit_segments(job.id, [a_segment()], [], finished_to=MINUTE, speech=0),
        library.set_language(meeting.id, "en", 1.0),
        library.add_note(meeting.id, "late"),
        library.start_job(a_job(meeting)),
        library.new_version(meeting.id, VersionKind.RECOGNISED),
    ):
        with pytest.raises(MeetingNotFound):
            late.result()
    library.set_job_state(job.id, JobState.DONE).result()

    assert not library.meeting_folder(meeting.id).exists()


def test_fingerprint_and_remarks_may_come_later(library: Library):
    meeting = a_meeting(source_fingerprint="")
    library.add_import(meeting, a_job(meeting)).result()

    library.set_fingerprint(meeting.id, "c" * 64).result()
    library.add_note(meeting.id, "The processor is used.").result()
    library.add_note(meeting.id, "The processor is used.").result()

    assert [each.id for each in library.find_by_fingerprint("c" * 64)] == [meeting.id]
    assert library.meeting(meeting.id).notes == ("The processor is used.",)


def test_the_same_file_is_recognised_again(library: Library):
    first = a_meeting(source_fingerprint="a" * 64)
    second = a_meeting(source_fingerprint="b" * 64)
    for meeting in (first, second):
        library.add_import(meeting, a_job(meeting)).result()

    assert [meeting.id for meeting in library.find_by_fingerprint("a" * 64)] == [first.id]
    assert library.find_by_fingerprint("") == []


def test_courses_hold_meetings(library: Library, heard: Heard):
    course = Course(CourseId(new_id()), "Algebra", languages=("en",), glossary=(GlossaryEntry("Hilbert space"),))
    meeting = a_meeting()
    library.add_course(course).result()
    library.add_import(meeting, a_job(meeting)).result()

    library.move_meeting(meeting.id, course.id).result()

    assert library.courses() == [dataclasses.replace(course, meetings=1)]
    assert [each.meeting.id for each in library.meetings(course_id=course.id)] == [meeting.id]
    assert library.summary(meeting.id).course_title == "Algebra"

    library.rename_course(course.id, "Algebra I").result()
    assert library.summary(meeting.id).course_title == "Algebra I"

    library.delete_course(course.id).result()
    assert library.courses() == []
    assert library.meeting(meeting.id).course_id is None
    assert CourseChanged(course.id) in heard.all
    assert heard.all[-1] == CourseChanged(course.id)
    assert MeetingUpdated(meeting.id) in heard.all


def test_a_transcript_from_elsewhere_is_a_meeting_of_its_own(library: Library, heard: Heard):
    meeting = a_meeting("from a file", status=MeetingStatus.READY, duration_ms=MINUTE_MS)
    speaker = Speaker(SpeakerId(new_id()), 1, "Ada")
    line = a_segment("welcome", speaker_id=speaker.id)

    version = library.add_transcript(meeting, [line], [speaker], []).result()

    transcript = library.transcript(meeting.id)
    assert (transcript.version_id, transcript.segments, transcript.speakers) == (version, (line,), (speaker,))
    assert library.summary(meeting.id).speakers == ("Ada",)
    assert library.search("welcome")[0].speaker == "Ada"
    assert heard.all[0] == MeetingAdded(meeting.id)


def test_a_transcript_for_a_meeting_that_is_here_stands_beside_the_old_one(library: Library):
    """Case 68."""
    meeting = a_meeting()
    import_meeting(library, meeting, "recognised")
    before = library.transcript(meeting.id)
    speaker = Speaker(SpeakerId(new_id()), 1, "Ada")
    word = Word(Milliseconds(0), Milliseconds(9), "x", None, speaker.id)
    lines = [dataclasses.replace(before.segments[0], text="imported", speaker_id=speaker.id, words=(word,))]

    library.add_transcript(meeting, lines, [speaker], []).result()
    library.add_transcript(meeting, lines, [speaker], []).result()

    after = library.transcript(meeting.id)
    assert [line.text for line in after.segments] == ["imported"]
    assert after.segments[0].id != before.segments[0].id
    assert after.segments[0].speaker_id == after.speakers[0].id == after.segments[0].words[0].speaker_id
    assert library.transcript(meeting.id, before.version_id) == before
    assert library.check().problems == (f"The folder of “{meeting.title}” holds no sound.",)
    with pytest.raises(MeetingNotFound):
        library.transcript(meeting.id, VersionId("nobody"))


def test_writing_after_closing_is_a_bug_that_is_told(tmp_path: Path):
    library = open_library(tmp_path)
    library.close()
    library.close()
    with pytest.raises(RuntimeError):
        library.rename_meeting(MeetingId("x"), "y")


def test_a_mark_with_a_time_of_its_own_is_no_word(library: Library):
    """The speech model times commas; whoever counts words counts none of them."""
    meeting = a_meeting()
    texts = ("Well", ",", " it", " is", " “zero”", " –", " 你", "好", "。", " 3.5", "?!")
    times = [(Milliseconds(100 * number), Milliseconds(100 * number + 90)) for number, _ in enumerate(texts)]
    words = tuple(Word(start, end, text) for (start, end), text in zip(times, texts, strict=True))
    line = dataclasses.replace(a_segment("".join(texts), 0, 2000), words=words)
    assert line.word_count == 7
    library.add_transcript(meeting, (line,), (), ()).result()
    assert library.summary(meeting.id).words == 7
    library.restore_version(meeting.id, library.versions(meeting.id)[0].id).result()
    assert library.summary(meeting.id).words == 7
