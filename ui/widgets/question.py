"""A question before something that cannot be taken back: one sentence, what to do, and Cancel."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from ui.style.fonts import scaled
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role
from ui.widgets.button import Button, ButtonKind
from ui.widgets.button_row import button_row
from ui.widgets.label import Label


class Question(QDialog):
    """Emits ``accepted`` if the person agrees. Opened with ``open()``, so the window goes on."""

    def __init__(self, title: str, text: str, *, action: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        heading = Label(title, is_strong=True, is_wrapped=True)
        words = Label(text, tone=Role.TEXT2, is_wrapped=True)
        words.setMinimumWidth(scaled(400))
        self.agree = Button(action, kind=ButtonKind.FILLED)
        self.refuse = Button(self.tr("Cancel"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_12)
        layout.addWidget(heading)
        layout.addWidget(words)
        layout.addSpacing(SPACE_8)
        layout.addLayout(button_row(self.refuse, self.agree))
        self.refuse.clicked.connect(self.reject)
        self.agree.clicked.connect(self.accept)
        self.refuse.setFocus()
