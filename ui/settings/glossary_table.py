"""The terms of a course as a table that is typed into: term, what it is taken for, what is written, a note.

Lives on the window's thread, owned by ``CoursesArea``, which saves what ``edited`` says. A row without a term is no
entry yet and is kept on the screen only.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from app.meetings.glossary import GlossaryEntry
from ui.style.fonts import line_height, scaled
from ui.style.theme import current_theme
from ui.style.tokens import SPACE_8, SPACE_12, TextStyle

BETWEEN = "|"
_ROWS = 10
_LEAST_ROWS = 4


class GlossaryTable(QTableWidget):
    """The table."""

    edited = Signal(object)
    """All entries as they are now, a tuple."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self._is_showing = False
        self.setAccessibleName(self.tr("Terms of the course"))
        self.setHorizontalHeaderLabels([self.tr("Term"), self.tr("Heard as"), self.tr("Written as"), self.tr("Note")])
        for column, tip in enumerate(
            (
                self.tr("As it is said"),
                self.tr("What recognition takes it for; several with | between them. Always replaced."),
                self.tr("What to write where it was said; empty for the term itself"),
                self.tr("For people"),
            )
        ):
            if (head := self.horizontalHeaderItem(column)) is not None:
                head.setToolTip(tip)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setHighlightSections(False)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)  # Tab leads on; arrows move within
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setToolTip(self.tr("F2 or typing changes a cell, Delete removes the term."))
        self.cellChanged.connect(self._on_cell_changed)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def entries(self) -> tuple[GlossaryEntry, ...]:
        """What is typed in, rows without a term left out."""
        found: list[GlossaryEntry] = []
        for row in range(self.rowCount()):
            text, spoken, written, note = (self._text(row, column) for column in range(4))
            if any(character.isalnum() for character in text):
                forms = tuple(dict.fromkeys(form.strip() for form in spoken.split(BETWEEN) if form.strip()))
                found.append(GlossaryEntry(text, forms, written, note))
        return tuple(found)

    def show_entries(self, entries: Sequence[GlossaryEntry]) -> None:
        """Show other entries, unless they are the ones that were typed."""
        if tuple(entries) == self.entries:
            return
        self._is_showing = True
        self.setRowCount(0)
        for entry in entries:
            self._add_row((entry.text, BETWEEN.join(entry.spoken), entry.replacement, entry.note))
        self._is_showing = False
        self.updateGeometry()

    def add_term(self) -> None:
        """A new row, to be typed into at once."""
        self._is_showing = True
        self._add_row(("", "", "", ""))
        self._is_showing = False
        self.updateGeometry()
        self.setCurrentCell(self.rowCount() - 1, 0)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if (cell := self.item(self.rowCount() - 1, 0)) is not None:
            self.editItem(cell)

    def remove_term(self) -> None:
        """Take the current row away."""
        row = self.currentRow()
        if row < 0:
            return
        self.removeRow(row)
        self.updateGeometry()
        self.edited.emit(self.entries)

    def sizeHint(self) -> QSize:
        """Qt: a few rows, then it scrolls."""
        rows = min(max(self.rowCount(), _LEAST_ROWS), _ROWS)
        return QSize(scaled(480), self.horizontalHeader().sizeHint().height() + rows * self._row_height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Qt: the same; the page scrolls."""
        return QSize(scaled(200), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete removes the term, Insert adds one."""
        if event.key() == Qt.Key.Key_Delete:
            self.remove_term()
        elif event.key() == Qt.Key.Key_Insert:
            self.add_term()
        else:
            super().keyPressEvent(event)

    def _add_row(self, texts: tuple[str, str, str, str]) -> None:
        row = self.rowCount()
        self.insertRow(row)
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            self.setItem(row, column, item)

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return "" if item is None else " ".join(item.text().split())

    def _on_cell_changed(self, _row: int, _column: int) -> None:
        if not self._is_showing:
            self.edited.emit(self.entries)

    def _row_height(self) -> int:
        return line_height(TextStyle.BODY) + SPACE_12 + SPACE_8 // 2

    def _on_theme_changed(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._row_height())
        self.updateGeometry()
