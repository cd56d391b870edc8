"""What a search found: each line with the searched words marked, the meeting it is from, who says it and when.

Lives on the window's thread; the hits come from a background thread through the library page.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.meetings.search import HitKind, SearchHit
from ui.library.row_words import clock_text
from ui.style.fonts import font_of, line_height
from ui.style.mirroring import draw_text, mirror_row, upright
from ui.style.theme import colour, current_theme
from ui.style.tokens import FOCUS_RING, RADIUS_BUTTON, SELECTION_BAR, SPACE_8, SPACE_16, Role, TextStyle

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""

_Index = QModelIndex | QPersistentModelIndex
_CONTEXT = 48
"""Characters shown before the first mark of a long line."""


class HitRole(IntEnum):
    """What the delegate asks for."""

    HIT = Qt.ItemDataRole.UserRole + 1


class SearchHitModel(QAbstractListModel):
    """The hits of one search."""

    def __init__(self) -> None:
        super().__init__()
        self._hits: tuple[SearchHit, ...] = ()

    def fill(self, hits: Sequence[SearchHit]) -> None:
        """Show other hits."""
        self.beginResetModel()
        self._hits = tuple(hits)
        self.endResetModel()

    def extend(self, hits: Sequence[SearchHit]) -> None:
        """Show further hits below those that are shown; what was there stays where it is."""
        shown = set(self._hits)
        more = [hit for hit in hits if hit not in shown]
        if more:
            self.beginInsertRows(QModelIndex(), len(self._hits), len(self._hits) + len(more) - 1)
            self._hits = (*self._hits, *more)
            self.endInsertRows()

    def hit(self, index: _Index) -> SearchHit | None:
        """The hit shown there."""
        return self._hits[index.row()] if index.isValid() and index.row() < len(self._hits) else None

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default; an invalid index is a constant
        """Qt: how many hits."""
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: what a hit shows."""
        hit = self.hit(index)
        if hit is None:
            return None
        if role == HitRole.HIT:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{hit.text}, {origin_text(hit)}"
        return None


class SearchHitDelegate(QStyledItemDelegate):
    """Paints a hit."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        """Qt: heights come from the font."""
        return QSize(0, line_height(TextStyle.BODY) + line_height(TextStyle.SMALL) + SPACE_16)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Qt: paint."""
        hit = index.data(HitRole.HIT)
        if not isinstance(hit, SearchHit):
            return
        painter.save()
        mirror_row(painter, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        room = option.rect.adjusted(SPACE_16, SPACE_8, -SPACE_16, -SPACE_8)
        line = QRect(room.left(), room.top(), room.width(), line_height(TextStyle.BODY))
        paint_marked(painter, line, hit)
        below = QRect(room.left(), line.bottom() + 1, room.width(), line_height(TextStyle.SMALL))
        font = font_of(TextStyle.SMALL, tabular=True)
        painter.setFont(font)
        painter.setPen(colour(Role.TEXT2))
        shown = QFontMetrics(font).elidedText(origin_text(hit), Qt.TextElideMode.ElideMiddle, below.width())
        draw_text(painter, below, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        is_over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        rect = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
        painter.setPen(QPen(colour(Role.LINE), 1))
        painter.setBrush(colour(Role.ACCENT_SOFT if is_selected else Role.HOVER if is_over else Role.SURFACE))
        painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
        if is_selected:
            painter.save()
            painter.setClipRect(QRectF(rect.left(), rect.top(), SELECTION_BAR, rect.height()))
            painter.setBrush(colour(Role.ACCENT))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
            painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_BUTTON, RADIUS_BUTTON)


class SearchResults(QListView):
    """The list of hits."""

    hit_chosen = Signal(object)
    """A ``SearchHit`` to go to."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hits = SearchHitModel()
        self.setModel(self.hits)
        self.setItemDelegate(SearchHitDelegate(self))
        self.setAccessibleName(self.tr("Places found"))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.clicked.connect(self._on_chosen)
        current_theme().changed.connect(self.scheduleDelayedItemsLayout)

    def choose_first(self) -> None:
        """Choose the best hit, for the arrow down key in the search field."""
        if self.hits.rowCount():
            self.setCurrentIndex(self.hits.index(0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter goes to the chosen hit."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_chosen(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _on_chosen(self, index: QModelIndex) -> None:
        hit = self.hits.hit(index)
        if hit is not None:
            self.hit_chosen.emit(hit)


def origin_text(hit: SearchHit) -> str:
    """What a hit is, its meeting, time and speaker."""
    kind = {
        HitKind.LINE: "",
        HitKind.TITLE: translate("Hits", "Title of a meeting"),
        HitKind.TAG: translate("Hits", "Tag"),
        HitKind.SPEAKER: translate("Hits", "Speaker"),
        HitKind.BOOKMARK: translate("Hits", "Bookmark"),
        HitKind.NOTE: translate("Hits", "Note"),
        HitKind.CHAPTER: translate("Hits", "Chapter"),
    }[hit.kind]
    meeting = "" if hit.kind is HitKind.TITLE else hit.meeting_title
    time = "" if hit.kind in (HitKind.TITLE, HitKind.TAG) else clock_text(hit.start_ms)
    return " · ".join(part for part in (kind, meeting, time, hit.speaker) if part)


def paint_marked(painter: QPainter, rect: QRect, hit: SearchHit) -> None:
    """Paint a line with its marks, beginning shortly before the first of them."""
    text, marks = around_first_mark(hit.text, hit.marks)
    font = font_of(TextStyle.BODY)
    layout = QTextLayout(QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width()), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.setFormats([_mark(start, stop) for start, stop in _in_utf16(text, marks)])
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(rect.width())
    layout.endLayout()
    painter.setPen(colour(Role.TEXT))
    top = rect.top() + (rect.height() - line.height()) / 2
    with upright(painter, rect) as is_turned:
        left = rect.right() + 1 - line.naturalTextWidth() if is_turned else rect.left()
        layout.draw(painter, QPointF(left, top))


def around_first_mark(text: str, marks: Sequence[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """Cut off what stands far before the first mark; the marks move along."""
    flat = text.replace("\n", " ")
    if not marks or marks[0][0] <= _CONTEXT:
        return flat, list(marks)
    start = flat.rfind(" ", 0, marks[0][0] - _CONTEXT // 2)
    start = max(start + 1, marks[0][0] - _CONTEXT)
    shift = start - 2
    return "… " + flat[start:], [(begin - shift, end - shift) for begin, end in marks]


def _mark(start: int, stop: int) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    style.setBackground(colour(Role.WARNING_SOFT))
    style.setForeground(colour(Role.TEXT))
    style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    style.setUnderlineColor(colour(Role.WARNING))
    mark = QTextLayout.FormatRange()
    mark.start = start
    mark.length = stop - start
    mark.format = style
    return mark


def _in_utf16(text: str, marks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Qt counts UTF-16 units; characters beyond the basic plane are two of them."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return list(marks)
    return [(_units(text[:start]), _units(text[:stop])) for start, stop in marks]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
