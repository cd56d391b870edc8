"""Boxes and lines: a card on the window, a bar along its edge, a separator between two things."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from ui.style.theme import colour
from ui.style.tokens import Role


class Card(QFrame):
    """A surface with a thin border and round corners."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)


class Bar(QFrame):
    """A surface along an edge of the window: tool bars, playback."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)


class Panel(QFrame):
    """A side bar or panel in the colour of the window."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)


class Separator(QWidget):
    """One pixel between two things."""

    def __init__(self, *, is_vertical: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        fixed, wide = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(fixed if is_vertical else wide, wide if is_vertical else fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """Qt: one pixel."""
        return QSize(1, 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(Role.LINE))
