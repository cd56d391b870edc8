"""The window as a whole: every control has a name and a way by keyboard, no word is cut, nothing is left in English."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from app.settings.settings import Appearance, InterfaceLanguage
from tests.builders.shelf import Shelf, fill_shelf
from tests.ui.widget_walk import complain_about_cut_text, complain_about_keyboard, complain_about_names, words
from tests.ui.window_stage import Stage
from ui.library.library_feed import LibraryFeed
from ui.main_window import MainWindow
from ui.widgets.message_bar import MessageKind

SMALL = QSize(1024, 700)


def screens(window: MainWindow, qtbot: QtBot) -> Iterator[str]:
    """Bring the window into each of its states, one after another."""
    page = window.library_page
    qtbot.waitUntil(lambda: page.list.isVisible() or page.empty.isVisible())
    yield "empty" if page.empty.isVisible() else "library"
    if page.list.isVisible():
        page.say(window.tr("Search"), MessageKind.WARNING)
        page.search.setText("the")
        qtbot.waitUntil(page.results.isVisible)
        yield "search"
        page.search.clear()
    for number in range(8):
        window.show_settings(number)
        settings = window.settings_page
        assert settings is not None
        qtbot.wait(120)
        yield f"settings, {settings.subjects[number]}"


def collect(window: MainWindow, qtbot: QtBot, *walks: Callable[[MainWindow], list[str]]) -> list[str]:
    found: list[str] = []
    for screen in screens(window, qtbot):
        qtbot.wait(20)
        for walk in walks:
            found += [f"{screen}: {complaint}" for complaint in walk(window)]
    return found


def show(stage: Stage, qtbot: QtBot, size: QSize = SMALL) -> MainWindow:
    window = stage.open_window()
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(size)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


@pytest.mark.parametrize("is_filled", [False, True], ids=["empty", "filled"])
def test_every_control_has_a_name_and_a_way_by_keyboard(stage: Stage, qtbot: QtBot, is_filled: bool) -> None:
    if is_filled:
        fill_shelf(stage.library)
    window = show(stage, qtbot)
    assert collect(window, qtbot, complain_about_names, complain_about_keyboard) == []


@pytest.mark.parametrize("language", [InterfaceLanguage.ENGLISH, InterfaceLanguage.CHINESE])
@pytest.mark.parametrize("percent", [100, 150, 200, 300])
def test_no_word_is_cut(stage: Stage, qtbot: QtBot, language: InterfaceLanguage, percent: int) -> None:
    stage.settings.change(language=language, text_scale_percent=percent, appearance=Appearance.DARK)
    fill_shelf(stage.library)
    window = show(stage, qtbot, QSize(1440, 900))
    assert collect(window, qtbot, complain_about_cut_text) == []


def test_no_word_is_cut_in_the_smallest_window(stage: Stage, qtbot: QtBot) -> None:
    fill_shelf(stage.library)
    window = show(stage, qtbot, QSize(760, 520))
    assert collect(window, qtbot, complain_about_cut_text) == []


NAMES = re.compile(
    r"Vivavoce|English|Hugging Face|Systran|faster-whisper-|Python package|NVIDIA|AMD|CUDA|cuDNN|RTX|Ryzen|float16|int8"
    r"|Ctrl|Esc|Markdown|JSON|Word|MP3|M4A|WAV|MP4|CSV|BOM|F2|Delete|Windows|Apache|SSD|\.\w+|/[\w/.-]*"
    r"|Built-in Microphone|Desk microphone|vivavoce worker (pair|serve)"
    r"|large-v3-turbo|Large v3 turbo|lecture-hall-zh|tiny(\.en)?|base|small|Tiny|Base|Small"
)
"""Words that are the same in every language."""


def test_nothing_is_left_in_english(stage: Stage, qtbot: QtBot) -> None:
    stage.settings.change(language=InterfaceLanguage.CHINESE)
    shelf = Shelf(stage.library)
    shelf.course("课程一")
    shelf.meeting("会议一", lines=("今天 the 预算",))
    window = show(stage, qtbot)
    left: set[str] = set()
    for screen in screens(window, qtbot):
        if screen.endswith("关于"):
            continue  # names and licences of packages
        for text in words(window):
            rest = NAMES.sub("", text.replace(str(stage.folders.library.parent), ""))
            if re.search(r"[A-Za-z]{3}", rest) and "今天 the" not in text:
                left.add(text)
    assert left == set()


def test_the_window_is_usable_before_the_library_is_read(stage: Stage, qtbot: QtBot) -> None:
    window = show(stage, qtbot)
    assert window.library_page.side_bar.import_button.isEnabled()
    assert window.library_page.search.isEnabled()


def test_keys_lead_everywhere(stage: Stage, qtbot: QtBot) -> None:
    fill_shelf(stage.library)
    window = show(stage, qtbot)
    qtbot.waitUntil(window.library_page.list.isVisible)
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.settings_page is not None
    assert window.settings_page.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.library_page.isVisible()
    assert window.library_page.search.hasFocus()


def test_tab_goes_round_without_getting_stuck(stage: Stage, qtbot: QtBot) -> None:
    fill_shelf(stage.library)
    window = show(stage, qtbot)
    page = window.library_page
    qtbot.waitUntil(page.list.isVisible)
    page.side_bar.import_button.setFocus()
    reached: list[object] = []
    for _ in range(8):
        focus = window.focusWidget()
        assert focus is not None
        reached.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    for control in (page.side_bar.list, page.search, page.settings_button, page.order, page.list):
        assert control in reached


def test_where_the_window_was_is_remembered(stage: Stage, qtbot: QtBot) -> None:
    window = show(stage, qtbot, QSize(900, 640))
    window.close()
    window.deleteLater()
    assert stage.settings.current.window_geometry
    again = stage.open_window()
    assert again.height() == 640


def test_a_window_that_does_not_fit_on_the_screen_opens_maximised(stage: Stage, qtbot: QtBot) -> None:
    """Qt's screen without a screen is 800 x 800, smaller than the window likes to be."""
    window = stage.open_window()
    assert window.isMaximized()


def test_a_meeting_opens_at_its_second_and_leads_back(stage: Stage, qtbot: QtBot) -> None:
    lines = ("Good morning.", "The determinant is zero.", "Write this down.")
    meeting_id = Shelf(stage.library).meeting("Week 1", lines=lines)
    window = show(stage, qtbot)
    page = window.library_page
    qtbot.waitUntil(page.list.isVisible)
    page.search.setText("determinant")
    qtbot.waitUntil(page.results.isVisible)
    page.results.choose_first()
    QTest.keyClick(page.results, Qt.Key.Key_Return)
    meeting = window.meeting_page
    assert meeting is not None
    assert meeting.isVisible()
    assert window.windowTitle() == "Week 1 – Vivavoce"
    assert meeting.meeting_id == meeting_id
    meeting.closed.emit()
    assert page.results.isVisible()
    assert window.windowTitle() == "Vivavoce"


def test_a_meeting_that_is_deleted_while_open_leads_back(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    window = show(stage, qtbot)
    qtbot.waitUntil(window.library_page.list.isVisible)
    window.open_meeting(meeting_id)
    stage.library.delete_meeting(meeting_id).result()
    qtbot.waitUntil(window.library_page.isVisible)
    qtbot.waitUntil(window.library_page.empty.isVisible)


def test_the_menu_of_a_meeting_leads_to_the_export_dialog(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    window = show(stage, qtbot)
    qtbot.waitUntil(window.library_page.list.isVisible)
    window.library_page.export_requested.emit(meeting_id)
    dialogs = window.findChildren(QDialog)
    assert [dialog.windowTitle() for dialog in dialogs] == ["Export"]
    dialogs[0].reject()


def test_a_new_language_builds_everything_anew(stage: Stage, qtbot: QtBot) -> None:
    meeting_id = Shelf(stage.library).meeting("Week 1")
    window = show(stage, qtbot)
    qtbot.waitUntil(window.library_page.list.isVisible)
    window.open_meeting(meeting_id)
    stage.settings.change(language=InterfaceLanguage.CHINESE)
    qtbot.waitUntil(lambda: window.library_page.side_bar.import_button.text() == "导入文件…")
    qtbot.waitUntil(window.library_page.list.isVisible)
    assert window.meeting_page is None


@pytest.mark.parametrize("garbage", ["!", "AAAA", "####"])
def test_a_spoilt_place_of_the_window_is_ignored(stage: Stage, qtbot: QtBot, garbage: str) -> None:
    stage.settings.change(window_geometry=garbage)
    assert stage.open_window().width() >= 760


def test_all_that_opening_the_library_had_to_do_is_told(stage: Stage, qtbot: QtBot) -> None:
    """Case 23, in the language of the window."""
    stage.settings.change(language=InterfaceLanguage.CHINESE)
    stage.library.opening.warnings += [
        "The library was damaged and has been put together again. Meetings: 12, lines: 3400.",
        "The damaged file was kept as “library.db.corrupt”.",
        "Something that only a newer version says.",
    ]
    window = show(stage, qtbot)
    qtbot.waitUntil(lambda: bool(window.library_page.message.text))
    assert window.library_page.message.text.splitlines() == [
        "资料库曾经损坏，已经重新拼好。现有会议 12 个，文字 3400 句。",
        "损坏的文件留着，名为“library.db.corrupt”。",
        "Something that only a newer version says.",
    ]


def test_the_window_needs_nothing_heavy() -> None:
    """It must be there within two seconds; words and sound load when they are needed."""
    source = (Path(__file__).parents[2] / "ui" / "main_window.py").read_text("utf-8")
    top = source.split("if TYPE_CHECKING:", maxsplit=1)[0]
    assert "ui.editor" not in top
    assert "ui.dialogs" not in top


def test_a_closed_window_reads_no_more(stage: Stage, qtbot: QtBot) -> None:
    window = show(stage, qtbot)
    qtbot.waitUntil(window.library_page.empty.isVisible)
    window.close()
    assert not any(timer.isActive() for timer in window.library_page.findChildren(LibraryFeed)[0].findChildren(QTimer))
