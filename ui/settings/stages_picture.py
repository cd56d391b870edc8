"""Three stages of a track over time, a column for each ten milliseconds, as bright as the stage was sure.

Lives on the window's thread; paints only the part that is seen, so that ten minutes cost no more than ten seconds.
"""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPaintEvent, qRgb
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.diagnostics.stage_log import ROWS, StagePicture
from engine.contract.stages import CELL_MS
from ui.style.fonts import font_of, scaled
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_4, Role, TextStyle

_ROW = 24
_SECOND = 1000 // CELL_MS
_TOLD_EVERY_S = 5


class StagesPicture(QWidget):
    """One pixel a cell; scrolls in whatever holds it."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture: StagePicture | None = None
        self._palette: Sequence[int] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Framing, detection and inference over time"))
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def row_height(self) -> int:
        """Of one stage, with the space beneath."""
        return scaled(_ROW) + SPACE_4

    def show_picture(self, picture: StagePicture | None) -> None:
        """Show another one, or nothing."""
        self._picture = picture
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        """Qt: as wide as there are cells."""
        columns = 0 if self._picture is None else self._picture.cells.shape[1]
        words = QFontMetrics(font_of(TextStyle.SMALL)).height()
        return QSize(max(1, columns), len(ROWS) * self.row_height + words + SPACE_4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: paint what is seen."""
        picture = self._picture
        if picture is None:
            return
        painter = QPainter(self)
        seen = event.rect()
        first, last = max(0, seen.left()), min(picture.cells.shape[1], seen.right() + 1)
        if first >= last:
            return
        for number in range(len(ROWS)):
            cells = np.ascontiguousarray(picture.cells[number, first:last])
            image = QImage(cells.tobytes(), last - first, 1, last - first, QImage.Format.Format_Indexed8)
            image.setColorTable(list(self._palette))
            painter.drawImage(QRect(first, number * self.row_height, last - first, scaled(_ROW)), image)
        self._paint_times(painter, first, last, picture.start_ms)

    def _paint_times(self, painter: QPainter, first: int, last: int, start_ms: int) -> None:
        painter.setFont(font_of(TextStyle.SMALL, tabular=True))
        painter.setPen(colour(Role.TEXT2))
        top = len(ROWS) * self.row_height
        step = _TOLD_EVERY_S * _SECOND
        offset = -(start_ms // CELL_MS) % step
        for at in range(offset + max(0, first - offset - step) // step * step, last, step):
            second = (start_ms + at * CELL_MS) // 1000
            painter.drawLine(at, top - SPACE_4, at, top)
            place = QRect(at + SPACE_4, top, step - SPACE_4, self.height() - top)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft, f"{second // 60}:{second % 60:02}")

    def _on_theme_changed(self) -> None:
        dark, bright = colour(Role.SUNKEN), colour(Role.ACCENT)
        self._palette = [
            qRgb(
                *(
                    round(low + (high - low) * step / 255)
                    for low, high in (
                        (dark.red(), bright.red()),
                        (dark.green(), bright.green()),
                        (dark.blue(), bright.blue()),
                    )
                )
            )
            for step in range(256)
        ]
        self.setFixedSize(self.sizeHint())
        self.update()
