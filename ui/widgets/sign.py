"""A small icon that says in which state something is, in a role's colour; always beside the words for it."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.style.fonts import scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour
from ui.style.tokens import ICON, Role


class Sign(QWidget):
    """One icon, as large as the text wants it."""

    def __init__(self, icon: Icon, role: Role, *, size: int = ICON, parent: QWidget | None = None) -> None:
        """``size`` is in pixels at text scale 1."""
        super().__init__(parent)
        self._icon = icon
        self._role = role
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_sign(self, icon: Icon, role: Role) -> None:
        """Another icon."""
        self._icon, self._role = icon, role
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: a square."""
        return QSize(scaled(self._size), scaled(self._size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        draw_icon(QPainter(self), self._icon, self.rect(), colour(self._role))
