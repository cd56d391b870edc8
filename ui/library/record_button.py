"""The first thing in the side bar: Record, and beside it what is recorded; while it lasts, the way back to it.

Lives on the window's thread, inside the side bar. Records nothing itself: the page hears what a person wants.
"""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.background import Background
from app.meetings.course import Course
from app.meetings.identifiers import CourseId
from app.recording.status import RecordingPhase, RecordingStatus
from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import KeyAction
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.keys.current_keys import shown_keys
from ui.library.record_menu import RecordMenu
from ui.library.row_words import clock_text
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_8, Role, TextStyle
from ui.widgets.button import Button, ButtonKind, ButtonSize, IconButton
from ui.widgets.found_sources import FoundSource, ListSources, find_sources
from ui.widgets.label import ElidedLabel


class RecordButton(QWidget):
    """Record, or back to the recording."""

    record_requested = Signal()
    back_requested = Signal()
    check_requested = Signal()

    def __init__(
        self,
        *,
        settings: SettingsStore,
        background: Background,
        list_sources: ListSources,
        has_computer_sound: bool = sys.platform != "darwin",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._background = background
        self._list_sources = list_sources
        self._has_computer_sound = has_computer_sound
        self._sources: Sequence[FoundSource] | None = None
        self._courses: Sequence[Course] = ()
        self._course_of_list: CourseId | None = None
        self._chosen_course: tuple[CourseId | None] | None = None
        self._menu: RecordMenu | None = None
        key = shown_keys(KeyAction.RECORD)
        self.record = Button(
            self.tr("Record"), kind=ButtonKind.FILLED, size=ButtonSize.LARGE, icon=Icon.RECORD, key_hint=key
        )
        self.more = IconButton(
            Icon.CHEVRON_DOWN, self.tr("What is recorded…"), kind=ButtonKind.FILLED, size=ButtonSize.LARGE
        )
        self.back = Button(self.tr("Back to the recording"), size=ButtonSize.LARGE, icon=Icon.RECORD)
        self.back.set_icon(Icon.RECORD, Role.RECORDING)
        self._length = ElidedLabel(style=TextStyle.SMALL, tone=Role.TEXT2)
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.record, 1)
        row.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addLayout(row)
        layout.addWidget(self.back)
        below = QHBoxLayout()
        below.setContentsMargins(SPACE_8, 0, SPACE_8, 0)
        below.addWidget(self._length)
        layout.addLayout(below)
        self.record.clicked.connect(self.record_requested)
        self.back.clicked.connect(self.back_requested)
        self.more.clicked.connect(self._on_more)
        self.show_recording(None)

    @property
    def course_id(self) -> CourseId | None:
        """The course that a recording goes into: the chosen one, else that of the list."""
        return self._course_of_list if self._chosen_course is None else self._chosen_course[0]

    @property
    def length(self) -> str:
        """What it says about the recording."""
        return "" if self._length.isHidden() else self._length.text

    def show_courses(self, courses: Sequence[Course]) -> None:
        """Offer these courses."""
        self._courses = courses

    def show_course(self, course_id: CourseId | None) -> None:
        """The list shows a course, or something else: what was chosen before counts no more."""
        self._course_of_list = course_id
        self._chosen_course = None

    def show_quiet(self, *, is_quiet: bool) -> None:
        """Outlined where the page has the filled button: there is one in a window."""
        kind = ButtonKind.OUTLINED if is_quiet else ButtonKind.FILLED
        self.record.set_kind(kind)
        self.more.set_kind(kind)
        self.record.set_icon(Icon.RECORD, Role.ACCENT if is_quiet else None)

    def show_starting(self) -> None:
        """It was pressed; a moment later the recording is there."""
        self.record.turn_off(self.tr("Starting…"))

    def show_recording(self, status: RecordingStatus | None) -> None:
        """Show how long the recording is, or offer to begin one."""
        is_shown = status is not None
        self.record.turn_on()
        for widget, is_visible in ((self.record, not is_shown), (self.more, not is_shown), (self.back, is_shown)):
            widget.setVisible(is_visible)
        self._length.setVisible(is_shown)
        if status is None:
            return
        is_heard = status.phase.is_heard
        self.back.set_icon(Icon.RECORD if is_heard else Icon.UNDERSTOOD, Role.RECORDING if is_heard else Role.TEXT2)
        length = clock_text(status.elapsed_ms)
        if status.phase is RecordingPhase.PAUSED:
            length = self.tr("{time}, paused").format(time=length)
        elif status.phase is RecordingPhase.FINISHING:
            length = self.tr("{time}, finishing the text").format(time=length)
        self._length.set_text(f"{length} · {status.title}")

    def open_menu(self) -> RecordMenu:
        """Show what is recorded, and look again for the sources that there are."""
        menu = RecordMenu(
            settings=self._settings,
            sources=self._sources,
            courses=self._courses,
            course_id=self.course_id,
            has_computer_sound=self._has_computer_sound,
            parent=self,
        )
        menu.course_chosen.connect(self._on_course_chosen)
        menu.check_requested.connect(self.check_requested)
        menu.aboutToHide.connect(self._on_menu_hides)
        self._menu = menu
        menu.popup(self.mapToGlobal(QPoint(0, self.record.height() + SPACE_4)))
        deliver(self._background.run(partial(find_sources, self._list_sources)), self._on_sources, self._on_look_failed)
        return menu

    def _on_more(self) -> None:
        self.open_menu()

    def _on_course_chosen(self, course_id: Any) -> None:
        self._chosen_course = (course_id,)

    def _on_sources(self, sources: Sequence[FoundSource]) -> None:
        self._sources = sources
        if self._menu is not None:
            self._menu.show_sources(sources)

    def _on_look_failed(self, _error: VivavoceError) -> None:
        self._on_sources(())

    def _on_menu_hides(self) -> None:
        menu, self._menu = self._menu, None
        if menu is not None:
            menu.deleteLater()
