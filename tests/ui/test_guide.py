"""Whoever is new is asked at most three questions, once; the file of settings has its troubles told."""

import pytest
from pytestqt.qtbot import QtBot

from app.meetings.chinese import ChineseScript
from app.settings.settings import InterfaceLanguage
from app.settings.settings_store import SettingsStore
from tests.builders.shelf import Shelf
from tests.ui.window_stage import Stage
from ui.dialogs.first_run_dialog import FirstRunDialog
from ui.guide import Guide
from ui.main_window import MainWindow
from ui.widgets.choice import Choice


def opened(stage: Stage, qtbot: QtBot) -> MainWindow:
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    return window


def asked(window: MainWindow, qtbot: QtBot) -> FirstRunDialog:
    window.guide.begin()
    qtbot.waitUntil(lambda: window.guide.first_run is not None)
    dialog = window.guide.first_run
    assert dialog is not None
    return dialog


def pick(choice: Choice, key: object) -> None:
    choice.choose(key)
    choice.activated.emit(choice.currentIndex())


def test_three_questions_at_most_and_all_are_answered_already(stage: Stage, qtbot: QtBot) -> None:
    dialog = asked(opened(stage, qtbot), qtbot)
    assert len(dialog.findChildren(Choice)) <= 3
    before = stage.settings.current
    dialog.go_on.click()
    assert stage.settings.current.languages == before.languages
    assert stage.settings.current.speech_model == before.speech_model


def test_the_answers_are_kept_and_it_never_comes_again(stage: Stage, qtbot: QtBot) -> None:
    window = opened(stage, qtbot)
    dialog = asked(window, qtbot)
    pick(dialog.spoken, ("zh", "en"))
    dialog.go_on.click()
    assert stage.settings.current.languages == ("zh", "en")
    assert SettingsStore(stage.settings.path).current.first_run_done
    window.guide.begin()
    qtbot.wait(50)
    assert window.guide.first_run is None
    assert window.library_page.empty.isVisible()


def test_the_language_of_the_window_is_taken(stage: Stage, qtbot: QtBot) -> None:
    window = opened(stage, qtbot)
    dialog = asked(window, qtbot)
    pick(dialog.language, InterfaceLanguage.CHINESE)
    dialog.go_on.click()
    qtbot.waitUntil(lambda: window.library_page.settings_button.accessibleName() == "设置")


def test_passing_over_it_changes_nothing_and_it_never_comes_again(stage: Stage, qtbot: QtBot) -> None:
    window = opened(stage, qtbot)
    dialog = asked(window, qtbot)
    pick(dialog.spoken, ("en",))
    dialog.skip.click()
    assert stage.settings.current.languages == ()
    assert stage.settings.current.first_run_done


def test_the_sample_lecture_is_one_button(stage: Stage, qtbot: QtBot) -> None:
    window = opened(stage, qtbot)
    asked(window, qtbot).sample.click()
    qtbot.waitUntil(lambda: len(stage.library.meetings()) == 1)
    assert stage.settings.current.first_run_done


def test_a_library_in_use_is_asked_nothing(stage: Stage, qtbot: QtBot) -> None:
    Shelf(stage.library).meeting("Week 1")
    window = opened(stage, qtbot)
    window.guide.begin()
    assert stage.settings.current.first_run_done
    qtbot.wait(50)
    assert window.guide.first_run is None


def test_a_model_that_is_not_here_is_fetched_and_then_used(stage: Stage, qtbot: QtBot) -> None:
    stage.models.go_on.set()
    window = opened(stage, qtbot)
    dialog = asked(window, qtbot)
    here = set(dialog.here)
    missing = next(entry for entry in stage.models.catalogue if entry.name not in here)
    dialog.suggest_model(missing.name, missing.title, "1 MB")
    pick(dialog.model, missing.name)
    dialog.go_on.click()
    assert stage.settings.current.speech_model != missing.name
    qtbot.waitUntil(lambda: stage.settings.current.speech_model == missing.name)


def test_settings_that_made_no_sense_are_named(stage: Stage, qtbot: QtBot) -> None:
    stage.settings.path.parent.mkdir(parents=True, exist_ok=True)
    stage.settings.path.write_text('{"caption_size": "huge"}', "utf-8")
    stage.settings = SettingsStore(stage.settings.path)
    window = opened(stage, qtbot)
    qtbot.waitUntil(lambda: "caption_size" in window.library_page.message.text)


@pytest.mark.parametrize(
    ("language", "locale", "script"),
    [
        (InterfaceLanguage.CHINESE, "en_GB", ChineseScript.SIMPLIFIED),
        (InterfaceLanguage.CHINESE, "zh_TW", ChineseScript.TRADITIONAL_TW),
        (InterfaceLanguage.SYSTEM, "zh_CN", ChineseScript.SIMPLIFIED),
        (InterfaceLanguage.SYSTEM, "fr_FR", ChineseScript.AS_SPOKEN),
        (InterfaceLanguage.ENGLISH, "zh_CN", ChineseScript.AS_SPOKEN),
    ],
)
def test_lines_are_written_in_the_characters_that_the_window_is_read_in(
    stage: Stage, qtbot: QtBot, language: InterfaceLanguage, locale: str, script: ChineseScript
) -> None:
    window = opened(stage, qtbot)
    guide = Guide(
        settings=stage.settings,
        library=stage.library,
        models=stage.models,
        background=stage.background,
        describe_devices=tuple,
        window=window,
        locale=lambda: locale,
    )
    guide.begin()
    qtbot.waitUntil(lambda: guide.first_run is not None)
    assert guide.first_run is not None
    pick(guide.first_run.language, language)
    guide.first_run.go_on.click()
    assert stage.settings.current.chinese_script is script


def test_who_chose_characters_before_keeps_them(stage: Stage, qtbot: QtBot) -> None:
    stage.settings.change(chinese_script=ChineseScript.TRADITIONAL_HK, language=InterfaceLanguage.CHINESE)
    asked(opened(stage, qtbot), qtbot).go_on.click()
    assert stage.settings.current.chinese_script is ChineseScript.TRADITIONAL_HK
