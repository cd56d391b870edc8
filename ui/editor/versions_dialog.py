"""Two versions of a transcript beside each other; one place, or all of the older one, can be brought back.

Opened by ``VersionsDesk``, on the window's thread; the window behind it goes on, so that a place can be heard.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.editing.version_diff import Difference
from app.meetings.edit import VersionInfo
from ui.editor.comparison_list import MOST_ROWS, ComparisonList
from ui.editor.sheet import sheet_size
from ui.editor.version_reading import Comparison, VersionChoice, choices_of, is_better
from ui.editor.version_words import choice_title
from ui.style.fonts import scaled
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button import Button
from ui.widgets.button_row import button_row
from ui.widgets.choice import Choice
from ui.widgets.label import Label

_WIDTH, _HEIGHT = 900, 620


class VersionsDialog(QDialog):
    """Shows a comparison; asks for another one."""

    wanted = Signal(object, object)
    """Two ``VersionChoice`` to compare."""
    take_clicked = Signal(object)
    """``Difference`` after ``Difference``, as a list: the older words shall stand there again."""
    restore_clicked = Signal(object)
    """A ``VersionChoice`` to be shown again."""
    moment_chosen = Signal(int)
    """A place to look at, in milliseconds."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self.setWindowTitle(self.tr("Versions"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(sheet_size(_WIDTH, _HEIGHT, parent))
        self.old = Choice(self.tr("Older version"))
        self.new = Choice(self.tr("Newer version"))
        self.list = ComparisonList()
        self._words = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self.take = Button(self.tr("Take the older words here"))
        self.restore = Button(self.tr("Bring the older version back"))
        self._close = Button(self.tr("Close"))
        self._arrange()
        self.old.currentIndexChanged.connect(self._on_choice)
        self.new.currentIndexChanged.connect(self._on_choice)
        self.list.selection_changed.connect(self._show_state)
        self.list.chosen.connect(self.moment_chosen)
        self.take.clicked.connect(self._on_take)
        self.restore.clicked.connect(self._on_restore)
        self._close.clicked.connect(self.close)
        self._show_state()

    @property
    def text(self) -> str:
        """What is said over the list."""
        return self._words.text()

    @property
    def comparison(self) -> Comparison | None:
        """What is shown; ``None`` while it is being read."""
        return self._comparison

    def offer(self, versions: Sequence[VersionInfo], *, old: VersionChoice | None, new: VersionChoice | None) -> None:
        """Offer these versions, and ask for the comparison of two of them."""
        choices = choices_of(versions)
        for field in (self.old, self.new):
            field.blockSignals(True)
            field.clear_all()
            for choice in choices:
                field.offer(choice, choice_title(choice, is_better=is_better(choice.info, versions)))
            field.blockSignals(False)
        shown = new or next((each for each in choices if each.info.is_current and not each.before_edits), None)
        before = old or next((each for each in choices if not each.info.is_current and not each.before_edits), None)
        before = before or next((each for each in choices if each.before_edits), None)
        for field, choice in ((self.old, before or shown), (self.new, shown)):
            field.blockSignals(True)
            field.choose(choice)
            field.blockSignals(False)
        self._on_choice()

    def show_comparison(self, comparison: Comparison) -> None:
        """Show what differs, unless something else is asked for by now."""
        if (comparison.old, comparison.new) != (self.old.chosen, self.new.chosen):
            return
        self._comparison = comparison
        self.list.show_comparison(comparison)
        self._show_state()

    def show_taken(self, difference: Difference) -> None:
        """A place differs no more."""
        self.list.drop(difference)

    def say(self, text: str) -> None:
        """Say something over the list."""
        self._words.setText(text)

    def _arrange(self) -> None:
        heads = QHBoxLayout()
        heads.setSpacing(SPACE_16)
        for name, field in ((self.tr("Before"), self.old), (self.tr("After"), self.new)):
            column = QVBoxLayout()
            column.setSpacing(SPACE_8)
            column.addWidget(Label(name, is_strong=True))
            field.setMinimumWidth(scaled(160))
            column.addWidget(field)
            heads.addLayout(column, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_12)
        layout.addLayout(heads)
        layout.addWidget(self._words)
        layout.addWidget(self.list, 1)
        layout.addLayout(button_row(self._close, first=(self.take, self.restore)))

    def _on_choice(self) -> None:
        old, new = self.old.chosen, self.new.chosen
        self._comparison = None
        self.list.show_comparison(None)
        self._words.setText(self.tr("Comparing…"))
        if isinstance(old, VersionChoice) and isinstance(new, VersionChoice):
            self.wanted.emit(old, new)

    def _on_take(self) -> None:
        if self.list.selected:
            self.take_clicked.emit(self.list.selected)

    def _on_restore(self) -> None:
        if isinstance(self.old.chosen, VersionChoice):
            self.restore_clicked.emit(self.old.chosen)

    def _show_state(self) -> None:
        shown, old = self.new.chosen, self.old.chosen
        is_shown_now = isinstance(shown, VersionChoice) and shown.info.is_current and not shown.before_edits
        if not is_shown_now:
            self.take.turn_off(self.tr("Words go into what is shown now; choose that on the right."))
        elif self._comparison is None or not self.list.selected:
            self.take.turn_off(self.tr("Choose a place in the list first."))
        else:
            self.take.turn_on()
        can_restore = isinstance(old, VersionChoice) and (old.before_edits or not old.info.is_current)
        if can_restore:
            self.restore.turn_on()
        else:
            self.restore.turn_off(self.tr("This version is shown now."))
        if self._comparison is None:
            return
        count = len(self._comparison.differences)
        if not count:
            self._words.setText(self.tr("Both say the same."))
        elif count > MOST_ROWS:
            text = self.tr("They differ in %n place(s); the first {most} are listed.", "", count)
            self._words.setText(text.format(most=MOST_ROWS))
        else:
            left = len(self.list.differences)
            self._words.setText(
                self.tr(
                    "They differ in %n place(s). Enter goes there; several can be chosen and taken back at once.",
                    "",
                    left,
                )
            )
