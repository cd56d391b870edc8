"""A slider for loudness: a line filled up to a knob, with a mark where nothing is changed. Painted from roles."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from ui.style.fonts import scaled
from ui.style.theme import colour, current_theme
from ui.style.tokens import Role
from ui.widgets.focus_ring import RingedWidget

AS_RECORDED: Final = 100
LOUDEST: Final = 200
_STEP, _PAGE = 5, 25
_KNOB, _WIDTH, _HEIGHT = 12, 72, 24


class LevelSlider(RingedWidget, QSlider):
    """Percent of the recorded loudness."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, LOUDEST)
        self.setSingleStep(_STEP)
        self.setPageStep(_PAGE)
        self.setValue(AS_RECORDED)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(self._on_value)
        self._on_value()
        current_theme().changed.connect(self.updateGeometry)

    def rename(self, name: str) -> None:
        """Say what it is for."""
        self.setAccessibleName(name)
        self._on_value()

    def sizeHint(self) -> QSize:
        """Qt: short, it stands in a bar."""
        return QSize(scaled(_WIDTH), scaled(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Qt: as short as it is."""
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: scrolling must not change what was chosen."""
        event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a click goes there."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._go_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: a drag goes along."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position().x())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, width, middle = self._room()
        x = left + width * self.value() / LOUDEST
        is_on = self.isEnabled()
        for begin, end, role in ((left, x, Role.ACCENT if is_on else Role.DISABLED), (x, left + width, Role.CONTROL)):
            painter.setPen(QPen(colour(role), 2))
            painter.drawLine(QPointF(begin, middle), QPointF(end, middle))
        usual = left + width * AS_RECORDED / LOUDEST
        painter.setPen(QPen(colour(Role.CONTROL), 1))
        painter.drawLine(QPointF(usual, middle + 4), QPointF(usual, middle + 7))
        knob = scaled(_KNOB)
        painter.setPen(QPen(colour(Role.ACCENT if is_on else Role.LINE), 2))
        painter.setBrush(colour(Role.SURFACE))
        painter.drawEllipse(QRectF(x - knob / 2, middle - knob / 2, knob, knob))

    def _room(self) -> tuple[float, float, float]:
        side = scaled(_KNOB) / 2 + 1
        return side, max(self.width() - 2 * side, 1), self.height() / 2

    def _go_to(self, x: float) -> None:
        left, width, _ = self._room()
        wanted = round(min(max((x - left) / width, 0.0), 1.0) * LOUDEST)
        self.setValue(AS_RECORDED if abs(wanted - AS_RECORDED) < _STEP else wanted)

    def _on_value(self) -> None:
        text = f"{self.value()} %"
        self.setAccessibleDescription(text)
        self.setToolTip(f"{self.accessibleName()}: {text}")
