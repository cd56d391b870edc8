"""All ways into the settings: by key, from the check, from the help, for a speech model. Owned by the main window.

On the window's thread. The page is made when somebody first comes.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from app.meetings.identifiers import CourseId
from ui.pages import Pages

if TYPE_CHECKING:
    from ui.settings.settings_page import SettingsPage


class SettingsDoor(QObject):
    """Shows the settings at what was asked for."""

    shown = Signal()
    closed = Signal()
    check_requested = Signal()

    def __init__(self, *, pages: Pages, stack: QStackedWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._pages = pages
        self._stack = stack

    def show_subject(self, subject: int) -> None:
        """Show a subject by its number."""
        self._open().show_subject(subject)

    def show_audio(self) -> None:
        """Show the devices."""
        self._open().show_audio()

    def show_course(self, course_id: CourseId) -> None:
        """Show what a course holds beside its meetings."""
        self._open().show_course(course_id)

    def show_shortcuts(self) -> None:
        """Show the keys."""
        self._open().show_shortcuts()

    def fetch_model(self, name: str) -> None:
        """Fetch a speech model where one sees how far it is."""
        self._open().fetch_model(name)

    def _open(self) -> "SettingsPage":
        page = self._pages.settings_page or self._make_page()
        self._stack.setCurrentWidget(page)
        page.list.setFocus()
        self.shown.emit()
        return page

    def _make_page(self) -> "SettingsPage":
        page = self._pages.make_settings_page()
        self._stack.addWidget(page)
        page.closed.connect(self.closed)
        page.check_requested.connect(self.check_requested)
        return page
