"""The search field: an icon before, the key that leads here after, a cross to empty it."""

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from ui.style.fonts import line_height, scaled
from ui.style.icons import Icon, draw_icon, tinted_icon
from ui.style.theme import colour, current_theme
from ui.style.tokens import ICON, SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.button import key_hint_size, paint_key_hint


class SearchField(QLineEdit):
    """A line to type what one looks for. Escape empties it."""

    def __init__(self, placeholder: str, *, name: str, key_hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key_hint = key_hint
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name)
        self._clear = QAction(self.tr("Empty the field"), self)
        self._clear.setVisible(False)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._clear.triggered.connect(self.clear)
        self.textChanged.connect(self._on_text_changed)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def sizeHint(self) -> QSize:
        """Qt: 36 high at text scale 1."""
        return QSize(320, line_height(TextStyle.BODY) + SPACE_12)

    def minimumSizeHint(self) -> QSize:
        """Qt: room for a word or two."""
        return QSize(160, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Escape empties the field, and goes on if it is empty already."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: paint."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().adjusted(SPACE_12, 0, 0, 0)
        box.setWidth(scaled(ICON))
        draw_icon(painter, Icon.SEARCH, box, colour(Role.TEXT2 if self.isEnabled() else Role.DISABLED))
        if self._key_hint and not self.text():
            left = self.width() - SPACE_12 - key_hint_size(self._key_hint).width()
            paint_key_hint(painter, QPoint(left, self.height() // 2), self._key_hint, colour(Role.TEXT2))

    def _on_text_changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._make_room()

    def _make_room(self) -> None:
        """For the icon in front, and behind for the key, which is there while nothing is typed."""
        has_key = bool(self._key_hint) and not self.text()
        behind = key_hint_size(self._key_hint).width() + SPACE_8 if has_key else 0
        self.setTextMargins(scaled(ICON) + SPACE_8, 0, behind, 0)

    def _on_theme_changed(self) -> None:
        self._make_room()
        self._clear.setIcon(tinted_icon(Icon.CROSS, Role.TEXT2))
        self.updateGeometry()
