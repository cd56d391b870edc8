"""The frame of a settings page: its title, and blocks below each other that scroll together."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget

from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.card import Card
from ui.widgets.label import Label


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


class SettingsForm(QFormLayout):
    """Names on the left, controls on the right, a remark beneath a control."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(SPACE_24)
        self.setVerticalSpacing(SPACE_20)
        self.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        self.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)

    def add(self, name: str, control: QWidget, remark: str = "") -> Label | None:
        """Add a control; answers the label of its remark, if there is one."""
        title = Label(name)
        title.setBuddy(control)
        title.setMinimumHeight(control.sizeHint().height())
        if not remark:
            self.addRow(title, control)
            return None
        words = Label(remark, style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        words.setMinimumWidth(360)
        cell = QVBoxLayout()
        cell.setSpacing(SPACE_4)
        cell.addWidget(control, 0, Qt.AlignmentFlag.AlignLeft)
        cell.addWidget(words)
        self.addRow(title, _wrap(cell))
        return words


def _wrap(layout: QLayout) -> QWidget:
    layout.setContentsMargins(0, 0, 0, 0)
    container = QWidget()
    container.setLayout(layout)
    return container
