"""Buttons say their names, why they are off, and where the keyboard is."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.style.icons import Icon
from ui.style.theme import ThemeChoice, current_theme
from ui.widgets.button import Button, ButtonKind, ButtonSize, IconButton
from ui.widgets.check_box import CheckBox
from ui.widgets.focus_ring import ring_of


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    current_theme().apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=1.0)
    made = QWidget()
    QVBoxLayout(made).setContentsMargins(20, 20, 20, 20)
    qtbot.addWidget(made)
    return made


def show(window: QWidget, *widgets: QWidget, qtbot: QtBot) -> None:
    layout = window.layout()
    assert layout is not None
    for widget in widgets:
        layout.addWidget(widget)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def test_heights_are_those_of_the_design(window: QWidget) -> None:
    assert Button("Words", size=ButtonSize.SMALL).sizeHint().height() == 28
    assert Button("Words").sizeHint().height() == 36
    assert Button("Words", size=ButtonSize.LARGE).sizeHint().height() == 44
    assert IconButton(Icon.SETTINGS, "Settings").sizeHint().width() == 36


def test_a_button_that_is_off_says_why(window: QWidget) -> None:
    button = IconButton(Icon.EXPORT, "Export")
    button.turn_off("There are no words yet.")
    assert not button.isEnabled()
    assert button.toolTip() == button.accessibleDescription() == "There are no words yet."
    button.turn_on()
    assert button.isEnabled()
    assert button.toolTip() == "Export"


def test_the_ring_stands_around_what_the_keyboard_reached(window: QWidget, qtbot: QtBot) -> None:
    first, second = Button("First"), Button("Second", kind=ButtonKind.FILLED)
    show(window, first, second, qtbot=qtbot)
    first.clearFocus()
    first.setFocus(Qt.FocusReason.TabFocusReason)
    ring = ring_of(window)
    assert ring.isVisible()
    assert ring.geometry() == first.geometry().adjusted(-4, -4, 4, 4)
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert ring.followed is second
    assert ring.geometry() == second.geometry().adjusted(-4, -4, 4, 4)
    second.hide()
    assert ring.followed is first  # Qt hands the keyboard on


def test_the_mouse_shows_no_ring(window: QWidget, qtbot: QtBot) -> None:
    button = Button("First")
    show(window, button, qtbot=qtbot)
    button.clearFocus()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not ring_of(window).isVisible()


def test_a_check_box_wears_the_ring_around_its_box(window: QWidget, qtbot: QtBot) -> None:
    box = CheckBox("Speaker names")
    show(window, box, qtbot=qtbot)
    box.clearFocus()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    assert ring_of(window).width() == 18 + 2 * 4
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert box.isChecked()
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center())
    assert not box.isChecked()
