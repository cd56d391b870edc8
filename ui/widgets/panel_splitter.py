"""Divides transcript and side panel by one line that is wide enough to be dragged."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from ui.style.fonts import scaled
from ui.style.theme import colour
from ui.style.tokens import PANEL_WIDTH, Role

_GRIP = 7


class PanelSplitter(QSplitter):
    """The transcript takes what the panel leaves."""

    def __init__(self, main: QWidget, panel: QWidget, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHandleWidth(_GRIP)
        self.setChildrenCollapsible(False)
        self.addWidget(main)
        self.addWidget(panel)
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)
        self.setSizes([1000, scaled(PANEL_WIDTH)])

    def createHandle(self) -> QSplitterHandle:
        """Qt: our own handle."""
        return _Handle(self.orientation(), self)


class _Handle(QSplitterHandle):
    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(Role.SURFACE))
        panel = self.rect().adjusted(_GRIP - 1, 0, 0, 0)
        painter.fillRect(panel, colour(Role.LINE))
