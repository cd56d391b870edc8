"""A table of everything one can do with keys, in sections by place; for the help and for the settings.

Lives on the window's thread. Rows of sections cannot be chosen. What is looked for is in the words or in the keys.
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from app.settings.shortcuts import SHORTCUTS, KeyAction, Place
from ui.keys.current_keys import shown_keys
from ui.keys.key_words import action_words, place_words
from ui.style.fonts import font_of, line_height, scaled
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_12, Role, TextStyle

_ROWS = 12
_ACTION = Qt.ItemDataRole.UserRole


class KeyTable(QTableWidget):
    """The table."""

    def __init__(self, name: str, *, rows: int = _ROWS, parent: QWidget | None = None) -> None:
        super().__init__(0, 2, parent)
        self._rows = rows
        self._wanted = ""
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels([self.tr("What it does"), self.tr("Keys")])
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setHighlightSections(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)  # Tab leads on; arrows move within
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        current_theme().changed.connect(self.show_keys)
        self.show_keys()

    @property
    def action(self) -> KeyAction | None:
        """The chosen one."""
        item = self.item(self.currentRow(), 0)
        name = None if item is None else item.data(_ACTION)
        return None if name is None else KeyAction(name)

    @property
    def shown_actions(self) -> list[KeyAction]:
        """Those that are shown."""
        names = [item.data(_ACTION) for row in range(self.rowCount()) if (item := self.item(row, 0)) is not None]
        return [KeyAction(name) for name in names if name is not None]

    def choose(self, action: KeyAction) -> None:
        """Make an action the chosen one, if it is shown."""
        for row in range(self.rowCount()):
            item = self.item(row, 0)
            if item is not None and item.data(_ACTION) == action.value:
                self.setCurrentCell(row, 0)

    def look_for(self, words: str) -> None:
        """Show only what has these words in it, or these keys."""
        self._wanted = words.casefold().strip()
        self.show_keys()

    def show_keys(self) -> None:
        """Show the keys in force."""
        chosen = self.action
        self.setRowCount(0)
        for place in Place:
            rows = [
                (each.action, action_words(each.action), shown_keys(each.action))
                for each in SHORTCUTS
                if each.place is place
            ]
            found = [row for row in rows if self._wanted in f"{row[1]} {row[2]}".casefold()]
            if found:
                self._add_section(place_words(place))
            for action, words, keys in found:
                self._add_row(action, words, keys)
        self.resizeRowsToContents()
        if chosen is not None:
            self.choose(chosen)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Qt: some rows, then it scrolls."""
        row = line_height(TextStyle.BODY) + SPACE_12
        return QSize(scaled(480), self.horizontalHeader().sizeHint().height() + self._rows * row)

    def minimumSizeHint(self) -> QSize:
        """Qt: a few rows."""
        return QSize(scaled(220), self.sizeHint().height() // 2)

    def _add_section(self, words: str) -> None:
        item = self._add_item(words, 0, row=self._new_row())
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFont(QFont(font_of(TextStyle.BODY, strong=True)))
        self.setSpan(item.row(), 0, 1, 2)

    def _add_row(self, action: KeyAction, words: str, keys: str) -> None:
        row = self._new_row()
        self._add_item(words, 0, row=row).setData(_ACTION, action.value)
        item = self._add_item(keys or self.tr("none"), 1, row=row)
        item.setForeground(colour(Role.TEXT if keys else Role.TEXT3))

    def _new_row(self) -> int:
        self.insertRow(self.rowCount())
        return self.rowCount() - 1

    def _add_item(self, text: str, column: int, *, row: int) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        self.setItem(row, column, item)
        return item
