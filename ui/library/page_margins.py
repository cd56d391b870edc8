"""The margins of what fills the library page: the list across its width, the empty page in the middle."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from ui.style.tokens import SPACE_4, SPACE_16, SPACE_24


def inset(part: QWidget) -> QWidget:
    """A part across the whole width."""
    container = QWidget()
    layout = QHBoxLayout(container)
    layout.setContentsMargins(SPACE_24, SPACE_4, SPACE_24, SPACE_16)
    layout.addWidget(part)
    return container


def centred(part: QWidget) -> QWidget:
    """A part in the middle, as wide as it likes to be; scrolled where it is higher than the window."""
    container = QWidget()
    container.setProperty("plain", True)
    layout = QHBoxLayout(container)
    layout.setContentsMargins(SPACE_24, SPACE_4, SPACE_24, SPACE_16)
    layout.addStretch(1)
    layout.addWidget(part, 8)
    layout.addStretch(1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(container)
    return area
