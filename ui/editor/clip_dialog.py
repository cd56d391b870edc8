"""Asks into which files a clip is written. Opened by ``SelectionDesk``; on the window's thread."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from app.exporting.clip import ClipWish
from app.meetings.typed_time import exact_time
from ui.dialogs.file_picker import make_file_picker
from ui.dialogs.form_dialog import FormDialog
from ui.reading.clock import spoken_length
from ui.style.tokens import SPACE_8, SPACE_16, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.check_box import CheckBox
from ui.widgets.choice import Choice
from ui.widgets.label import ElidedLabel

_TEXTS = ("srt", "vtt", "txt", "docx", "json")


class ClipDialog(FormDialog):
    """Emits ``wished`` when the person goes on."""

    wished = Signal(object, object)
    """A ``ClipWish`` and the folder for its files."""

    def __init__(self, wish: ClipWish, *, folder: Path, parent: QWidget | None = None) -> None:
        """``wish`` has the stretch, and the kinds of files that are offered first."""
        super().__init__(self.tr("Export clip"), "", action=self.tr("Export clip"), parent=parent)
        self._wish = wish
        self._folder = folder
        self.say(
            self.tr("{start} to {end}, {length}. Its times begin at 0.").format(
                start=exact_time(wish.start_ms),
                end=exact_time(wish.end_ms),
                length=spoken_length(wish.end_ms - wish.start_ms),
            )
        )
        self.sound = Choice(self.tr("Sound"))
        for key, text in (
            ("wav", self.tr("WAV, every sample as recorded")),
            ("flac", self.tr("FLAC, the same and smaller")),
            ("mp3", self.tr("MP3, small, plays everywhere")),
            ("m4a", self.tr("M4A, small, sounds better than MP3")),
            ("", self.tr("No sound")),
        ):
            self.sound.offer(key, text)
        self.sound.choose(wish.sound)
        self.texts = {key: CheckBox(key.upper()) for key in _TEXTS}
        for key, box in self.texts.items():
            box.setChecked(key in wish.texts)
            box.toggled.connect(self._show_state)
        self.change = Button(self.tr("Change…"), size=ButtonSize.SMALL)
        self._where = ElidedLabel(style=TextStyle.SMALL, tone=Role.TEXT2)
        self.add_row(self.tr("Sound"), self.sound)
        self.add_row(self.tr("Text"), _row(*self.texts.values()))
        self.add_row(self.tr("Folder"), _row(self._where, self.change, widest=self._where))
        self.change.setAccessibleName(self.tr("Change folder"))
        self.change.clicked.connect(self._on_change)
        self.sound.currentIndexChanged.connect(self._show_state)
        self.accepted.connect(self._on_accepted)
        self.choose_folder(folder)
        self._show_state()

    @property
    def wish(self) -> ClipWish:
        """What is wished by now."""
        texts = tuple(key for key, box in self.texts.items() if box.isChecked())
        return ClipWish(self._wish.start_ms, self._wish.end_ms, str(self.sound.chosen), texts)

    def choose_folder(self, folder: Path) -> None:
        """Write into another folder."""
        self._folder = folder
        self._where.set_text(str(folder))

    def _show_state(self) -> None:
        wish = self.wish
        if wish.sound or wish.texts:
            self.go_on.turn_on()
        else:
            self.go_on.turn_off(self.tr("Choose sound, text, or both."))

    def _on_change(self) -> None:
        picker = make_file_picker(
            self.tr("Folder for the clip"), folder=self._folder, mode=QFileDialog.FileMode.Directory, parent=self
        )
        picker.fileSelected.connect(self._on_picked)
        picker.open()

    def _on_picked(self, folder: str) -> None:
        self.choose_folder(Path(folder))

    def _on_accepted(self) -> None:
        self.wished.emit(self.wish, self._folder)


def _row(*widgets: QWidget, widest: QWidget | None = None) -> QWidget:
    """Some controls side by side, as one field."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE_16 if widest is None else SPACE_8)
    for widget in widgets:
        layout.addWidget(widget, 1 if widget is widest else 0)
    if widest is None:
        layout.addStretch(1)
    return row
