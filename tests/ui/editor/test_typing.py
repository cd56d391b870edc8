"""Typing into the transcript: one line of work for a keystroke, and all of it in the library."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.announcements import TranscriptChanged
from app.meetings.chinese import ChineseScript
from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.meeting import Meeting
from app.meetings.transcript import Segment, SegmentOrigin, Speaker, TranscriptChange
from engine.contract.audio import Milliseconds
from tests.builders.reading import MEETING, a_gap, a_line, a_long_transcript, a_transcript, sample_lecture
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.meeting_page import MeetingPage
from ui.reading.text_selection import TextPlace, TextSelection

ADA, BOB = Speaker(SpeakerId("a" * 32), 1, "Ada"), Speaker(SpeakerId("b" * 32), 2, "Bob")


def a_meeting(duration_ms: int = 100_000_000) -> Meeting:
    return replace(sample_lecture()[0], duration_ms=Milliseconds(duration_ms))


def open_lines(house: House, qtbot: QtBot, *lines: Segment, speakers: tuple[Speaker, ...] = (ADA, BOB)) -> MeetingPage:
    house.add(a_meeting(), a_transcript(*lines, speakers=speakers))
    page = open_sample(house, qtbot)
    qtbot.waitUntil(page.view.hasFocus)
    return page


def put_caret(page: MeetingPage, number: int, offset: int) -> None:
    """As a click into the text does."""
    page.view.place_caret(TextPlace(a_line(number).id, offset), is_selecting=False)
    page.hands.begin()


def text_of(page: MeetingPage, number: int) -> str:
    document = page.view.document
    line = None if document is None else document.segment(a_line(number).id)
    return "" if line is None else line.text


def caret_of(page: MeetingPage) -> tuple[SegmentId, int]:
    assert page.view.selection is not None
    return page.view.selection.caret.segment_id, page.view.selection.caret.offset


def texts(page: MeetingPage) -> list[str]:
    assert page.view.document is not None
    return [line.text for line in page.view.document.lines()]


def saved(house: House, page: MeetingPage, qtbot: QtBot) -> list[str]:
    """The lines in the library, once everything is saved."""
    save(page.editor)
    qtbot.waitUntil(lambda: page.header.saved.text == "All changes saved")
    return [line.text for line in house.library.transcript(MEETING).segments]


def press(page: MeetingPage, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(page.view, key, modifiers)


def laid_out(page: MeetingPage) -> int:
    assert page.view.block_layout is not None
    return page.view.block_layout.made


def test_letters_go_where_the_caret_is_and_into_the_library(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "so the determinant is zero"), a_line(1))
    put_caret(page, 0, 6)
    QTest.keyClicks(page.view, " big")
    assert text_of(page, 0) == "so the big determinant is zero"
    assert caret_of(page) == (a_line(0).id, 10)
    assert saved(house, page, qtbot)[0] == "so the big determinant is zero"
    line = house.library.transcript(MEETING).segments[0]
    assert line.origin is SegmentOrigin.EDITED
    assert [word.start_ms for word in line.words][-2:] == [word.start_ms for word in a_line(0).words][-2:]


def test_a_sentence_can_be_typed_behind_a_line(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "yes"))
    put_caret(page, 0, 3)
    QTest.keyClicks(page.view, " and no")
    assert text_of(page, 0) == "yes and no"
    QTest.keyClicks(page.view, "  ")
    assert text_of(page, 0) == "yes and no"
    press(page, Qt.Key.Key_Backspace)
    press(page, Qt.Key.Key_Backspace)
    press(page, Qt.Key.Key_Backspace)
    assert text_of(page, 0) == "yes and n"
    assert not page.grab().isNull()


def test_space_that_no_word_followed_is_forgotten_where_the_caret_leaves(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "yes"), a_line(1, "no"))
    put_caret(page, 0, 3)
    QTest.keyClicks(page.view, " ")
    put_caret(page, 1, 2)
    QTest.keyClicks(page.view, "t")
    assert texts(page) == ["yes", "not"]
    assert not page.editor.can_redo


def test_words_deleted_at_the_end_leave_the_caret_behind_their_space(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "hello world"))
    put_caret(page, 0, 11)
    press(page, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert text_of(page, 0) == "hello"
    QTest.keyClicks(page.view, "you")
    assert text_of(page, 0) == "hello you"


def test_enter_splits_at_the_time_of_the_word(house: House, qtbot: QtBot) -> None:
    line = a_line(0, "so the determinant is zero")
    page = open_lines(house, qtbot, line)
    put_caret(page, 0, 7)
    press(page, Qt.Key.Key_Return)
    assert texts(page) == ["so the", "determinant is zero"]
    assert page.view.current_line is not None
    assert page.view.current_line.start_ms == line.words[2].start_ms
    assert caret_of(page)[1] == 0
    assert saved(house, page, qtbot) == ["so the", "determinant is zero"]


def test_backspace_at_the_start_and_delete_at_the_end_join(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one"), a_line(1, "two"), a_line(2, "three"))
    put_caret(page, 1, 0)
    press(page, Qt.Key.Key_Backspace)
    assert texts(page) == ["one two", "three"]
    assert caret_of(page) == (a_line(0).id, 4)
    press(page, Qt.Key.Key_End)
    press(page, Qt.Key.Key_Delete)
    assert texts(page) == ["one two three"]
    assert caret_of(page) == (a_line(0).id, 8)
    assert saved(house, page, qtbot) == ["one two three"]


def test_keys_give_a_speaker_and_digits_are_text_while_typing(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one", speaker=ADA.id), a_line(1, "two"))
    page.view.place_caret(TextPlace(a_line(0).id, 0), is_selecting=False)
    press(page, Qt.Key.Key_2)
    assert page.view.document is not None
    lines = page.view.document.lines()
    assert [page.view.document.speaker_of(line) for line in lines] == [BOB, None]
    press(page, Qt.Key.Key_Right)
    press(page, Qt.Key.Key_2)
    assert text_of(page, 0) == "o2ne"
    press(page, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    line = page.view.document.lines()[0]
    speaker = page.view.document.speaker_of(line)
    assert speaker is not None
    assert (speaker.number, speaker.name) == (3, "Speaker 3")
    press(page, Qt.Key.Key_Escape)
    press(page, Qt.Key.Key_1)
    assert page.view.document.speaker_of(page.view.document.lines()[0]) == ADA
    assert text_of(page, 0) == "o2ne"


def test_undo_and_redo_go_back_and_forth_over_restarts(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one"), a_line(1, "two"))
    put_caret(page, 0, 3)
    QTest.keyClicks(page.view, " more")
    put_caret(page, 1, 0)
    press(page, Qt.Key.Key_Backspace)
    assert texts(page) == ["one more two"]
    page.close_meeting()
    page.open_meeting(MEETING)
    qtbot.waitUntil(lambda: page.editor.can_undo)
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert texts(page) == ["one more", "two"]
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert texts(page) == ["one", "two"]
    assert caret_of(page) == (a_line(0).id, 3)
    redo = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    press(page, Qt.Key.Key_Z, redo)
    assert texts(page) == ["one more", "two"]
    assert saved(house, page, qtbot) == ["one more", "two"]


def test_a_keystroke_lays_out_one_line_of_a_ten_hour_meeting(house: House, qtbot: QtBot) -> None:
    """Case 66."""
    house.add(a_meeting(), a_long_transcript(3000))
    page = open_sample(house, qtbot)
    page.view.go_to_moment(2_000_000)
    page.view.grab()
    before = laid_out(page)
    for letter in "hello there":
        QTest.keyClicks(page.view, letter)
        page.view.grab()
    assert laid_out(page) - before <= 2 * len("hello there")


def test_a_keystroke_in_a_line_of_fifty_thousand_letters_lays_out_that_line_alone(house: House, qtbot: QtBot) -> None:
    """Case 66."""
    page = open_lines(house, qtbot, a_line(0, "word " * 10_000), *(a_line(n) for n in range(1, 50)))
    page.view.grab()
    put_caret(page, 0, 4)
    before = laid_out(page)
    QTest.keyClicks(page.view, "s")
    page.view.grab()
    assert laid_out(page) - before == 1
    assert text_of(page, 0).startswith("words word")


def test_meetings_are_opened_edited_and_left_again_and_again(house: House, qtbot: QtBot) -> None:
    """Case 67."""
    page = open_lines(house, qtbot, a_line(0, "one"), a_line(1, "two"))
    for number in range(20):
        put_caret(page, 0, 0)
        QTest.keyClicks(page.view, "x")
        house.announcements.announce(TranscriptChanged(TranscriptChange(MEETING, added=(a_line(100 + number),))))
        page.close_meeting()
        page.open_meeting(MEETING)
        qtbot.waitUntil(lambda: page.editor.document is not None)
    assert text_of(page, 0) == "x" * 20 + "one"
    save(page.editor)
    assert house.library.transcript(MEETING).segments[0].text == "x" * 20 + "one"


def test_lines_that_arrive_move_neither_caret_nor_text(house: House, qtbot: QtBot) -> None:
    """Case 66."""
    house.add(a_meeting(), a_long_transcript(500))
    page = open_sample(house, qtbot)
    page.view.go_to_moment(600_000)
    QTest.keyClicks(page.view, "x")
    caret = page.view.selection
    assert caret is not None
    place = page.view.line_rectangle(caret.caret.segment_id)
    new = tuple(a_line(10_000 + n, start_ms=n * 100, end_ms=n * 100 + 50) for n in range(5))
    house.announcements.announce(TranscriptChanged(TranscriptChange(MEETING, added=new, gaps=(a_gap(5, 9),))))
    qtbot.waitUntil(lambda: page.view.document is not None and page.view.document.line_count == 505)
    assert page.view.selection == caret
    assert page.view.line_rectangle(caret.caret.segment_id) == place


def test_what_a_person_wrote_stays_when_the_machine_says_the_line_again(house: House, qtbot: QtBot) -> None:
    """Case 68."""
    page = open_lines(house, qtbot, a_line(0, "one"))
    put_caret(page, 0, 3)
    QTest.keyClicks(page.view, " and a half")
    stale = replace(a_line(0, "won"), end_ms=Milliseconds(1500))
    house.announcements.announce(TranscriptChanged(TranscriptChange(MEETING, updated=(stale,))))
    QApplication.processEvents()
    assert text_of(page, 0) == "one and a half"


def test_chinese_is_composed_in_the_line_and_written_when_chosen(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "今天讨论预算", language="zh"))
    put_caret(page, 0, 2)
    QApplication.sendEvent(page.view, QInputMethodEvent("women", []))
    assert text_of(page, 0) == "今天讨论预算"
    assert page.view.block_layout is not None
    line = page.view.block_layout.line(0)
    assert line is not None
    assert line.inset is not None
    assert line.inset.text == "women"
    assert not page.view.grab().isNull()
    chosen = QInputMethodEvent()
    chosen.setCommitString("我们")
    QApplication.sendEvent(page.view, chosen)
    assert text_of(page, 0) == "今天我们讨论预算"
    assert caret_of(page)[1] == 4
    query = Qt.InputMethodQuery
    assert page.view.inputMethodQuery(query.ImEnabled) is True
    assert page.view.inputMethodQuery(query.ImSurroundingText) == "今天我们讨论预算"
    assert page.view.inputMethodQuery(query.ImCursorPosition) == 4
    assert saved(house, page, qtbot) == ["今天我们讨论预算"]


def test_a_reader_of_another_script_changes_only_what_they_typed(house: House, qtbot: QtBot) -> None:
    house.settings.change(chinese_script=ChineseScript.TRADITIONAL_TW)
    page = open_lines(house, qtbot, a_line(0, "我们讨论软件的预算", language="zh"))
    assert text_of(page, 0) == "我們討論軟體的預算"
    put_caret(page, 0, 7)
    QTest.keyClicks(page.view, "8")
    assert text_of(page, 0) == "我們討論軟體的8預算"
    assert saved(house, page, qtbot) == ["我们讨论软件的8预算"]


def test_the_clipboard_writes_one_line(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one two three"))
    page.view.select(TextSelection(TextPlace(a_line(0).id, 7), TextPlace(a_line(0).id, 4)))
    press(page, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert text_of(page, 0) == "one  three"
    assert QGuiApplication.clipboard().text() == "two"
    QGuiApplication.clipboard().setText("a\r\nb")
    press(page, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert text_of(page, 0) == "one a b three"


def test_whole_lines_can_be_deleted_but_not_parts_of_several(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one"), a_line(1, "two"), a_line(2, "three"))
    page.view.select(TextSelection(TextPlace(a_line(1).id, 1), TextPlace(a_line(0).id, 0)))
    press(page, Qt.Key.Key_Delete)
    assert texts(page) == ["one", "two", "three"]
    assert "whole lines" in page.message.text
    page.view.select(TextSelection(TextPlace(a_line(1).id, 3), TextPlace(a_line(0).id, 0)))
    press(page, Qt.Key.Key_Delete)
    assert texts(page) == ["three"]
    press(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert texts(page) == ["one", "two", "three"]
    page.view.select(TextSelection(TextPlace(a_line(1).id, 0), TextPlace(a_line(0).id, 0)))
    press(page, Qt.Key.Key_Delete)
    assert texts(page) == ["two", "three"]


@pytest.mark.parametrize("key", ["Alt+J", "Alt+L"])
def test_playback_keys_work_while_typing(house: House, qtbot: QtBot, key: str) -> None:
    page = open_lines(house, qtbot, a_line(0, "one"))
    page.playback.seek(20_000)
    put_caret(page, 0, 3)
    QTest.keyClicks(page.view, "x")
    press(page, Qt.Key.Key_J if key == "Alt+J" else Qt.Key.Key_L, Qt.KeyboardModifier.AltModifier)
    assert page.playback.position_ms == (15_000 if key == "Alt+J" else 25_000)
    assert text_of(page, 0) == "onex"


def test_playing_goes_on_while_one_types(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one"), a_line(1, "two"))
    page.playback.play_from(500)
    put_caret(page, 0, 3)
    QTest.keyClicks(page.view, " and a half")
    press(page, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert not page.playback.is_playing
    press(page, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert page.playback.is_playing
    assert text_of(page, 0) == "one and a half"
    point = page.view.point_of(TextPlace(a_line(1).id, 1))
    assert point is not None
    QTest.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert page.playback.is_playing
    assert page.playback.position_ms == 2000
    QTest.keyClicks(page.view, "2")
    assert text_of(page, 1) == "t2wo"
