"""The settings page of the window: subjects on the left, the chosen one on the right. Escape leads back.

Lives on the window's thread. Each subject's page is made when it is first shown.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.background import Background
from app.folders import Folders
from app.library.library import Library
from app.settings.settings_store import SettingsStore
from ui.settings.about_area import AboutArea
from ui.settings.device_card import DeviceFacts
from ui.settings.export_area import ExportArea
from ui.settings.general_area import GeneralArea
from ui.settings.privacy_area import PrivacyArea
from ui.settings.recognition_area import RecognitionArea
from ui.settings.speech_model_table import SpeechModels
from ui.style.fonts import font_of, line_height
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour, current_theme
from ui.style.tokens import (
    FOCUS_RING,
    ICON,
    RADIUS_BUTTON,
    SELECTION_BAR,
    SETTINGS_LIST_WIDTH,
    SPACE_8,
    SPACE_12,
    SPACE_16,
    Role,
    TextStyle,
)
from ui.widgets.button import Button, ButtonKind
from ui.widgets.card import Panel, Separator

_ICONS = (Icon.SETTINGS, Icon.REVIEW, Icon.EXPORT, Icon.LOCK, Icon.INFO)


class SettingsPage(QWidget):
    """All settings."""

    closed = Signal()

    def __init__(
        self,
        *,
        library: Library,
        models: SpeechModels,
        settings: SettingsStore,
        background: Background,
        folders: Folders,
        describe_devices: Callable[[], Sequence[DeviceFacts]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._areas: tuple[GeneralArea | RecognitionArea | ExportArea | PrivacyArea | AboutArea, ...] = (
            GeneralArea(settings=settings),
            RecognitionArea(models=models, settings=settings, background=background, describe_devices=describe_devices),
            ExportArea(settings=settings),
            PrivacyArea(library=library, folders=folders, background=background),
            AboutArea(background=background),
        )
        self.back = Button(self.tr("Back"), kind=ButtonKind.PLAIN, icon=Icon.BACK, key_hint=self.tr("Esc"))
        self._names = QStringListModel([area.accessibleName() for area in self._areas])
        self.list = QListView()
        self.list.setModel(self._names)
        self.list.setItemDelegate(_SubjectDelegate(self.list))
        self.list.setAccessibleName(self.tr("Subjects"))
        self.list.setMouseTracking(True)
        self.list.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
        self.list.selectionModel().currentChanged.connect(self._on_chosen)
        self.list.setCurrentIndex(self._names.index(0))

    @property
    def subjects(self) -> list[str]:
        """Titles of the pages."""
        return self._names.stringList()

    def show_subject(self, number: int) -> None:
        """Show a page, and read what it shows."""
        self.list.setCurrentIndex(self._names.index(number))
        self._refresh(number)

    def stop(self) -> None:
        """Ask downloads to stop; called when the window closes."""
        for area in self._areas:
            if isinstance(area, RecognitionArea):
                area.table.stop_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Escape leads back."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

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


class _SubjectDelegate(QStyledItemDelegate):
    """Paints the subjects like the side bar of the library."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        current_theme().changed.connect(view.scheduleDelayedItemsLayout)

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = QFontMetrics(font_of(TextStyle.BODY, strong=True)).horizontalAdvance(str(index.data()))
        return QSize(width + 2 * SPACE_12 + ICON + SPACE_12 + SPACE_8, line_height(TextStyle.BODY) + SPACE_12 + 2)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = option.rect.adjusted(0, 1, 0, -1)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(Role.ACCENT_SOFT if is_selected else Role.HOVER))
            painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
        if is_selected:
            painter.save()
            painter.setClipRect(QRect(rect.left(), rect.top(), SELECTION_BAR, rect.height()))
            painter.setBrush(colour(Role.ACCENT))
            painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
            painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), RADIUS_BUTTON, RADIUS_BUTTON)
        box = QRect(rect.left() + SPACE_12, rect.center().y() - ICON // 2 + 1, ICON, ICON)
        draw_icon(painter, _ICONS[index.row()], box, colour(Role.ACCENT if is_selected else Role.TEXT2))
        painter.setFont(font_of(TextStyle.BODY, strong=is_selected))
        painter.setPen(colour(Role.TEXT))
        room = rect.adjusted(2 * SPACE_12 + ICON, 0, -SPACE_8, 0)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), str(index.data()))
        painter.restore()
