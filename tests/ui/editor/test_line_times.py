"""Typing when a line begins and ends."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.transcript import Segment
from tests.builders.reading import MEETING, a_line, a_transcript, sample_lecture
from tests.builders.waiting import save
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.line_times_dialog import LineTimesDialog
from ui.editor.meeting_page import MeetingPage
from ui.reading.text_selection import TextPlace


def ask(house: House, qtbot: QtBot) -> tuple[MeetingPage, LineTimesDialog]:
    house.add(sample_lecture()[0], a_transcript(a_line(0), a_line(1), a_line(2)))
    page = open_sample(house, qtbot)
    qtbot.waitUntil(page.view.hasFocus)
    page.view.place_caret(TextPlace(a_line(1).id, 0), is_selecting=False)
    QTest.keyClick(page.view, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    dialog = page.line_times.dialog
    assert dialog is not None
    return page, dialog


def line(page: MeetingPage) -> Segment:
    assert page.view.document is not None
    found = page.view.document.segment(a_line(1).id)
    assert found is not None
    return found


def test_times_are_typed_and_set_by_one_edit(house: House, qtbot: QtBot) -> None:
    page, dialog = ask(house, qtbot)
    assert (dialog.start.text(), dialog.end.text()) == ("0:00:02.000", "0:00:03.800")
    dialog.start.setText("1,9")
    QTest.keyClick(dialog.end, Qt.Key.Key_Up)
    assert dialog.end.text() == "0:00:03.900"
    assert not dialog.grab().isNull()
    QTest.keyClick(dialog.end, Qt.Key.Key_Return)
    assert (line(page).start_ms, line(page).end_ms) == (1900, 3900)
    assert page.line_times.dialog is None
    save(page.editor)
    kept = house.library.transcript(MEETING).segments[1]
    assert (kept.start_ms, kept.end_ms) == (1900, 3900)
    page.editor.undo()
    assert (line(page).start_ms, line(page).end_ms) == (2000, 3800)


def test_what_makes_no_line_is_said_and_changes_nothing(house: House, qtbot: QtBot) -> None:
    page, dialog = ask(house, qtbot)
    for start, end, hint in (
        ("soon", "4", "A time is written like 0:41:15.250."),
        ("4", "3", "A line has to end after it begins."),
        ("4", "9:00:00", "The recording ends at"),
    ):
        dialog.start.setText(start)
        dialog.end.setText(end)
        assert dialog.hint.startswith(hint)
        assert not dialog.agree.isEnabled()
        QTest.keyClick(dialog.end, Qt.Key.Key_Return)
        assert dialog.isVisible()
    dialog.reject()
    assert (line(page).start_ms, line(page).end_ms) == (2000, 3800)


def test_words_that_stand_in_the_way_are_said(house: House, qtbot: QtBot) -> None:
    page, dialog = ask(house, qtbot)
    dialog.reject()
    page.line_times.set_times(a_line(1).id, 3500, 3800)
    assert line(page).start_ms < 2500
    assert page.message.text.startswith("The words of this line keep it from 0:00:02")
