"""How loud a source is, as a row of small bars. Polled by a display timer; ``level_ballistics.py`` says how it falls.

Bars beyond −6 dB are drawn in the attention colour: there is hardly any room left above them.
"""

import time
from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.contract.audio import SILENCE_DBFS
from ui.style.fonts import scaled
from ui.style.theme import colour, current_theme
from ui.style.tokens import Role
from ui.widgets.level_ballistics import FLOOR_DBFS, LevelBallistics

_BAR_WIDTH, _BAR_HEIGHT, _GAP = 6, 14, 2
_ATTENTION_DB = -6.0


class LevelMeter(QWidget):
    """The meter of one source."""

    def __init__(
        self,
        name: str,
        *,
        bars: int = 16,
        clock_s: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._bars = bars
        self._clock_s = clock_s
        self._ballistics = LevelBallistics()
        self._level_db = SILENCE_DBFS
        self._peak_db = SILENCE_DBFS
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    @property
    def lit(self) -> int:
        """How many bars are lit."""
        return self._bar_of(self._level_db)

    @property
    def held(self) -> int:
        """Which bar marks the last peak, counted from 1; 0 for none."""
        return self._bar_of(self._peak_db)

    def show_level(self, level_db: float) -> None:
        """Show a level in dB full scale: up at once, down slowly."""
        before = self.lit
        shown = self._ballistics.follow(level_db, self._clock_s())
        self.show_levels(shown.level_db, shown.peak_db)
        if self.lit != before:
            self.setAccessibleDescription(level_text(self._level_db))

    def show_levels(self, level_db: float, peak_db: float) -> None:
        """Show a level and the peak of a moment ago, as somebody else lets them fall. Says nothing for the ear."""
        before = self.lit, self.held
        self._level_db, self._peak_db = level_db, peak_db
        if (self.lit, self.held) != before:
            self.update()

    def clear(self) -> None:
        """Nothing is heard any more."""
        self._level_db = self._peak_db = SILENCE_DBFS
        self._ballistics = LevelBallistics()
        self.setAccessibleDescription("")
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: all bars."""
        width = self._bars * (_BAR_WIDTH + _GAP) - _GAP
        return QSize(scaled(width), scaled(_BAR_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Qt: all bars."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        factor = self.height() / _BAR_HEIGHT
        is_ltr = self.layoutDirection() is Qt.LayoutDirection.LeftToRight
        for bar in range(self._bars):
            level = FLOOR_DBFS * (1 - (bar + 1) / self._bars)
            is_lit = bar < self.lit or bar == self.held - 1
            role = Role.PRESSED if not is_lit else Role.WARNING if level > _ATTENTION_DB else Role.ACCENT
            painter.setBrush(colour(role))
            place = bar if is_ltr else self._bars - 1 - bar
            left = place * (_BAR_WIDTH + _GAP) * factor
            painter.drawRoundedRect(QRectF(left, 0, _BAR_WIDTH * factor, self.height()), 1, 1)

    def _bar_of(self, level_db: float) -> int:
        part = (level_db - FLOOR_DBFS) / -FLOOR_DBFS
        return min(self._bars, max(0, round(part * self._bars)))


def level_text(level_db: float) -> str:
    """A level in words: ``−14 dB``."""
    return f"{round(level_db)} dB".replace("-", "−")
