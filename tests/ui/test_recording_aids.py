"""The check before a recording and the captions during it, as the window puts them together."""

from pytestqt.qtbot import QtBot

from app.announcements import TranscriptChanged
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, TranscriptChange
from app.recording.status import RecordingWish
from engine.contract.audio import Milliseconds
from tests.ui.window_stage import Stage
from ui.main_window import MainWindow
from ui.settings.audio_area import AudioArea


def open_window(stage: Stage, qtbot: QtBot) -> MainWindow:
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    return window


def start_recording(stage: Stage, window: MainWindow, qtbot: QtBot) -> None:
    window.library_page.record_requested.emit(None)
    qtbot.waitUntil(lambda: window.recording_page is not None and window.recording_page.isVisible())


def test_the_check_of_the_settings_leads_to_its_page_and_on_to_the_recording(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    window.show_settings(1)
    assert window.settings_page is not None
    window.settings_page.findChildren(AudioArea)[0].check.click()
    page = window.aids.page
    assert page is not None
    assert page.isVisible()
    assert window.windowTitle() == "Check before recording – Vivavoce"
    qtbot.waitUntil(lambda: len(stage.preflight.started) == 1)
    page.record.click()
    qtbot.waitUntil(lambda: window.recording_page is not None and window.recording_page.isVisible())
    qtbot.waitUntil(lambda: stage.preflight.closes == 1)
    assert isinstance(stage.recordings.wishes[0], RecordingWish)


def test_who_wants_it_checks_before_each_recording(stage: Stage, qtbot: QtBot) -> None:
    stage.settings.change(checks_before_recording=True)
    window = open_window(stage, qtbot)
    window.library_page.record_requested.emit(None)
    assert window.aids.page is not None
    assert window.aids.page.isVisible()
    assert stage.recordings.wishes == []
    window.aids.page.devices_requested.emit()
    assert window.settings_page is not None
    assert window.settings_page.findChildren(AudioArea)[0].isVisible()


def test_the_captions_follow_the_recording_and_are_shown_again_with_the_next(stage: Stage, qtbot: QtBot) -> None:
    window = open_window(stage, qtbot)
    start_recording(stage, window, qtbot)
    recording = window.recording_page
    assert recording is not None
    assert window.aids.captions is not None
    assert not window.aids.captions.isVisible()
    recording.bar.captions.click()
    assert window.aids.captions.isVisible()
    status = stage.recordings.status
    assert status is not None
    line = Segment(SegmentId("a"), 0, Milliseconds(0), Milliseconds(900), "Good morning.")
    stage.announcements.announce(TranscriptChanged(TranscriptChange(status.meeting_id, added=(line,))))
    bar = window.aids.captions
    qtbot.waitUntil(lambda: [row.committed for row in bar.text.shown] == ["Good morning."])
    bar.hide_button.click()
    assert not recording.bar.captions.isChecked()
    recording.bar.captions.click()
    stage.recordings.end()
    qtbot.waitUntil(lambda: not bar.isVisible())
    assert stage.settings.current.caption_shown
    start_recording(stage, window, qtbot)
    qtbot.waitUntil(bar.isVisible)


def test_the_captions_go_with_the_window(stage: Stage, qtbot: QtBot) -> None:
    stage.settings.change(caption_shown=True)
    window = open_window(stage, qtbot)
    start_recording(stage, window, qtbot)
    bar = window.aids.captions
    assert bar is not None
    assert bar.isVisible()
    window.close()
    assert not bar.isVisible()
    assert stage.settings.current.caption_shown
