"""Lets the person pick files to import. Lives on the window's thread, owned by the library page."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.settings.settings_store import SettingsStore
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker

_MEDIA = (
    "*.mp3 *.m4a *.m4b *.aac *.wav *.flac *.ogg *.oga *.opus *.wma *.amr *.aif *.aiff *.caf *.mka *.g722 "
    "*.mp4 *.m4v *.mov *.mkv *.webm *.avi *.wmv *.mpg *.mpeg *.mts *.m2ts *.ts *.3gp *.flv *.vob"
)
"""Common endings; whatever else holds sound can be imported too."""


class FileChooser(QObject):
    """Begins in the folder of the last time."""

    chosen = Signal(object)
    """A list of paths, never empty."""

    def __init__(self, *, settings: SettingsStore, page: QWidget) -> None:
        super().__init__(page)
        self._settings = settings
        self._page = page

    def open(self) -> None:
        """Show the picker."""
        picker = make_file_picker(
            self.tr("Choose recordings or videos"),
            folder=folder_to_begin_in(self._settings.current.import_folder),
            mode=QFileDialog.FileMode.ExistingFiles,
            filters=(self.tr("Audio and video ({endings})").format(endings=_MEDIA), self.tr("All files (*)")),
            parent=self._page,
        )
        picker.filesSelected.connect(self._on_files_chosen)
        picker.open()

    def _on_files_chosen(self, names: list[str]) -> None:
        paths = [Path(name) for name in names]
        if paths:
            self._settings.change(import_folder=str(paths[0].parent))
            self.chosen.emit(paths)
