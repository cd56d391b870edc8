"""Names of speakers, from the list beside the transcript and from its margin."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import SpeakerId
from app.meetings.speaking_facts import facts_of
from app.meetings.transcript import Speaker
from engine.contract.segments import QuarantineReason
from tests.builders.reading import MEETING, a_line, a_transcript, sample_lecture
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.meeting_page import MeetingPage
from ui.editor.speaker_shares import speaker_shares
from ui.reading.text_selection import TextPlace

ADA, BOB = Speaker(SpeakerId("a" * 32), 1, "Ada"), Speaker(SpeakerId("b" * 32), 2, "Bob")


def open_lines(house: House, qtbot: QtBot) -> MeetingPage:
    lines = (a_line(0, speaker=ADA.id), a_line(1, speaker=BOB.id), a_line(2, speaker=ADA.id))
    house.add(sample_lecture()[0], a_transcript(*lines, speakers=(ADA, BOB)))
    page = open_sample(house, qtbot)
    qtbot.waitUntil(page.view.hasFocus)
    return page


def names(page: MeetingPage) -> list[str]:
    return [share.speaker.name for share in page.panel.speakers.shares]


def test_the_list_and_the_table_of_talk_times_say_the_same() -> None:
    lines = [
        a_line(0, speaker=ADA.id),
        a_line(1),
        a_line(2, speaker=BOB.id, quarantine=QuarantineReason.LOOP),
        a_line(3, speaker=BOB.id),
    ]
    facts = facts_of(a_transcript(*lines, speakers=(ADA, BOB)), duration_ms=0)
    shares = speaker_shares((BOB, ADA), lines, facts)
    assert [share.speaker for share in shares] == [ADA, BOB]
    assert [share.spoken_ms for share in shares] == [each.talk_ms for each in facts.speakers]
    assert sum(share.share for share in shares) == 1.0


def test_a_name_is_changed_in_the_list_and_undone(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot)
    assert names(page) == ["Ada", "Bob"]
    page.panel.speakers.name(0, "  Teacher ")
    qtbot.waitUntil(lambda: names(page) == ["Teacher", "Bob"])
    save(page.editor)
    assert [speaker.name for speaker in house.library.transcript(MEETING).speakers] == ["Teacher", "Bob"]
    page.editor.undo()
    qtbot.waitUntil(lambda: names(page) == ["Ada", "Bob"])


def test_f2_and_a_click_in_the_margin_rename_who_speaks(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot)
    page.view.place_caret(TextPlace(a_line(1).id, 0), is_selecting=False)
    QTest.keyClick(page.view, Qt.Key.Key_F2)
    field = page.view.viewport().findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, "Student")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(page) == ["Ada", "Student"])
    place = page.view.line_rectangle(a_line(0).id)
    assert place is not None
    QTest.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, place.top() + 18))
    qtbot.waitUntil(field.isVisible)
    QTest.keyClicks(field, "Nobody")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert names(page) == ["Ada", "Student"]
    assert not page.playback.is_playing


def test_two_speakers_are_merged_by_one_edit(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot)
    page.panel.speakers.merged.emit(ADA, BOB)
    qtbot.waitUntil(lambda: names(page) == ["Bob"])
    assert page.message.text.startswith("All lines of Ada are Bob's now.")
    page.editor.undo()
    qtbot.waitUntil(lambda: names(page) == ["Ada", "Bob"])


def test_a_click_on_a_speaker_goes_to_where_they_speak_next(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot)
    for wanted in (0, 2, 0):
        page.panel.speakers.chosen.emit(ADA)
        assert page.view.current_line is not None
        assert page.view.current_line.id == a_line(wanted).id
