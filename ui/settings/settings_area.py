"""The frame of a settings page: its title, and blocks below each other that scroll together."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from ui.style.fonts import is_large
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.card import Card
from ui.widgets.label import Label

_NAME_WIDTH = 160


class SettingsArea(QScrollArea):
    """A page of the settings."""

    def __init__(self, title: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(title)
        inner = QWidget()
        inner.setProperty("plain", True)
        self.blocks = QVBoxLayout(inner)
        self.blocks.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_24)
        self.blocks.setSpacing(SPACE_12)
        self.blocks.addWidget(Label(title, style=TextStyle.TITLE))
        self.setWidget(inner)

    def add_card(self, title: str = "") -> QVBoxLayout:
        """A card with a head; put things into the layout that comes back."""
        if title:
            self.blocks.addSpacing(SPACE_8)
            self.blocks.addWidget(Label(title, is_strong=True))
        card = Card()
        layout = QVBoxLayout(card)
        layout.setContentsMargins(SPACE_20, SPACE_20, SPACE_20, SPACE_20)
        layout.setSpacing(SPACE_12)
        self.blocks.addWidget(card)
        return layout


class SettingsForm(QGridLayout):
    """Names on the left, controls on the right, a remark beneath a control."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(SPACE_24)
        self.setVerticalSpacing(SPACE_4)
        self.setColumnMinimumWidth(0, _NAME_WIDTH)
        self.setColumnStretch(1, 1)

    def add(self, name: str, control: QWidget, remark: str = "") -> None:
        """Add a control with its name, and a remark if there is one."""
        row = self.rowCount()
        if row > 1:
            self.setRowMinimumHeight(row, SPACE_12)
            row += 1
        if name:
            title = Label(name)
            title.setBuddy(control)
            self.addWidget(title, row, 0, Qt.AlignmentFlag.AlignVCenter)
        column = 0 if is_large() and not name else 1  # large text needs the room of the name that is not there
        self.addWidget(control, row, column, 1, 2 - column, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if remark:
            self.addWidget(Label(remark, style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True), row + 1, 1)
