"""The places in which two versions differ, side by side: what is gone is struck out, what is new bold and underlined.

Rows are painted by a delegate and measured a few at a time. Enter or a double click goes to a place.
"""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter, QPen, QResizeEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.editing.version_diff import Difference, Run, RunKind
from app.meetings.transcript import Segment, Speaker
from ui.editor.version_reading import Comparison
from ui.reading.clock import clock
from ui.style.fonts import font_of, line_height, scaled
from ui.style.mirroring import draw_text, mirror_row, upright
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_16, Role, TextStyle
from ui.widgets.painted_row import paint_ground, row_of

_Index = QModelIndex | QPersistentModelIndex
_TIME_WIDTH = 72
_MEASURED_AT_ONCE = 40
MOST_ROWS = 2_000
"""More are not listed: two such versions have little in common, and the number is said."""


class ComparisonList(QListView):
    """The list."""

    chosen = Signal(int)
    """Milliseconds to go to."""
    selection_changed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = _Model(parent=self)
        self.setModel(self._rows)
        self.setItemDelegate(_Delegate(self))
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_MEASURED_AT_ONCE)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Places in which the versions differ"))
        self.activated.connect(self._on_activated)
        self.selectionModel().selectionChanged.connect(self._on_selected)
        current_theme().changed.connect(self._measure)

    @property
    def differences(self) -> Sequence[Difference]:
        """What is listed."""
        return self._rows.differences

    @property
    def selected(self) -> list[Difference]:
        """The places that are chosen, by time."""
        return [self._rows.differences[row] for row in sorted(index.row() for index in self.selectedIndexes())]

    def show_comparison(self, comparison: Comparison | None) -> None:
        """List the places of another comparison."""
        self._rows.show(comparison)
        if self._rows.differences:
            self.setCurrentIndex(self._rows.index(0))
        self.selection_changed.emit()

    def drop(self, difference: Difference) -> None:
        """A place differs no more."""
        self._rows.drop(difference)
        self.selection_changed.emit()

    def words(self, number: int) -> tuple[str, str]:
        """What a row says on both sides."""
        return self._rows.sides(number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: other lines fit into other columns."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._measure()

    def _measure(self) -> None:
        self.scheduleDelayedItemsLayout()

    def _on_activated(self, row: QModelIndex) -> None:
        self.chosen.emit(self._rows.differences[row.row()].start_ms)

    def _on_selected(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        self.selection_changed.emit()


class _Model(QAbstractListModel):
    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.differences: list[Difference] = []
        self._speakers: tuple[Sequence[Speaker], Sequence[Speaker]] = ((), ())

    def show(self, comparison: Comparison | None) -> None:
        self.beginResetModel()
        self.differences = [] if comparison is None else list(comparison.differences[:MOST_ROWS])
        if comparison is not None:
            self._speakers = (comparison.old_speakers, comparison.new_speakers)
        self.endResetModel()

    def drop(self, difference: Difference) -> None:
        if difference in self.differences:
            at = self.differences.index(difference)
            self.beginRemoveRows(QModelIndex(), at, at)
            del self.differences[at]
            self.endRemoveRows()

    def runs(self, number: int, side: int) -> list[Run]:
        """What a side says, with who says it where that differs."""
        each = self.differences[number]
        kinds = (RunKind.SAME, RunKind.NEW if side else RunKind.GONE)
        runs = [run for run in each.runs if run.kind in kinds]
        if each.is_other_speaker:
            names = _names(each.after if side else each.before, self._speakers[side])
            runs.insert(0, Run(kinds[1], f"{names}: "))
        return runs

    def sides(self, number: int) -> tuple[str, str]:
        old, new = ("".join(run.text for run in self.runs(number, side)).strip() for side in (0, 1))
        return old, new

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.differences)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            old, new = self.sides(index.row())
            words = self.tr("{time}, before: {old}, after: {new}")
            return words.format(time=clock(self.differences[index.row()].start_ms), old=old or "–", new=new or "–")
        return None


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        view, model = self.parent(), index.model()
        if not isinstance(model, _Model) or not isinstance(view, QListView):
            return super().sizeHint(option, index)
        width = _column_width(view.viewport().width())
        heights = [_laid_out(model.runs(index.row(), side), width).boundingRect().height() for side in (0, 1)]
        return QSize(view.viewport().width(), max(round(max(heights)), line_height(TextStyle.BODY)) + SPACE_16)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        if not isinstance(model, _Model):
            return
        painter.save()
        mirror_row(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row, state = row_of(option)
        paint_ground(painter, row.adjusted(0, 0, 0, -1), state)
        painter.setFont(font_of(TextStyle.SMALL, tabular=True))
        painter.setPen(colour(Role.TEXT2))
        top = QRect(row.left() + SPACE_12, row.top() + SPACE_8, scaled(_TIME_WIDTH), line_height(TextStyle.BODY))
        time = clock(model.differences[index.row()].start_ms)
        draw_text(painter, top, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), time)
        width = _column_width(row.width())
        painter.setPen(colour(Role.TEXT))
        for side in (0, 1):
            left = column_left(side, row.width())
            layout = _laid_out(model.runs(index.row(), side), width)
            with upright(painter, QRect(row.left() + left, row.top(), width, row.height())):
                layout.draw(painter, QPointF(row.left() + left, row.top() + SPACE_8))
        painter.setPen(QPen(colour(Role.LINE), 1))
        painter.drawLine(row.bottomLeft(), row.bottomRight())
        painter.restore()


def column_left(side: int, width: int) -> int:
    """Where a column begins in a list that is so wide."""
    return SPACE_12 + scaled(_TIME_WIDTH) + SPACE_12 + side * (_column_width(width) + SPACE_16)


def _column_width(width: int) -> int:
    return max(60, (width - 3 * SPACE_12 - scaled(_TIME_WIDTH) - SPACE_16) // 2)


def _laid_out(runs: Sequence[Run], width: int) -> QTextLayout:
    text = "".join(run.text for run in runs)
    lead = len(text) - len(text.lstrip())
    layout = QTextLayout(text.strip() or "–", font_of(TextStyle.BODY))
    formats: list[QTextLayout.FormatRange] = []
    at = -lead
    for run in runs:
        start = max(0, at + len(run.text) - len(run.text.lstrip()))  # a space is neither gone nor new
        stop = at + len(run.text)
        if run.kind is not RunKind.SAME and stop > start:
            found = QTextLayout.FormatRange()
            found.start = start  # pyright: ignore[reportAttributeAccessIssue] - a field that the stubs leave out
            found.length = stop - start  # pyright: ignore[reportAttributeAccessIssue] - likewise
            found.format = _marked(run.kind)  # pyright: ignore[reportAttributeAccessIssue] - likewise
            formats.append(found)
        at = stop
    layout.setFormats(formats)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    y = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += line.height()
    layout.endLayout()
    return layout


def _marked(kind: RunKind) -> QTextCharFormat:
    found = QTextCharFormat()
    if kind is RunKind.GONE:
        found.setFontStrikeOut(True)
        found.setForeground(colour(Role.DANGER))
    else:
        found.setFontWeight(QFont.Weight.DemiBold)
        found.setFontUnderline(True)
        found.setForeground(colour(Role.ACCENT))
    return found


def _names(lines: Sequence[Segment], speakers: Sequence[Speaker]) -> str:
    known = {speaker.id: speaker.name for speaker in speakers}
    names = [known.get(line.speaker_id, "–") if line.speaker_id is not None else "–" for line in lines]
    return ", ".join(dict.fromkeys(names))
