"""Whether things move that could as well stand still: one answer for every animation of the application.

Lives on the window's thread, one per application (``current_motion``). What moves here: menus, lists and tool tips
that unfold or fade (Qt's effects), the blinking caret, and level meters, which slide thirty times a second. Reduced,
the first two stand still and the meters step four times a second, because they say something. The transcript and the
waveform never slide: they turn pages.

To add an animation: ask ``current_motion().is_reduced`` before it starts, or ``pace_ms`` for its steps.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QStandardPaths, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.settings.settings import Motion as MotionChoice

CALM_STEP_MS = 250

_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


class Motion(QObject):
    """Answers whether movement is reduced, and dresses Qt's own movements accordingly."""

    changed = Signal()

    def __init__(
        self, application: QApplication, *, ask_system: "Callable[[Callable[[bool], None]], None] | None" = None
    ) -> None:
        """``ask_system`` calls back with whether the computer is set to reduced motion, at once or later."""
        super().__init__(application)
        self._application = application
        self._choice = MotionChoice.FULL
        self._ask_system = ask_system or self._ask_this_system
        self._is_system_reduced: bool | None = None
        self._is_reduced = False
        self._gsettings: QProcess | None = None
        self._usual_flash_ms = QGuiApplication.styleHints().cursorFlashTime()
        self._usual_effects = {effect: QApplication.isEffectEnabled(effect) for effect in _EFFECTS}

    @property
    def is_reduced(self) -> bool:
        """Nothing may move for its own sake."""
        return self._is_reduced

    def pace_ms(self, usual_ms: int) -> int:
        """How often something that moves may be drawn."""
        return max(usual_ms, CALM_STEP_MS) if self._is_reduced else usual_ms

    def apply(self, choice: MotionChoice) -> None:
        """Follow what the person chose. Called at start and when a setting changed."""
        self._choice = choice
        if choice is MotionChoice.SYSTEM and self._is_system_reduced is None:
            self._is_system_reduced = False
            self._ask_system(self._on_system)
        self._follow()

    def _on_system(self, is_reduced: bool) -> None:
        self._is_system_reduced = is_reduced
        self._follow()

    def _follow(self) -> None:
        is_reduced = self._choice is MotionChoice.REDUCED
        if self._choice is MotionChoice.SYSTEM:
            is_reduced = bool(self._is_system_reduced)
        if is_reduced == self._is_reduced:
            return
        self._is_reduced = is_reduced
        for effect in _EFFECTS:
            QApplication.setEffectEnabled(effect, self._usual_effects[effect] and not is_reduced)
        QGuiApplication.styleHints().setCursorFlashTime(0 if is_reduced else self._usual_flash_ms)
        self.changed.emit()

    # The computer's own setting. Qt 6.11 does not tell it; this can go when its ``QStyleHints`` do.

    def _ask_this_system(self, answer: Callable[[bool], None]) -> None:
        if sys.platform == "win32":
            answer(_is_reduced_on_windows())
        elif sys.platform != "darwin":
            if (Path.home() / ".config" / "kdeglobals").is_file():
                answer(is_reduced_in(Path.home() / ".config" / "kdeglobals"))
            elif program := QStandardPaths.findExecutable("gsettings"):
                self._gsettings = QProcess(self)  # never waited for: the window is there meanwhile
                self._gsettings.finished.connect(self._on_gsettings)
                self._gsettings.start(program, ["get", "org.gnome.desktop.interface", "enable-animations"])

    def _on_gsettings(self) -> None:
        if self._gsettings is not None:
            said = bytes(self._gsettings.readAllStandardOutput().data()).decode(errors="replace").strip()
            self._gsettings.deleteLater()
            self._gsettings = None
            self._on_system(said == "false")


def is_reduced_in(kdeglobals: Path) -> bool:
    """Whether the KDE desktop is set to move nothing."""
    try:
        lines = kdeglobals.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return False
    return any(line.replace(" ", "") in ("AnimationDurationFactor=0", "AnimationDurationFactor=0.0") for line in lines)


def current_motion() -> Motion:
    """The application's, made on the first call."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("Motion needs a QApplication.")  # noqa: TRY004 - not a wrong argument but a wrong moment
    found = application.findChild(Motion, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if found is not None else Motion(application)


def _is_reduced_on_windows() -> bool:
    import ctypes  # noqa: PLC0415 - there alone

    if sys.platform != "win32":
        return False
    shown = ctypes.c_int(1)
    client_area_animation = 0x1042
    ctypes.windll.user32.SystemParametersInfoW(client_area_animation, 0, ctypes.byref(shown), 0)
    return shown.value == 0
