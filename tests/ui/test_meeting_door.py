"""The way to the page of a meeting, which is made ahead."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.meetings.meeting import MeetingStatus
from app.settings.settings import InterfaceLanguage
from tests.builders.shelf import Shelf
from tests.ui.library.test_files_dropped import drop
from tests.ui.test_main_window import show
from tests.ui.window_stage import Stage
from ui.editor.meeting_page import MeetingPage


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


def test_subtitles_dropped_on_a_meeting_are_shown_there_and_become_its_version(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", lines=("It is zero.",))
    file = tmp_path / "week 1.srt"
    file.write_text("1\n00:00:01,000 --> 00:00:02,000\nIt is one.\n", "utf-8")
    window = show(stage, qtbot)
    assert window.drop_words([file]) == "Drop to import"
    window.open_meeting(meeting_id)
    page = window.meeting_page
    assert page is not None
    qtbot.waitUntil(lambda: page.view.document is not None)
    assert window.drop_words([file]) == "Drop to look at it for this meeting"
    assert window.drop_words([file, tmp_path / "week 2.mp3"]) == "Drop to import"
    drop(window, [file])
    qtbot.waitUntil(lambda: page.returned.dialog is not None)
    dialog = page.returned.dialog
    assert dialog is not None
    assert page.isVisible()
    assert dialog.preview.toPlainText() == "0:00:01  It is one."
    dialog.accept()
    qtbot.waitUntil(lambda: "new version" in page.message.text)
    qtbot.waitUntil(lambda: shown_lines(page) == ["It is one."])
    assert len(stage.library.versions(meeting_id)) == 2


def test_subtitles_wait_while_a_meeting_is_worked_on(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1", status=MeetingStatus.WORKING)
    file = tmp_path / "week 1.srt"
    file.write_text("1\n00:00:01,000 --> 00:00:02,000\nIt is one.\n", "utf-8")
    window = show(stage, qtbot)
    window.open_meeting(meeting_id)
    page = window.meeting_page
    assert page is not None
    qtbot.waitUntil(lambda: page.view.document is not None)
    drop(window, [file])
    assert "still being worked on" in page.message.text
    assert len(stage.library.versions(meeting_id)) == 1


def shown_lines(page: MeetingPage) -> list[str]:
    document = page.view.document
    return [] if document is None else [line.text for line in document.lines()]
