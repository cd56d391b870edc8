"""Buttons: filled for the one thing most people want next, outlined and plain for all others.

Painted from roles, as high as the font needs. A button that is off says why in its tool tip (``turn_off``).
"""

from enum import StrEnum

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from ui.style.fonts import font_of, line_height, scaled
from ui.style.icons import Icon, draw_icon, icon_box
from ui.style.mirroring import draw_text
from ui.style.theme import colour, current_theme
from ui.style.tokens import (
    FOCUS_RING,
    ICON,
    RADIUS_BUTTON,
    RADIUS_CHIP,
    SPACE_4,
    SPACE_8,
    SPACE_12,
    SPACE_16,
    Role,
    TextStyle,
)
from ui.widgets.focus_ring import RingedWidget


class ButtonKind(StrEnum):
    """How much a button asks for attention."""

    FILLED = "filled"
    OUTLINED = "outlined"
    PLAIN = "plain"
    """No border; for tool bars and rows."""
    RECORDING = "recording"
    """Stop, nothing else."""


class ButtonSize(StrEnum):
    """How large a button is at text scale 1."""

    SMALL = "small"
    """28 high."""
    NORMAL = "normal"
    """36 high."""
    LARGE = "large"
    """44 high."""


_PADDING = {ButtonSize.SMALL: SPACE_4, ButtonSize.NORMAL: 6, ButtonSize.LARGE: 10}
"""Above and below the line of text; 6 and 10 give the 36 and 44 of the tokens."""


class Button(RingedWidget, QPushButton):
    """A button with text, and perhaps an icon and the key that does the same."""

    def __init__(
        self,
        text: str = "",
        *,
        kind: ButtonKind = ButtonKind.OUTLINED,
        size: ButtonSize = ButtonSize.NORMAL,
        icon: Icon | None = None,
        key_hint: str = "",
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._kind = kind
        self._size = size
        self._icon = icon
        self._icon_role: Role | None = None
        self._key_hint = key_hint
        self._tool_tip = ""
        if name or text:
            self.setAccessibleName(name or text.replace("&", ""))
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)
        current_theme().changed.connect(self._on_theme_changed)

    @property
    def kind(self) -> ButtonKind:
        """How much it asks for attention."""
        return self._kind

    def set_kind(self, kind: ButtonKind) -> None:
        """Ask for more or less attention."""
        self._kind = kind
        self.updateGeometry()
        self.update()

    def set_icon(self, icon: Icon | None, role: Role | None = None) -> None:
        """Show another icon, in the colour of the words unless a role is given."""
        if (icon, role) == (self._icon, self._icon_role):
            return
        self._icon, self._icon_role = icon, role
        self.updateGeometry()
        self.update()

    def set_key_hint(self, key_hint: str) -> None:
        """Show another key, or none."""
        if key_hint != self._key_hint:
            self._key_hint = key_hint
            self.updateGeometry()
            self.update()

    def turn_off(self, reason: str) -> None:
        """Disable it and say why in the tool tip."""
        if self.isEnabled():
            self._tool_tip = self.toolTip()
        self.setEnabled(False)
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)

    def turn_on(self) -> None:
        """Enable it again."""
        if not self.isEnabled():
            self.setToolTip(self._tool_tip)
            self.setAccessibleDescription("")
        self.setEnabled(True)

    def sizeHint(self) -> QSize:
        """Qt: as large as text, icon and key need."""
        self.ensurePolished()
        height = self._line() + 2 * _PADDING[self._size]
        width = self._content_width()
        is_icon_alone = self._icon is not None and not self._shown_text() and not self._key_hint
        if is_icon_alone:
            return QSize(max(height, scaled(ICON) + 2 * _PADDING[self._size]), height)
        return QSize(width + 2 * self._side(), height)

    def minimumSizeHint(self) -> QSize:
        """Qt: never smaller than its words."""
        return self.sizeHint()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Qt: the pointer arrived."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Qt: the pointer left."""
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, border, ink = self._colours()
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(border, 1) if border is not None else Qt.PenStyle.NoPen)
        painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, RADIUS_BUTTON, RADIUS_BUTTON)
        self._paint_content(painter, ink)

    def _paint_content(self, painter: QPainter, ink: QColor) -> None:
        font = self._font()
        metrics = QFontMetrics(font)
        left = (self.width() - self._content_width()) // 2
        top, height = 0, self.height()
        if self._icon is not None:
            box = icon_box(left, height // 2)
            is_tinted = self._icon_role is not None and self.isEnabled()
            draw_icon(painter, self._icon, box, colour(self._icon_role) if is_tinted and self._icon_role else ink)
            left += scaled(ICON) + (SPACE_8 if self._shown_text() else 0)
        text = self._shown_text()
        if text:
            painter.setFont(font)
            painter.setPen(ink)
            width = metrics.horizontalAdvance(text)
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
            painter.drawText(QRect(left, top, width + SPACE_4, height), int(flags), self.text())
            left += width + SPACE_12
        if self._key_hint:
            paint_key_hint(painter, QPoint(left, height // 2), self._key_hint, ink, is_on_fill=self._is_filled())

    def _colours(self) -> tuple[QColor | None, QColor | None, QColor]:
        """Fill, border and ink in the state it is in."""
        is_down = self.isDown() or self.isChecked()
        is_over = self.underMouse() and self.isEnabled()
        if not self.isEnabled():
            fill = colour(Role.LINE) if self._is_filled() else None
            border = colour(Role.LINE) if self._kind is ButtonKind.OUTLINED else None
            return fill, border, colour(Role.DISABLED)
        if self._kind is ButtonKind.FILLED:
            role = Role.ACCENT_PRESSED if is_down else Role.ACCENT_HOVER if is_over else Role.ACCENT
            return colour(role), None, colour(Role.ON_ACCENT)
        if self._kind is ButtonKind.RECORDING:
            return colour(Role.RECORDING), None, colour(Role.ON_RECORDING)
        if self.isChecked():
            return colour(Role.ACCENT_SOFT), colour(Role.ACCENT), colour(Role.TEXT)
        if self._kind is ButtonKind.PLAIN:
            fill = colour(Role.PRESSED) if is_down else colour(Role.HOVER) if is_over else None
            return fill, None, colour(Role.TEXT)
        role = Role.PRESSED if is_down else Role.HOVER if is_over else Role.SURFACE
        return colour(role), colour(Role.CONTROL), colour(Role.TEXT)

    def _is_filled(self) -> bool:
        return self._kind in (ButtonKind.FILLED, ButtonKind.RECORDING)

    def _font(self) -> QFont:
        style = TextStyle.SMALL if self._size is ButtonSize.SMALL else TextStyle.BODY
        return font_of(style, strong=self._is_filled())

    def _line(self) -> int:
        return line_height(TextStyle.SMALL if self._size is ButtonSize.SMALL else TextStyle.BODY)

    def _side(self) -> int:
        if self._kind is ButtonKind.PLAIN:
            return SPACE_8
        return SPACE_12 if self._size is ButtonSize.SMALL else SPACE_16

    def _shown_text(self) -> str:
        return self.text().replace("&&", "\0").replace("&", "").replace("\0", "&")

    def _content_width(self) -> int:
        text = self._shown_text()
        width = QFontMetrics(self._font()).horizontalAdvance(text) if text else 0
        if self._icon is not None:
            width += scaled(ICON) + (SPACE_8 if text else 0)
        if self._key_hint:
            width += SPACE_12 + key_hint_size(self._key_hint).width()
        return width

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()


class IconButton(Button):
    """A button with only an icon; its name is the tool tip and what a screen reader says."""

    def __init__(
        self,
        icon: Icon,
        name: str,
        *,
        kind: ButtonKind = ButtonKind.PLAIN,
        size: ButtonSize = ButtonSize.NORMAL,
        shortcut_hint: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(kind=kind, size=size, icon=icon, name=name, parent=parent)
        self.setToolTip(f"{name} ({shortcut_hint})" if shortcut_hint else name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def rename(self, name: str) -> None:
        """Say something else, for instance Pause instead of Play."""
        self.setAccessibleName(name)
        self.setToolTip(name)


class LinkButton(RingedWidget, QPushButton):
    """Words to press inside text: accent, underlined, no border."""

    def __init__(self, text: str, *, style: TextStyle = TextStyle.SMALL, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._style = style
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)
        current_theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Qt: as large as its words."""
        return QSize(QFontMetrics(font_of(self._style)).horizontalAdvance(self.text()) + 2, line_height(self._style))

    def minimumSizeHint(self) -> QSize:
        """Qt: never smaller than its words."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        font = font_of(self._style)
        font.setUnderline(True)
        painter.setFont(font)
        role = Role.DISABLED if not self.isEnabled() else Role.ACCENT_PRESSED if self.isDown() else Role.ACCENT
        painter.setPen(colour(role))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text())


def small_button_size(text: str) -> QSize:
    """Room that a small outlined button of a delegate needs."""
    width = QFontMetrics(font_of(TextStyle.SMALL)).horizontalAdvance(text) + 2 * SPACE_12
    return QSize(width, line_height(TextStyle.SMALL) + 2 * SPACE_4)


def paint_small_button(
    painter: QPainter, rect: QRect, text: str, *, is_over: bool = False, is_down: bool = False, is_focused: bool = False
) -> None:
    """Paint a small outlined button that fills ``rect``, for delegates."""
    painter.save()
    role = Role.PRESSED if is_down else Role.HOVER if is_over else Role.SURFACE
    painter.setPen(QPen(colour(Role.CONTROL), 1))
    painter.setBrush(colour(role))
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_BUTTON, RADIUS_BUTTON)
    if is_focused:
        painter.setPen(QPen(colour(Role.ACCENT), FOCUS_RING))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(rect).adjusted(-3, -3, 3, 3), RADIUS_BUTTON + 3, RADIUS_BUTTON + 3)
    painter.setFont(font_of(TextStyle.SMALL))
    painter.setPen(colour(Role.TEXT))
    draw_text(painter, rect, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.restore()


def key_hint_size(text: str) -> QSize:
    """Room that a key hint needs."""
    metrics = QFontMetrics(font_of(TextStyle.SMALL))
    return QSize(metrics.horizontalAdvance(text) + 2 * 6, line_height(TextStyle.SMALL))


def paint_key_hint(painter: QPainter, left_middle: QPoint, text: str, ink: QColor, *, is_on_fill: bool = False) -> None:
    """Paint a key as a small framed cap. ``left_middle`` is the middle of its left side."""
    size = key_hint_size(text)
    box = QRectF(left_middle.x() + 0.5, left_middle.y() - size.height() // 2 + 0.5, size.width() - 1, size.height() - 1)
    painter.save()
    painter.setPen(QPen(ink if is_on_fill else colour(Role.LINE), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush if is_on_fill else colour(Role.WINDOW))
    painter.drawRoundedRect(box, RADIUS_CHIP, RADIUS_CHIP)
    painter.setFont(font_of(TextStyle.SMALL))
    painter.setPen(ink if is_on_fill else colour(Role.TEXT2))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.restore()
