"""The words of the caption bar, painted: a name beside the first row of each speaker, what is not final lighter."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.meetings.chinese import ChineseScript
from app.meetings.transcript import TranscriptChange
from app.recording.status import RecordingStatus
from engine.contract.audio import TrackKind
from ui.live.caption_button import dark
from ui.live.caption_rows import CaptionRow, CaptionRows
from ui.live.recording_words import track_name
from ui.style.fonts import font_of, text_scale
from ui.style.theme import current_theme
from ui.style.tokens import SPACE_16, SPACE_24, Role, TextStyle

_NAME_PART = 0.7
"""Size of names against that of words."""
_LINE_PART = 1.4
_HAN = 0x2E7F


class CaptionText(QWidget):
    """The rows."""

    def __init__(self, *, size: int, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = size
        self._kinds: dict[int, TrackKind] = {}
        self._rows = CaptionRows(measure=self._measure, width=100.0, lines=lines)
        self.setAccessibleName(self.tr("Captions"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self._on_theme_changed)

    @property
    def shown(self) -> list[CaptionRow]:
        """The rows that are seen."""
        return self._rows.shown

    @property
    def is_held(self) -> bool:
        """Whether nothing rolls."""
        return self._rows.is_held

    @is_held.setter
    def is_held(self, is_held: bool) -> None:
        self._rows.is_held = is_held

    def write_in(self, script: ChineseScript) -> None:
        """Write what is said from now on in this Chinese script."""
        self._rows.script = script

    def clear(self) -> None:
        """Another recording."""
        self._rows.clear()
        self._kinds.clear()
        self.update()

    def resize_text(self, *, size: int, lines: int) -> None:
        """Another size, or another number of lines."""
        self._size = size
        self._rows.lines = lines
        self._fit()

    def hear(self, change: TranscriptChange) -> None:
        """Lines were added or have grown. New words are said politely."""
        new = [self._rows.commit(line) for line in (*change.added, *change.updated)]
        words = " ".join(part for part in new if part)
        if words:
            self.setAccessibleDescription(" ".join(row.committed for row in self.shown))
            if QAccessible.isActive() and self.isVisible():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
            self.update()

    def show_status(self, status: RecordingStatus) -> None:
        """Show what is not final yet."""
        kinds = {track.track: track.kind for track in status.tracks}
        if kinds != self._kinds:
            self._kinds = kinds
            self._fit()
        if self._rows.show_tentative(status.tracks):
            self.update()

    def sizeHint(self) -> QSize:
        """Qt: all rows."""
        return QSize(400, round(self._pitch() * self._rows.lines))

    def minimumSizeHint(self) -> QSize:
        """Qt: all rows."""
        return self.sizeHint()

    def resizeEvent(self, _event: object) -> None:
        """Qt: the width changed."""
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        for number, row in enumerate(self.shown):
            top = number * self._pitch()
            if row.is_first and len(self._kinds) > 1:
                painter.setFont(self._font(_NAME_PART, is_strong=True))
                painter.setPen(dark(Role.TEXT2))
                room = QRectF(0, top, self._left() - SPACE_16, self._pitch())
                flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(room, int(flags), self._name(row.track))
            self._paint_row(painter, row, top)

    def _paint_row(self, painter: QPainter, row: CaptionRow, top: float) -> None:
        font = self._font()
        metrics = QFontMetricsF(font)
        base = top + (self._pitch() - metrics.height()) / 2 + metrics.ascent()
        painter.setFont(font)
        painter.setPen(dark(Role.TEXT))
        painter.drawText(QPointF(self._left(), base), row.committed)
        if not row.tentative:
            return
        left = self._left() + metrics.horizontalAdvance(row.committed)
        is_han = any(ord(letter) > _HAN for letter in row.tentative)
        if is_han:  # Han letters are never slanted
            pen = QPen(dark(Role.TEXT3), 1, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            under = base + metrics.underlinePos() + 2
            painter.drawLine(QPointF(left, under), QPointF(left + metrics.horizontalAdvance(row.tentative), under))
        else:
            font.setItalic(True)
            painter.setFont(font)
        painter.setPen(dark(Role.TEXT3))
        painter.drawText(QPointF(left, base), row.tentative)

    def _font(self, part: float = 1.0, *, is_strong: bool = False) -> QFont:
        font = font_of(TextStyle.BODY, strong=is_strong)
        font.setPixelSize(max(8, round(self._size * text_scale() * part)))
        return font

    def _pitch(self) -> float:
        return self._size * text_scale() * _LINE_PART

    def _name(self, track: int) -> str:
        return track_name(self._kinds[track]) if track in self._kinds else ""

    def _left(self) -> float:
        """Where words begin: behind the longest name, if names are needed."""
        if len(self._kinds) < 2:
            return 0.0
        metrics = QFontMetricsF(self._font(_NAME_PART, is_strong=True))
        return max(metrics.horizontalAdvance(track_name(kind)) for kind in self._kinds.values()) + SPACE_24

    def _measure(self, words: str) -> float:
        return QFontMetricsF(self._font()).horizontalAdvance(words)

    def _fit(self) -> None:
        width = max(self._size * 4.0, self.width() - self._left() - self._size * 0.3)
        self._rows.fit(measure=self._measure, width=width, lines=self._rows.lines)
        self.updateGeometry()
        self.update()

    def _on_theme_changed(self) -> None:
        self._fit()
