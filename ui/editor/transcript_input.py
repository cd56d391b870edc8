"""Mouse and keys in the transcript. The view hands its events here; what follows from them it does itself.

A click plays from the word under it, a drag selects, a double click selects the word. Keys move a caret as in any
text; Enter plays from there.
"""

from typing import Protocol

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent

from ui.editor.caret_steps import CaretSteps, Step
from ui.reading.text_selection import TextPlace, TextSelection
from ui.reading.transcript_layout import TranscriptLayout

_DRAG_SCROLL_MS = 30

_STEPS: tuple[tuple[QKeySequence.StandardKey, QKeySequence.StandardKey, Step], ...] = (
    (QKeySequence.StandardKey.MoveToPreviousChar, QKeySequence.StandardKey.SelectPreviousChar, Step.LETTER_BACK),
    (QKeySequence.StandardKey.MoveToNextChar, QKeySequence.StandardKey.SelectNextChar, Step.LETTER_ON),
    (QKeySequence.StandardKey.MoveToPreviousWord, QKeySequence.StandardKey.SelectPreviousWord, Step.WORD_BACK),
    (QKeySequence.StandardKey.MoveToNextWord, QKeySequence.StandardKey.SelectNextWord, Step.WORD_ON),
    (QKeySequence.StandardKey.MoveToPreviousLine, QKeySequence.StandardKey.SelectPreviousLine, Step.ROW_UP),
    (QKeySequence.StandardKey.MoveToNextLine, QKeySequence.StandardKey.SelectNextLine, Step.ROW_DOWN),
    (QKeySequence.StandardKey.MoveToStartOfLine, QKeySequence.StandardKey.SelectStartOfLine, Step.ROW_START),
    (QKeySequence.StandardKey.MoveToEndOfLine, QKeySequence.StandardKey.SelectEndOfLine, Step.ROW_END),
    (QKeySequence.StandardKey.MoveToStartOfDocument, QKeySequence.StandardKey.SelectStartOfDocument, Step.FIRST),
    (QKeySequence.StandardKey.MoveToEndOfDocument, QKeySequence.StandardKey.SelectEndOfDocument, Step.LAST),
)
_PAGES: tuple[tuple[QKeySequence.StandardKey, QKeySequence.StandardKey, int], ...] = (
    (QKeySequence.StandardKey.MoveToPreviousPage, QKeySequence.StandardKey.SelectPreviousPage, -1),
    (QKeySequence.StandardKey.MoveToNextPage, QKeySequence.StandardKey.SelectNextPage, 1),
)
_ROWS = (Step.ROW_UP, Step.ROW_DOWN)


class TranscriptSurface(Protocol):
    """What the input needs of the view."""

    @property
    def block_layout(self) -> TranscriptLayout | None:
        """Where the blocks stand, ``None`` without a document."""
        ...

    @property
    def selection(self) -> TextSelection | None:
        """Caret and selection."""
        ...

    def place_at(self, point: QPoint) -> TextPlace | None:
        """The place in the text nearest to a point of the viewport."""
        ...

    def first_place_in_view(self) -> TextPlace | None:
        """Where the caret begins when there was none."""
        ...

    def place_a_page_from(self, place: TextPlace, direction: int, *, goal_x: float) -> TextPlace | None:
        """Scroll a page and answer the place that is now where the other one was."""
        ...

    def place_caret(self, place: TextPlace, *, is_selecting: bool, is_shown: bool = True) -> None:
        """Move the caret."""
        ...

    def select(self, selection: TextSelection) -> None:
        """Select something else."""
        ...

    def select_all(self) -> None:
        """Select everything."""
        ...

    def clear_selection(self) -> None:
        """Keep only the caret."""
        ...

    def copy(self) -> None:
        """Copy what is selected."""
        ...

    def listen_at(self, point: QPoint) -> None:
        """Play from the word under a point, if there is one."""
        ...

    def listen_at_caret(self) -> None:
        """Play from the word at the caret."""
        ...

    def show_pointer_over(self, point: QPoint) -> None:
        """Show by the pointer's shape what a click would do."""
        ...

    def beyond_the_edge(self, point: QPoint) -> int:
        """How far a point is above (negative) or below the viewport."""
        ...

    def scroll_by(self, pixels: int) -> None:
        """Scroll."""
        ...


class TranscriptInput(QObject):
    """What hands do with the transcript."""

    def __init__(self, surface: TranscriptSurface, parent: QObject) -> None:
        super().__init__(parent)
        self._surface = surface
        self._goal_x: float | None = None
        self._press: QPoint | None = None
        self._pointer = QPoint()
        self._is_selecting = False
        self._timer = QTimer(self)
        self._timer.setInterval(_DRAG_SCROLL_MS)
        self._timer.timeout.connect(self._on_drag_scroll)

    def press(self, event: QMouseEvent) -> None:
        """The left button went down: the caret goes there."""
        point = event.position().toPoint()
        place = self._surface.place_at(point)
        if place is None:
            return
        is_extending = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._press = None if is_extending else point
        self._is_selecting = is_extending
        self._pointer = point
        self._goal_x = None
        self._surface.place_caret(place, is_selecting=is_extending)

    def drag(self, event: QMouseEvent) -> None:
        """The pointer moved; with the button down and far enough it selects."""
        point = event.position().toPoint()
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self._surface.show_pointer_over(point)
            return
        self._pointer = point
        far = QGuiApplication.styleHints().startDragDistance()
        if self._press is not None and (point - self._press).manhattanLength() >= far:
            self._press, self._is_selecting = None, True
        if self._is_selecting:
            self._select_to_pointer()
            if not self._timer.isActive():
                self._timer.start()

    def release(self, event: QMouseEvent) -> None:
        """The button came up: without a drag it was a click, which plays."""
        self._timer.stop()
        if self._press is not None:
            self._surface.listen_at(event.position().toPoint())
        self._press, self._is_selecting = None, False

    def double_click(self, event: QMouseEvent) -> None:
        """Select the word."""
        place = self._surface.place_at(event.position().toPoint())
        layout = self._surface.block_layout
        if place is None or layout is None:
            return
        index = layout.document.index_of(place.segment_id)
        line = None if index is None else layout.line(index)
        if line is not None:
            start, stop = line.word_around(place.offset)
            self._surface.select(
                TextSelection(caret=TextPlace(place.segment_id, stop), anchor=TextPlace(place.segment_id, start))
            )
        self._press, self._is_selecting = None, True

    def key(self, event: QKeyEvent) -> bool:
        """A key went down; the answer says whether it meant something here."""
        layout = self._surface.block_layout
        if layout is None:
            return False
        if event.matches(QKeySequence.StandardKey.Copy):
            self._surface.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._surface.select_all()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._surface.listen_at_caret()
        elif event.key() == Qt.Key.Key_Escape and self._has_selection():
            self._surface.clear_selection()
        else:
            return self._moves_caret(event, layout)
        return True

    def _moves_caret(self, event: QKeyEvent, layout: TranscriptLayout) -> bool:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = Step.LINE_BEFORE if event.key() == Qt.Key.Key_Up else Step.LINE_AFTER
            self._step(layout, step, is_selecting=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            return True
        for move, select, step in _STEPS:
            if event.matches(move) or event.matches(select):
                self._step(layout, step, is_selecting=event.matches(select))
                return True
        for move, select, direction in _PAGES:
            if event.matches(move) or event.matches(select):
                self._page(layout, direction, is_selecting=event.matches(select))
                return True
        return False

    def _step(self, layout: TranscriptLayout, step: Step, *, is_selecting: bool) -> None:
        steps = CaretSteps(layout)
        selection = self._surface.selection
        if selection is None:
            place = self._surface.first_place_in_view()
        else:
            goal = steps.x_of(selection.caret) if self._goal_x is None else self._goal_x
            place = steps.after(selection.caret, step, goal_x=goal)
            self._goal_x = goal if step in _ROWS else None
        if place is not None:
            self._surface.place_caret(place, is_selecting=is_selecting)

    def _page(self, layout: TranscriptLayout, direction: int, *, is_selecting: bool) -> None:
        selection = self._surface.selection
        place = self._surface.first_place_in_view() if selection is None else selection.caret
        if place is None:
            return
        steps = CaretSteps(layout)
        if self._goal_x is None:
            self._goal_x = steps.x_of(place)
        moved = self._surface.place_a_page_from(place, direction, goal_x=self._goal_x)
        if moved is None or moved == place:
            ends = steps.ends()
            moved = place if ends is None else ends[0 if direction < 0 else 1]
        self._surface.place_caret(moved, is_selecting=is_selecting)

    def _has_selection(self) -> bool:
        return self._surface.selection is not None and not self._surface.selection.is_empty

    def _select_to_pointer(self) -> None:
        place = self._surface.place_at(self._pointer)
        if place is not None:
            self._surface.place_caret(place, is_selecting=True, is_shown=False)

    def _on_drag_scroll(self) -> None:
        by = self._surface.beyond_the_edge(self._pointer)
        if by:
            self._surface.scroll_by(by)
            self._select_to_pointer()
