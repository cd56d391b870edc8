"""A stage for tests of the window: everything behind it, torn down in order."""

from collections.abc import Iterator
from pathlib import Path

# Says once, before any test, what the system has no library for.
import PySide6.QtMultimedia  # noqa: F401  # pyright: ignore[reportUnusedImport] - only to be loaded
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.settings.settings import InterfaceLanguage
from tests.ui.window_stage import Stage
from ui.messages.interface_language import installer_of
from ui.style.theme import ThemeChoice, current_theme


@pytest.fixture(scope="session", autouse=True)
def english(qapp: QApplication) -> None:
    """Every test begins in the English of the window, with its plurals; one that speaks another goes back itself."""
    installer_of(qapp).install(InterfaceLanguage.ENGLISH)


@pytest.fixture
def stage(tmp_path: Path, qtbot: QtBot) -> Iterator[Stage]:
    """A library, fakes and settings in English; ``stage.open_window()`` makes the window."""
    found = Stage(tmp_path)
    found.settings.change(language=InterfaceLanguage.ENGLISH)
    yield found
    found.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    installer_of(application).install(InterfaceLanguage.ENGLISH)
    current_theme().apply(choice=ThemeChoice.LIGHT, is_chinese=False, text_scale=1.0)
