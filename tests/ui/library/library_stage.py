"""The library of a window on the stage, and what tests do to it. Used by the tests beside it."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId
from tests.ui.window_stage import Stage
from ui.library.library_page import LibraryPage
from ui.library.meeting_list_model import ShownMeeting
from ui.library.meeting_row import View
from ui.widgets.question import Question


def open_page(stage: Stage, qtbot: QtBot) -> LibraryPage:
    window = stage.open_window()
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(1200, 800)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    page = window.library_page
    count = len(stage.library.meetings())
    qtbot.waitUntil(lambda: page.model.count(View()) == count and page.list.isEnabled() and loaded(page))
    return page


def loaded(page: LibraryPage) -> bool:
    return page.empty.isVisible() or page.list.isVisible()


def files(folder: Path, *names: str) -> list[Path]:
    for name in names:
        (folder / name).write_bytes(b"sound")
    return [folder / name for name in names]


def shown(page: LibraryPage, meeting_id: MeetingId) -> ShownMeeting:
    entry = page.model.entry(page.model.index_of(meeting_id))
    assert isinstance(entry, ShownMeeting)
    return entry


def answer(page: LibraryPage, *, yes: bool, qtbot: QtBot) -> Question:
    questions = page.findChildren(Question)
    assert len(questions) == 1
    QTest.mouseClick(questions[0].agree if yes else questions[0].refuse, Qt.MouseButton.LeftButton)
    return questions[0]
