"""The library's door: what goes in comes out, and what follows from it is announced."""

import dataclasses
import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from app.announcements import CourseChanged, MeetingAdded, MeetingUpdated, TranscriptChanged
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.errors import MeetingNotFound
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, MeetingId, SegmentId, new_id
from app.meetings.transcript import Segment, SegmentOrigin, Word
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.channel import Channel
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import QuarantineReason
from tests.builders.library import (
    MINUTE,
    NOON,
    Heard,
    a_job,
    a_meeting,
    a_segment,
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
    meeting = a_meeting(
        "量子力学 – Vorlesung", audio_stream=2, channel=Channel.LEFT, notes=("The left channel is silent.",)
    )
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


def test_a_meetings_name_cannot_lead_out_of_the_library(library: Library):
    """Case 97."""
    for name in ("../../etc", "a/b", "", "a\\b", "..", "c:"):
        with pytest.raises(ValueError, match="folder"):
            library.meeting_folder(MeetingId(name))


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
