"""Settings change at once, and what takes long shows itself and can be cancelled."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.chinese import ChineseScript
from app.settings.settings import Appearance, InterfaceLanguage
from engine.contract.errors import ArchiveRefused, SpeechModelFetchFailed
from tests.builders.shelf import Shelf
from tests.ui.window_stage import Stage
from ui.main_window import MainWindow
from ui.settings.about_area import AboutArea
from ui.settings.audio_area import AudioArea
from ui.settings.courses_area import CoursesArea
from ui.settings.diagnostics_area import DiagnosticsArea
from ui.settings.export_area import ExportArea
from ui.settings.general_area import GeneralArea
from ui.settings.privacy_area import PrivacyArea
from ui.settings.recognition_area import RecognitionArea
from ui.settings.settings_area import SettingsArea
from ui.settings.shortcuts_area import ShortcutsArea
from ui.settings.speakers_area import SpeakersArea
from ui.settings.workers_area import WorkersArea
from ui.style.theme import current_theme
from ui.widgets.button import Button
from ui.widgets.chip import Chip
from ui.widgets.choice import Choice
from ui.widgets.question import Question

_AREAS: tuple[type[SettingsArea], ...] = (
    GeneralArea,
    AudioArea,
    RecognitionArea,
    WorkersArea,
    SpeakersArea,
    CoursesArea,
    ExportArea,
    ShortcutsArea,
    PrivacyArea,
    DiagnosticsArea,
    AboutArea,
)


def open_settings(stage: Stage, qtbot: QtBot, subject: int) -> tuple[MainWindow, SettingsArea]:
    window = stage.open_window()
    window.resize(1200, 800)
    with qtbot.waitExposed(window):
        window.show()
    window.show_settings(subject)
    kind = _AREAS[subject]
    assert window.settings_page is not None
    found = window.settings_page.findChildren(kind)[0]
    assert isinstance(found, SettingsArea)
    return window, found


def pick(choice: Choice, key: object) -> None:
    choice.choose(key)
    choice.activated.emit(choice.currentIndex())


def button_of(area: SettingsArea, name: str, qtbot: QtBot) -> Button:
    def found() -> list[Button]:
        return [
            button for button in area.findChildren(Button) if button.accessibleName() == name and button.isVisible()
        ]

    qtbot.waitUntil(lambda: len(found()) == 1)
    return found()[0]


# General


def test_dark_is_there_at_once(stage: Stage, qtbot: QtBot) -> None:
    _window, area = open_settings(stage, qtbot, 0)
    assert isinstance(area, GeneralArea)
    pick(area.appearance, Appearance.DARK)
    assert current_theme().is_dark
    assert stage.settings.current.appearance is Appearance.DARK
    pick(area.appearance, Appearance.LIGHT)
    assert not current_theme().is_dark


def test_another_language_is_there_at_once_and_back(stage: Stage, qtbot: QtBot) -> None:
    window, area = open_settings(stage, qtbot, 0)
    assert isinstance(area, GeneralArea)
    pick(area.language, InterfaceLanguage.CHINESE)
    qtbot.waitUntil(lambda: window.settings_page is not None and window.settings_page.subjects[0] == "通用")
    assert window.windowTitle() == "设置 – Vivavoce"
    assert window.library_page.side_bar.import_button.text() == "导入文件…"
    page = window.settings_page
    assert page is not None
    assert page.isVisible()
    pick(page.findChildren(GeneralArea)[0].language, InterfaceLanguage.ENGLISH)
    qtbot.waitUntil(lambda: window.settings_page is not None and window.settings_page.subjects[0] == "General")


def test_when_a_review_is_enough_is_kept_and_a_level_of_the_command_line_is_offered_too(
    stage: Stage, qtbot: QtBot
) -> None:
    stage.settings.change(review_error_percent=3)
    _window, area = open_settings(stage, qtbot, 0)
    assert isinstance(area, GeneralArea)
    assert area.review.chosen == 3
    assert area.review.keys == (0, 1, 2, 3, 5, 10)
    pick(area.review, 0)
    assert stage.settings.current.review_error_percent == 0


def test_text_grows_at_once(stage: Stage, qtbot: QtBot) -> None:
    window, area = open_settings(stage, qtbot, 0)
    assert isinstance(area, GeneralArea)
    before = window.library_page.side_bar.import_button.sizeHint().height()
    pick(area.text_scale, 200)
    assert window.library_page.side_bar.import_button.sizeHint().height() >= 1.5 * before


def test_escape_leads_back_to_the_library(stage: Stage, qtbot: QtBot) -> None:
    window, _area = open_settings(stage, qtbot, 0)
    assert window.settings_page is not None
    QTest.keyClick(window.settings_page.list, Qt.Key.Key_Escape)
    assert window.library_page.isVisible()


# Recognition


@pytest.fixture
def recognition(stage: Stage, qtbot: QtBot) -> RecognitionArea:
    _window, area = open_settings(stage, qtbot, 2)
    assert isinstance(area, RecognitionArea)
    qtbot.waitUntil(lambda: bool(area.table.lines))
    return area


def test_the_table_tells_what_is_here_and_what_is_not(recognition: RecognitionArea) -> None:
    states = {line.name: (line.is_here, line.is_damaged) for line in recognition.table.lines}
    assert states == {
        "tiny": (True, True),
        "tiny.en": (False, False),
        "base": (True, False),
        "small": (False, False),
        "large-v3-turbo": (False, False),
        "lecture-hall-zh": (True, False),
    }


def test_a_download_shows_its_progress_and_can_be_cancelled(
    recognition: RecognitionArea, stage: Stage, qtbot: QtBot
) -> None:
    QTest.mouseClick(button_of(recognition, "Download: small", qtbot), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "38 %" in recognition.table.progress_of("small"))
    QTest.mouseClick(button_of(recognition, "Cancel: small", qtbot), Qt.MouseButton.LeftButton)
    button_of(recognition, "Download: small", qtbot)
    assert recognition.message.text == ""
    assert "small" not in stage.models.here


def test_a_finished_download_can_be_used(recognition: RecognitionArea, stage: Stage, qtbot: QtBot) -> None:
    stage.models.go_on.set()
    QTest.mouseClick(button_of(recognition, "Download: small", qtbot), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any(line.name == "small" and line.is_here for line in recognition.table.lines))
    QTest.mouseClick(button_of(recognition, "Use: small", qtbot), Qt.MouseButton.LeftButton)
    assert stage.settings.current.speech_model == "small"
    qtbot.waitUntil(lambda: any(chip.isVisible() for chip in recognition.table.findChildren(Chip)))
    assert button_of(recognition, "Use: base", qtbot).isEnabled()


def test_a_download_that_fails_says_so_in_a_sentence(recognition: RecognitionArea, stage: Stage, qtbot: QtBot) -> None:
    stage.models.go_on.set()
    stage.models.fail_with = SpeechModelFetchFailed("small", "HTTP 503 from https://hub.example/x")
    QTest.mouseClick(button_of(recognition, "Download: small", qtbot), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: recognition.message.text.startswith("The speech model “small” could not be downloaded."))
    assert "503" not in recognition.message.text


def test_a_damaged_speech_model_is_repaired_with_one_click(
    recognition: RecognitionArea, stage: Stage, qtbot: QtBot
) -> None:
    """Case 88."""
    stage.models.go_on.set()
    QTest.mouseClick(button_of(recognition, "Repair: tiny", qtbot), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any(line.name == "tiny" and not line.is_damaged for line in recognition.table.lines))
    assert stage.models.asked == [("add", "tiny")]


def test_a_picked_folder_is_imported_or_refused_with_its_reason(
    recognition: RecognitionArea, stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    recognition.table.import_from(str(tmp_path / "my-model"))
    qtbot.waitUntil(lambda: any(line.name == "my-model" and line.is_here for line in recognition.table.lines))
    stage.models.fail_with = ArchiveRefused("holiday", "there is no speech model in it")
    recognition.table.import_from(str(tmp_path / "holiday"))
    qtbot.waitUntil(lambda: recognition.message.text.startswith("“holiday” cannot be used"))
    qtbot.waitUntil(lambda: all(line.name != "holiday" for line in recognition.table.lines))


def test_what_is_in_use_cannot_be_removed_and_says_why(recognition: RecognitionArea, qtbot: QtBot) -> None:
    more = button_of(recognition, "More for base", qtbot)
    actions = more.property("menu").actions()
    assert [action.isEnabled() for action in actions] == [True, False]
    assert actions[1].text() == "Remove… (the one that always works stays)"


def test_removing_asks_first(recognition: RecognitionArea, stage: Stage, qtbot: QtBot) -> None:
    menu = button_of(recognition, "More for lecture-hall-zh", qtbot).property("menu")
    menu.actions()[1].trigger()
    question = recognition.window().findChildren(Question)[0]
    QTest.mouseClick(question.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: stage.models.asked == [("remove", "lecture-hall-zh")])
    qtbot.waitUntil(lambda: all(line.name != "lecture-hall-zh" for line in recognition.table.lines))


def test_the_device_cards_say_why_not_and_how_to_fix(recognition: RecognitionArea, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(recognition.cards) == 2)
    assert [card.chip.text for card in recognition.cards] == ["Found, not usable yet", "In use"]


@pytest.mark.parametrize("language", [InterfaceLanguage.ENGLISH, InterfaceLanguage.CHINESE])
def test_nothing_scrolls_sideways_at_twice_the_text_size(
    stage: Stage, qtbot: QtBot, language: InterfaceLanguage
) -> None:
    stage.settings.change(language=language, text_scale_percent=200)
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    window.showNormal()
    window.resize(1280, 800)
    for subject in range(len(_AREAS)):
        window.show_settings(subject)
        qtbot.wait(100)
        assert window.settings_page is not None
        sideways = [
            area.horizontalScrollBar().maximum()
            for area in window.settings_page.findChildren(SettingsArea)
            if area.isVisible()
        ]
        assert sideways == [0], f"subject {subject}"


def test_languages_are_kept(recognition: RecognitionArea, stage: Stage) -> None:
    pick(recognition.languages, ("zh", "en"))
    recognition.per_segment.click()
    assert stage.settings.current.languages == ("zh", "en")
    assert stage.settings.current.language_per_segment
    options = stage.settings.current.recognition_options()
    assert (options.languages, options.language_per_segment) == (("zh", "en"), True)


# Export, Privacy, About


def test_the_defaults_of_exporting_are_kept(stage: Stage, qtbot: QtBot) -> None:
    _window, area = open_settings(stage, qtbot, 6)
    assert isinstance(area, ExportArea)
    area.formats["srt"].click()
    pick(area.script, ChineseScript.TRADITIONAL_TW)
    pick(area.layout_choice, True)
    area.cjk.setValue(18)
    now = stage.settings.current
    assert now.export_formats == ("docx", "srt")
    assert now.chinese_script is ChineseScript.TRADITIONAL_TW
    assert now.export_table
    assert now.subtitle_width_cjk == 18


def test_privacy_says_where_everything_is_and_deletes(stage: Stage, qtbot: QtBot) -> None:
    Shelf(stage.library).meeting("Week 1")
    (stage.folders.cache / "deep").mkdir()
    (stage.folders.cache / "deep" / "segment.bin").write_bytes(b"x" * 10)
    _window, area = open_settings(stage, qtbot, _AREAS.index(PrivacyArea))
    assert isinstance(area, PrivacyArea)
    assert area.bin_days.chosen == stage.settings.current.bin_days == 0
    area.bin_days.choose(30)
    area.bin_days.activated.emit(area.bin_days.currentIndex())
    assert stage.settings.current.bin_days == 30
    QTest.mouseClick(area.delete_cache, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: list(stage.folders.cache.iterdir()) == [])
    QTest.mouseClick(area.delete_all, Qt.MouseButton.LeftButton)
    question = area.window().findChildren(Question)[0]
    assert len(stage.library.meetings()) == 1
    QTest.mouseClick(question.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: stage.library.meetings() == [])


def test_about_shows_the_licence_of_everything(stage: Stage, qtbot: QtBot) -> None:
    _window, area = open_settings(stage, qtbot, _AREAS.index(AboutArea))
    assert isinstance(area, AboutArea)
    qtbot.waitUntil(lambda: area.list.model().rowCount() > 20)
    assert "LESSER GENERAL PUBLIC LICENSE" in area.text.toPlainText()
    for row in range(area.list.model().rowCount()):
        area.list.setCurrentIndex(area.list.model().index(row, 0))
        assert len(area.text.toPlainText()) > 200
