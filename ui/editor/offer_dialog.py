"""What a better pass would change, before anything is changed: take all, take some places, or leave it.

Opened by ``OfferDesk``, on the window's thread; the window behind it goes on, so that a place can be heard.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.editing.version_diff import Difference
from ui.editor.comparison_list import MOST_ROWS, ComparisonList
from ui.editor.sheet import sheet_size
from ui.editor.version_reading import Comparison
from ui.style.fonts import is_large
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind
from ui.widgets.label import Label

_WIDTH, _HEIGHT = 900, 620


class OfferDialog(QDialog):
    """Shows the places; says what the person wishes."""

    all_taken = Signal()
    """Show the better pass, around what is the person's."""
    places_taken = Signal(object)
    """``Difference`` after ``Difference``, as a list: these places, and no others."""
    declined = Signal()
    """Leave what is shown."""
    moment_chosen = Signal(int)
    """A place to look at, in milliseconds."""

    def __init__(self, comparison: Comparison, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison = comparison
        self._said = ""
        self.setWindowTitle(self.tr("What would change"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(sheet_size(_WIDTH, _HEIGHT, parent))
        self._words = Label(tone=Role.TEXT2, is_wrapped=True)
        self.list = ComparisonList()
        self.take_all = Button(self.tr("Take all"), kind=ButtonKind.FILLED)
        self.take = Button(self.tr("Take the chosen places"))
        self.leave = Button(self.tr("Leave it as it is"))
        self.later = Button(self.tr("Decide later"))
        self._arrange()
        self.take_all.setDefault(True)
        self.list.show_comparison(comparison)
        self.list.selection_changed.connect(self._show_state)
        self.list.chosen.connect(self.moment_chosen)
        self.take_all.clicked.connect(self.all_taken)
        self.take.clicked.connect(self._on_take)
        self.leave.clicked.connect(self.declined)
        self.later.clicked.connect(self.close)
        self._show_state()

    @property
    def text(self) -> str:
        """What is said over the list."""
        return self._words.text()

    @property
    def comparison(self) -> Comparison:
        """What is shown."""
        return self._comparison

    def show_taken(self, difference: Difference) -> None:
        """A place is taken."""
        self.list.drop(difference)
        self.leave.setText(self.tr("Leave the rest"))

    def say(self, text: str) -> None:
        """Say something over the list."""
        self._words.setText(text)

    def _arrange(self) -> None:
        buttons: Sequence[Button] = (self.take, self.leave, self.later, self.take_all)
        rows = QVBoxLayout() if is_large() else QHBoxLayout()
        rows.setSpacing(SPACE_8)
        if not is_large():
            rows.addStretch(1)
        for button in buttons:
            rows.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_12)
        layout.addWidget(Label(self.windowTitle(), style=TextStyle.TITLE, is_wrapped=True))
        layout.addWidget(self._words)
        layout.addWidget(self.list, 1)
        layout.addLayout(rows)

    def _on_take(self) -> None:
        if self.list.selected:
            self.places_taken.emit(self.list.selected)

    def _show_state(self) -> None:
        if self.list.selected:
            self.take.turn_on()
        else:
            self.take.turn_off(self.tr("Choose a place in the list first."))
        count = len(self.list.differences)
        if len(self._comparison.differences) > MOST_ROWS:
            text = self.tr("%n place(s) would change; the first {most} are listed.", "", count)
            text = text.format(most=MOST_ROWS)
        elif count:
            text = self.tr("%n place(s) would change.", "", count)
        else:
            text = self.tr("Nothing else would change.")
        self._words.setText(f"{text} {self.tr('What you wrote, accepted or deleted stays in any case.')}")
