"""Settings, About: name, version, and the licences of everything Vivavoce is built on."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PySide6.QtCore import QModelIndex, QStringListModel, Qt
from PySide6.QtWidgets import QBoxLayout, QListView, QPlainTextEdit, QWidget

from app.background import Background
from engine.contract.errors import VivavoceError
from engine.contract.places import RESOURCES
from ui.bridge.delivery import deliver
from ui.settings.settings_area import SettingsArea
from ui.style.fonts import is_large
from ui.style.tokens import SPACE_16, Role, TextStyle
from ui.widgets.label import Label

LICENCES = RESOURCES / "licences"


@dataclass(frozen=True, slots=True)
class Licence:
    """One entry of the list."""

    name: str
    version: str
    licence: str
    note: str
    text: str

    @property
    def headline(self) -> str:
        """Name, version and licence."""
        return " · ".join(part for part in (f"{self.name} {self.version}".strip(), self.licence) if part)


class AboutArea(SettingsArea):
    """Who made it, and of what."""

    def __init__(self, *, background: Background, folder: Path = LICENCES, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("About"), parent=parent)
        self._background = background
        self._folder = folder
        self._licences: Sequence[Licence] = ()
        words = self.add_card()
        words.addWidget(Label(f"Vivavoce {_own_version()}", is_strong=True, is_selectable=True))
        words.addWidget(
            Label(
                self.tr("Writes down meetings and lectures on your own computer. Free software, licence Apache-2.0."),
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        card = self.add_card(self.tr("What it is built on"))
        self._names = QStringListModel()
        self.list = QListView()
        self.list.setModel(self._names)
        self.list.setAccessibleName(self.tr("Licences"))
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setProperty("plainRows", True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(320)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Text of the licence"))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(320)
        self.note = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        row = QBoxLayout(QBoxLayout.Direction.TopToBottom if is_large() else QBoxLayout.Direction.LeftToRight)
        row.setSpacing(SPACE_16)
        row.addWidget(self.list, 2)
        row.addWidget(self.text, 3)
        card.addLayout(row, 1)
        card.addWidget(self.note)
        self.list.selectionModel().currentChanged.connect(self._on_chosen)

    def read(self) -> None:
        """Read the licences; called when the page is shown."""
        if not self._licences:
            deliver(self._background.run(partial(_read_licences, self._folder)), self._on_read, self._on_failed)

    def _on_read(self, licences: Sequence[Licence]) -> None:
        self._licences = licences
        self._names.setStringList([licence.headline for licence in licences])
        if licences:
            self.list.setCurrentIndex(self._names.index(0))

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            licence = self._licences[index.row()]
            self.text.setPlainText(licence.text)
            self.note.setText(licence.note)

    def _on_failed(self, error: VivavoceError) -> None:
        self.text.setPlainText(error.sentence)


def _read_licences(folder: Path) -> tuple[Licence, ...]:
    index = folder / "index.json"
    if not index.is_file():
        return ()
    found: list[Licence] = []
    for entry in json.loads(index.read_text("utf-8")):
        path = folder / str(entry["file"])
        text = path.read_text("utf-8", errors="replace") if path.is_file() else ""
        found.append(Licence(entry["name"], entry["version"], entry["licence"], entry.get("note", ""), text))
    return tuple(found)


def _own_version() -> str:
    try:
        return version("vivavoce")
    except PackageNotFoundError:
        return ""
