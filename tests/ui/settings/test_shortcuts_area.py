"""Keys are found, changed, refused with a reason and given back; the window follows at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import SHORTCUTS, KeyAction
from tests.ui.window_stage import Stage
from ui.dialogs.help_dialog import HelpDialog
from ui.keys.current_keys import current_keys, keys_of, shown_keys
from ui.keys.key_words import action_words, listed_keys
from ui.settings.shortcuts_area import ShortcutsArea

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def usual_keys(qtbot: QtBot) -> Iterator[None]:
    yield
    current_keys().apply({})


@pytest.fixture
def area(qtbot: QtBot, tmp_path: Path) -> ShortcutsArea:
    settings = SettingsStore(tmp_path / "settings.json")
    settings.subscribe(lambda now, _names: current_keys().apply(now.shortcuts))
    made = ShortcutsArea(settings=settings)
    made.setProperty("settings", settings)
    qtbot.addWidget(made)
    made.show()
    return made


def kept(area: ShortcutsArea) -> dict[str, str]:
    settings: SettingsStore = area.property("settings")
    return settings.current.shortcuts


def test_every_action_is_listed_with_words_of_its_own(area: ShortcutsArea) -> None:
    assert sorted(area.table.shown_actions) == sorted(KeyAction)
    words = [action_words(action) for action in KeyAction]
    assert len(set(words)) == len(words)


def test_an_action_is_found_by_its_words_and_by_its_key(area: ShortcutsArea) -> None:
    area.search.setText("quotation")
    assert area.table.shown_actions == [KeyAction.QUOTE]
    area.search.setText("f8")
    assert area.table.shown_actions == [KeyAction.REVIEW]


def test_a_pressed_key_is_taken_at_once(area: ShortcutsArea, qtbot: QtBot) -> None:
    area.table.choose(KeyAction.EXPORT)
    QTest.keyClick(area.field, Qt.Key.Key_K, CONTROL)
    assert kept(area) == {"export": "Ctrl+K"}
    assert shown_keys(KeyAction.EXPORT) == "Ctrl+K"
    assert area.table.action is KeyAction.EXPORT
    area.reset.click()
    assert kept(area) == {}


def test_a_modifier_alone_is_no_key(area: ShortcutsArea, qtbot: QtBot) -> None:
    area.table.choose(KeyAction.EXPORT)
    QTest.keyClick(area.field, Qt.Key.Key_Control, CONTROL)
    assert kept(area) == {}
    assert not area.message.isVisible()


@pytest.mark.parametrize(
    ("key", "modifiers", "said"),
    [
        (Qt.Key.Key_R, CONTROL, "Record"),
        (Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "typing"),
        (Qt.Key.Key_V, CONTROL, "typing"),
    ],
)
def test_a_key_that_cannot_be_taken_says_why(
    area: ShortcutsArea, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier, said: str
) -> None:
    area.table.choose(KeyAction.EXPORT)
    QTest.keyClick(area.field, key, modifiers)
    assert said in area.message.text
    assert kept(area) == {}


def test_a_key_of_a_list_or_a_text_stays(area: ShortcutsArea) -> None:
    area.table.choose(KeyAction.UNDO)
    assert not area.field.isEnabled()
    assert not area.remove.isEnabled()


def test_an_action_may_have_no_key_and_all_may_be_as_usual_again(area: ShortcutsArea) -> None:
    area.table.choose(KeyAction.CLIP)
    area.remove.click()
    assert keys_of(KeyAction.CLIP).isEmpty()
    area.reset_all.click()
    assert shown_keys(KeyAction.CLIP) == "Ctrl+Shift+E"


def test_the_window_and_its_hints_follow_a_changed_key(stage: Stage, qtbot: QtBot) -> None:
    window = stage.open_window()
    qtbot.addWidget(window)
    window.show()
    window.show_settings()
    stage.settings.change(shortcuts={"settings": "Ctrl+K", "find": "Ctrl+G"})
    found = {action.text(): action.shortcut().toString() for action in window.actions()}
    assert (found["Settings"], found["Search"]) == ("Ctrl+K", "Ctrl+G")
    assert window.settings_page is not None
    window.settings_page.closed.emit()
    assert "Ctrl+K" in window.library_page.settings_button.toolTip()


def test_the_help_lists_every_key_and_leads_to_changing_them(stage: Stage, qtbot: QtBot) -> None:
    window = stage.open_window()
    qtbot.addWidget(window)
    window.show()
    window.guide.show_help()
    window.guide.show_help()
    (dialog,) = window.findChildren(HelpDialog)
    assert sorted(dialog.table.shown_actions) == sorted(each.action for each in SHORTCUTS)
    assert sum(len(rows) for _place, rows in listed_keys()) == len(SHORTCUTS)
    dialog.change.click()
    assert window.settings_page is not None
    assert window.settings_page.isVisible()
