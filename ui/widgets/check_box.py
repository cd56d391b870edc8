"""Check boxes and radio buttons, painted from roles, with the ring around the box."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy, QWidget

from ui.style.fonts import font_of, is_large, line_height, scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour, current_theme
from ui.style.tokens import RADIUS_CHIP, SPACE_8, Role, TextStyle
from ui.widgets.focus_ring import RingedWidget

_BOX = 18


_NARROW = 160
"""Narrower than this no words are broken into lines, at text scale 1."""


class CheckBox(RingedWidget, QCheckBox):
    """Yes or no."""

    def __init__(self, text: str, *, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAccessibleName(text.replace("&", ""))
        _let_grow(self)
        current_theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Qt: box and words."""
        return _size_of(self)

    def minimumSizeHint(self) -> QSize:
        """Qt: never smaller than its words; large ones may stand on several lines."""
        return _least_of(self)

    def heightForWidth(self, width: int) -> int:
        """Qt: as many lines as that width takes."""
        return _height_of(self, width)

    def hitButton(self, pos: QPoint) -> bool:
        """Qt: the words count as well."""
        return self.rect().contains(pos)

    def ring_rect(self) -> QRect:
        """Only the box wears the ring."""
        return _box_of(self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _prepare(painter, self)
        painter.drawRoundedRect(QRectF(_box_of(self)).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_CHIP, RADIUS_CHIP)
        if self.isChecked():
            draw_icon(painter, Icon.CHECK, _box_of(self).adjusted(2, 2, -2, -2), colour(_mark_role(self)))
        _paint_text(painter, self)


class RadioButton(RingedWidget, QRadioButton):
    """One of several."""

    def __init__(self, text: str, *, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAccessibleName(text.replace("&", ""))
        _let_grow(self)
        current_theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Qt: circle and words."""
        return _size_of(self)

    def minimumSizeHint(self) -> QSize:
        """Qt: never smaller than its words; large ones may stand on several lines."""
        return _least_of(self)

    def heightForWidth(self, width: int) -> int:
        """Qt: as many lines as that width takes."""
        return _height_of(self, width)

    def hitButton(self, pos: QPoint) -> bool:
        """Qt: the words count as well."""
        return self.rect().contains(pos)

    def ring_rect(self) -> QRect:
        """Only the circle wears the ring."""
        return _box_of(self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _prepare(painter, self)
        box = QRectF(_box_of(self)).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawEllipse(box)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(_mark_role(self)))
            painter.drawEllipse(box.center(), scaled(_BOX) / 5, scaled(_BOX) / 5)
        _paint_text(painter, self)


def words_left() -> int:
    """Where the words begin, for a remark beneath them."""
    return scaled(_BOX) + SPACE_8 + 2


def _box_of(button: QAbstractButton) -> QRect:
    left = 0 if button.layoutDirection() is Qt.LayoutDirection.LeftToRight else button.width() - scaled(_BOX)
    is_one_line = button.width() >= _size_of(button).width()
    beside = button.height() if is_one_line else max(line_height(TextStyle.BODY), scaled(_BOX))  # the first line
    return QRect(left, (beside - scaled(_BOX)) // 2, scaled(_BOX), scaled(_BOX))


def _size_of(button: QAbstractButton) -> QSize:
    text = button.text().replace("&", "")
    width = QFontMetrics(font_of(TextStyle.BODY)).horizontalAdvance(text)
    height = max(line_height(TextStyle.BODY), scaled(_BOX))
    return QSize(words_left() + width if text else scaled(_BOX), height)


def _let_grow(button: QAbstractButton) -> None:
    policy = button.sizePolicy()
    policy.setHorizontalPolicy(QSizePolicy.Policy.Preferred)
    policy.setHeightForWidth(True)
    button.setSizePolicy(policy)


def _least_of(button: QAbstractButton) -> QSize:
    whole = _size_of(button)
    if not is_large():
        return whole
    metrics = QFontMetrics(font_of(TextStyle.BODY))
    longest = max((metrics.horizontalAdvance(word) for word in button.text().replace("&", "").split()), default=0)
    return QSize(min(whole.width(), max(words_left() + longest, scaled(_NARROW))), whole.height())


def _height_of(button: QAbstractButton, width: int) -> int:
    whole = _size_of(button)
    if width >= whole.width():
        return whole.height()
    room = QRect(0, 0, max(1, width - words_left()), 10_000)
    metrics = QFontMetrics(font_of(TextStyle.BODY))
    found = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), button.text().replace("&", ""))
    return max(whole.height(), found.height())


def _prepare(painter: QPainter, button: QAbstractButton) -> None:
    if not button.isEnabled():
        painter.setPen(QPen(colour(Role.LINE), 1))
        painter.setBrush(colour(Role.LINE) if button.isChecked() else Qt.BrushStyle.NoBrush)
    elif button.isChecked():
        painter.setPen(QPen(colour(Role.ACCENT), 1))
        painter.setBrush(colour(Role.ACCENT))
    else:
        painter.setPen(QPen(colour(Role.TEXT2 if button.underMouse() else Role.CONTROL), 1))
        painter.setBrush(colour(Role.SURFACE))


def _mark_role(button: QAbstractButton) -> Role:
    return Role.ON_ACCENT if button.isEnabled() else Role.DISABLED


def _paint_text(painter: QPainter, button: QAbstractButton) -> None:
    painter.setFont(font_of(TextStyle.BODY))
    painter.setPen(colour(Role.TEXT if button.isEnabled() else Role.DISABLED))
    room = button.rect()
    if button.layoutDirection() is Qt.LayoutDirection.LeftToRight:
        room.setLeft(words_left())
        side = Qt.AlignmentFlag.AlignLeft
    else:
        room.setRight(button.width() - words_left())
        side = Qt.AlignmentFlag.AlignRight
    flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
    if button.width() < _size_of(button).width():
        flags |= Qt.TextFlag.TextWordWrap
    painter.drawText(room, int(flags), button.text())
