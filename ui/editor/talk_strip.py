"""Who spoke when, as a quiet picture: a row for each speaker over the length of the recording, and how much they talk.

Painted, in ``speaking_panel.py``, on the window's thread. A click goes to that moment; up and down choose
a speaker, left and right the next stretch, Enter goes there.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.meetings.identifiers import SpeakerId
from app.meetings.speaking_facts import MeetingFacts, SpeakerFacts, Talk
from app.meetings.transcript import Speaker
from ui.reading.clock import clock, spoken_length
from ui.style.fonts import font_of, line_height, scaled
from ui.style.theme import colour, current_theme
from ui.style.tokens import FOCUS_RING, RADIUS_BUTTON, SPACE_4, SPACE_8, Role, TextStyle

_BAR = 8
_MOST_ROWS = 12


@dataclass(frozen=True)
class _Row:
    speaker: Speaker
    facts: SpeakerFacts
    talks: tuple[Talk, ...]


class TalkStrip(QWidget):
    """The picture."""

    moment_chosen = Signal(int)
    """A millisecond to go to."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []
        self._bars: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """What is painted of a row at a width: of thousands of stretches, a few hundred pixels."""
        self._duration_ms = 0
        self._row = 0
        self._talk = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Who spoke when"))
        current_theme().changed.connect(self.updateGeometry)

    @property
    def description(self) -> str:
        """What it shows, in words."""
        return "; ".join(
            self.tr("{name}: {share} %, {length}").format(
                name=row.speaker.name, share=round(row.facts.share * 100), length=spoken_length(row.facts.talk_ms)
            )
            for row in self._rows
        )

    def show_facts(self, facts: MeetingFacts, speakers: Sequence[Speaker]) -> None:
        """Show these; who says nothing has no row."""
        by_id = {speaker.id: speaker for speaker in speakers}
        talks: defaultdict[SpeakerId, list[Talk]] = defaultdict(list)
        for talk in facts.talks:
            talks[talk.speaker_id].append(talk)
        self._rows = [
            _Row(by_id[each.speaker_id], each, tuple(talks[each.speaker_id]))
            for each in facts.speakers
            if each.talk_ms and each.speaker_id in by_id
        ][:_MOST_ROWS]
        self._bars = {}
        self._duration_ms = facts.duration_ms
        self._row = min(self._row, max(0, len(self._rows) - 1))
        self._talk = 0
        self.setAccessibleDescription(self.description)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: a line of words and a bar for each."""
        return QSize(200, max(1, len(self._rows)) * _row_height())

    def minimumSizeHint(self) -> QSize:
        """Qt: as high as it wants to be."""
        return QSize(120, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: go to that moment."""
        moment = self._moment_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and moment is not None:
            self.moment_chosen.emit(moment)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: say who and when."""
        at = event.position().toPoint()
        moment, number = self._moment_at(at), at.y() // _row_height()
        if moment is None or not 0 <= number < len(self._rows):
            QToolTip.hideText()
            return
        QToolTip.showText(
            event.globalPosition().toPoint(), f"{self._rows[number].speaker.name} · {clock(moment)}", self
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: choose a speaker and a stretch, go there."""
        row = self._rows[self._row] if self._rows else None
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down if row is not None:
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self._row, self._talk = min(max(self._row + step, 0), len(self._rows) - 1), 0
            case Qt.Key.Key_Left | Qt.Key.Key_Right if row is not None:
                step = 1 if event.key() == Qt.Key.Key_Right else -1
                self._talk = min(max(self._talk + step, 0), len(row.talks) - 1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if row is not None:
                self.moment_chosen.emit(row.talks[self._talk].start_ms)
            case _:
                super().keyPressEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, row in enumerate(self._rows):
            self._paint_row(painter, number, row, number * _row_height())
        if self.hasFocus() and self._rows:
            top = self._row * _row_height()
            painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(1, top + 1, self.width() - 2, _row_height() - 3)
            painter.drawRoundedRect(ring, RADIUS_BUTTON, RADIUS_BUTTON)

    def _paint_row(self, painter: QPainter, number: int, row: _Row, top: int) -> None:
        small = font_of(TextStyle.SMALL, tabular=True)
        metrics = QFontMetrics(small)
        share = f"{round(row.facts.share * 100)} %"
        height = line_height(TextStyle.SMALL)
        painter.setFont(small)
        painter.setPen(colour(Role.TEXT2))
        width = self.width() - 2 * SPACE_4
        words = QRectF(SPACE_4, top + SPACE_4, width, height)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), share)
        room = width - metrics.horizontalAdvance(share) - SPACE_8
        name = metrics.elidedText(row.speaker.name, Qt.TextElideMode.ElideRight, room)
        painter.setPen(colour(Role.TEXT))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), name)
        bar = QRectF(SPACE_4, top + SPACE_4 + height + 2, width, scaled(_BAR))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(Role.LINE))
        painter.drawRoundedRect(bar, 2, 2)
        painter.setBrush(current_theme().speaker_fill(row.speaker.number))
        if (number, width) not in self._bars:
            self._bars[number, width] = bars_of(row.talks, width=width, duration_ms=self._duration_ms)
        for left, right in self._bars[number, width]:
            painter.drawRect(QRectF(bar.left() + left, bar.top(), right - left, bar.height()))

    def _moment_at(self, at: QPoint) -> int | None:
        if not self._rows or not self._duration_ms or not self.rect().contains(at):
            return None
        part = (at.x() - SPACE_4) / max(1, self.width() - 2 * SPACE_4)
        return round(min(1.0, max(0.0, part)) * self._duration_ms)


def bars_of(talks: Sequence[Talk], *, width: int, duration_ms: int) -> list[tuple[int, int]]:
    """Stretches as pixels from left to right; those that touch are one, and none is thinner than a pixel."""
    bars: list[tuple[int, int]] = []
    for talk in talks:
        left = width * talk.start_ms // max(1, duration_ms)
        right = max(left + 1, -(-width * talk.end_ms // max(1, duration_ms)))
        if bars and left <= bars[-1][1]:
            bars[-1] = (bars[-1][0], max(bars[-1][1], right))
        else:
            bars.append((left, right))
    return bars


def _row_height() -> int:
    return line_height(TextStyle.SMALL) + scaled(_BAR) + SPACE_4 + SPACE_8
