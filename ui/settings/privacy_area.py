"""Settings, Privacy: what is stored where, how much it is, and deleting it. Nothing leaves this computer."""

import os
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QGridLayout, QWidget

from app.background import Background
from app.folders import Folders
from app.library.library import Library
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.messages.error_messages import describe_error
from ui.settings.settings_area import SettingsArea, SettingsForm
from ui.settings.speech_model_lines import size_text
from ui.style.fonts import is_large
from ui.style.tokens import SPACE_12, SPACE_20, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.choice import Choice
from ui.widgets.label import ElidedLabel, Label
from ui.widgets.message_bar import MessageBar, MessageKind
from ui.widgets.question import Question


class PrivacyArea(SettingsArea):
    """Places, sizes, deleting."""

    def __init__(
        self,
        *,
        library: Library,
        folders: Folders,
        background: Background,
        settings: SettingsStore,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Privacy"), parent=parent)
        self._library = library
        self._settings = settings
        self._folders = folders
        self._background = background
        self.message = MessageBar()
        self._sizes: dict[Path, Label] = {}
        self.blocks.addWidget(self.message)
        words = self.add_card()
        words.addWidget(Label(self.tr("Everything is kept on this computer"), is_strong=True))
        words.addWidget(
            Label(
                self.tr(
                    "Sound, words and names leave it only if you pair another computer of yours: then the sound goes "
                    "there with the glossary, to be understood, encrypted, and is not kept there. Vivavoce sends no "
                    "statistics and no reports. It uses the network only for that, and when you download a speech "
                    "model."
                ),
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        self._add_places()
        self._add_deleting()
        self.blocks.addStretch(1)

    def read(self) -> None:
        """Measure the folders; called each time the page is shown."""
        places = (self._folders.library, self._folders.models, self._folders.cache, self._folders.logs)
        deliver(self._background.run(partial(_measure, places)), self._on_measured, self._on_failed)

    def _add_places(self) -> None:
        card = self.add_card(self.tr("What is stored where"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_20)
        grid.setVerticalSpacing(SPACE_12)
        grid.setColumnStretch(1, 1)
        places = (
            (self.tr("Meetings: sound and words"), self._folders.library),
            (self.tr("Speech models"), self._folders.models),
            (self.tr("What can be computed again"), self._folders.cache),
            (self.tr("Log, without words and names"), self._folders.logs),
            (self.tr("Settings"), self._folders.settings.parent),
        )
        for number, (name, place) in enumerate(places):
            row = 2 * number + 1
            if is_large():  # above what belongs to it
                grid.addWidget(Label(name, is_wrapped=True), row - 1, 0, 1, 4)
            else:
                grid.addWidget(Label(name), row, 0)
            grid.addWidget(
                ElidedLabel(str(place), style=TextStyle.SMALL, tone=Role.TEXT2, elide=Qt.TextElideMode.ElideMiddle),
                row,
                1,
            )
            size = Label("", tone=Role.TEXT2, is_tabular=True)
            self._sizes[place] = size
            grid.addWidget(size, row, 2, Qt.AlignmentFlag.AlignRight)
            button = Button(self.tr("Show"), size=ButtonSize.SMALL, name=self.tr("Show: {name}").format(name=name))
            button.setProperty("place", str(place))
            button.clicked.connect(self._on_show)
            grid.addWidget(button, row, 3)
        card.addLayout(grid)

    def _add_deleting(self) -> None:
        card = self.add_card(self.tr("Delete"))
        self.delete_cache = Button(self.tr("Delete what can be computed again"), size=ButtonSize.SMALL)
        self.delete_all = Button(self.tr("Delete all meetings…"), size=ButtonSize.SMALL)
        self.bin_days = Choice(self.tr("Empty the bin by itself"))
        for days, words in (
            (0, self.tr("Never")),
            (7, self.tr("After a week")),
            (30, self.tr("After 30 days")),
            (90, self.tr("After 90 days")),
        ):
            self.bin_days.offer(days, words)
        kept = self._settings.current.bin_days
        if kept not in self.bin_days.keys:
            self.bin_days.offer(kept, self.tr("After {days} days").format(days=kept))
        self.bin_days.choose(kept)
        form = SettingsForm()
        form.add(
            self.tr("Empty the bin by itself"),
            self.bin_days,
            self.tr("What has lain there so long is deleted for good at the next start."),
        )
        card.addLayout(form)
        self.bin_days.activated.connect(self._on_bin_days)
        card.addWidget(self.delete_cache, 0, Qt.AlignmentFlag.AlignLeft)
        card.addWidget(self.delete_all, 0, Qt.AlignmentFlag.AlignLeft)
        card.addWidget(
            Label(
                self.tr(
                    "Deleting removes the sound, the words and their index. On drives that move data around by "
                    "themselves (SSD, memory cards) traces may stay until they are written over; encrypt the drive "
                    "if that matters to you."
                ),
                style=TextStyle.SMALL,
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        self.delete_cache.clicked.connect(self._on_delete_cache)
        self.delete_all.clicked.connect(self._on_delete_all)

    def _on_measured(self, sizes: dict[Path, int]) -> None:
        for place, size in sizes.items():
            self._sizes[place].setText(size_text(size))

    def _on_bin_days(self) -> None:
        days: Any = self.bin_days.chosen
        self._settings.change(bin_days=int(days))

    def _on_show(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.sender().property("place"))))

    def _on_delete_cache(self) -> None:
        deliver(self._background.run(partial(_empty, self._folders.cache)), self._on_deleted, self._on_failed)

    def _on_delete_all(self) -> None:
        question = Question(
            self.tr("Delete all meetings?"),
            self.tr(
                "Every recording and every word in the library is removed from this computer and cannot be brought "
                "back. The files that they were imported from stay where they are."
            ),
            action=self.tr("Delete all meetings"),
            parent=self.window(),
        )
        question.accepted.connect(self._on_delete_all_agreed)
        question.open()

    def _on_delete_all_agreed(self) -> None:
        deliver(self._background.run(partial(_delete_all, self._library)), self._on_deleted, self._on_failed)

    def _on_deleted(self, _nothing: Any) -> None:
        self.message.say(self.tr("Deleted."), MessageKind.INFO)
        self.read()

    def _on_failed(self, error: VivavoceError) -> None:
        self.message.say(describe_error(error), MessageKind.DANGER)


def _measure(places: tuple[Path, ...]) -> dict[Path, int]:
    return {place: size_within(place) for place in places}


def size_within(folder: Path) -> int:
    """Bytes of the files in a folder and below; of what is removed meanwhile, nothing."""
    # Not ``Path.rglob``: it fails at a folder that goes away while it looks.
    return sum(_size_of(Path(inside, name)) for inside, _, names in os.walk(folder) for name in names)


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() and not path.is_symlink() else 0
    except OSError:
        return 0  # it was removed while we looked


def _empty(folder: Path) -> None:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)


def _delete_all(library: Library) -> None:
    everything = [*library.meetings(), *library.binned_meetings()]
    waiting: list[Future[None]] = [library.delete_meeting(summary.meeting.id) for summary in everything]
    for future in waiting:
        future.result()
