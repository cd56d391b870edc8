"""What the window does for a recording: it is loud when it fails, asks before it ends, and shows what was found."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId
from app.recording.status import RecordingPhase, RecoveredMeeting, UnderstandingPhase
from engine.contract.audio import Milliseconds
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull, EngineDied
from engine.contract.recorder_messages import SourceState
from tests.builders.shelf import Shelf
from tests.ui.window_stage import Stage
from ui.library.meeting_row import RowAction, View
from ui.library.meeting_row import Shelf as ShelfName
from ui.main_window import MainWindow


def open_window(stage: Stage, qtbot: QtBot) -> MainWindow:
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    return window


def record(stage: Stage, window: MainWindow, qtbot: QtBot) -> MeetingId:
    window.library_page.record()
    qtbot.waitUntil(lambda: window.recording_page is not None and window.recording_page.isVisible())
    assert stage.recordings.status is not None
    return stage.recordings.status.meeting_id


def quit_by_key(window: MainWindow) -> None:
    """Not every system has a key for it."""
    next(action for action in window.actions() if action.text() == "Quit").trigger()


def close_as_a_person(window: MainWindow) -> None:
    """The cross of the window: an event from outside."""
    handle = window.windowHandle()
    assert handle is not None
    handle.close()  # goes the way that the window system goes


# Before it ends


def test_quitting_while_recording_asks_once_and_keeps_recording_if_the_person_likes(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    quit_by_key(window)
    question = window.watch.question
    assert question is not None
    quit_by_key(window)
    assert window.watch.question is question
    QTest.mouseClick(question.refuse, Qt.MouseButton.LeftButton)
    assert window.isVisible()
    assert stage.recordings.calls == []
    assert window.watch.question is None


def test_stop_and_close_stops_and_closes(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    quit_by_key(window)
    assert window.watch.question is not None
    QTest.mouseClick(window.watch.question.agree, Qt.MouseButton.LeftButton)
    assert stage.recordings.calls == ["stop"]
    assert not window.isVisible()


def test_the_cross_of_the_window_asks_too(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    close_as_a_person(window)
    assert window.isVisible()
    assert window.watch.question is not None
    window.watch.question.reject()


def test_the_end_of_the_session_never_asks(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    window.close()  # as app.main does it for a signal or a logout
    assert not window.isVisible()
    assert window.watch.question is None


def test_without_a_recording_nothing_is_asked(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    quit_by_key(window)
    assert not window.isVisible()


def test_while_only_the_text_is_finished_nothing_is_asked(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    stage.recordings.show(phase=RecordingPhase.FINISHING)
    quit_by_key(window)
    assert not window.isVisible()


def test_of_a_recording_that_was_deleted_nobody_says_that_it_is_in_the_list(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    meeting_id = record(stage, window, qtbot)
    window.show_library()
    stage.library.delete_meeting(meeting_id).result()
    qtbot.waitUntil(lambda: window.library_page.model.find(meeting_id) is None)
    stage.recordings.end()
    page = window.recording_page
    assert page is not None
    qtbot.waitUntil(lambda: page.meeting_id is None)
    assert "finished" not in window.library_page.message.text


def test_a_new_name_of_a_recording_stands_in_the_title_of_the_window(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    meeting_id = record(stage, window, qtbot)
    qtbot.waitUntil(lambda: window.windowTitle().startswith("Recording of 2026-03-04"))
    stage.library.rename_meeting(meeting_id, "Weekly").result()
    qtbot.waitUntil(lambda: window.windowTitle() == "Weekly – Vivavoce")


# When it fails


def test_a_full_disk_is_said_on_every_page_and_in_the_title(stage: Stage, qtbot: QtBot) -> None:
    """Case 17."""
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    window.show_library()
    stage.recordings.show(is_saving=False, error=to_report(DiskFull("/data")))
    qtbot.waitUntil(lambda: "Not being saved!" in window.library_page.message.text)
    assert window.windowTitle() == "The recording has a problem – Vivavoce"
    stage.recordings.show(is_saving=True, error=None)
    qtbot.waitUntil(lambda: window.windowTitle() == "Vivavoce")


def test_a_microphone_that_stays_away_is_said_on_every_page_aloud_and_in_the_title(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 1: visibly and audibly, wherever one looks."""
    beeps: list[int] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    window.show_library()
    stage.recordings.show(elapsed_ms=Milliseconds(10_000))
    with qtbot.waitSignal(window.watch.shown):
        stage.recordings.show_track(0, state=SourceState.LOST, device="Headset")
    assert beeps == []
    stage.recordings.show(elapsed_ms=Milliseconds(12_500))
    qtbot.waitUntil(lambda: window.windowTitle() == "The recording has a problem – Vivavoce")
    assert window.library_page.message.text.startswith("“Headset” is gone. Plug it in again")
    assert beeps == [1]
    stage.recordings.show_track(0, state=SourceState.REOPENED, device="Built-in")
    qtbot.waitUntil(lambda: window.windowTitle() == "Vivavoce")
    assert beeps == [1]


def test_a_failed_recognition_is_said_calmly(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    record(stage, window, qtbot)
    window.show_library()
    stage.recordings.show(understanding=UnderstandingPhase.FAILED, understanding_error=to_report(EngineDied(1)))
    qtbot.waitUntil(lambda: "the sound is safe" in window.library_page.message.text)
    assert window.windowTitle() == "Vivavoce"


def test_a_recording_that_cannot_begin_says_why_and_the_button_is_back(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    stage.recordings.refuse = DiskFull("/data")
    window.library_page.record()
    qtbot.waitUntil(lambda: "The disk is full" in window.library_page.message.text)
    assert window.library_page.side_bar.record.record.isEnabled()
    assert window.recording_page is None


# What was found


def recovered(stage: Stage, title: str = "Linear algebra") -> MeetingId:
    meeting_id = Shelf(stage.library).meeting(title, minutes=41)
    stage.library.set_recovered(meeting_id, True).result()
    stage.recordings.find(RecoveredMeeting(meeting_id, title, Milliseconds(41 * 60_000), ("Lost is lost.",)))
    return meeting_id


def test_what_was_found_is_said_at_the_start_with_what_could_not_be_restored(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = recovered(stage)
    window = open_window(stage, qtbot)
    notice = window.library_page.recovered
    qtbot.waitUntil(notice.isVisible)
    assert notice.texts == ["41 min of “Linear algebra” were found after an interruption. Lost is lost."]
    notice.bar(meeting_id).acted.emit()
    qtbot.waitUntil(lambda: len(stage.recordings.wishes) == 1)
    assert stage.recordings.wishes[0].append_to == meeting_id


def test_what_was_found_can_be_opened_or_put_away(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = recovered(stage)
    window = open_window(stage, qtbot)
    notice = window.library_page.recovered
    qtbot.waitUntil(notice.isVisible)
    notice.bar(meeting_id).other_acted.emit()
    qtbot.waitUntil(lambda: window.meeting_page is not None and window.meeting_page.isVisible())
    assert stage.recordings.dismissed == [meeting_id]
    assert not notice.isVisible()


def test_a_shelf_holds_what_was_recovered_and_is_there_only_then(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = recovered(stage)
    window = open_window(stage, qtbot)
    page = window.library_page
    view = View(ShelfName.RECOVERED)
    qtbot.waitUntil(lambda: page.side_bar.model.index_of(view).isValid())
    page.side_bar.choose(view)
    assert page.model.count(view) == 1
    row = page.model.find(meeting_id)
    assert row is not None
    assert row.action is RowAction.RECORD_ON
    stage.library.set_recovered(meeting_id, False).result()
    qtbot.waitUntil(lambda: not page.side_bar.model.index_of(view).isValid())
