"""The transcript on screen: painted, virtualised, read with mouse, keyboard and ears. On the window's thread.

Only blocks in view are laid out, so that a ten-hour meeting opens as fast as a short one; no event walks the whole
document. The view knows lines by segment id. It asks for what it cannot do itself by signals; ``MeetingPage`` answers.
It holds caret and selection; what is typed goes to the hands it was given, and without any nothing can be typed.
"""

from functools import partial
from typing import Protocol

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from ui.editor.accept_buttons import AcceptButtons
from ui.editor.input_method import input_method_answer
from ui.editor.transcript_input import TranscriptInput
from ui.editor.transcript_reader import TranscriptReader
from ui.reading.line_layout import Inset
from ui.reading.name_field import NameField
from ui.reading.reading_document import start_of_word_at
from ui.reading.text_selection import TextPlace
from ui.reading.transcript_painter import name_room
from ui.style.tokens import SPACE_8

_CURSOR = Qt.InputMethodQuery.ImCursorRectangle
_COMES_BACK = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
"""Why the keyboard goes and will be back."""
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class Hands(Protocol):
    """What can write into the transcript. The view tells it of events; it answers by changing what is shown."""

    def begin(self) -> None:
        """The caret was put into the text."""
        ...

    def leave(self) -> None:
        """The keyboard went elsewhere."""
        ...

    def caret_moved(self) -> None:
        """The caret stands elsewhere."""
        ...

    def settle(self) -> None:
        """Before the caret goes elsewhere."""
        ...

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is for the text, though it is a shortcut elsewhere."""
        ...

    def key(self, event: QKeyEvent) -> bool:
        """A key; the answer says whether it wrote something."""
        ...

    def compose(self, event: QInputMethodEvent) -> None:
        """An input method composes, or has done."""
        ...

    def cut(self) -> None:
        """Copy and take away."""
        ...

    def paste(self) -> None:
        """Write what is on the clipboard."""
        ...


class TranscriptView(TranscriptReader):
    """Shows a ``ReadingDocument``."""

    listen_requested = Signal(int)
    """The person wants to hear from this millisecond on."""
    accept_requested = Signal(str)
    """The person wants to take this line out of quarantine."""
    speaker_named = Signal(object, str)
    """The person gave a ``Speaker`` another name."""
    quote_requested = Signal()
    """The person wants the selected words on the clipboard, with who said them and when."""
    clip_requested = Signal()
    """The person wants sound and text of the selected words as files."""
    selection_requested = Signal(bool)
    """The person wants to hear the selected words: once, or again and again."""
    times_requested = Signal()
    """The person wants to type when the line with the caret begins and ends."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._input = TranscriptInput(self, self)
        self._hands: Hands | None = None
        self._accepts = AcceptButtons(self.viewport(), self.accept_requested.emit)
        self._name_field = NameField(self.viewport())
        self._name_field.named.connect(self.speaker_named)
        self._name_field.left.connect(self.setFocus)
        self.setAccessibleName(self.tr("Transcript"))

    @property
    def lines_with_button(self) -> list[SegmentId]:
        """The lines in view that can be accepted."""
        return self._accepts.shown

    def take_hands(self, hands: Hands) -> None:
        """Let these write."""
        self._hands = hands
        self._is_typing = False
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)

    def begin_renaming(self, segment_id: SegmentId) -> bool:
        """Open a field over the name of the speaker of a line. Answers whether there is one."""
        line = None if self.document is None else self.document.segment(segment_id)
        speaker = None if self.document is None or line is None else self.document.speaker_of(line)
        place, blocks = self.line_rectangle(segment_id), self._port.blocks
        if self._hands is None or speaker is None or place is None or blocks is None:
            return False
        room = name_room(blocks.metrics, place.top())
        room.setRight(blocks.metrics.margin_right)  # over the time, which nobody needs while writing a name
        self._name_field.begin(speaker, room)
        return True

    # What is shown

    def show_typing(self, *, is_typing: bool) -> None:
        """Show a caret while letters go into the text, else a ring around the line that keys mean."""
        self._is_typing = is_typing
        self.viewport().update()

    def show_inset(self, inset: Inset | None) -> None:
        """Show signs at the caret that are not in the text: what an input method composes."""
        blocks, line = self._port.blocks, self.current_line
        placed = None if inset is None or line is None else (line.id, inset)
        if blocks is not None and blocks.show_inset(placed):
            self.show_again()
            self.updateMicroFocus()

    def listen_at(self, point: QPoint) -> None:
        """Play from the word under a point, or from the line whose time was clicked."""
        line, inside = self._port.line_at(point)
        if line is None or self._port.blocks is None:
            return
        if line.has_text_at(inside.x(), inside.y()):
            moment = start_of_word_at(line.segment, line.offset_at(inside.x(), inside.y()))
        elif self._is_on_name(line.segment, point.x(), inside.y()) and self.begin_renaming(line.segment.id):
            return
        elif point.x() < self._port.blocks.metrics.margin_right and inside.y() < self._port.blocks.metrics.pitch:
            moment = line.segment.start_ms
        else:
            return
        self._is_following = True
        self.listen_requested.emit(moment)

    def listen_at_caret(self) -> None:
        """Play from the word at the caret."""
        line = self.current_line
        if line is not None and self._selection is not None:
            self._is_following = True
            self.listen_requested.emit(start_of_word_at(line, self._selection.caret.offset))

    def line_to_accept(self) -> SegmentId | None:
        """The line that the accept key means: the one with the caret, else the first one in view."""
        line = self.current_line
        if line is not None and line.quarantine is not None and self.line_rectangle(line.id) is not None:
            return line.id
        found = (b for b in self._port.blocks_in_view() if isinstance(b, Segment) and b.quarantine is not None)
        return next((block.id for block in found), None)

    def place_a_page_from(self, place: TextPlace, direction: int, *, goal_x: float) -> TextPlace | None:
        """Scroll a page and answer the place that is now where the other one was."""
        if self._port.blocks is None:
            return None
        point = self.point_of(place) or QPoint(0, self.viewport().height() // 2)
        self.scroll_by(direction * self.verticalScrollBar().pageStep())
        return self.place_at(QPoint(self._port.blocks.metrics.text_left + round(goal_x), point.y()))

    def show_pointer_over(self, point: QPoint) -> None:
        """Show by the pointer's shape what a click would do."""
        line, inside = self._port.line_at(point)
        is_text = line is not None and line.has_text_at(inside.x(), inside.y())
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor if is_text else Qt.CursorShape.ArrowCursor)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: a key."""
        line = self.current_line
        if event.key() == Qt.Key.Key_F2 and line is not None and self.begin_renaming(line.id):
            return
        is_written = self._hands is not None and self._hands.key(event)
        if not is_written and not self._input.key(event):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Qt: a key that is a shortcut elsewhere may be for the text here."""
        is_override = event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_override and isinstance(event, QKeyEvent) and self._hands is not None:
            line = self.current_line
            is_name = event.key() == Qt.Key.Key_F2 and line is not None and line.speaker_id is not None
            if is_name or self._hands.wants(event):
                event.accept()
                return True
        return super().event(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Qt: an input method, as for Chinese."""
        if self._hands is None:
            super().inputMethodEvent(event)
        else:
            self._hands.compose(event)

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:
        """Qt: what an input method wants to know of the text around the caret."""
        line = self.current_line
        if line is None or self._selection is None or self._hands is None:
            return False if query == Qt.InputMethodQuery.ImEnabled else super().inputMethodQuery(query)
        return input_method_answer(query, line, self._selection) if query != _CURSOR else self._caret_rectangle()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a button went down; in a text it puts the caret there."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._hands is not None:
            self._hands.settle()
        self._input.press(event)
        left = 0 if self._port.blocks is None else self._port.blocks.metrics.text_left
        if self._hands is not None and self._selection is not None and event.position().x() >= left - SPACE_8:
            self._hands.begin()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: the pointer moved."""
        self._input.drag(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a button came up."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._input.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt: a double click."""
        self._input.double_click(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard came here."""
        super().focusInEvent(event)
        is_by_keyboard = event.reason() in _BY_KEYBOARD
        place = self.first_place_in_view()
        if is_by_keyboard and self._selection is None and place is not None:
            self.place_caret(place, is_selecting=False, is_shown=False)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard left."""
        super().focusOutEvent(event)
        if self._hands is not None and event.reason() not in _COMES_BACK:
            self._hands.leave()
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: what can be done here."""
        menu = QMenu(self)
        can_write = self._hands is not None and self.current_line is not None
        has_selection = self._selection is not None and not self._selection.is_empty
        if self._hands is not None:
            menu.addAction(self.tr("Cut"), self._hands.cut).setEnabled(can_write and has_selection)
        menu.addAction(self.tr("Copy"), self.copy).setEnabled(bool(self.selected_text()))
        has_line = self.current_line is not None
        menu.addAction(self.tr("Copy as quotation"), self.quote_requested.emit).setEnabled(has_line)
        if self._hands is not None:
            menu.addAction(self.tr("Paste"), self._hands.paste).setEnabled(can_write)
        menu.addAction(self.tr("Select all"), self.select_all)
        menu.addSeparator()
        menu.addAction(self.tr("Play from here"), self.listen_at_caret).setEnabled(has_line)
        menu.addAction(self.tr("Play selection"), partial(self.selection_requested.emit, False)).setEnabled(has_line)
        menu.addAction(self.tr("Repeat selection"), partial(self.selection_requested.emit, True)).setEnabled(has_line)
        menu.addAction(self.tr("Export clip…"), self.clip_requested.emit).setEnabled(has_line)
        if self._hands is not None:
            menu.addAction(self.tr("Change times…"), self.times_requested.emit).setEnabled(can_write)
        menu.exec(event.globalPos())
        menu.deleteLater()

    # Private

    def _is_on_name(self, line: Segment, x: float, y: float) -> bool:
        """Whether a place in the margin is on the name of a speaker, which is shown only where it changes."""
        blocks = self._port.blocks
        index = None if blocks is None else blocks.document.index_of(line.id)
        if blocks is None or index is None or not blocks.document.is_speaker_change(index):
            return False
        return 0 <= y < blocks.metrics.pitch and x < name_room(blocks.metrics, 0).right()

    def _on_caret_moved(self) -> None:
        if self._hands is not None:
            self._hands.caret_moved()
        self.updateMicroFocus()

    def _caret_rectangle(self) -> QRect:
        """Where the caret is on screen, for the window of an input method."""
        metrics = None if self._port.blocks is None else self._port.blocks.metrics
        point = None if self._selection is None else self.point_of(self._selection.caret)
        if metrics is None or point is None:
            return QRect()
        return QRect(point.x(), point.y() - metrics.pitch // 2, 1, metrics.pitch).translated(self.viewport().pos())

    def _on_moved(self) -> None:
        places: dict[SegmentId, QPoint] = {}
        for index, y in self._port.in_view():
            line = self._port.blocks.line(index) if self._port.blocks else None
            if line is not None and line.segment.quarantine is not None:
                places[line.segment.id] = QPoint(*self._painter.accept_place(line, y))
        self._accepts.place(places, self.line_to_accept() if places else None)
