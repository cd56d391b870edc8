"""One setting that every animation obeys."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.settings.settings import Motion as MotionChoice
from engine.contract.places import ROOT
from ui.style.motion import CALM_STEP_MS, Motion, is_reduced_in


@pytest.fixture
def application(qtbot: QtBot) -> Iterator[QApplication]:
    found = QApplication.instance()
    assert isinstance(found, QApplication)
    effect, flash = Qt.UIEffect.UI_AnimateMenu, QGuiApplication.styleHints().cursorFlashTime()
    before = QApplication.isEffectEnabled(effect)
    QApplication.setEffectEnabled(Qt.UIEffect.UI_General, True)
    QApplication.setEffectEnabled(effect, True)
    yield found
    QApplication.setEffectEnabled(effect, before)
    QGuiApplication.styleHints().setCursorFlashTime(flash)


def motion(application: QApplication, *, system: bool = False) -> Motion:
    return Motion(application, ask_system=lambda answer: answer(system))


def test_reduced_stops_what_unfolds_and_blinks_and_slows_meters(application: QApplication) -> None:
    made = motion(application)
    made.apply(MotionChoice.REDUCED)
    assert made.is_reduced
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    assert QGuiApplication.styleHints().cursorFlashTime() == 0
    assert made.pace_ms(33) == CALM_STEP_MS
    made.deleteLater()


def test_full_gives_back_what_the_computer_does(application: QApplication) -> None:
    made = motion(application, system=True)
    usual = QGuiApplication.styleHints().cursorFlashTime()
    made.apply(MotionChoice.REDUCED)
    made.apply(MotionChoice.FULL)
    assert QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    assert QGuiApplication.styleHints().cursorFlashTime() == usual
    assert made.pace_ms(33) == 33
    made.deleteLater()


@pytest.mark.parametrize("system", [True, False])
def test_without_a_choice_the_computers_setting_holds(application: QApplication, system: bool) -> None:
    made = motion(application, system=system)
    made.apply(MotionChoice.SYSTEM)
    assert made.is_reduced is system
    made.apply(MotionChoice.FULL)
    made.deleteLater()


def test_kde_says_it_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "kdeglobals"
    assert not is_reduced_in(file)
    file.write_text("[KDE]\nAnimationDurationFactor=0\n", "utf-8")
    assert is_reduced_in(file)
    file.write_text("[KDE]\nAnimationDurationFactor=0.5\n", "utf-8")
    assert not is_reduced_in(file)


def test_nobody_animates_past_it() -> None:
    """Whoever adds one of Qt's animations has to ask ``current_motion`` in the same file."""
    animates = re.compile(r"QPropertyAnimation|QVariantAnimation|QTimeLine|QMovie|setAnimated\(|QGraphicsOpacityEffect")
    found = [path for path in (ROOT / "ui").rglob("*.py") if animates.search(path.read_text("utf-8"))]
    assert [path.name for path in found if "current_motion" not in path.read_text("utf-8")] == []
