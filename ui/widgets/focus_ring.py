"""The focus ring: 2 px of accent, 2 px away from whatever has the keyboard. Style sheets have no outline offset.

``RingedWidget`` is mixed into every control that is not a field; it shows the ring when focus came by keyboard.
One ring per window, a transparent child that follows the focused control.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from ui.style.theme import colour
from ui.style.tokens import FOCUS_GAP, FOCUS_RING, RADIUS_BUTTON, Role

if TYPE_CHECKING:
    _Mixin = QWidget
else:
    _Mixin = object  # Qt allows one C++ parent only

_REACH = FOCUS_GAP + FOCUS_RING
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class FocusRing(QWidget):
    """The ring of one window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._followed: QWidget | None = None
        self._watched: list[QWidget] = []
        self.hide()

    @property
    def followed(self) -> QWidget | None:
        """The control that the ring is around, if any."""
        return self._followed

    def follow(self, control: QWidget) -> None:
        """Stand around this control until it loses focus."""
        self.release()
        self._followed = control
        step: QWidget | None = control
        while step is not None and step is not self._window:
            step.installEventFilter(self)
            self._watched.append(step)
            step = step.parentWidget()
        self._place()

    def release(self) -> None:
        """Follow nobody."""
        for widget in self._watched:
            widget.removeEventFilter(self)
        self._watched.clear()
        self._followed = None
        self.hide()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Qt: the control or something around it moved."""
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide):
            self._place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
        half = FOCUS_RING / 2
        radius = RADIUS_BUTTON + FOCUS_GAP + half
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), radius, radius)

    def _place(self) -> None:
        control = self._followed
        window = self._window
        if control is None or not control.isVisibleTo(window):
            self.hide()
            return
        inner = ring_rect_of(control)
        rect = QRect(control.mapTo(window, inner.topLeft()), inner.size()).adjusted(-_REACH, -_REACH, _REACH, _REACH)
        self.setGeometry(rect)
        visible = self._visible_part(control).translated(-rect.topLeft())
        if visible.isEmpty():
            self.hide()
            return
        self.setMask(QRegion(visible))
        self.raise_()
        self.show()

    def _visible_part(self, control: QWidget) -> QRect:
        """What scroll areas around the control leave of the ring, in the window's coordinates."""
        window = self._window
        visible = window.rect()
        step = control.parentWidget()
        while step is not None and step is not window:
            area = step.parentWidget()
            if isinstance(area, QAbstractScrollArea) and area.viewport() is step:
                visible &= QRect(step.mapTo(window, step.rect().topLeft()), step.size())
            step = area
        return visible


class RingedWidget(_Mixin):
    """Mixed in before a Qt control: shows the focus ring when focus came by keyboard."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: focus arrived."""
        super().focusInEvent(event)
        if event.reason() in _BY_KEYBOARD:
            ring_of(self.window()).follow(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: focus left."""
        super().focusOutEvent(event)
        ring = ring_of(self.window())
        if ring.followed is self:
            ring.release()

    def ring_rect(self) -> QRect:
        """What the ring stands around, in this widget's coordinates."""
        return self.rect()


def ring_of(window: QWidget) -> FocusRing:
    """The ring of a window, made on the first call."""
    found = window.findChild(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if found is not None else FocusRing(window)


def ring_rect_of(control: QWidget) -> QRect:
    """What the ring of a control stands around."""
    return control.ring_rect() if isinstance(control, RingedWidget) else control.rect()
