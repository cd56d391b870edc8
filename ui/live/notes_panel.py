"""Beside the growing transcript: notes and bookmarks with their time, and the field in which a note is written."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from app.meetings.moment import Moment
from app.settings.settings import Settings
from ui.reading.clock import spoken_length
from ui.reading.moment_list import MomentList
from ui.style.fonts import line_height, scaled
from ui.style.theme import current_theme
from ui.style.tokens import (
    PANEL_WIDTH_MAX,
    PANEL_WIDTH_MIN,
    SPACE_8,
    SPACE_12,
    SPACE_16,
    Role,
    TextStyle,
)
from ui.widgets.card import Panel, Separator
from ui.widgets.label import Label

_ROWS = 2


class NoteField(QPlainTextEdit):
    """Enter keeps the note, Shift+Enter begins a new line, Escape empties the field."""

    kept = Signal(str)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = _ROWS
        self.setPlaceholderText(self.tr("Write a note, its time is kept"))
        self.setAccessibleName(self.tr("Note for this moment; Enter keeps it"))
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def be_low(self, *, is_low: bool) -> None:
        """Take a single row, where the words need the room."""
        rows = 1 if is_low else _ROWS
        if rows != self._rows:
            self._rows = rows
            self._on_theme_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: a key."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            text = self.toPlainText().strip()
            if text:
                self.clear()
                self.kept.emit(text)
        elif event.key() == Qt.Key.Key_Escape and self.toPlainText():
            self.clear()
        else:
            super().keyPressEvent(event)

    def _on_theme_changed(self) -> None:
        self.setFixedHeight(self._rows * line_height(TextStyle.BODY) + SPACE_16 + SPACE_8)


class NotesPanel(Panel):
    """The side panel."""

    note_kept = Signal(str)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.list = MomentList()
        self.field = NoteField()
        self._nothing = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self.tell_reach(Settings().bookmark_seconds)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_16, SPACE_16, SPACE_16, SPACE_16)
        layout.setSpacing(SPACE_8)
        layout.addWidget(Label(self.tr("Notes and bookmarks"), is_strong=True))
        layout.addWidget(Separator())
        layout.addWidget(self._nothing)
        layout.addWidget(self.list, 1)
        layout.addSpacing(SPACE_12)
        layout.addWidget(self.field)
        self.field.kept.connect(self.note_kept)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def hint(self) -> str:
        """What bookmarks and notes are for, while there are none."""
        return "" if self._nothing.isHidden() else self._nothing.text()

    def tell_reach(self, seconds: int) -> None:
        """Say how far back a bookmark reaches."""
        words = self.tr("Nothing yet. A bookmark marks the last {length}; a note keeps the moment it was written at.")
        self._nothing.setText(words.format(length=spoken_length(seconds * 1000)))

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """List these."""
        self.list.show_moments(moments)
        self._nothing.setVisible(not moments)

    def _on_theme_changed(self) -> None:
        self.setMinimumWidth(scaled(PANEL_WIDTH_MIN))
        self.setMaximumWidth(scaled(PANEL_WIDTH_MAX))
