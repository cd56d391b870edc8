"""Icons are drawings in the colour of the text, sharp at every scale."""

import xml.etree.ElementTree as ElementTree

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from engine.contract.places import RESOURCES
from ui.style.icons import Icon, icon_pixmap

FOLDER = RESOURCES / "icons"


def test_every_icon_has_its_drawing_and_every_drawing_its_name() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == {str(icon) for icon in Icon}


def test_drawings_keep_to_the_grid() -> None:
    for icon in Icon:
        root = ElementTree.parse(FOLDER / f"{icon}.svg").getroot()
        assert root.get("viewBox") == "0 0 16 16"
        assert root.get("stroke-width") == "1.5"
        assert root.get("stroke-linecap") == root.get("stroke-linejoin") == "round"
        assert {root.get("stroke"), *(part.get("fill") for part in root)} <= {"currentColor", None}


def test_an_icon_is_painted_in_the_colour_asked_for(qtbot: QtBot) -> None:
    for icon in Icon:
        colours = colours_of(icon_pixmap(icon, QColor("#0A6A62"), 16, 2.0).toImage())
        assert colours == {"#0a6a62"}, icon


def test_an_icon_is_as_sharp_as_the_screen(qtbot: QtBot) -> None:
    pixmap = icon_pixmap(Icon.SEARCH, QColor("black"), 16, 3.0)
    assert pixmap.width() == 48
    assert pixmap.devicePixelRatio() == 3.0


def test_an_arrow_turns_around_where_one_reads_from_right_to_left(qtbot: QtBot) -> None:
    usual = icon_pixmap(Icon.BACK, QColor("black"), 16, 1.0).toImage()
    play = icon_pixmap(Icon.PLAY, QColor("black"), 16, 1.0).toImage()
    QGuiApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert icon_pixmap(Icon.BACK, QColor("black"), 16, 1.0).toImage() == usual.flipped(Qt.Orientation.Horizontal)
        assert icon_pixmap(Icon.PLAY, QColor("black"), 16, 1.0).toImage() == play
    finally:
        QGuiApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def colours_of(image: QImage) -> set[str]:
    """Colours of the pixels that are wholly covered."""
    found: set[str] = set()
    for x in range(image.width()):
        for y in range(image.height()):
            pixel = image.pixelColor(x, y)
            if pixel.alpha() == 255:
                found.add(pixel.name())
    return found
