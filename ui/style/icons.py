"""Icons: the drawings of ``resources/icons`` in the colour of the text beside them, sharp at every scale.

Used on the window's thread. The drawings are SVG with ``currentColor``; rendered pixmaps are remembered.
To add an icon: a 16 x 16 SVG in ``resources/icons`` with 1.5 px round lines, and its name in ``Icon``.
"""

from enum import StrEnum
from functools import lru_cache

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap, QTransform
from PySide6.QtSvg import QSvgRenderer

from engine.contract.places import RESOURCES
from ui.style.fonts import scaled
from ui.style.mirroring import upright
from ui.style.theme import colour
from ui.style.tokens import ICON, Role


class Icon(StrEnum):
    """Every drawing there is."""

    BACK = "back"
    BACK_5 = "back-5"
    BATTERY = "battery"
    BOOKMARK = "bookmark"
    CAPTIONS = "captions"
    CHECK = "check"
    CHEVRON_DOWN = "chevron-down"
    CHEVRON_LEFT = "chevron-left"
    CHEVRON_RIGHT = "chevron-right"
    CHEVRON_UP = "chevron-up"
    CLOCK = "clock"
    COMPUTER_SOUND = "computer-sound"
    CROSS = "cross"
    DOCUMENT = "document"
    EXPORT = "export"
    FILTER = "filter"
    FOLDER = "folder"
    FORWARD_5 = "forward-5"
    GLOBE = "globe"
    GLOSSARY = "glossary"
    HEADPHONES = "headphones"
    IMPORT = "import"
    INFO = "info"
    LIST = "list"
    LOCK = "lock"
    LOOP = "loop"
    MIC = "mic"
    MORE = "more"
    NOTE = "note"
    OK = "ok"
    PAUSE = "pause"
    PIN = "pin"
    PLAY = "play"
    PLUS = "plus"
    PROCESSOR = "processor"
    RECORD = "record"
    RECOVERED = "recovered"
    REDO = "redo"
    REPLACE = "replace"
    REVIEW = "review"
    SAVED = "saved"
    SCREEN = "screen"
    SEARCH = "search"
    SET_ASIDE = "set-aside"
    SETTINGS = "settings"
    SPEED = "speed"
    STAR = "star"
    STOP = "stop"
    TAG = "tag"
    TRASH = "trash"
    UNDERSTOOD = "understood"
    UNDO = "undo"
    UNPLUGGED = "unplugged"
    USER = "user"
    VOLUME = "volume"
    WARNING = "warning"


MIRRORED = frozenset({Icon.BACK, Icon.CHEVRON_LEFT, Icon.CHEVRON_RIGHT, Icon.UNDO})
"""Turned around where one reads from right to left."""


def draw_icon(painter: QPainter, icon: Icon, rect: QRect, tint: QColor) -> None:
    """Draw an icon in the middle of a rectangle, as large as the rectangle's smaller side."""
    size = min(rect.width(), rect.height())
    corner = rect.center() - QPoint((size - 1) // 2, (size - 1) // 2)
    ratio = painter.device().devicePixelRatioF()
    with upright(painter, QRect(corner, QSize(size, size))):
        painter.drawPixmap(corner, icon_pixmap(icon, tint, size, ratio))


def icon_box(left: int, middle: int) -> QRect:
    """The square of a small icon, given its left side and the height of its middle."""
    side = scaled(ICON)
    return QRect(left, middle - side // 2, side, side)


def icon_pixmap(icon: Icon, tint: QColor, size: int = ICON, ratio: float = 1.0) -> QPixmap:
    """An icon in one colour, ``size`` logical pixels wide."""
    is_mirrored = icon in MIRRORED and QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    return _render(str(icon), tint.name(QColor.NameFormat.HexRgb), size, ratio, is_mirrored)


def tinted_icon(icon: Icon, role: Role = Role.TEXT, size: int = ICON) -> QIcon:
    """A ``QIcon`` for menus and fields. Ask again when the theme changed."""
    made = QIcon()
    for ratio in (1.0, 2.0, 3.0):
        made.addPixmap(icon_pixmap(icon, colour(role), size, ratio), QIcon.Mode.Normal)
        made.addPixmap(icon_pixmap(icon, colour(role), size, ratio), QIcon.Mode.Active)
        made.addPixmap(icon_pixmap(icon, colour(Role.DISABLED), size, ratio), QIcon.Mode.Disabled)
    return made


@lru_cache(maxsize=512)
def _render(name: str, tint: str, size: int, ratio: float, is_mirrored: bool) -> QPixmap:
    side = round(size * ratio)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _renderer(name, tint).render(painter, QRectF(0, 0, side, side))
    painter.end()
    if is_mirrored:
        pixmap = pixmap.transformed(QTransform.fromScale(-1, 1))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@lru_cache(maxsize=256)
def _renderer(name: str, tint: str) -> QSvgRenderer:
    drawing = (RESOURCES / "icons" / f"{name}.svg").read_text("utf-8").replace("currentColor", tint)
    return QSvgRenderer(QByteArray(drawing.encode()))
