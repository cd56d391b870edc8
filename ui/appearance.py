"""Language, theme and fonts of the whole application, as the settings ask for.

Called on the window's thread: by the main window at its start and when a setting changed, and by ``app/main.py`` when
there is no window to open and only a dialog to say why.
"""

from PySide6.QtWidgets import QApplication

from app.settings.settings import Settings
from ui.keys.current_keys import current_keys
from ui.messages.interface_language import installer_of
from ui.style.motion import current_motion
from ui.style.theme import ThemeChoice, current_theme


def apply_appearance(settings: Settings) -> None:
    """Dress the application. Widgets that are there keep their words; the caller makes them anew."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("There is no QApplication to dress.")  # noqa: TRY004 - the wrong moment, no wrong argument
    current_motion().apply(settings.motion)
    current_keys().apply(settings.shortcuts)
    code = installer_of(application).install(settings.language)
    current_theme().apply(
        choice=ThemeChoice(settings.appearance),
        is_chinese=code == "zh_CN",
        text_scale=settings.text_scale_percent / 100,
    )
