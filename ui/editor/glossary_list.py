"""What the glossary changed in the meeting, each with what was heard. A click goes there, Delete takes it back."""

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.editing.glossary_changes import GlossaryChange
from app.meetings.transcript import TranscriptChange
from ui.editor.jump_list import JumpEntry, JumpList
from ui.editor.meeting_reading import Glossed, glossed_in

MOST_LISTED = 500


class GlossaryList(JumpList):
    """The list."""

    undone = Signal(object)
    """A ``GlossaryChange`` to take back."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__("", most_rows=4, parent=parent)
        self._glossed: list[Glossed] = []
        self.setAccessibleName(self.tr("Changed by the glossary"))
        self.setToolTip(self.tr("Enter goes there, Delete writes again what was heard."))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu)

    @property
    def count(self) -> int:
        """How many there are, those that are not listed as well."""
        return len(self._glossed)

    def show_changes(self, glossed: Iterable[Glossed]) -> None:
        """List these."""
        self._glossed = list(glossed)
        self.show_entries([self._entry(each) for each in self._glossed[:MOST_LISTED]])

    def follow(self, change: TranscriptChange) -> bool:
        """Look again at the lines of a change, and at no other. Answers whether that was news."""
        lines = (*change.updated, *change.added)
        touched = {*change.removed, *(line.id for line in lines)}
        kept = [each for each in self._glossed if each.change.line not in touched]
        news = sorted([*kept, *glossed_in(lines)], key=lambda each: each.start_ms)
        if news == self._glossed:
            return False
        self.show_changes(news)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete takes the change back."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._take_back(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _entry(self, each: Glossed) -> JumpEntry:
        title = self.tr("{heard} → {written}").format(heard=each.change.heard, written=each.change.written)
        return JumpEntry(each.change, title, self.tr("A term of the course sounds like it"), each.start_ms)

    def _on_menu(self, place: QPoint) -> None:
        index = self.indexAt(place)
        if not index.isValid():
            return
        self.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Write again what was heard")).triggered.connect(self._on_take_back)
        menu.popup(self.viewport().mapToGlobal(place))

    def _on_take_back(self) -> None:
        self._take_back(self.currentIndex())

    def _take_back(self, index: QModelIndex) -> None:
        if index.isValid():
            key = self.entries[index.row()].key
            if isinstance(key, GlossaryChange):
                self.undone.emit(key)
