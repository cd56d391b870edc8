"""What the glossary changed in the meeting, each with what was heard. A click goes there, Delete takes it back."""

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.editing.glossary_changes import GlossaryChange, changes_in
from app.meetings.transcript import Segment
from ui.editor.jump_list import JumpEntry, JumpList

MOST_LISTED = 500


class GlossaryList(JumpList):
    """The list."""

    undone = Signal(object)
    """A ``GlossaryChange`` to take back."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__("", most_rows=4, parent=parent)
        self.setAccessibleName(self.tr("Changed by the glossary"))
        self.setToolTip(self.tr("Enter goes there, Delete writes again what was heard."))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu)

    def show_lines(self, lines: Iterable[Segment]) -> int:
        """List the changes of a transcript; answers how many."""
        found: list[JumpEntry] = []
        for line in lines:
            for change in changes_in(line):
                title = self.tr("{heard} → {written}").format(heard=change.heard, written=change.written)
                found.append(JumpEntry(change, title, self.tr("A term of the course sounds like it"), line.start_ms))
        self.show_entries(found[:MOST_LISTED])
        return len(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete takes the change back."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._take_back(self.currentIndex())
        else:
            super().keyPressEvent(event)

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
