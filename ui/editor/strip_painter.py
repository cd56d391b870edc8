"""Paints sound and its marks into a strip, for the overview and for the detailed waveform. On the window's thread.

Every step costs what is in the strip, however long the recording is: bars come from the resolution that fits.
"""

from bisect import bisect_left, bisect_right
from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen

from app.meetings.moment import MomentKind
from ui.editor.sound_marks import NOBODY, SET_ASIDE, SoundMarks
from ui.editor.time_window import TimeWindow
from ui.style.fonts import font_of, line_height
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_4, Role, TextStyle

_BAR: Final = 2
_BAND: Final = 5
"""How high the sign of a gap is that does not hide the sound."""
_SILENCE: Final = 0.03
"""Quieter than this, there is only the line."""
_FLAG: Final = 12
_MOST_MARKS: Final = 600
"""Of very many marks only some are painted, there are not more pixels."""


class StripPainter:
    """One strip for the time of one paint event."""

    def __init__(self, painter: QPainter, strip: QRectF, window: TimeWindow, marks: SoundMarks, *, pitch: int) -> None:
        self._painter = painter
        self._strip = strip
        self._window = window
        self._marks = marks
        self._pitch = pitch
        self._left, self._px_per_ms = strip.left(), strip.width() / window.span_ms

    def x_of(self, moment_ms: float) -> float:
        """Where a moment is, also outside the strip."""
        return self._left + (moment_ms - self._window.start_ms) * self._px_per_ms

    def paint_middle(self, *, is_dotted: bool) -> None:
        """The line of silence."""
        y = self._strip.center().y()
        pen = QPen(colour(Role.CONTROL), 1)
        if is_dotted:
            pen.setDashPattern([2, 2])
        self._painter.setPen(pen)
        self._painter.drawLine(QLineF(self._strip.left(), y, self._strip.right(), y))

    def paint_loudness(self) -> None:
        """Bars in the colour of who speaks. They stand on a grid of their own, so that they do not dance in a pan."""
        window = self._window
        step = window.span_ms / max(1, int(self._strip.width()) // self._pitch)
        first = int(window.start_ms // step)
        count = int(window.end_ms // step) - first + 1
        loud = self._marks.loudness.bars(first * step, (first + count) * step, count)
        middles = (first + np.arange(count) + 0.5) * step
        x = self._strip.left() + (middles - window.start_ms) / window.span_ms * self._strip.width()
        half = np.maximum(np.round(loud.astype(np.float64) ** 0.8 * self._strip.height() / 2), 1)
        is_heard = (loud >= _SILENCE) & (x >= self._strip.left()) & (x <= self._strip.right())
        numbers = np.where(is_heard, self._marks.speakers_at(middles.astype(np.float64)), SET_ASIDE - 1)
        middle = self._strip.center().y()
        # Bars on whole pixels without smoothing: several times faster, and crisper.
        x = np.round(x) - _BAR / 2
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        self._painter.setPen(Qt.PenStyle.NoPen)
        for number in np.unique(numbers[is_heard]).tolist():
            chosen = numbers == number
            bars = [
                QRectF(at, middle - high, _BAR, 2 * high)
                for at, high in zip(x[chosen].tolist(), half[chosen].tolist(), strict=True)
            ]
            self._painter.setBrush(_colour_of(number))
            self._painter.drawRects(bars)
        self._painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint_gaps(self) -> None:
        """Hatch what is missing; where another track is heard, only a narrow band at the foot of its sound."""
        for gap in self._marks.gaps:
            if gap.end_ms < self._window.start_ms or gap.start_ms > self._window.end_ms:
                continue
            box = self._box(gap.start_ms, gap.end_ms, least=3)
            if self._marks.is_heard_beside(gap):
                box.setTop(box.bottom() - _BAND)
            self._painter.setPen(QPen(colour(Role.WARNING), 1))
            self._painter.setBrush(colour(Role.WARNING_SOFT))
            self._painter.drawRect(box)
            self._painter.setBrush(QBrush(colour(Role.WARNING), Qt.BrushStyle.BDiagPattern))
            self._painter.drawRect(box)

    def paint_set_aside(self) -> None:
        """A dashed line under what was set aside, as beside its text."""
        y = self._strip.bottom()
        pen = QPen(colour(Role.TEXT3), 1.5)
        pen.setDashPattern([3, 2])
        self._painter.setPen(pen)
        aside = self._marks.set_aside
        first = bisect_left(aside, self._window.start_ms, key=lambda line: line.end_ms)
        last = bisect_right(aside, self._window.end_ms, key=lambda line: line.start_ms)
        for line in aside[first : last : max(1, (last - first) // _MOST_MARKS)]:
            box = self._box(line.start_ms, line.end_ms, least=4)
            self._painter.drawLine(QLineF(box.left(), y, box.right(), y))

    def paint_loop(self) -> None:
        """Behind the bars, what is played again and again."""
        loop = self._marks.loop
        if loop is not None and loop[1] >= self._window.start_ms and loop[0] <= self._window.end_ms:
            box = self._box(*loop, least=2)
            self._painter.fillRect(box, colour(Role.ACCENT_SOFT))
            self._painter.setPen(QPen(colour(Role.ACCENT), 1.5))
            for x in (box.left(), box.right()):
                self._painter.drawLine(QLineF(x, box.top(), x, box.bottom()))

    def paint_tips(self) -> None:
        """Above a low strip: of a bookmark a filled flag's tip, of a note an open one, of a chapter a line."""
        for moment in self._marks.moments:
            x, top = self.x_of(moment.end_ms), self._strip.top() - SPACE_4
            self._painter.setPen(QPen(colour(Role.ACCENT), 1.5))
            if moment.kind is MomentKind.CHAPTER:
                self._painter.drawLine(QLineF(x, top - 6, x, top))
                continue
            is_bookmark = moment.kind is MomentKind.BOOKMARK
            self._painter.setBrush(colour(Role.ACCENT) if is_bookmark else Qt.BrushStyle.NoBrush)
            self._painter.drawPolygon([QPointF(x - 4, top - 6), QPointF(x + 4, top - 6), QPointF(x, top)])

    def paint_flags(self, *, top: float) -> None:
        """The same as flags on poles; a chapter has only the pole."""
        for moment in self._marks.moments:
            x = self.x_of(moment.end_ms)
            if not self._strip.left() <= x <= self._strip.right():
                continue
            self._painter.setPen(QPen(colour(Role.ACCENT), 1.5))
            self._painter.drawLine(QLineF(x, top, x, self._strip.bottom()))
            if moment.kind is MomentKind.CHAPTER:
                continue
            is_bookmark = moment.kind is MomentKind.BOOKMARK
            self._painter.setBrush(colour(Role.ACCENT) if is_bookmark else Qt.BrushStyle.NoBrush)
            self._painter.drawPolygon(
                [
                    QPointF(x, top),
                    QPointF(x + 9, top),
                    QPointF(x + 6, top + 4),
                    QPointF(x + 9, top + 8),
                    QPointF(x, top + 8),
                ]
            )

    def paint_hits(self, *, top: float) -> None:
        """Beneath the strip, where something was found."""
        hits = self._marks.hits
        first, last = bisect_left(hits, self._window.start_ms), bisect_right(hits, self._window.end_ms)
        for moment in hits[first : last : max(1, (last - first) // _MOST_MARKS)]:
            self._painter.fillRect(QRectF(self.x_of(moment) - 1, top, 2, 5), colour(Role.TEXT))

    def paint_boundaries(self) -> None:
        """Where lines begin and end, as far as one can take hold of them."""
        self._painter.setPen(QPen(colour(Role.CONTROL), 1))
        top, bottom = self._strip.top(), self._strip.bottom()
        edges = {
            edge
            for line in self._marks.lines_between(self._window.start_ms, self._window.end_ms)
            for edge in (line.start_ms, line.end_ms)
        }
        for edge in edges:
            x = self.x_of(edge)
            if self._strip.left() <= x <= self._strip.right():
                self._painter.drawLine(QLineF(x, top, x, top + SPACE_4))
                self._painter.drawLine(QLineF(x, bottom - SPACE_4, x, bottom))

    def paint_numbers(self, *, top: float) -> None:
        """The number of a speaker where one begins, so that the strip can be read in grey."""
        font = font_of(TextStyle.SMALL, strong=True, tabular=True)
        metrics = QFontMetrics(font)
        self._painter.setFont(font)
        self._painter.setPen(colour(Role.TEXT2))
        changes, window = self._marks.changes, self._window
        height, per_px = line_height(TextStyle.SMALL), window.span_ms / self._strip.width()
        at = max(0, bisect_right(changes, window.start_ms, key=_moment) - 1)
        while at < len(changes) and changes[at][0] <= window.end_ms:
            moment, number = changes[at]
            x, text = max(self.x_of(moment), self._strip.left()), str(number)
            if number == NOBODY:
                at += 1
                continue
            if any(-_FLAG < self.x_of(each.end_ms) - x < _FLAG / 2 for each in self._marks.moments):
                x += _FLAG  # beside the flag of a bookmark, not under it
            room = QRectF(x, top, metrics.horizontalAdvance(text) + 1, height)
            self._painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
            # Those for which there is no room are passed over, and not looked at one by one.
            free_ms = window.start_ms + (room.right() + SPACE_4 - self._strip.left()) * per_px
            at = bisect_left(changes, free_ms, lo=at + 1, key=_moment)

    def _box(self, start_ms: float, end_ms: float, *, least: float) -> QRectF:
        """A stretch, cut to the strip."""
        left = min(max(self.x_of(start_ms), self._strip.left()), self._strip.right())
        right = min(max(self.x_of(end_ms), left + least), self._strip.right())
        return QRectF(left, self._strip.top(), right - left, self._strip.height())


def _moment(change: tuple[int, int]) -> int:
    return change[0]


def _colour_of(number: int) -> QColor:
    if number > NOBODY:
        return current_theme().speaker_fill(number)
    return colour(Role.CONTROL if number == NOBODY else Role.TEXT3)
