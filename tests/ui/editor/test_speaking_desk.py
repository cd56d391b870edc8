"""Who speaks, beside the transcript: named with the sound at hand, counted anew, split, and how much everybody says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId, new_id
from app.meetings.speaker_run import SpeakerNames, SpeakerRun
from engine.contract.error_report import to_report
from engine.contract.errors import SpeakerModelMissing
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from tests.builders.spoken_meeting import LINE_MS, SAID, a_look, add_spoken_meeting
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House
from tests.ui.widget_walk import complain_about_keyboard, complain_about_names
from ui.editor.naming_sheet import NamingSheet
from ui.editor.playback import Availability
from ui.editor.speaker_count_dialog import SpeakerCountDialog
from ui.editor.speaking_panel import SpeakingPanel
from ui.editor.split_speaker_dialog import SplitSpeakerDialog


class SpeakingHouse(House):
    """With what these tests look at."""

    @property
    def panel(self) -> SpeakingPanel:
        return self.page.panel.speaking

    def open(self, qtbot: QtBot, meeting_id: MeetingId) -> None:
        self.page.open_meeting(meeting_id)
        qtbot.waitUntil(lambda: self.page.speaking.reading is not None)
        qtbot.waitUntil(lambda: self.page.playback.availability is Availability.READY)

    def sheet(self) -> NamingSheet:
        sheet = self.page.speaking.ask_for_names()
        assert sheet is not None
        return sheet

    def spoken(self, meeting_id: MeetingId) -> list[str]:
        transcript = self.library.transcript(meeting_id)
        return [transcript.name_of(line.speaker_id) for line in transcript.segments]


@pytest.fixture
def house(qtbot: QtBot, tmp_path: Path) -> Iterator[SpeakingHouse]:
    made = SpeakingHouse(tmp_path)
    qtbot.addWidget(made.page)
    made.page.resize(1280, 800)
    made.page.show()
    qtbot.waitExposed(made.page)
    yield made
    made.close()


def test_a_sheet_plays_three_clips_of_each_and_writes_the_names(house: SpeakingHouse, qtbot: QtBot) -> None:
    meeting_id = add_spoken_meeting(house.library)
    house.open(qtbot, meeting_id)
    sheet = house.sheet()
    assert [len(row.clips) for row in sheet.rows] == [3, 3, 2]
    sheet.rows[1].clips[1].click()
    assert house.page.playback.is_playing
    assert house.page.playback.position_ms == 3 * LINE_MS
    sheet.rows[0].field.setText("  Ada   Lovelace ")
    sheet.done_button.click()
    assert house.page.editor.document is not None
    save(house.page.editor)
    assert house.spoken(meeting_id)[0] == "Ada Lovelace"
    assert not house.page.playback.is_playing


def test_two_with_the_same_name_become_one_and_undo_brings_both_back(house: SpeakingHouse, qtbot: QtBot) -> None:
    """Case 57."""
    meeting_id = add_spoken_meeting(house.library)
    house.open(qtbot, meeting_id)
    sheet = house.sheet()
    sheet.rows[2].field.setText("Speaker 1")
    sheet.done_button.click()
    save(house.page.editor)
    assert set(house.spoken(meeting_id)) == {"Speaker 1", "Speaker 2"}
    house.page.editor.undo()
    save(house.page.editor)
    assert len(set(house.spoken(meeting_id))) == 3


def test_a_sheet_that_is_cancelled_writes_nothing(house: SpeakingHouse, qtbot: QtBot) -> None:
    meeting_id = add_spoken_meeting(house.library)
    house.open(qtbot, meeting_id)
    before = house.library.transcript(meeting_id)
    sheet = house.sheet()
    sheet.rows[0].field.setText("Ada")
    sheet.refuse.click()
    save(house.page.editor)
    assert house.library.transcript(meeting_id) == before


def test_a_known_voice_is_suggested_and_written_only_when_it_is_taken(house: SpeakingHouse, qtbot: QtBot) -> None:
    course = CourseId(new_id())
    house.library.add_course(Course(course, "Algebra")).result()
    first = add_spoken_meeting(house.library, course_id=course, voices=True)
    second = add_spoken_meeting(house.library, course_id=course, voices=True)
    house.open(qtbot, first)
    sheet = house.sheet()
    sheet.rows[0].field.setText("Ada")
    sheet.rows[0].remember.setChecked(True)
    sheet.done_button.click()
    qtbot.waitUntil(lambda: [voice.name for voice in house.library.voices()] == ["Ada"])
    house.open(qtbot, second)
    qtbot.waitUntil(lambda: "Ada" in house.panel.text)
    assert "Ada" not in house.spoken(second)
    sheet = house.sheet()
    assert [row.take is not None for row in sheet.rows] == [True, False, False]
    assert sheet.rows[0].field.text() == "Speaker 1"
    assert sheet.rows[0].take is not None
    sheet.rows[0].take.click()
    sheet.done_button.click()
    save(house.page.editor)
    assert house.spoken(second)[0] == "Ada"


def test_nobody_is_asked_to_remember_a_voice_that_was_not_kept(house: SpeakingHouse, qtbot: QtBot) -> None:
    house.open(qtbot, add_spoken_meeting(house.library))
    assert all(row.remember.isHidden() for row in house.sheet().rows)


def test_whoever_speaks_less_than_a_fiftieth_is_proposed_as_nobody(house: SpeakingHouse, qtbot: QtBot) -> None:
    """Case 57."""
    meeting_id = add_spoken_meeting(house.library, is_looked_for=False, rounds=10)
    look = a_look(10)
    once = next(turn for turn in look.turns if turn.speaker == 2)
    turns = tuple(replace(each, speaker=0) if each.speaker == 2 and each != once else each for each in look.turns)
    names = SpeakerNames()
    house.library.take_speakers(meeting_id, replace(look, turns=turns), asked_for=(), names=names).result()
    house.open(qtbot, meeting_id)
    qtbot.waitUntil(lambda: "hardly" in house.panel.text)
    assert house.panel.text.startswith("1 speaker")


def test_how_many_there_are_is_asked_and_looked_for(house: SpeakingHouse, qtbot: QtBot) -> None:
    """Case 57."""
    meeting_id = add_spoken_meeting(house.library)
    house.open(qtbot, meeting_id)
    dialog = house.page.speaking.ask_how_many()
    assert isinstance(dialog, SpeakerCountDialog)
    assert dialog.count == ANY_COUNT
    dialog.people.exact.setChecked(True)
    dialog.people.number.choose(4)
    assert dialog.count == SpeakerCount(4, 4)
    dialog.people.range.setChecked(True)
    dialog.people.most.choose(5)
    dialog.go_on.click()
    qtbot.waitUntil(lambda: bool(house.looks.asked))
    assert house.looks.asked == [(meeting_id, SpeakerCount(2, 5), frozenset())]


def test_examples_of_another_voice_are_given_to_a_new_speaker_and_the_rest_is_looked_for(
    house: SpeakingHouse, qtbot: QtBot
) -> None:
    meeting_id = add_spoken_meeting(house.library)
    house.open(qtbot, meeting_id)
    reading = house.page.speaking.reading
    assert reading is not None
    dialog = house.page.speaking.ask_for_examples(reading.voices[0])
    assert isinstance(dialog, SplitSpeakerDialog)
    assert not dialog.go_on.isEnabled()
    dialog.boxes[1].setChecked(True)
    dialog.field.setText("Bob")
    dialog.go_on.click()
    qtbot.waitUntil(lambda: bool(house.looks.asked))
    assert house.spoken(meeting_id)[2] == "Bob"
    assert house.looks.asked == [(meeting_id, ANY_COUNT, frozenset({reading.voices[0].speaker.id}))]


def test_a_look_that_failed_says_why_and_is_tried_again(house: SpeakingHouse, qtbot: QtBot) -> None:
    """Case 61."""
    meeting_id = add_spoken_meeting(house.library, is_looked_for=False)
    house.library.ask_for_speakers(meeting_id, ANY_COUNT).result()
    house.library.fail_speakers(meeting_id, to_report(SpeakerModelMissing("encoder"))).result()
    house.open(qtbot, meeting_id)
    qtbot.waitUntil(lambda: house.panel.text.startswith("Speakers cannot be told apart"))
    assert house.page.view.document is not None
    assert len(house.page.view.document) == len(SAID)
    house.panel.retry.click()
    qtbot.waitUntil(lambda: house.looks.asked == [(meeting_id, ANY_COUNT, frozenset())])


def test_a_look_under_way_shows_itself_and_what_it_finds(house: SpeakingHouse, qtbot: QtBot) -> None:
    meeting_id = add_spoken_meeting(house.library, is_looked_for=False)
    house.open(qtbot, meeting_id)
    assert house.panel.retry.isVisible()
    house.looks.at = 0.3
    house.library.ask_for_speakers(meeting_id, ANY_COUNT).result()
    qtbot.waitUntil(lambda: house.panel.is_looking)
    house.looks.at = None
    house.library.take_speakers(meeting_id, a_look(), asked_for=(), names=SpeakerNames()).result()
    qtbot.waitUntil(lambda: not house.panel.is_looking)
    qtbot.waitUntil(lambda: len(house.page.panel.speakers.shares) == 3)
    assert house.page.editor.can_undo


def test_talk_times_are_shown_copied_and_lead_to_their_moment(house: SpeakingHouse, qtbot: QtBot) -> None:
    house.open(qtbot, add_spoken_meeting(house.library))
    rows = house.panel.facts_text.splitlines()
    assert len(rows) == 5
    assert rows[1].split("\t")[0] == "Speaker 1"
    house.panel.copy.click()
    assert QGuiApplication.clipboard().text() == house.panel.facts_text
    assert "Speaker 2" in house.panel.strip.description
    strip = house.panel.strip
    qtbot.waitUntil(lambda: strip.height() >= strip.sizeHint().height())  # laid out with its rows
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(strip.width() // 2, 10))
    assert abs(house.page.playback.position_ms - 30_500) < 2000
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_Down)
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert house.page.playback.position_ms == LINE_MS


def test_the_sheet_is_reached_by_keyboard_and_everything_has_a_name(house: SpeakingHouse, qtbot: QtBot) -> None:
    house.open(qtbot, add_spoken_meeting(house.library, voices=True))
    sheet = house.sheet()
    assert complain_about_names(sheet) + complain_about_keyboard(sheet) == []
    assert complain_about_names(house.page) == []


def test_however_often_lines_change_one_reading_follows_another(house: SpeakingHouse, qtbot: QtBot) -> None:
    """Readings that stood in line held up everything behind the window."""
    meeting_id = add_spoken_meeting(house.library)
    house.open(qtbot, meeting_id)
    reads: list[MeetingId] = []
    read = house.library.speaker_run

    def counted(asked: MeetingId) -> SpeakerRun | None:
        reads.append(asked)
        return read(asked)

    house.library.speaker_run = counted  # type: ignore[method-assign] # counts what is read
    for _ in range(50):
        house.page.speaking.read()
    qtbot.waitUntil(lambda: len(reads) == 2)
    qtbot.wait(100)
    assert len(reads) == 2


def test_enter_in_a_name_leads_to_the_next_one_and_not_out_of_the_sheet(house: SpeakingHouse, qtbot: QtBot) -> None:
    meeting_id = add_spoken_meeting(house.library)
    house.open(qtbot, meeting_id)
    sheet = house.sheet()
    qtbot.waitUntil(sheet.rows[0].field.hasFocus)
    for row in sheet.rows[1:]:
        QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Return)
        assert row.field.hasFocus()
    QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Return)
    assert sheet.isVisible()
    assert sheet.done_button.hasFocus()
    QTest.keyClick(sheet.done_button, Qt.Key.Key_Return)
    assert not sheet.isVisible()


def test_another_count_begins_at_the_speakers_there_are(house: SpeakingHouse, qtbot: QtBot) -> None:
    meeting_id = add_spoken_meeting(house.library)
    house.open(qtbot, meeting_id)
    dialog = house.page.speaking.ask_how_many()
    assert dialog is not None
    dialog.people.exact.setChecked(True)
    assert dialog.count == SpeakerCount(3, 3)
    dialog.reject()
