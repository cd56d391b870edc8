"""Paints a place that may be replaced: when, the words around it, what goes struck out and what comes in its place.

Used by the delegates of ``replace_list.py`` and ``everywhere_list.py``, on the window's thread.
"""

from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QPainter

from ui.reading.clock import clock
from ui.style.fonts import font_of
from ui.style.tokens import SPACE_8, Role, TextStyle
from ui.widgets.painted_row import draw_words


def paint_place(
    painter: QPainter, room: QRect, start_ms: int, words: tuple[str, str, str], *, replacement: str | None
) -> None:
    """Paint what is before a place, in it and behind it; without a replacement nothing goes. Takes the room away."""
    before, found, behind = words
    draw_words(painter, room, clock(start_ms), font_of(TextStyle.SMALL, tabular=True), Role.TEXT2)
    font = font_of(TextStyle.SMALL)
    gone = QFont(font)
    gone.setStrikeOut(replacement is not None)
    room.setLeft(room.left() + SPACE_8)
    draw_words(painter, room, before, font, Role.TEXT2)
    draw_words(painter, room, found, gone, Role.TEXT if replacement is None else Role.TEXT2)
    if replacement:
        draw_words(painter, room, replacement, font_of(TextStyle.SMALL, strong=True), Role.ACCENT)
    draw_words(painter, room, behind, font, Role.TEXT2)
