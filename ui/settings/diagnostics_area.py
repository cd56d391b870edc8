"""Settings, Diagnostics: what helps to find a trouble, all of it shown before it is saved. Nothing is ever sent.

Lives on the window's thread; collecting and saving run in the background.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QStringListModel, Qt
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QHBoxLayout, QListView, QPlainTextEdit, QWidget

from app.background import Background
from app.diagnostics.report import Part, save
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker
from ui.messages.error_messages import describe_error
from ui.settings.settings_area import SettingsArea
from ui.settings.stages_card import LookAtStages, StagesCard, no_stages
from ui.style.fonts import fixed_font, is_large, scaled
from ui.style.icons import Icon
from ui.style.theme import current_theme
from ui.style.tokens import SPACE_16, Role
from ui.widgets.button import Button
from ui.widgets.label import Label
from ui.widgets.message_bar import MessageBar, MessageKind

_NO_LIMIT = 16_777_215
"""Qt's own for no largest height."""

FILE_NAME = "vivavoce-diagnostics.zip"

Collect = Callable[[], Sequence[Part]]
"""Collects the report; slow, on a background thread."""


class DiagnosticsArea(SettingsArea):
    """The report."""

    def __init__(
        self,
        *,
        settings: SettingsStore,
        background: Background,
        collect: Collect,
        look_at_stages: LookAtStages = no_stages,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Diagnostics"), parent=parent)
        self._settings = settings
        self._background = background
        self._collect = collect
        self._parts: Sequence[Part] = ()
        self._is_saving = False
        self.message = MessageBar()
        self._names = QStringListModel()
        self.list = QListView()
        self.list.setModel(self._names)
        self.list.setAccessibleName(self.tr("Parts of the report"))
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setProperty("plainRows", True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("This part as it is saved"))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setMinimumHeight(scaled(320))
        self.save = Button(self.tr("Save…"), icon=Icon.EXPORT, name=self.tr("Save the report"))
        self.save.turn_off(self.tr("Collecting…"))
        words = self.add_card()
        words.addWidget(
            Label(
                self.tr(
                    "If something does not work, this report helps to find out why. It holds versions, devices, "
                    "settings and the newest messages of the program. Nothing that was said is in it, no titles, no "
                    "names, no folders. It is never sent: you save it and give it to whom you want."
                ),
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        buttons = QHBoxLayout()
        buttons.addWidget(self.save)
        buttons.addStretch(1)
        words.addLayout(buttons)
        direction = QBoxLayout.Direction.TopToBottom if is_large() else QBoxLayout.Direction.LeftToRight
        row = QBoxLayout(direction)
        row.setSpacing(SPACE_16)
        row.addWidget(self.list, 1)
        row.addWidget(self.text, 3)
        self.add_card(self.tr("What is in it")).addLayout(row, 1)
        self.stages = StagesCard(look_at_stages)
        self.add_card(self.tr("Where the time goes")).addWidget(self.stages)
        self.blocks.insertWidget(1, self.message)
        self.list.selectionModel().currentChanged.connect(self._on_chosen)
        self.save.clicked.connect(self._on_save)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def read(self) -> None:
        """Collect it anew; called each time the page is shown."""
        self.stages.read()
        if not self._parts:
            self.text.setPlainText(self.tr("Collecting…"))
        deliver(self._background.run(self._collect), self._on_collected, self._on_failed)

    def save_as(self, path: Path) -> None:
        """Save what is shown."""
        if self._parts and not self._is_saving:
            self._is_saving = True
            self.save.turn_off(self.tr("Saving…"))
            deliver(self._background.run(partial(_save, tuple(self._parts), path)), self._on_saved, self._on_failed)

    def _on_collected(self, parts: Sequence[Part]) -> None:
        row = max(0, self.list.currentIndex().row())
        self._parts = parts
        self._names.setStringList([part.name for part in parts])
        self._show_whether_it_can_be_saved()
        self._on_theme_changed()
        if parts:
            self.list.setCurrentIndex(self._names.index(min(row, len(parts) - 1)))
        else:
            self.text.setPlainText("")

    def _on_chosen(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() < len(self._parts):
            self.text.setPlainText(self._parts[index.row()].text)

    def _on_save(self) -> None:
        picker = make_file_picker(
            self.tr("Save the report"),
            folder=folder_to_begin_in(self._settings.current.export_folder),
            mode=QFileDialog.FileMode.AnyFile,
            filters=("ZIP (*.zip)",),
            parent=self,
        )
        picker.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        picker.setDefaultSuffix("zip")
        picker.selectFile(FILE_NAME)
        picker.fileSelected.connect(self._on_picked)
        picker.open()

    def _on_picked(self, path: str) -> None:
        self.save_as(Path(path))

    def _on_saved(self, path: Path) -> None:
        self._is_saving = False
        self.save.turn_on()
        self.message.say(self.tr("Saved as {name}.").format(name=path.name))

    def _on_failed(self, error: VivavoceError) -> None:
        self._is_saving = False
        self._show_whether_it_can_be_saved()
        self.message.say(describe_error(error), MessageKind.DANGER)

    def _show_whether_it_can_be_saved(self) -> None:
        if self._parts:
            self.save.turn_on()
        else:
            self.save.turn_off(self.tr("There is nothing to save."))

    def _on_theme_changed(self) -> None:
        self.text.setFont(fixed_font())
        row = self.list.sizeHintForRow(0) if self._names.rowCount() else scaled(28)
        self.list.setMinimumHeight(row * 7)
        self.list.setMaximumHeight(row * 8 if is_large() else _NO_LIMIT)


def _save(parts: Sequence[Part], path: Path) -> Path:
    save(parts, path)
    return path


def no_diagnostics() -> tuple[()]:
    """Collects nothing."""
    return ()
