"""What the window says to somebody who is new in it, or has forgotten a key.

Lives on the window's thread, owned by the main window, which goes where these dialogs lead.
"""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.background import Background
from app.settings.settings_store import SettingsStore
from ui.settings.speech_model_lines import SpeechModels


class Guide(QObject):
    """Help, and the first start."""

    keys_requested = Signal()
    """The person wants other keys."""

    def __init__(
        self, *, settings: SettingsStore, models: SpeechModels, background: Background, window: QWidget
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._models = models
        self._background = background
        self._window = window

    def show_help(self) -> None:
        """Show what one can do, and with which keys."""
        from ui.dialogs.help_dialog import HelpDialog  # noqa: PLC0415 - loaded when somebody asks

        if not self._window.findChildren(HelpDialog):
            dialog = HelpDialog(parent=self._window)
            dialog.change_requested.connect(self.keys_requested)
            dialog.open()
