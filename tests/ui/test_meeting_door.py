"""The way to the page of a meeting, which is made ahead."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.settings.settings import InterfaceLanguage
from tests.builders.shelf import Shelf
from tests.ui.test_main_window import show
from tests.ui.window_stage import Stage


def test_the_page_is_made_while_the_library_is_looked_at_and_taken_when_a_meeting_opens(
    stage: Stage, qtbot: QtBot
) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    window = show(stage, qtbot)
    qtbot.waitUntil(lambda: window.meeting_page is not None, timeout=20_000)
    made = window.meeting_page
    assert made is not None
    assert not made.isVisible()
    window.open_meeting(meeting_id)
    assert window.meeting_page is made
    assert made.isVisible()


def test_what_was_made_ahead_in_another_language_is_not_shown(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    window = show(stage, qtbot)
    qtbot.waitUntil(lambda: window.meeting_page is not None, timeout=20_000)
    stage.settings.change(language=InterfaceLanguage.CHINESE)
    qtbot.waitUntil(lambda: window.meeting_page is None)
    window.open_meeting(meeting_id)
    assert window.meeting_page is not None
    assert window.meeting_page.panel.again.text() == "重新识别…"


def test_the_second_press_of_a_double_click_in_the_list_moves_no_playback(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", lines=("One.", "Two.", "Three."))
    window = show(stage, qtbot)
    qtbot.waitUntil(window.library_page.list.isVisible)
    window.open_meeting(meeting_id)
    page = window.meeting_page
    assert page is not None
    assert page.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    qtbot.waitUntil(lambda: not page.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents))
