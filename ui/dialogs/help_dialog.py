"""The help in the window: what to do first, and every key. Opened by F1 from anywhere.

Lives on the window's thread. The keys come from the one list in ``app/settings/shortcuts.py``, as they are in force.
"""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from ui.keys.key_table import KeyTable
from ui.style.fonts import scaled
from ui.style.tokens import SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind
from ui.widgets.button_row import button_row
from ui.widgets.label import Label
from ui.widgets.search_field import SearchField

_SIZE = QSize(640, 720)
_FRAME = QSize(32, 64)
"""What the window manager puts around it, about."""


class HelpDialog(QDialog):
    """The help."""

    change_requested = Signal()
    """The person wants other keys."""

    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.search = SearchField(self.tr("Search an action or a key"), name=self.tr("Search the help"))
        self.table = KeyTable(self.tr("Keys"), rows=14)
        self.change = Button(self.tr("Change keys…"))
        self.leave = Button(self.tr("Close"), kind=ButtonKind.FILLED)
        self.leave.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_12)
        layout.addWidget(Label(self.tr("What you can do"), style=TextStyle.TITLE, is_wrapped=True))
        layout.addWidget(
            Label(
                self.tr(
                    "Record, or drop a file on the window. Click a word to hear it, type to correct it, and press a "
                    "number to say who speaks. Everything is saved as you go, on this computer alone."
                ),
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        layout.addWidget(self.search)
        layout.addWidget(self.table, 1)
        layout.addLayout(button_row(self.leave, first=(self.change,)))
        self.search.textChanged.connect(self.table.look_for)
        self.change.clicked.connect(self._on_change)
        self.leave.clicked.connect(self.accept)
        room = self.screen().availableSize() - _FRAME
        self.resize(QSize(scaled(_SIZE.width()), scaled(_SIZE.height())).boundedTo(room))

    def _on_change(self) -> None:
        self.accept()
        self.change_requested.emit()
