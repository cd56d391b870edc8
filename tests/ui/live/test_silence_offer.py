"""A recording that was forgotten: it is offered to be stopped, and stops by itself only where a person wanted that."""

import pytest
from pytestqt.qtbot import QtBot

from engine.contract.audio import Milliseconds
from tests.ui.test_recording_aids import open_window, start_recording
from tests.ui.window_stage import Stage
from ui.live.live_place import SILENCE
from ui.live.recording_page import RecordingPage
from ui.main_window import MainWindow
from ui.widgets.message_bar import MessageBar

MINUTE_MS = 60_000
OFFER = "Nobody has been understood for 15 min. If it is over, the recording can be stopped."
WARNING = "Nobody has been understood for 15 min. In two minutes the recording stops by itself."


def be_at(stage: Stage, window: MainWindow, elapsed_ms: int) -> None:
    stage.recordings.show(elapsed_ms=Milliseconds(elapsed_ms))
    window.pulse.begin()


@pytest.fixture
def recorded(stage: Stage, qtbot: QtBot) -> tuple[MainWindow, RecordingPage]:
    window = open_window(stage, qtbot)
    start_recording(stage, window, qtbot)
    page = window.recording_page
    assert page is not None
    be_at(stage, window, 0)
    return window, page


def press(page: RecordingPage) -> None:
    bar = page.place.findChild(MessageBar, SILENCE)
    assert isinstance(bar, MessageBar)
    bar.acted.emit()


def test_after_long_silence_it_can_be_stopped_by_one_button(
    stage: Stage, recorded: tuple[MainWindow, RecordingPage]
) -> None:
    window, page = recorded
    be_at(stage, window, 15 * MINUTE_MS - 1)
    assert page.place.message(SILENCE) == ""
    be_at(stage, window, 15 * MINUTE_MS)
    assert page.place.message(SILENCE) == OFFER
    be_at(stage, window, 60 * MINUTE_MS)
    assert "stop" not in stage.recordings.calls, "nothing stops by itself unless somebody wants that"
    press(page)
    assert stage.recordings.calls == ["stop"]
    assert page.place.message(SILENCE) == ""
    assert stage.recordings.notes == []


def test_words_take_the_question_away_and_silence_brings_it_back(
    stage: Stage, recorded: tuple[MainWindow, RecordingPage]
) -> None:
    window, page = recorded
    be_at(stage, window, 20 * MINUTE_MS)
    assert page.place.message(SILENCE) == OFFER
    stage.recordings.show_track(0, voice_until_ms=Milliseconds(20 * MINUTE_MS))
    be_at(stage, window, 21 * MINUTE_MS)
    assert page.place.message(SILENCE) == ""
    be_at(stage, window, 35 * MINUTE_MS)
    assert page.place.message(SILENCE) == OFFER


def test_who_wants_it_has_it_stopped_with_a_note_of_why(
    stage: Stage, recorded: tuple[MainWindow, RecordingPage]
) -> None:
    window, page = recorded
    stage.settings.change(stops_after_silence=True)
    be_at(stage, window, 15 * MINUTE_MS)
    assert page.place.message(SILENCE) == WARNING
    be_at(stage, window, 17 * MINUTE_MS)
    be_at(stage, window, 18 * MINUTE_MS)
    assert stage.recordings.calls == ["stop"]
    assert stage.recordings.notes == ["Stopped by itself: nobody had been understood for 15 min."]
    assert window.library_page.message.text == stage.recordings.notes[0]


def test_who_says_so_keeps_it_going(stage: Stage, recorded: tuple[MainWindow, RecordingPage]) -> None:
    window, page = recorded
    stage.settings.change(stops_after_silence=True)
    be_at(stage, window, 15 * MINUTE_MS)
    press(page)
    be_at(stage, window, 90 * MINUTE_MS)
    assert stage.recordings.calls == []
    assert page.place.message(SILENCE) == ""


def test_it_is_said_in_the_library_too_and_never_where_it_is_not_wanted(
    stage: Stage, recorded: tuple[MainWindow, RecordingPage]
) -> None:
    window, _page = recorded
    window.show_library()
    be_at(stage, window, 15 * MINUTE_MS)
    assert window.library_page.message.text == OFFER
    stage.settings.change(silence_minutes=0)
    window.library_page.message.hide()
    be_at(stage, window, 90 * MINUTE_MS)
    assert window.library_page.message.text == ""
