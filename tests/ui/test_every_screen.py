"""Every screen of the window, walked through: no word is cut, every control has a name, a way by keyboard and a ring.

The screens are those of ``vivavoce measure screens``: one way through the window for pictures and for tests.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.measuring.sample_window import SampleWindow
from app.settings.settings import Appearance, InterfaceLanguage
from tests.ui.widget_walk import (
    complain_about_cut_text,
    complain_about_focus,
    complain_about_keyboard,
    complain_about_names,
    complain_about_scrolling_sideways,
    complain_about_tab,
)
from ui.measured.photographs import show
from ui.measured.tour import Screen, Tour
from ui.messages.interface_language import installer_of
from ui.style.theme import ThemeChoice, current_theme

SETTLING_LOOKS = 60
"""Twentieths of a second that a screen has to come to rest."""

SIZE = QSize(1440, 900)
Walk = Callable[[QWidget], list[str]]


@pytest.fixture(autouse=True)
def usual_looks(qtbot: QtBot) -> Iterator[None]:
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    installer_of(application).install(InterfaceLanguage.ENGLISH)
    current_theme().apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=1.0)


def walk_through(
    home: Path,
    *walks: Walk,
    language: InterfaceLanguage = InterfaceLanguage.ENGLISH,
    appearance: Appearance = Appearance.LIGHT,
    percent: int = 100,
    size: QSize = SIZE,
) -> list[str]:
    """What there is to complain about, over all screens."""
    found: list[str] = []
    with SampleWindow(home, language=language, appearance=appearance, text_scale_percent=percent) as props:
        show(props, size)
        for screen in Tour(props, is_hasty=True).screens():
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            found += [complaint for walk in walks for complaint in _complaints(screen, walk)]
    return found


def _complaints(screen: Screen, walk: Walk) -> list[str]:
    """What stays wrong: what a thread has only just told may be on its way to its place."""
    found = [f"{screen.name}: {complaint}" for complaint in walk(screen.widget)]
    for _ in range(SETTLING_LOOKS if found else 0):
        QTest.qWait(50)
        found = [f"{screen.name}: {complaint}" for complaint in walk(screen.widget)]
        if not found:
            break
    return found


@pytest.mark.parametrize("language", [InterfaceLanguage.ENGLISH, InterfaceLanguage.CHINESE])
@pytest.mark.parametrize(
    ("percent", "appearance"),
    [(100, Appearance.LIGHT), (150, Appearance.DARK), (200, Appearance.LIGHT), (300, Appearance.DARK)],
)
def test_no_word_is_cut_on_any_screen(
    tmp_path: Path, language: InterfaceLanguage, percent: int, appearance: Appearance
) -> None:
    walks = (complain_about_cut_text, complain_about_scrolling_sideways)
    assert walk_through(tmp_path, *walks, language=language, appearance=appearance, percent=percent) == []


def test_every_control_has_a_name_and_a_way_by_keyboard_that_is_seen(tmp_path: Path) -> None:
    walks = (complain_about_names, complain_about_keyboard, complain_about_tab, complain_about_focus())
    assert walk_through(tmp_path, *walks) == []


def test_nothing_breaks_from_right_to_left(tmp_path: Path) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert walk_through(tmp_path, complain_about_cut_text, complain_about_scrolling_sideways) == []
