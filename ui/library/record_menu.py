"""What is recorded when Record is pressed: which sources, which microphone, into which course.

Lives on the window's thread, owned by the record button. Sources and microphone are settings and are kept for the
next time; the course is that of the list, unless another one is chosen here. Sources are looked for elsewhere; until
they are found the menu offers the system's default.
"""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.meetings.course import Course
from app.meetings.identifiers import CourseId
from app.settings.settings_store import SettingsStore
from engine.contract.audio import TrackKind
from ui.widgets.found_sources import FoundSource, source_action, sources_of


class RecordMenu(QMenu):
    """Opened beside the record button."""

    course_chosen = Signal(object)
    """A course's id, or ``None``."""
    check_requested = Signal()

    def __init__(
        self,
        *,
        settings: SettingsStore,
        sources: Sequence[FoundSource] | None,
        courses: Sequence[Course],
        course_id: CourseId | None,
        has_computer_sound: bool,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._has_computer_sound = has_computer_sound
        self.setToolTipsVisible(True)
        self._add_kinds()
        self.addSeparator()
        self.microphones = self.addMenu(self.tr("Microphone"))
        self.show_sources(sources)
        self._add_courses(courses, course_id)
        self.addSeparator()
        self.addAction(self.tr("Check the sound first…"), self.check_requested.emit)

    def show_sources(self, sources: Sequence[FoundSource] | None) -> None:
        """Offer the microphones that were found; ``None`` while they are looked for."""
        self.microphones.clear()
        now = self._settings.current
        group = QActionGroup(self.microphones)
        chosen = (now.microphone_name, now.microphone_api)
        default = self._offer(group, self.tr("The system’s default"), ("", ""), is_chosen=not now.microphone_name)
        self.microphones.addAction(default)
        self.microphones.addSeparator()
        found = sources_of(TrackKind.MICROPHONE, sources)
        for source, text in found:
            key = (source.name, source.host_api)
            self.microphones.addAction(self._offer(group, text, key, is_chosen=key == chosen))
        if now.microphone_name and chosen not in [(source.name, source.host_api) for source, _ in found]:
            away = self.tr("{name} (not connected)") if sources is not None else "{name}"
            text = away.format(name=now.microphone_name)
            self.microphones.addAction(self._offer(group, text, chosen, is_chosen=True))
        if sources is None:
            self.microphones.addAction(self.tr("Looking for microphones…")).setEnabled(False)
        elif not found:
            self.microphones.addAction(self.tr("No microphone was found")).setEnabled(False)
        self.microphones.setEnabled(now.records_microphone)

    def _add_kinds(self) -> None:
        now = self._settings.current
        chosen = (now.records_microphone, now.records_computer and self._has_computer_sound)
        group = QActionGroup(self)
        for text, kinds in (
            (self.tr("Microphone and computer sound"), (True, True)),
            (self.tr("Microphone only"), (True, False)),
            (self.tr("Computer sound only"), (False, True)),
        ):
            action = QAction(text, group)
            action.setCheckable(True)
            action.setData(kinds)
            action.setChecked(kinds == chosen)
            if kinds[1] and not self._has_computer_sound:
                action.setEnabled(False)
                action.setToolTip(self.tr("This system gives programs no computer sound; Settings, Audio says more."))
            action.triggered.connect(self._on_kinds_chosen)
            self.addAction(action)

    def _add_courses(self, courses: Sequence[Course], course_id: CourseId | None) -> None:
        menu = self.addMenu(self.tr("Into the course"))
        group = QActionGroup(menu)
        for key, title in [*((course.id, course.title) for course in courses), (None, self.tr("No course"))]:
            action = QAction(title.replace("&", "&&"), group)
            action.setCheckable(True)
            action.setChecked(key == course_id)
            action.setData(key)
            action.triggered.connect(self._on_course_chosen)
            menu.addAction(action)

    def _offer(self, group: QActionGroup, text: str, key: tuple[str, str], *, is_chosen: bool) -> QAction:
        action = source_action(group, text, key, is_chosen=is_chosen)
        action.triggered.connect(self._on_microphone_chosen)
        return action

    def _on_kinds_chosen(self) -> None:
        has_microphone, has_computer = self._data()
        self._settings.change(records_microphone=has_microphone, records_computer=has_computer)

    def _on_microphone_chosen(self) -> None:
        name, api = self._data()
        self._settings.change(microphone_name=name, microphone_api=api)

    def _on_course_chosen(self) -> None:
        self.course_chosen.emit(self._data())

    def _data(self) -> tuple[str, str]:
        action = self.sender()
        assert isinstance(action, QAction)
        return action.data()
