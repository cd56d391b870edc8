"""Where one reads from right to left a painted row is mirrored, and its words and icons are not."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import MeetingStatus
from tests.builders.shelf import Shelf
from tests.ui.library.library_stage import open_page
from tests.ui.window_stage import Stage
from ui.style.fonts import font_of
from ui.style.icons import Icon, draw_icon
from ui.style.mirroring import draw_text, mirror_row, mirrored
from ui.style.tokens import TextStyle

ROW = QRect(0, 0, 240, 40)
WHITE = QColor("white")
_DARK = 160
LEFT_TO_RIGHT, RIGHT_TO_LEFT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
CENTRE = int(Qt.AlignmentFlag.AlignVCenter)


def row_option(direction: Qt.LayoutDirection) -> QStyleOptionViewItem:
    option = QStyleOptionViewItem()
    option.rect = ROW  # type: ignore[attr-defined] # fields that the stubs leave out
    option.direction = direction  # type: ignore[attr-defined] # likewise
    return option


def painted(direction: Qt.LayoutDirection, paint: Callable[[QPainter], None]) -> QImage:
    image = QImage(ROW.size(), QImage.Format.Format_RGB32)
    image.fill(WHITE)
    painter = QPainter(image)
    painter.save()
    mirror_row(painter, row_option(direction))
    painter.setFont(font_of(TextStyle.TITLE, strong=True))
    paint(painter)
    painter.restore()
    painter.end()
    return image


def paint_name(painter: QPainter) -> None:
    draw_text(painter, QRect(12, 0, 120, 40), CENTRE | int(Qt.AlignmentFlag.AlignLeft), "FLEE")


def paint_time(painter: QPainter) -> None:
    draw_text(painter, QRect(12, 0, 120, 40), CENTRE | int(Qt.AlignmentFlag.AlignRight), "0:41")


def paint_icon(painter: QPainter) -> None:
    draw_icon(painter, Icon.UNDO, QRect(12, 12, 16, 16), QColor("black"))


def grey(image: QImage) -> NDArray[np.float64]:
    flat = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(flat.constBits(), np.uint8).reshape(flat.height(), flat.bytesPerLine())
    return rows[:, : flat.width()].astype(np.float64)


def difference(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How much two pictures differ; a row may begin half a pixel further on."""
    return min(float(np.abs(one - np.roll(other, step, axis=1)).mean()) for step in (-1, 0, 1))


def ink(image: QImage) -> QRect:
    ys, xs = np.nonzero(grey(image) < _DARK)
    assert len(xs), "something was painted"
    left, right, top, bottom = (int(each) for each in (xs.min(), xs.max(), ys.min(), ys.max()))
    return QRect(left, top, right - left + 1, bottom - top + 1)


@pytest.mark.usefixtures("qtbot")
@pytest.mark.parametrize("paint", [paint_name, paint_time, paint_icon])
def test_what_has_a_face_stands_on_the_other_side_and_looks_the_same(paint: Callable[[QPainter], None]) -> None:
    one, other = painted(LEFT_TO_RIGHT, paint), painted(RIGHT_TO_LEFT, paint)
    here, there = ink(one), ink(other)
    assert abs((ROW.right() - there.right()) - here.left()) <= 2, "as far from the other edge"
    shape, shown = grey(one.copy(here)), grey(other.copy(QRect(there.topLeft(), here.size())))
    assert difference(shape, shown) < difference(shape, shown[:, ::-1]) / 2, "not turned around itself"


@pytest.mark.usefixtures("qtbot")
def test_what_has_none_is_turned_around() -> None:
    def bar(painter: QPainter) -> None:
        painter.fillRect(QRect(0, 0, 3, 40), QColor("black"))

    assert ink(painted(LEFT_TO_RIGHT, bar)) == QRect(0, 0, 3, 40)
    assert ink(painted(RIGHT_TO_LEFT, bar)) == QRect(237, 0, 3, 40)
    assert mirrored(row_option(RIGHT_TO_LEFT), QRect(0, 0, 3, 40)) == QRect(237, 0, 3, 40)
    assert mirrored(row_option(LEFT_TO_RIGHT), QRect(0, 0, 3, 40)) == QRect(0, 0, 3, 40)


def test_the_lists_of_the_library_are_mirrored_with_the_window_and_their_buttons_are_where_they_are_seen(
    stage: Stage, qtbot: QtBot
) -> None:
    meeting_id = failed_meeting(stage.library)
    page = open_page(stage, qtbot)
    index = page.model.index_of(meeting_id)
    row, here = page.list.visualRect(index), page.list.action_rect_of(index)
    one, side = page.list.viewport().grab().toImage(), page.side_bar.list.viewport().grab().toImage()
    for each in (page.list, page.side_bar.list):
        each.setLayoutDirection(RIGHT_TO_LEFT)
    there = page.list.action_rect_of(index)
    assert here is not None
    assert there is not None
    assert here.left() - row.left() == row.right() - there.right()
    for before, view in ((one, page.list), (side, page.side_bar.list)):
        after = view.viewport().grab().toImage()
        left, right = margins(before)
        assert margins(after) == (pytest.approx(right, abs=2), pytest.approx(left, abs=2))


def margins(image: QImage) -> tuple[int, int]:
    """How far the words and icons of a picture are from its left and its right edge."""
    box = ink(image)
    return box.left(), image.width() - 1 - box.right()


def failed_meeting(library: Library) -> MeetingId:
    return Shelf(library).meeting("Staff meeting", status=MeetingStatus.FAILED)
