"""What a changed setting does to the whole window: its looks, its language, its keys. Owned by the main window.

On the window's thread: only its own pages change settings while it is open.
"""

from PySide6.QtCore import QObject, QTimer, Signal

from app.settings.settings import Settings
from app.settings.settings_store import SettingsStore
from ui.appearance import apply_appearance
from ui.keys.current_keys import current_keys

_LOOK = frozenset({"appearance", "text_scale_percent", "motion"})


class SettingsWatch(QObject):
    """Dresses the application from the settings, and again when they change."""

    language_changed = Signal()
    """Everything with words in it is to be made anew."""
    keys_changed = Signal()

    def __init__(self, *, settings: SettingsStore, window: QObject) -> None:
        super().__init__(window)
        self._settings = settings
        self._has_other_keys = False
        apply_appearance(settings.current)
        self._unsubscribe = settings.subscribe(self._on_changed)

    def stop(self) -> None:
        """Hear of nothing more."""
        self._unsubscribe()

    def take_other_keys(self) -> bool:
        """Whether keys were changed since this was asked last: buttons and pages still show the old ones."""
        taken, self._has_other_keys = self._has_other_keys, False
        return taken

    def _on_changed(self, settings: Settings, names: frozenset[str]) -> None:
        if "language" in names:
            QTimer.singleShot(0, self, self._on_language_changed)
        elif names & _LOOK:
            apply_appearance(settings)
        if "shortcuts" in names:
            current_keys().apply(settings.shortcuts)
            self._has_other_keys = True
            self.keys_changed.emit()

    def _on_language_changed(self) -> None:
        apply_appearance(self._settings.current)
        self.language_changed.emit()
