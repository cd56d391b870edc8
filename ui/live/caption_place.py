"""Where the caption bar stands: on which screen, how wide, and that it can be reached there.

Lives on the window's thread; ``caption_bar.py`` asks. What a person chose is kept in the settings, measured from the
corner of its screen.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication, QScreen

from app.settings.settings_store import SettingsStore

_MARGIN: Final = 40
_LEAST_WIDTH: Final = 420


class CaptionPlace:
    """The place that a person chose, or the foot of a screen."""

    def __init__(self, settings: SettingsStore) -> None:
        self._settings = settings

    @property
    def screens(self) -> Sequence[QScreen]:
        """All there are."""
        return QGuiApplication.screens()

    @property
    def screen(self) -> QScreen:
        """The chosen one; the first where that is gone."""
        wanted = self._settings.current.caption_screen
        found = next((screen for screen in self.screens if screen.name() == wanted), None)
        return found or QGuiApplication.primaryScreen()

    def at_first(self, height: int) -> QRect:
        """Where it stands as long as nobody moved it: across the foot of the screen."""
        room = self.screen.availableGeometry()
        width = max(_LEAST_WIDTH, room.width() - 2 * _MARGIN)
        return QRect(room.left() + (room.width() - width) // 2, room.bottom() - height - _MARGIN, width, height)

    def chosen(self, height: int) -> QRect | None:
        """Where a person put it, perhaps out of reach by now; ``None`` if nobody did."""
        saved = _read_place(self._settings.current.caption_place)
        if saved is None:
            return None
        room = self.screen.availableGeometry()
        left, top, width = saved
        size = QSize(min(max(width, _LEAST_WIDTH), room.width()), height)
        return QRect(room.topLeft() + QPoint(left, top), size)

    def inside(self, wanted: QRect) -> QPoint:
        """The nearest corner from which a bar of this size can be reached on one of the screens."""
        screen = QGuiApplication.screenAt(wanted.center()) or self.screen
        room = screen.availableGeometry()
        left = min(max(wanted.x(), room.left()), max(room.left(), room.right() + 1 - wanted.width()))
        top = min(max(wanted.y(), room.top()), max(room.top(), room.bottom() + 1 - wanted.height()))
        return QPoint(left, top)

    def go_to_next_screen(self) -> None:
        """Choose the screen after this one, and its foot."""
        screens = self.screens
        after = screens[(screens.index(self.screen) + 1) % len(screens)]
        self._settings.change(caption_screen=after.name(), caption_place="")

    def remember(self, bar: QRect) -> None:
        """A person moved it here."""
        screen = QGuiApplication.screenAt(bar.center()) or self.screen
        place = bar.topLeft() - screen.availableGeometry().topLeft()
        self._settings.change(caption_screen=screen.name(), caption_place=f"{place.x()},{place.y()},{bar.width()}")


def is_placed_by_system() -> bool:
    """Whether a window may neither place itself nor stay on top: on Wayland."""
    return QGuiApplication.platformName().startswith("wayland")


def _read_place(text: str) -> tuple[int, int, int] | None:
    parts = text.split(",")
    if len(parts) != 3 or not all(part.strip().lstrip("-").isdigit() for part in parts):
        return None
    left, top, width = map(int, parts)
    return left, top, width
