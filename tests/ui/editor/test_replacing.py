"""Find and replace with a look at each place, as one edit."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from app.meetings.chinese import ChineseScript
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.transcript import Segment
from tests.builders.reading import MEETING, a_line, a_transcript, sample_lecture
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.meeting_page import MeetingPage
from ui.editor.replace_bar import Scope


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
    save(page.editor)
    assert [line.text for line in house.library.transcript(MEETING).segments] == texts(page)
    page.editor.undo()
    assert texts(page) == ["the line is a line", "online", "Line up"]


def test_tab_goes_from_what_to_find_to_what_to_put_there(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "the Moses of Egypt"))
    look_for(page, qtbot, "Moses", 1)
    assert page.header.field.nextInFocusChain() is page.replacing.field


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
    save(page.editor)
    assert house.library.transcript(MEETING).segments[0].text == "我们讨论程序的预算"


OTHER, THIRD = MeetingId("o" * 32), MeetingId("t" * 32)


def fill_course(house: House) -> None:
    house.library.add_course(Course(CourseId("c" * 32), "German")).result()
    meeting = replace(sample_lecture()[0], course_id=CourseId("c" * 32))
    house.add(meeting, a_transcript(a_line(0, "we meet in kolon"), a_line(1, "nothing")))
    for name, number, course_id in ((OTHER, 10, meeting.course_id), (THIRD, 20, None)):
        other = replace(meeting, id=name, title=f"Meeting {number}", course_id=course_id)
        lines = (a_line(number, "kolon and kolon"), a_line(number + 1, "Colon again"))
        house.add(other, replace(a_transcript(*lines), meeting_id=name))


def open_course(house: House, qtbot: QtBot, scope: Scope, places: int) -> MeetingPage:
    fill_course(house)
    page = open_sample(house, qtbot)
    qtbot.waitUntil(page.view.hasFocus)
    look_for(page, qtbot, "kolon", 1)
    page.replacing.scope.choose(scope)
    qtbot.waitUntil(lambda: page.replacing.everywhere.list.count == places)
    qtbot.waitUntil(page.replacing.everywhere.stop_button.isHidden)
    return page


def kept(house: House, meeting_id: MeetingId) -> list[str]:
    return [line.text for line in house.library.transcript(meeting_id).segments]


def test_a_name_is_replaced_in_the_course_meeting_by_meeting_and_each_can_undo_it(house: House, qtbot: QtBot) -> None:
    page = open_course(house, qtbot, Scope.COURSE, 3)
    rows = page.replacing.everywhere.list
    assert sorted(len(each.places) for each in rows.meetings) == [1, 2]
    assert "Meeting 10 (2)" in rows.rows
    page.replacing.field.setText("Cologne")
    assert page.replacing.button.text().startswith("Replace 3 ")
    assert not page.grab().isNull()
    page.replacing.replace()
    qtbot.waitUntil(lambda: page.message.text.startswith("3 place"))
    assert texts(page)[0] == "we meet in Cologne"
    assert kept(house, OTHER) == ["Cologne and Cologne", "Colon again"]
    assert kept(house, THIRD)[0] == "kolon and kolon"
    (past,) = house.library.history(OTHER)
    house.library.undo_edit(OTHER, past.id).result()
    assert kept(house, OTHER) == ["kolon and kolon", "Colon again"]
    page.editor.undo()
    assert texts(page)[0] == "we meet in kolon"


def test_what_is_not_checked_stays_and_what_sounds_alike_is_found_everywhere(house: House, qtbot: QtBot) -> None:
    page = open_course(house, qtbot, Scope.EVERYWHERE, 5)
    page.replacing.sounds_alike.setChecked(True)
    rows = page.replacing.everywhere.list
    qtbot.waitUntil(lambda: rows.count == 7)
    titles = [number for number, row in enumerate(rows.rows) if row.startswith("Meeting 20")]
    rows.toggle(titles[0])
    rows.toggle(titles[0] + 1)
    page.replacing.field.setText("Köln")
    page.replacing.replace()
    qtbot.waitUntil(lambda: page.message.text.startswith("5 place"))
    assert kept(house, OTHER) == ["Köln and Köln", "Köln again"]
    assert kept(house, THIRD) == ["Köln and kolon", "Colon again"]


def test_a_meeting_whose_editor_still_waits_for_its_disk_is_changed_by_it(house: House, qtbot: QtBot) -> None:
    page = open_course(house, qtbot, Scope.EVERYWHERE, 5)
    editor = house.shelf.open(OTHER)
    page.replacing.field.setText("Cologne")
    page.replacing.replace()
    qtbot.waitUntil(lambda: page.message.text.startswith("5 place"))
    assert editor.can_undo
    assert [line.text for line in editor.document] == ["Cologne and Cologne", "Colon again"]


def test_looking_and_replacing_can_be_stopped_and_a_new_question_drops_the_old_one(house: House, qtbot: QtBot) -> None:
    page = open_course(house, qtbot, Scope.EVERYWHERE, 5)
    page.replacing.field.setText("Cologne")
    page.replacing.replace()
    page.replacing.everywhere.stop_button.click()
    qtbot.waitUntil(lambda: "The rest was left as it is." in page.message.text)
    changed = [name for name in (MEETING, OTHER, THIRD) if house.library.history(name)]
    assert len(changed) < 3
    page.replacing.end()
    assert page.replacing.scope.chosen is Scope.MEETING
    assert page.replacing.everywhere.list.count == 0


def test_a_chinese_name_is_found_by_its_sound_in_every_meeting(house: House, qtbot: QtBot) -> None:
    house.add(sample_lecture()[0], a_transcript(a_line(0, "请章伟老师发言", language="zh")))
    other = replace(sample_lecture()[0], id=OTHER, title="第二次")
    house.add(other, replace(a_transcript(a_line(10, "张维说了", language="zh", start_ms=0)), meeting_id=OTHER))
    page = open_sample(house, qtbot)
    page.header.field.setText("张伟")
    QTest.keyClick(page.header.field, Qt.Key.Key_Return)
    page.replacing.begin()
    page.replacing.sounds_alike.setChecked(True)
    page.replacing.scope.choose(Scope.EVERYWHERE)
    qtbot.waitUntil(lambda: page.replacing.everywhere.list.count == 2)
    page.replacing.field.setText("张伟")
    qtbot.waitUntil(page.replacing.everywhere.stop_button.isHidden)
    page.replacing.replace()
    qtbot.waitUntil(lambda: page.message.text.startswith("2 place"))
    assert texts(page) == ["请张伟老师发言"]
    assert kept(house, OTHER) == ["张伟说了"]


def test_escape_closes_the_bar_from_each_of_its_parts(house: House, qtbot: QtBot) -> None:
    page = open_lines(house, qtbot, a_line(0, "one"))
    for part in page.replacing.findChildren(QAbstractButton):
        look_for(page, qtbot, "one", 1)
        QTest.keyClick(part, Qt.Key.Key_Escape)
        assert page.replacing.isHidden()
