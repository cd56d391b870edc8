"""A small dialog of named fields with one button that goes on, and Cancel. Lives on the window's thread."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QVBoxLayout, QWidget

from ui.style.fonts import scaled
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind
from ui.widgets.button_row import button_row
from ui.widgets.label import Label

_WIDTH = 460


class FormDialog(QDialog):
    """Emits ``accepted`` when the person goes on. Opened with ``open()``, so the window goes on too."""

    def __init__(self, title: str, text: str, *, action: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(scaled(_WIDTH))
        self.go_on = Button(action, kind=ButtonKind.FILLED)
        self.go_on.setDefault(True)
        self.refuse = Button(self.tr("Cancel"))
        self._form = QGridLayout()
        self._form.setHorizontalSpacing(SPACE_24)
        self._form.setVerticalSpacing(SPACE_12)
        self._form.setColumnStretch(1, 1)
        self._words = Label(text, tone=Role.TEXT2, is_wrapped=True)
        self._words.setVisible(bool(text))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_12)
        layout.addWidget(Label(title, style=TextStyle.TITLE, is_wrapped=True))
        layout.addWidget(self._words)
        layout.addLayout(self._form)
        layout.addSpacing(SPACE_8)
        layout.addLayout(button_row(self.refuse, self.go_on))
        self.go_on.clicked.connect(self.accept)
        self.refuse.clicked.connect(self.reject)

    def add_row(self, label: str, field: QWidget, *, is_tall: bool = False) -> None:
        """A further field beside its name; the name of a tall one stands at its top."""
        row = self._form.rowCount()
        self._form.addWidget(Label(label), row, 0, Qt.AlignmentFlag.AlignTop if is_tall else Qt.AlignmentFlag(0))
        self._form.addWidget(field, row, 1)
        if label:
            field.setAccessibleName(label)

    def say(self, text: str) -> None:
        """Say something else over the fields."""
        self._words.setText(text)
        self._words.setVisible(bool(text))
