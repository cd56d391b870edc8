"""Record, what is recorded, and the way back to it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.meetings.meeting import MeetingStatus
from app.recording.status import RecordingPhase
from engine.contract.audio import Milliseconds
from tests.builders.shelf import Shelf
from tests.ui.window_stage import Stage
from ui.library.library_page import LibraryPage
from ui.library.meeting_row import MeetingRow, View
from ui.library.meeting_row import Shelf as ShelfName
from ui.library.row_words import status_text
from ui.main_window import MainWindow


def open_window(stage: Stage, qtbot: QtBot) -> MainWindow:
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    return window


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def find(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text() == text)


def record(stage: Stage, window: MainWindow, qtbot: QtBot) -> None:
    window.library_page.record()
    qtbot.waitUntil(lambda: window.recording_page is not None and window.recording_page.isVisible())
    window.show_library()


def test_the_key_records_and_then_leads_back(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.recording_page is not None and window.recording_page.isVisible())
    window.show_library()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert window.recording_page is not None
    assert window.recording_page.isVisible()
    assert len(stage.recordings.wishes) == 1


def test_the_empty_library_offers_to_record(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    qtbot.waitUntil(window.library_page.empty.isVisible)
    QTest.mouseClick(window.library_page.empty.record_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(stage.recordings.wishes) == 1)


def test_the_menu_keeps_what_is_chosen_for_the_next_time(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    menu = window.library_page.side_bar.record.open_menu()
    qtbot.waitUntil(lambda: "Desk microphone" in texts(menu.microphones))
    assert find(menu, "Microphone and computer sound").isChecked()
    find(menu, "Microphone only").trigger()
    find(menu.microphones, "Desk microphone").trigger()
    menu.close()
    now = stage.settings.current
    assert (now.records_microphone, now.records_computer) == (True, False)
    assert (now.microphone_name, now.microphone_api) == ("Desk microphone", "ALSA")


def test_a_microphone_that_is_away_stays_chosen_and_says_so(stage: Stage, qtbot: QtBot) -> None:
    """Case 2."""
    stage.settings.change(microphone_name="Headset", microphone_api="ALSA")
    window = open_window(stage, qtbot)
    menu = window.library_page.side_bar.record.open_menu()
    qtbot.waitUntil(lambda: "Headset (not connected)" in texts(menu.microphones))
    assert find(menu.microphones, "Headset (not connected)").isChecked()
    menu.close()


def test_a_recording_goes_into_the_course_that_is_shown_unless_another_is_chosen(stage: Stage, qtbot: QtBot) -> None:
    shelf = Shelf(stage.library)
    algebra, physics = shelf.course("Algebra"), shelf.course("Physics")
    shelf.meeting("Week 1", course_id=algebra)
    window = open_window(stage, qtbot)
    page = window.library_page
    qtbot.waitUntil(lambda: page.side_bar.model.index_of(View(ShelfName.COURSE, algebra)).isValid())
    page.side_bar.choose(View(ShelfName.COURSE, algebra))
    assert page.side_bar.record.course_id == algebra
    menu = page.side_bar.record.open_menu()
    courses = next(action.menu() for action in menu.actions() if action.text() == "Into the course")
    assert isinstance(courses, QMenu)
    find(courses, "Physics").trigger()
    menu.close()
    page.record()
    qtbot.waitUntil(lambda: len(stage.recordings.wishes) == 1)
    assert stage.recordings.wishes[0].course_id == physics


def test_the_row_of_the_recording_runs_and_imports_say_that_they_wait(stage: Stage, qtbot: QtBot) -> None:
    Shelf(stage.library).meeting("Interview", status=MeetingStatus.WAITING)
    window = open_window(stage, qtbot)
    page = window.library_page
    qtbot.waitUntil(lambda: page.model.has_meetings)
    record(stage, window, qtbot)
    assert stage.recordings.status is not None
    meeting_id = stage.recordings.status.meeting_id
    stage.recordings.show(elapsed_ms=Milliseconds(95_000))
    qtbot.waitUntil(lambda: length_of(page, meeting_id) == 95_000)
    assert page.side_bar.record.length.startswith("1:35 · ")
    words = {row.summary.meeting.title: status_text(row, None, 0, is_stopping=False) for row in rows(page)}
    assert words["Interview"] == "Waits until the recording ends"
    assert "Recording" in words.values()
    stage.recordings.show(phase=RecordingPhase.PAUSED)
    qtbot.waitUntil(lambda: "paused" in page.side_bar.record.length)


def test_what_is_recorded_can_neither_be_deleted_nor_recognised_again(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    page = window.library_page
    record(stage, window, qtbot)
    assert stage.recordings.status is not None
    meeting_id = stage.recordings.status.meeting_id
    qtbot.waitUntil(lambda: page.model.find(meeting_id) is not None)
    menu = page.build_menu(meeting_id)
    assert menu is not None
    assert "Back to the recording" in texts(menu)
    assert not find(menu, "Move to the bin (it is being recorded)").isEnabled()
    assert "Understand again…" not in texts(menu)
    menu.deleteLater()


def test_a_click_on_the_running_row_returns_to_the_recording(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    assert stage.recordings.status is not None
    window.library_page.open_requested.emit(stage.recordings.status.meeting_id, None)
    assert window.recording_page is not None
    assert window.recording_page.isVisible()


def rows(page: LibraryPage) -> list[MeetingRow]:
    return [row for key in page.model.meeting_ids() if (row := page.model.find(key)) is not None]


def length_of(page: LibraryPage, meeting_id: object) -> int:
    return next((row.length_ms for row in rows(page) if row.id == meeting_id), 0)
