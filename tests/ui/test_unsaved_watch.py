"""The window asks before it closes while edits cannot be saved."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.editing.wording import ReplaceText
from engine.contract.errors import DiskFull
from tests.builders.reading import MEETING, a_line, sample_lecture
from tests.ui.window_stage import Stage
from ui.main_window import MainWindow


def open_edited(stage: Stage, qtbot: QtBot) -> MainWindow:
    stage.library.add_transcript(sample_lecture()[0], [a_line(0, "one")], [], []).result()
    window = stage.open_window()
    window.show()
    window.open_meeting(MEETING)
    page = window.meeting_page
    assert page is not None
    qtbot.waitUntil(lambda: page.editor.document is not None)
    return window


def edit(window: MainWindow, text: str) -> None:
    assert window.meeting_page is not None
    window.meeting_page.editor.apply(ReplaceText(a_line(0).id, 3, 3, text))


def close_as_a_person(window: MainWindow) -> bool:
    event = QCloseEvent()
    QApplication.sendEvent(window, event)
    return event.isAccepted()


def test_edits_that_can_be_saved_are_when_the_window_closes(stage: Stage, qtbot: QtBot) -> None:
    window = open_edited(stage, qtbot)
    edit(window, " more")
    assert close_as_a_person(window)
    assert stage.library.transcript(MEETING).segments[0].text == "one more"


def test_edits_that_cannot_be_saved_are_asked_about_and_kept(stage: Stage, qtbot: QtBot) -> None:
    window = open_edited(stage, qtbot)
    stage.edited.refuses = DiskFull("here")
    edit(window, " more")
    assert not close_as_a_person(window)
    question = window.unsaved.question
    assert question is not None
    QTest.mouseClick(question.refuse, Qt.MouseButton.LeftButton)
    page = window.meeting_page
    assert page is not None
    qtbot.waitUntil(lambda: page.header.saved.text == "Not saved")
    assert "full" in page.message.text
    stage.edited.refuses = None
    QTest.mouseClick(page.header.saved.retry_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.header.saved.text == "All changes saved")
    assert stage.library.transcript(MEETING).segments[0].text == "one more"


def test_what_a_full_disk_refused_is_there_when_the_meeting_is_opened_again(stage: Stage, qtbot: QtBot) -> None:
    window = open_edited(stage, qtbot)
    stage.edited.refuses = DiskFull("here")
    edit(window, " more")
    window.show_library()
    page = window.meeting_page
    assert page is not None
    page.close_meeting()
    window.open_meeting(MEETING)
    qtbot.waitUntil(lambda: page.editor.document is not None)
    assert page.view.document is not None
    assert [line.text for line in page.view.document.lines()] == ["one more"]
    stage.edited.refuses = None
    page.editor.retry()
    qtbot.waitUntil(lambda: page.header.saved.text == "All changes saved")


def test_closing_in_spite_of_it_closes(stage: Stage, qtbot: QtBot) -> None:
    window = open_edited(stage, qtbot)
    stage.edited.refuses = DiskFull("here")
    edit(window, " more")
    assert not close_as_a_person(window)
    question = window.unsaved.question
    assert question is not None
    QTest.mouseClick(question.agree, Qt.MouseButton.LeftButton)
    assert not window.isVisible()
    assert stage.library.transcript(MEETING).segments[0].text == "one"
