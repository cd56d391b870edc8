"""Find and replace with a look at each place, as one edit."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.chinese import ChineseScript
from app.meetings.transcript import Segment
from tests.builders.reading import MEETING, a_line, a_transcript, sample_lecture
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.meeting_page import MeetingPage


def open_lines(house: House, qtbot: QtBot, *lines: Segment) -> MeetingPage:
    house.add(sample_lecture()[0], a_transcript(*lines))
    page = open_sample(house, qtbot)
    qtbot.waitUntil(page.view.hasFocus)
    return page


def look_for(page: MeetingPage, qtbot: QtBot, text: str, places: int) -> None:
    page.header.field.setText(text)
    QTest.keyClick(page.header.field, Qt.Key.Key_Return)
    QTest.keyClick(page.view, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(page.replacing.list.places) == places)


def texts(page: MeetingPage) -> list[str]:
    assert page.view.document is not None
    return [line.text for line in page.view.document.lines()]


def test_checked_places_are_replaced_by_one_edit(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "the line is a line"), a_line(1, "online"), a_line(2, "Line up"))
    look_for(page, qtbot, "line", 4)
    page.replacing.field.setText("row")
    page.replacing.list.check(2, is_checked=False)
    assert page.replacing.button.text().startswith("Replace 3 ")
    assert not page.grab().isNull()
    QTest.keyClick(page.replacing.field, Qt.Key.Key_Return)
    assert texts(page) == ["the row is a row", "online", "row up"]
    assert page.message.text.startswith("3 place")
    page.editor.flush()
    assert [line.text for line in house.library.transcript(MEETING).segments] == texts(page)
    page.editor.undo()
    assert texts(page) == ["the line is a line", "online", "Line up"]


def test_whole_words_and_what_sounds_alike(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "Cologne, not Kologne"), a_line(1, "uncolognelike"))
    look_for(page, qtbot, "Cologne", 2)
    page.replacing.whole_words.setChecked(True)
    qtbot.waitUntil(lambda: len(page.replacing.list.places) == 1)
    page.replacing.sounds_alike.setChecked(True)
    qtbot.waitUntil(lambda: len(page.replacing.list.places) == 2)
    page.replacing.field.setText("Köln")
    page.replacing.replace()
    assert texts(page) == ["Köln, not Köln", "uncolognelike"]


def test_space_takes_a_place_out_and_enter_goes_there(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one"), a_line(1, "one"))
    look_for(page, qtbot, "one", 2)
    rows = page.replacing.list
    rows.setCurrentIndex(rows.model().index(1, 0))
    QTest.keyClick(rows, Qt.Key.Key_Space)
    assert [place.segment_id for place in rows.checked] == [a_line(0).id]
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert page.view.current_line is not None
    assert page.view.current_line.id == a_line(1).id


def test_escape_puts_the_bar_away(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one"))
    look_for(page, qtbot, "one", 1)
    QTest.keyClick(page.replacing.field, Qt.Key.Key_Escape)
    assert page.replacing.isHidden()
    assert texts(page) == ["one"]


def test_a_reader_of_another_script_replaces_what_they_see(house: House, qtbot: QtBot) -> None:
    house.settings.change(chinese_script=ChineseScript.TRADITIONAL_TW)
    page = open_lines(house, qtbot, a_line(0, "我们讨论软件的预算", language="zh"))
    look_for(page, qtbot, "軟體", 1)
    page.replacing.field.setText("程序")
    page.replacing.replace()
    page.editor.flush()
    assert house.library.transcript(MEETING).segments[0].text == "我们讨论程序的预算"
