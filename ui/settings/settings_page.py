"""The settings page of the window: subjects on the left, the chosen one on the right. Escape leads back.

Lives on the window's thread. Each subject's page is made when it is first shown.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.background import Background
from app.folders import Folders
from app.library.library import Library
from app.meetings.identifiers import CourseId
from app.settings.settings_store import SettingsStore
from ui.settings.about_area import AboutArea
from ui.settings.audio_area import AudioArea, Levels
from ui.settings.courses_area import CoursesArea
from ui.settings.device_card import DeviceFacts
from ui.settings.diagnostics_area import Collect, DiagnosticsArea, no_diagnostics
from ui.settings.export_area import ExportArea
from ui.settings.general_area import GeneralArea
from ui.settings.privacy_area import PrivacyArea
from ui.settings.recognition_area import RecognitionArea
from ui.settings.settings_area import SettingsArea
from ui.settings.shortcuts_area import ShortcutsArea
from ui.settings.speakers_area import SpeakersArea
from ui.settings.speech_model_lines import SpeechModels
from ui.settings.stages_card import LookAtStages, no_stages
from ui.settings.workers_area import NoComputers, OtherComputers, WorkersArea
from ui.style.icons import Icon
from ui.style.theme import current_theme
from ui.style.tokens import (
    SETTINGS_LIST_WIDTH,
    SPACE_12,
    SPACE_16,
)
from ui.widgets.button import Button, ButtonKind
from ui.widgets.card import Panel, Separator
from ui.widgets.found_sources import ListSources
from ui.widgets.navigation_row import navigation_row_size, paint_navigation_row

_ICONS = (
    Icon.SETTINGS,
    Icon.MIC,
    Icon.REVIEW,
    Icon.PROCESSOR,
    Icon.USER,
    Icon.GLOSSARY,
    Icon.EXPORT,
    Icon.LIST,
    Icon.LOCK,
    Icon.DOCUMENT,
    Icon.INFO,
)

_Area = (
    GeneralArea
    | AudioArea
    | RecognitionArea
    | WorkersArea
    | SpeakersArea
    | CoursesArea
    | ExportArea
    | ShortcutsArea
    | PrivacyArea
    | DiagnosticsArea
    | AboutArea
)


def _no_sources() -> None:
    """Knows of no sources: the computer's default ones are taken."""


class SettingsPage(QWidget):
    """All settings."""

    closed = Signal()
    check_requested = Signal()
    """The person wants the ten-second check."""

    def __init__(
        self,
        *,
        library: Library,
        models: SpeechModels,
        settings: SettingsStore,
        background: Background,
        folders: Folders,
        describe_devices: Callable[[], Sequence[DeviceFacts]],
        list_sources: ListSources = _no_sources,
        levels: Levels | None = None,
        collect_diagnostics: Collect = no_diagnostics,
        look_at_stages: LookAtStages = no_stages,
        workers: OtherComputers | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        audio = AudioArea(settings=settings, background=background, list_sources=list_sources, levels=levels)
        self._areas: tuple[_Area, ...] = (
            GeneralArea(settings=settings),
            audio,
            RecognitionArea(models=models, settings=settings, background=background, describe_devices=describe_devices),
            WorkersArea(workers=workers or NoComputers(), background=background),
            SpeakersArea(library=library, settings=settings, background=background),
            CoursesArea(library=library, settings=settings, background=background),
            ExportArea(settings=settings),
            ShortcutsArea(settings=settings),
            PrivacyArea(library=library, folders=folders, background=background, settings=settings),
            DiagnosticsArea(
                settings=settings,
                background=background,
                collect=collect_diagnostics,
                look_at_stages=look_at_stages,
            ),
            AboutArea(background=background),
        )
        self.back = Button(self.tr("Back"), kind=ButtonKind.PLAIN, icon=Icon.BACK, key_hint=self.tr("Esc"))
        self._names = QStringListModel([area.accessibleName() for area in self._areas])
        self.list = _SubjectList()
        self.list.setModel(self._names)
        self.list.setAccessibleName(self.tr("Subjects"))
        self._stack = QStackedWidget()
        for area in self._areas:
            self._stack.addWidget(area)
        panel = Panel()
        panel.setMinimumWidth(SETTINGS_LIST_WIDTH)
        side = QVBoxLayout(panel)
        side.setContentsMargins(SPACE_12, SPACE_16, SPACE_12, SPACE_16)
        side.setSpacing(SPACE_12)
        side.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        side.addWidget(self.list, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(panel)
        layout.addWidget(Separator(is_vertical=True))
        layout.addWidget(self._stack, 1)
        self.back.clicked.connect(self.closed)
        audio.check_requested.connect(self.check_requested)
        self.list.selectionModel().currentChanged.connect(self._on_chosen)
        self.list.setCurrentIndex(self._names.index(0))

    @property
    def subjects(self) -> list[str]:
        """Titles of the pages."""
        return self._names.stringList()

    def show_audio(self) -> None:
        """Show the page about microphones."""
        self._show_area(AudioArea)

    def show_course(self, course_id: CourseId) -> None:
        """Show the page about courses, with this one."""
        for area in self._areas:
            if isinstance(area, CoursesArea):
                area.choose(course_id)
        self._show_area(CoursesArea)

    def show_shortcuts(self) -> None:
        """Show the page about keys."""
        self._show_area(ShortcutsArea)

    def fetch_model(self, name: str) -> None:
        """Show the page about speech models, and fetch one to be used from then on."""
        self._show_area(RecognitionArea)
        for area in self._areas:
            if isinstance(area, RecognitionArea):
                area.table.fetch_and_use(name)

    def show_subject(self, number: int) -> None:
        """Show a page, and read what it shows."""
        self.list.setCurrentIndex(self._names.index(number))
        self._refresh(number)

    def stop(self) -> None:
        """Ask downloads and searches to stop; called when the window closes."""
        for area in self._areas:
            if isinstance(area, RecognitionArea):
                area.table.stop_all()
                area.knee.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Escape leads back."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _show_area(self, kind: type[SettingsArea]) -> None:
        self.show_subject(next(number for number, area in enumerate(self._areas) if isinstance(area, kind)))

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self._stack.setCurrentIndex(index.row())
            if self.isVisible():
                self._refresh(index.row())

    def _refresh(self, number: int) -> None:
        area = self._areas[number]
        if isinstance(area, ExportArea):
            area.show_settings()
        elif not isinstance(area, GeneralArea):
            area.read()


class _SubjectList(QListView):
    """The subjects, as wide as their names."""

    def __init__(self) -> None:
        super().__init__()
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_SubjectDelegate(self))
        current_theme().changed.connect(self._on_theme_changed)

    def sizeHint(self) -> QSize:
        return QSize(self.sizeHintForColumn(0), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHintForColumn(0), super().minimumSizeHint().height())

    def _on_theme_changed(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()


class _SubjectDelegate(QStyledItemDelegate):
    """Paints the subjects like the side bar of the library."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return navigation_row_size(str(index.data()))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        paint_navigation_row(painter, option, str(index.data()), _ICONS[index.row()])
