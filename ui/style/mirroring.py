"""Rows that are painted by hand, where one reads from right to left: the painter is turned around, once for each row.

Delegates lay a row out from left to right and know no other way. What has a face (words, icons) is turned back where
it is drawn, so that it stands on the mirrored side and is read as ever. On the window's thread.
"""

from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

_LEFT, _RIGHT = int(Qt.AlignmentFlag.AlignLeft), int(Qt.AlignmentFlag.AlignRight)


def mirror_row(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Turn a painter around in its row, if the list is one of those; between ``save`` and ``restore``."""
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # or alignments would be turned a second time
    row, direction = _row_of(option)
    if direction is Qt.LayoutDirection.RightToLeft:
        painter.translate(row.left() + row.right() + 1, 0)
        painter.scale(-1, 1)


def mirrored(option: QStyleOptionViewItem, part: QRect) -> QRect:
    """Where a part of a row is seen that is laid out from left to right."""
    row, direction = _row_of(option)
    return QStyle.visualRect(direction, row, part)


@contextmanager
def upright(painter: QPainter, rect: QRect | QRectF) -> Generator[bool]:
    """Within a rectangle the painter is as it ever was. Says whether it was turned around."""
    is_turned = painter.worldTransform().m11() < 0
    if not is_turned:
        yield False
        return
    box = QRectF(rect)
    painter.save()
    painter.translate(box.left() + box.right(), 0)
    painter.scale(-1, 1)
    yield True
    painter.restore()


def draw_text(painter: QPainter, rect: QRect, flags: int, text: str) -> None:
    """Draw words into a rectangle; those that stand at its left are at its right where the painter is turned around."""
    with upright(painter, rect) as is_turned:
        side = flags & (_LEFT | _RIGHT)
        if is_turned and side:
            flags = (flags & ~side) | (_RIGHT if side == _LEFT else _LEFT)
        painter.drawText(rect, flags, text)


def _row_of(option: QStyleOptionViewItem) -> tuple[QRect, Qt.LayoutDirection]:
    # PySide fills these fields at run time; its stubs leave their types out.
    row: QRect = option.rect  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportAttributeAccessIssue]
    direction: Qt.LayoutDirection = option.direction  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportAttributeAccessIssue]
    return QRect(row), direction
