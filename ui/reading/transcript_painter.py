"""Paints the blocks of a transcript: margin, text with its states, bars of gaps. Called by the view in its paint event.

Text states as the design has them: the spoken word on ``accent_mark`` with 2 px of accent beneath, a search hit on
``warning_soft`` with a thin line, the current hit with a thick one, text set aside struck through beside a dashed bar.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QTextCharFormat

from app.meetings.transcript import Gap, SegmentOrigin, Speaker
from engine.contract.audio import TrackKind
from ui.reading.clock import clock
from ui.reading.line_layout import LineLayout
from ui.reading.plain_reasons import edited_by_you, gap_words, set_aside_word
from ui.reading.reading_metrics import BLOCK_PADDING, ReadingMetrics
from ui.style.icons import Icon, draw_icon, icon_box
from ui.style.theme import colour
from ui.style.tokens import (
    FOCUS_RING,
    RADIUS_BUTTON,
    RADIUS_CHIP,
    SELECTION_BAR,
    SPACE_4,
    SPACE_8,
    SPACE_12,
    SPACE_16,
    SPACE_24,
    Role,
)
from ui.widgets.speaker_square import paint_speaker_square, square_side

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

CARET = 2
"""Width of the caret, so that it is seen."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A search hit in a line."""

    start: int
    stop: int
    is_current: bool


@dataclass(frozen=True, slots=True)
class LineState:
    """What is particular about a line while it is painted."""

    speaker: Speaker | None = None
    """Set only where the name is shown."""
    is_provisional: bool = False
    """Whether that is a guess that may still change."""
    is_spoken: bool = False
    """Whether the playback stands in it."""
    spoken_word: int | None = None
    selected: tuple[int, int] | None = None
    hits: Sequence[Hit] = ()
    caret: int | None = None
    has_ring: bool = False
    """Whether the keyboard is here."""
    source: tuple[Icon, str] | None = None
    """Sign and name of the track, where tracks are told apart; the name is shown while nobody is named."""
    mark: tuple[Icon | None, str] | None = None
    """What stands beside the line, if it was not edited or set aside."""


class TranscriptPainter:
    """Paints for one set of metrics."""

    def __init__(self, metrics: ReadingMetrics) -> None:
        self._metrics = metrics

    def paint_line(self, painter: QPainter, line: LineLayout, state: LineState, *, y: int, width: int) -> None:
        """Paint a line whose block begins at ``y``."""
        m = self._metrics
        block = QRect(SPACE_12, y, width - 2 * SPACE_12, line.height)
        if state.is_spoken:
            _paint_current(painter, block)
        if state.has_ring:
            _paint_ring(painter, block)
        top = y + BLOCK_PADDING
        self._paint_margin(painter, line, state, top)
        origin = QPointF(m.text_left + line.indent, top)
        self._paint_marks(painter, line, state, origin)
        painter.setPen(colour(self._ink(line, state)))
        line.draw(painter, origin, state.selected, _selected_style())
        if line.segment.quarantine is not None:
            self._paint_set_aside(painter, line, top)
        elif m.note_left is not None and line.segment.origin is SegmentOrigin.EDITED:
            self._paint_note(painter, Icon.NOTE, edited_by_you(), top, width)
        elif m.note_left is not None and state.mark is not None:
            self._paint_note(painter, *state.mark, top, width)
        if state.caret is not None:
            place = line.caret(state.caret).translated(origin)
            painter.fillRect(QRectF(place.left() - 0.5, place.top() + 2, CARET, place.height() - 4), colour(Role.TEXT))

    def paint_gap(
        self,
        painter: QPainter,
        gap: Gap,
        *,
        y: int,
        width: int,
        is_current: bool,
        is_coming: bool = False,
        track: TrackKind | None = None,
    ) -> None:
        """Paint the bar of a gap whose block begins at ``y``; ``is_coming`` while open ones are worked on.

        ``track`` is named where there are several.
        """
        m = self._metrics
        words = gap_words(gap, is_coming=is_coming, track=track)
        box = QRectF(SPACE_24, y + BLOCK_PADDING, width - 2 * SPACE_24, m.bar).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(colour(Role.WARNING if is_current else Role.WARNING_LINE), 1))
        painter.setBrush(colour(Role.WARNING_SOFT))
        painter.drawRoundedRect(box, RADIUS_BUTTON, RADIUS_BUTTON)
        room = box.toRect().adjusted(SPACE_12, 0, -SPACE_12, 0)
        icon = icon_box(room.left(), room.center().y() + 1)
        draw_icon(painter, words.icon, icon, colour(Role.WARNING))
        times = f"{clock(gap.start_ms)} – {clock(gap.end_ms)}"
        times_width = _draw(painter, room, times, m.times, colour(Role.TEXT2), flags=_RIGHT)
        room.setLeft(icon.right() + SPACE_12)
        room.setRight(room.right() - times_width - SPACE_16)
        used = _draw(painter, room, words.what, m.small_strong, colour(Role.TEXT))
        room.setLeft(room.left() + used + SPACE_4)
        if words.consequence and room.width() > SPACE_24:
            _draw(painter, room, words.consequence, m.small, colour(Role.TEXT2))

    def accept_place(self, line: LineLayout, y: int) -> tuple[int, int]:
        """Where the button that accepts a line goes: beside the text, or beneath where there is no room."""
        m = self._metrics
        top = y + BLOCK_PADDING
        if m.note_left is not None:
            return m.note_left, top + (m.pitch - m.button) // 2
        return m.text_left + line.indent, top + line.text_height + line.reason_rows * m.small_pitch + SPACE_4

    def _ink(self, line: LineLayout, state: LineState) -> Role:
        if line.segment.quarantine is None:
            return Role.TEXT
        # Set-aside text is too faint on the colour of the spoken word, so it is never marked word by word.
        return Role.TEXT2 if state.is_spoken else Role.TEXT3

    def _paint_margin(self, painter: QPainter, line: LineLayout, state: LineState, top: int) -> None:
        m = self._metrics
        row = QRect(m.margin_left, top, m.margin_right - m.margin_left, m.pitch)
        used = _draw(painter, row, clock(line.segment.start_ms), m.times, colour(Role.TEXT2), flags=_RIGHT)
        room = row.adjusted(0, 0, -used - SPACE_4, 0)
        if line.segment.quarantine is not None:
            icon = icon_box(room.left(), room.top() + m.pitch // 2)
            draw_icon(painter, Icon.SET_ASIDE, icon, colour(Role.TEXT2))
            room.setLeft(icon.right() + 1 + SPACE_8)
            _draw(painter, room, set_aside_word(), m.small, colour(Role.TEXT2))
            return
        if state.source is not None and state.speaker is None:  # beside a sign of its own a name would be cut
            icon = icon_box(room.left(), room.top() + m.pitch // 2)
            draw_icon(painter, state.source[0], icon, colour(Role.TEXT2))
            room.setLeft(icon.right() + 1 + SPACE_8)
            _draw(painter, room, state.source[1], m.body, colour(Role.TEXT))
        if state.speaker is not None:
            side = square_side()
            square = QRect(room.left(), room.top() + (m.pitch - side) // 2, side, side)
            paint_speaker_square(painter, square, state.speaker.number)
            row = room.adjusted(-SPACE_4, 0, SPACE_4 // 2, 0)
            room.setLeft(square.right() + 1 + SPACE_8)
            ink = colour(Role.TEXT2 if state.is_provisional else Role.TEXT)
            used = _draw(painter, room, state.speaker.name, m.body, ink)
            if state.is_provisional:
                row.setRight(min(row.right(), room.left() + used + SPACE_4))
                _paint_dashes(painter, row)

    def _paint_marks(self, painter: QPainter, line: LineLayout, state: LineState, origin: QPointF) -> None:
        for hit in state.hits:
            fill = Role.WARNING_LINE if hit.is_current else Role.WARNING_SOFT
            ink, thickness = (Role.TEXT, 2) if hit.is_current else (Role.WARNING, 1)
            _paint_mark(painter, line.rectangles(hit.start, hit.stop), origin, fill=fill, ink=ink, thickness=thickness)
        # A line may have fewer words by now than when the playback came to it.
        is_known = state.spoken_word is not None and state.spoken_word < len(line.spans)
        if is_known and state.spoken_word is not None and line.segment.quarantine is None:
            start, stop = line.spans[state.spoken_word]
            _paint_mark(
                painter, line.rectangles(start, stop), origin, fill=Role.ACCENT_MARK, ink=Role.ACCENT, thickness=2
            )

    def _paint_set_aside(self, painter: QPainter, line: LineLayout, top: int) -> None:
        m = self._metrics
        pen = QPen(colour(Role.TEXT3), 1.5)
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        below = line.reason_rows * m.small_pitch
        bottom = top + line.text_height + below
        painter.drawLine(QPointF(m.text_left + 1, top + 2), QPointF(m.text_left + 1, bottom))
        room = QRect(m.text_left + line.indent, top + line.text_height, m.text_width - line.indent, below)
        painter.setFont(m.small)
        painter.setPen(colour(Role.TEXT2))
        painter.drawText(room, _LEFT | int(Qt.TextFlag.TextWordWrap), line.reason)

    def _paint_note(self, painter: QPainter, icon: Icon | None, text: str, top: int, width: int) -> None:
        m = self._metrics
        text_left = m.note_left or 0
        if icon is not None:
            sign = icon_box(text_left, top + m.pitch // 2)
            draw_icon(painter, icon, sign, colour(Role.ACCENT if icon is Icon.BOOKMARK else Role.TEXT2))
            text_left = sign.right() + 1 + SPACE_8
        room = QRect(text_left, top, width - SPACE_24 - text_left, m.pitch)
        _draw(painter, room, text, m.small, colour(Role.TEXT2))


def name_room(metrics: ReadingMetrics, block_top: int) -> QRect:
    """Where the name of a speaker stands in the margin, beside the time of the line."""
    left = metrics.margin_left + square_side() + SPACE_4
    times = QFontMetrics(metrics.times).horizontalAdvance("00:00:00") + SPACE_8
    return QRect(left, block_top + BLOCK_PADDING, metrics.margin_right - times - left, metrics.pitch)


def _paint_current(painter: QPainter, block: QRect) -> None:
    shape = QPainterPath()
    shape.addRoundedRect(QRectF(block), RADIUS_BUTTON, RADIUS_BUTTON)
    painter.fillPath(shape, colour(Role.ACCENT_SOFT))
    bar = QPainterPath()
    bar.addRect(QRectF(block.left(), block.top(), SELECTION_BAR, block.height()))
    painter.fillPath(shape & bar, colour(Role.ACCENT))


def _paint_ring(painter: QPainter, block: QRect) -> None:
    half = FOCUS_RING / 2
    painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(block).adjusted(half, half, -half, -half), RADIUS_BUTTON, RADIUS_BUTTON)


def _paint_dashes(painter: QPainter, room: QRect) -> None:
    pen = QPen(colour(Role.TEXT3), 1)
    pen.setDashPattern([3, 3])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(room).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CHIP, RADIUS_CHIP)


def _paint_mark(
    painter: QPainter, places: Sequence[QRectF], origin: QPointF, *, fill: Role, ink: Role, thickness: int
) -> None:
    for place in places:
        box = place.translated(origin).adjusted(-1.5, 1, 1.5, 0)
        shape = QPainterPath()
        shape.addRoundedRect(box, 3, 3)
        painter.fillPath(shape, colour(fill))
        line = QRectF(box.left(), box.bottom() - thickness, box.width(), thickness)
        beneath = QPainterPath()
        beneath.addRect(line)
        painter.fillPath(shape & beneath if thickness > 1 else beneath, colour(ink))


def _draw(painter: QPainter, room: QRect, text: str, font: QFont, ink: QColor, *, flags: int = _LEFT) -> int:
    """Draw one row of text, cut with … if it must be; the answer is the width it took."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(room.width(), 0))
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(room, flags, shown)
    return metrics.horizontalAdvance(shown)


def _selected_style() -> QTextCharFormat:
    style = QTextCharFormat()
    style.setBackground(colour(Role.ACCENT_MARK))
    style.setForeground(colour(Role.TEXT))
    return style
