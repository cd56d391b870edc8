"""The theme: which colour a role has now, light or dark, and telling everybody when that changes.

Lives on the window's thread, one per application (``current_theme``). Follows the system's colour scheme at run
time unless the person chose one. Fills the application's palette and style sheet from the roles.
"""

from enum import StrEnum

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from ui.style.fonts import install_fonts
from ui.style.style_sheet import build_style_sheet
from ui.style.tokens import DARK, LIGHT, SPEAKERS_DARK, SPEAKERS_LIGHT, Role, SpeakerColour


class ThemeChoice(StrEnum):
    """What the person chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """Answers for colours, and announces when they change."""

    changed = Signal()
    """Colours or fonts are different now; palette and style sheet are set already."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._choice = ThemeChoice.SYSTEM
        self._is_chinese = False
        self._text_scale = 1.0
        self._colours = {role: QColor(value) for role, value in self._values().items()}
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_changed)

    @property
    def choice(self) -> ThemeChoice:
        """What the person chose."""
        return self._choice

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are shown."""
        if self._choice is ThemeChoice.SYSTEM:
            return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return self._choice is ThemeChoice.DARK

    def colour(self, role: Role) -> QColor:
        """The colour of a role now."""
        return self._colours[role]

    def speaker_fill(self, number: int) -> QColor:
        """Fill of a speaker's square; numbers above eight start the colours again."""
        return QColor(self._speakers()[(number - 1) % 8].fill)

    def speaker_digit(self, number: int) -> QColor:
        """Colour of the digit on that fill."""
        return QColor(self._speakers()[(number - 1) % 8].digit)

    def apply(self, *, choice: ThemeChoice, is_chinese: bool, text_scale: float) -> None:
        """Dress the application. Called at start and when a setting changed."""
        self._choice = choice
        self._is_chinese = is_chinese
        self._text_scale = text_scale
        hints = QGuiApplication.styleHints()
        scheme = {
            ThemeChoice.SYSTEM: Qt.ColorScheme.Unknown,
            ThemeChoice.LIGHT: Qt.ColorScheme.Light,
            ThemeChoice.DARK: Qt.ColorScheme.Dark,
        }[choice]
        hints.setColorScheme(scheme)  # also dresses the title bar and the system's own dialogs
        if self._application.style().name().lower() != "fusion":
            self._application.setStyle("Fusion")
        self._dress()

    def _on_system_changed(self) -> None:
        if self._choice is ThemeChoice.SYSTEM:
            self._dress()

    def _dress(self) -> None:
        self._colours = {role: QColor(value) for role, value in self._values().items()}
        install_fonts(self._application, is_chinese=self._is_chinese, text_scale=self._text_scale)
        self._application.setPalette(self._palette())
        self._application.setStyleSheet(build_style_sheet(self._values()))
        self.changed.emit()

    def _values(self) -> dict[Role, str]:
        return DARK if self.is_dark else LIGHT

    def _speakers(self) -> tuple[SpeakerColour, ...]:
        return SPEAKERS_DARK if self.is_dark else SPEAKERS_LIGHT

    def _palette(self) -> QPalette:
        palette = QPalette()
        entries = {
            QPalette.ColorRole.Window: Role.WINDOW,
            QPalette.ColorRole.WindowText: Role.TEXT,
            QPalette.ColorRole.Base: Role.SURFACE,
            QPalette.ColorRole.AlternateBase: Role.SUNKEN,
            QPalette.ColorRole.Text: Role.TEXT,
            QPalette.ColorRole.PlaceholderText: Role.TEXT3,
            QPalette.ColorRole.Button: Role.SURFACE,
            QPalette.ColorRole.ButtonText: Role.TEXT,
            QPalette.ColorRole.BrightText: Role.DANGER,
            QPalette.ColorRole.Highlight: Role.ACCENT_SOFT,
            QPalette.ColorRole.HighlightedText: Role.TEXT,
            QPalette.ColorRole.Accent: Role.ACCENT,
            QPalette.ColorRole.Link: Role.ACCENT,
            QPalette.ColorRole.LinkVisited: Role.ACCENT,
            QPalette.ColorRole.ToolTipBase: Role.SURFACE,
            QPalette.ColorRole.ToolTipText: Role.TEXT,
            QPalette.ColorRole.Light: Role.SURFACE,
            QPalette.ColorRole.Midlight: Role.HOVER,
            QPalette.ColorRole.Mid: Role.LINE,
            QPalette.ColorRole.Dark: Role.CONTROL,
            QPalette.ColorRole.Shadow: Role.CONTROL,
        }
        for entry, role in entries.items():
            palette.setColor(entry, self.colour(role))
        for entry in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, entry, self.colour(Role.DISABLED))
        return palette


_found: Theme | None = None
"""The theme that was found last: a picture of a page asks hundreds of times."""


def current_theme() -> Theme:
    """The application's theme, made on the first call."""
    global _found  # noqa: PLW0603 - there is one for the whole application
    if _found is None or not shiboken6.isValid(_found):
        _found = _find_theme()
    return _found


def colour(role: Role) -> QColor:
    """The colour of a role now."""
    return current_theme().colour(role)


def _find_theme() -> Theme:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("The theme needs a QApplication.")  # noqa: TRY004 - not a wrong argument but a wrong moment
    found = application.findChild(Theme, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if found is not None else Theme(application)
