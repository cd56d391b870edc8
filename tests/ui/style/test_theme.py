"""The theme dresses the application, and dresses it again when something changed."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from ui.style.fonts import find_families, fixed_font, font_of, line_height, point_size
from ui.style.theme import Theme, ThemeChoice, colour, current_theme
from ui.style.tokens import DARK, LIGHT, Role, TextStyle
from ui.widgets.button import Button
from ui.widgets.label import Label


@pytest.fixture
def theme(qtbot: QtBot) -> Iterator[Theme]:
    found = current_theme()
    found.apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=1.0)
    yield found
    found.apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=1.0)


def test_there_is_one_theme(theme: Theme) -> None:
    assert current_theme() is theme


def test_dark_changes_roles_and_palette_and_tells(theme: Theme, qtbot: QtBot) -> None:
    assert colour(Role.WINDOW).name().upper() == LIGHT[Role.WINDOW]
    with qtbot.waitSignal(theme.changed):
        theme.apply(choice=ThemeChoice.DARK, is_chinese=False, text_scale=1.0)
    assert theme.is_dark
    assert colour(Role.WINDOW).name().upper() == DARK[Role.WINDOW]
    assert QApplication.palette().color(QPalette.ColorRole.Window).name().upper() == DARK[Role.WINDOW]
    assert QApplication.palette().color(QPalette.ColorRole.PlaceholderText).name().upper() == DARK[Role.TEXT3]


def test_a_label_changes_its_tone_with_the_theme(theme: Theme, qtbot: QtBot) -> None:
    label = Label("words", tone=Role.WARNING)
    qtbot.addWidget(label)
    label.show()
    assert label.palette().color(QPalette.ColorRole.WindowText).name().upper() == LIGHT[Role.WARNING]
    theme.apply(choice=ThemeChoice.DARK, is_chinese=False, text_scale=1.0)
    QApplication.processEvents()
    assert label.palette().color(QPalette.ColorRole.WindowText).name().upper() == DARK[Role.WARNING]


def test_text_and_controls_grow_with_the_text_scale(theme: Theme, qtbot: QtBot) -> None:
    button = Button("Import a file…")
    label = Label("words", style=TextStyle.SMALL)
    for widget in (button, label):
        qtbot.addWidget(widget)
        widget.show()
    before = (line_height(TextStyle.BODY), button.sizeHint().height(), label.sizeHint().width())
    assert button.sizeHint().height() == 36
    theme.apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=2.0)
    QApplication.processEvents()
    after = (line_height(TextStyle.BODY), button.sizeHint().height(), label.sizeHint().width())
    assert after[0] >= 1.9 * before[0]
    assert after[1] >= 1.6 * before[1]
    assert after[2] >= 1.8 * before[2]
    assert point_size(TextStyle.BODY) == pytest.approx(2 * 15 * 0.75)


def test_the_cjk_family_comes_first_in_the_chinese_interface(theme: Theme) -> None:
    english, chinese = find_families(is_chinese=False), find_families(is_chinese=True)
    assert sorted(english) == sorted(chinese)
    theme.apply(choice=ThemeChoice.LIGHT, is_chinese=True, text_scale=1.0)
    assert QApplication.font().families() == chinese
    assert font_of(TextStyle.BODY).families() == chinese
    if len(chinese) > 1:
        assert "CJK" in chinese[0] or "Sans SC" in chinese[0]
        assert english[0] == chinese[-1]


def test_a_label_shows_markup_as_it_was_written(qtbot: QtBot) -> None:
    label = Label("<b>5 < 7</b>")
    qtbot.addWidget(label)
    plain = QLabel("x")
    qtbot.addWidget(plain)
    assert label.text() == "<b>5 < 7</b>"
    assert label.sizeHint().width() > 5 * plain.sizeHint().width()


def test_in_the_fixed_font_every_letter_is_equally_wide(theme: Theme) -> None:
    metrics = QFontMetrics(fixed_font())
    assert len({metrics.horizontalAdvance(letter) for letter in "iWm0.-"}) == 1
