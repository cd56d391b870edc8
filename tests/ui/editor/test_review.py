"""The places worth a look, one key after the other."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editing.review_queue import Evidence
from app.meetings.course import Course
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, JobId, new_id
from app.meetings.job import Job, JobState
from app.meetings.transcript import Segment, VersionKind
from engine.contract.audio import SampleIndex
from engine.contract.options import RecognitionOptions
from tests.builders.reading import MEETING, a_line, a_transcript, sample_lecture
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.meeting_page import MeetingPage
from ui.editor.review_desk import ReviewDesk
from ui.editor.review_reading import Beside, read_beside


def unsure(number: int, confidence: float) -> Segment:
    line = a_line(number, "so zero", end_ms=number * 2000 + 600)
    return replace(line, words=tuple(replace(word, confidence=confidence) for word in line.words))


def open_lines(house: House, qtbot: QtBot) -> MeetingPage:
    lines = (unsure(0, 0.99), unsure(1, 0.1), unsure(2, 0.4), unsure(3, 0.99))
    house.add(sample_lecture()[0], a_transcript(*lines))
    page = open_sample(house, qtbot)
    qtbot.waitUntil(lambda: bool(page.panel.review.entries))
    return page


def line_of(page: MeetingPage) -> int:
    assert page.view.current_line is not None
    return int(page.view.current_line.id)


def test_the_worst_places_are_listed_first_with_their_time(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot)
    assert [entry.moment_ms for entry in page.panel.review.entries] == [2000, 4000]
    assert page.panel.review.entries[0].detail == "The recognition was unsure"
    assert "about 1 min" in page.panel.review_text


def test_a_key_plays_the_next_place_and_enter_says_it_is_right(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot)
    QTest.keyClick(page.view, Qt.Key.Key_F8)
    assert line_of(page) == 1
    assert page.playback.is_playing
    assert page.playback.position_ms == 2000
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert line_of(page) == 2
    assert [entry.moment_ms for entry in page.panel.review.entries] == [4000]
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert page.panel.review_text == ""
    assert page.review.current is None
    save(page.editor)
    lines = house.library.transcript(MEETING).segments
    assert [line.words[0].confidence for line in lines] == [0.99, 1.0, 1.0, 0.99]
    qtbot.waitUntil(lambda: page.message.text.startswith("No place is left to review. Of 100 words about 1 "))


def test_the_person_chooses_when_it_is_enough(house: House, qtbot: QtBot) -> None:
    house.settings.change(review_error_percent=0)
    page = open_lines(house, qtbot)
    assert [entry.moment_ms for entry in page.panel.review.entries] == [2000, 4000, 0, 6000]
    page.close_meeting()
    house.settings.change(review_error_percent=50)
    page.open_meeting(MEETING)
    qtbot.waitUntil(lambda: page.editor.document is not None)
    qtbot.wait(50)
    QTest.keyClick(page.view, Qt.Key.Key_F8)
    qtbot.waitUntil(lambda: page.message.text.startswith("No place is left to review. Of 100 words about "))
    assert page.panel.review_text == ""


def test_a_line_that_was_written_anew_is_not_asked_about_again(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot)
    QTest.keyClick(page.view, Qt.Key.Key_F8)
    QTest.keyClicks(page.view, "x")
    page.review.see()
    qtbot.waitUntil(lambda: [entry.moment_ms for entry in page.panel.review.entries] == [4000])


def test_what_the_live_pass_heard_otherwise_is_worth_a_look(house: House, qtbot: QtBot) -> None:
    house.add(sample_lecture()[0], a_transcript(unsure(0, 0.93), unsure(1, 0.93)))
    page = open_sample(house, qtbot)
    live = a_transcript(unsure(0, 0.9), replace(unsure(1, 0.9), words=(replace(unsure(1, 0.9).words[0], text=" no"),)))
    desk = ReviewDesk(
        editor=page.editor,
        background=house.background,
        wished_rate=lambda: 0.05,
        read_beside=lambda _meeting_id: Beside(live, ("Cologne",)),
        parent=page,
    )
    desk.rank()
    qtbot.waitUntil(lambda: desk.count > 0)
    assert [(place.line, place.evidence) for place in desk.first(9)] == [(a_line(1).id, (Evidence.DISAGREEMENT,))]


def test_the_live_pass_and_the_glossary_are_read_from_the_library(house: House) -> None:
    house.library.add_course(Course(CourseId("c" * 32), "Algebra", glossary=(GlossaryEntry("determinant"),))).result()
    meeting = replace(sample_lecture()[0], course_id=CourseId("c" * 32))
    house.add(meeting, a_transcript(a_line(0, "from a file")))
    assert read_beside(house.library, MEETING) == Beside(None, ("determinant", meeting.title))
    for number, text in ((1, "as it was"), (2, "as it is")):
        job = Job(JobId(new_id()), MEETING, JobState.WAITING, RecognitionOptions(), length=SampleIndex(1_600_000))
        house.library.start_rerun(job, VersionKind.RECOGNISED).result()
        line = a_line(number, text)
        house.library.commit_segments(job.id, [line], [], finished_to=SampleIndex(1), speech=0).result()
        house.library.set_job_state(job.id, JobState.RUNNING).result()
        house.library.set_job_state(job.id, JobState.DONE).result()
    earlier = read_beside(house.library, MEETING).earlier
    assert earlier is not None
    assert [line.text for line in earlier.segments] == ["as it was"]
