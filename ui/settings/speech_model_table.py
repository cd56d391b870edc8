"""The table of speech models: what is here, what can be fetched, and what one can do with each.

Lives on the window's thread; the store works on background threads and reports through ``ui/bridge``.
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.background import Background
from app.settings.settings_store import SettingsStore
from engine.contract.cancellation import Cancellation
from engine.contract.errors import VivavoceError
from engine.contract.options import DEFAULT_MODEL
from ui.bridge.delivery import deliver
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker
from ui.messages.language_names import language_name
from ui.settings.speech_model_lines import ModelLine, SpeechModels, read_lines, size_text
from ui.settings.speech_model_work import LongJob, OnProgress, SpeechModelWork
from ui.style.fonts import is_large
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_20, Role, TextStyle
from ui.widgets.button import Button, ButtonSize, IconButton
from ui.widgets.card import Card, Separator
from ui.widgets.chip import Chip, ChipKind
from ui.widgets.label import Label
from ui.widgets.progress import ProgressLine, time_left_text
from ui.widgets.question import Question
from ui.widgets.sign import Sign


class SpeechModelTable(QWidget):
    """The table, with the button to import above it."""

    changed = Signal()
    """What is installed is different now."""
    failed = Signal(object)
    """A ``VivavoceError`` to be shown."""

    def __init__(
        self,
        *,
        models: SpeechModels,
        settings: SettingsStore,
        background: Background,
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._models = models
        self._settings = settings
        self._background = background
        self._work = SpeechModelWork(background=background, clock=clock, parent=self)
        self._lines: tuple[ModelLine, ...] = ()
        self._wanted = ""
        self._bars: dict[str, ProgressLine] = {}
        self._place = Label(style=TextStyle.SMALL, tone=Role.TEXT2)
        self.import_button = Button(self.tr("Import from a folder…"), icon=Icon.FOLDER, size=ButtonSize.SMALL)
        self.zip_button = Button(self.tr("Import a zip…"), size=ButtonSize.SMALL)
        self._title = Label(self.tr("Speech models"), is_strong=True)
        self._head = QGridLayout()
        self._head.setSpacing(SPACE_12)
        self._head.setColumnStretch(0, 1)
        self._card = Card()
        self._card_layout = QVBoxLayout(self._card)
        self._card_layout.setContentsMargins(0, 0, 0, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addLayout(self._head)
        layout.addWidget(self._card)
        self._arrange_head()
        self.import_button.clicked.connect(self._on_import_folder)
        self.zip_button.clicked.connect(self._on_import_zip)
        self._work.progressed.connect(self._on_progressed)
        self._work.ended.connect(self._on_ended)

    @property
    def lines(self) -> tuple[ModelLine, ...]:
        """What the table shows."""
        return self._lines

    def progress_of(self, name: str) -> str:
        """What the progress of a speech model says; empty if nothing is going on."""
        bar = self._bars.get(name)
        return bar.accessibleDescription() if bar is not None else ""

    def read(self) -> None:
        """Read the store again."""
        deliver(self._background.run(partial(read_lines, self._models)), self._on_lines, self._on_failed)

    def fetch_and_use(self, name: str) -> None:
        """Fetch a speech model, unless it comes already, and choose it for new recordings once it is here."""
        self._wanted = name
        if not self._work.is_going_on(name):
            self._download(name)

    def stop_all(self) -> None:
        """Ask everything that is going on to stop; called when the window closes."""
        self._work.cancel_all()

    # Building

    def _arrange_head(self) -> None:
        """One line; large text takes four."""
        for widget in (self._title, self._place, self.zip_button, self.import_button):
            self._head.removeWidget(widget)
        self._head.addWidget(self._title, 0, 0)
        if is_large():
            for below, widget in enumerate((self._place, self.zip_button, self.import_button), start=1):
                self._head.addWidget(widget, below, 0, 1, 4, Qt.AlignmentFlag.AlignLeft)
        else:
            self._head.addWidget(self._place, 0, 1)
            self._head.addWidget(self.zip_button, 0, 2)
            self._head.addWidget(self.import_button, 0, 3)

    def _show(self) -> None:
        self._arrange_head()
        self._bars.clear()
        old = self._card_layout.takeAt(0)
        table = old.widget() if old is not None else None
        if table is not None:
            table.hide()
            table.deleteLater()
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, SPACE_8)
        grid.setHorizontalSpacing(SPACE_20)
        grid.setVerticalSpacing(SPACE_8)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(3, 2)
        heads = (self.tr("Speech model"), self.tr("Size"), self.tr("Source"), self.tr("Check"))
        if is_large():
            heads = heads[:2]  # the others stand below these
        for column, text in enumerate(heads):
            label = Label(text, style=TextStyle.SMALL, tone=Role.TEXT2)
            label.setContentsMargins(SPACE_20 if column == 0 else 0, SPACE_12, 0, SPACE_4)
            grid.addWidget(label, 0, column)
        for number, line in enumerate(self._lines):
            grid.addWidget(Separator(), 2 * number + 1, 0, 1, 5)
            self._add_row(grid, 2 * number + 2, line)
        self._card_layout.addWidget(body)

    def _add_row(self, grid: QGridLayout, row: int, line: ModelLine) -> None:
        names = QVBoxLayout()
        names.setContentsMargins(SPACE_20, 0, 0, 0)
        names.setSpacing(0)
        names.addWidget(Label(line.name, is_strong=True))
        names.addWidget(Label(self._languages_text(line), style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True))
        grid.addLayout(names, row, 0)
        source = Label(self._source_text(line.source), tone=Role.TEXT2)
        source.setToolTip(line.source)
        size = Label(size_text(line.size), is_tabular=True)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, SPACE_16, 0)
        buttons.setSpacing(SPACE_8)
        buttons.addStretch(1)
        for button in self._buttons_of(line):
            buttons.addWidget(button)
        if is_large():
            facts = QVBoxLayout()
            facts.setSpacing(0)
            for fact in (size, source, self._state_of(line)):
                facts.addWidget(fact)
            facts.addLayout(buttons)
            grid.addLayout(facts, row, 1)
        else:
            grid.addWidget(size, row, 1)
            grid.addWidget(source, row, 2)
            grid.addWidget(self._state_of(line), row, 3)
            grid.addLayout(buttons, row, 4)

    def _state_of(self, line: ModelLine) -> QWidget:
        if self._work.is_going_on(line.name):
            bar = ProgressLine(self.tr("Progress of {name}").format(name=line.name))
            self._bars[line.name] = bar
            self._on_progressed(line.name)
            return bar
        if not line.is_here:
            return Label("–", tone=Role.TEXT2)
        if line.is_damaged:
            return _signed(Icon.WARNING, Role.WARNING, self.tr("Damaged"))
        return _signed(Icon.OK, Role.ACCENT, self.tr("Matches"))

    def _buttons_of(self, line: ModelLine) -> list[QWidget]:
        if self._work.is_going_on(line.name):
            return [self._button(self.tr("Cancel"), line, self._on_cancel)]
        if line.is_damaged:
            return [self._button(self.tr("Repair"), line, self._on_download), self._menu_button(line)]
        if not line.is_here:
            return [self._button(self.tr("Download"), line, self._on_download)]
        if self._settings.current.speech_model == line.name:
            return [Chip(self.tr("In use"), kind=ChipKind.GOOD, icon=Icon.CHECK), self._menu_button(line)]
        return [self._button(self.tr("Use"), line, self._on_use), self._menu_button(line)]

    def _button(self, text: str, line: ModelLine, slot: Callable[[], None]) -> Button:
        button = Button(text, size=ButtonSize.SMALL, name=f"{text}: {line.name}")
        button.setProperty("model", line.name)
        button.clicked.connect(slot)
        return button

    def _menu_button(self, line: ModelLine) -> IconButton:
        button = IconButton(Icon.MORE, self.tr("More for {name}").format(name=line.name), size=ButtonSize.SMALL)
        menu = QMenu(button)
        check = menu.addAction(self.tr("Check every byte"))
        check.setProperty("model", line.name)
        check.triggered.connect(self._on_check)
        remove = menu.addAction(self.tr("Remove…"))
        remove.setProperty("model", line.name)
        remove.triggered.connect(self._on_remove)
        if line.name == DEFAULT_MODEL:
            remove.setEnabled(False)
            remove.setText(self.tr("Remove… (the one that always works stays)"))
        elif self._settings.current.speech_model == line.name:
            remove.setEnabled(False)
            remove.setText(self.tr("Remove… (in use; choose another first)"))
        button.setProperty("menu", menu)
        button.clicked.connect(self._on_menu)
        return button

    def _languages_text(self, line: ModelLine) -> str:
        if line.languages == "all":
            return self.tr("{title}, all languages").format(title=line.title)
        names = ", ".join(language_name(code) for code in line.languages.split(",") if code)
        return self.tr("Only {languages}").format(languages=names) if names else line.title

    def _source_text(self, source: str) -> str:
        """Where it came from in a word or two; the whole is in the tool tip."""
        if source.startswith("Python package"):
            return self.tr("With Vivavoce")
        if source.startswith("Hugging Face"):
            return "Hugging Face"
        return self.tr("Your own") if source else "–"

    # Slots

    def _on_lines(self, lines: tuple[ModelLine, ...]) -> None:
        self._lines = lines
        total = sum(line.size for line in lines if line.is_here)
        self._place.setText(self.tr("{size} in your Vivavoce folder").format(size=size_text(total)))
        self._place.setToolTip(str(self._models.folder))
        self._show()
        self.changed.emit()

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)

    def _on_use(self) -> None:
        self._settings.change(speech_model=self._named())
        self._show()
        self.changed.emit()

    def _on_download(self) -> None:
        self._download(self._named())

    def _download(self, name: str) -> None:
        def add(cancellation: Cancellation, on_progress: OnProgress) -> Path:
            return self._models.add(name, cancellation=cancellation, on_progress=on_progress)

        self._begin(name, add)

    def _on_check(self) -> None:
        name = self._named()

        def check(cancellation: Cancellation, _on_progress: OnProgress) -> object:
            return self._models.check(name, cancellation=cancellation)

        self._begin(name, check)

    def _on_cancel(self) -> None:
        self._work.cancel(self._named())

    def _on_remove(self) -> None:
        name = self._named()
        question = Question(
            self.tr("Remove the speech model “{name}”?").format(name=name),
            self.tr("It can be downloaded again whenever you need it. No meeting is changed."),
            action=self.tr("Remove"),
            parent=self.window(),
        )
        question.setProperty("model", name)
        question.accepted.connect(self._on_remove_agreed)
        question.open()

    def _on_remove_agreed(self) -> None:
        name = self._named()
        self._work.do(name, partial(self._models.remove, name))

    def _on_import_folder(self) -> None:
        self._open_picker(self.tr("Choose the folder of a speech model"), QFileDialog.FileMode.Directory)

    def _on_import_zip(self) -> None:
        title = self.tr("Choose the zip of a speech model")
        self._open_picker(title, QFileDialog.FileMode.ExistingFile, self.tr("Zip files (*.zip)"))

    def _open_picker(self, title: str, mode: QFileDialog.FileMode, *filters: str) -> None:
        folder = folder_to_begin_in("")
        picker = make_file_picker(title, folder=folder, mode=mode, filters=filters, parent=self.window())
        picker.fileSelected.connect(self.import_from)
        picker.open()

    def import_from(self, path: str) -> None:
        """Copy a speech model from a folder or zip."""

        def add(cancellation: Cancellation, on_progress: OnProgress) -> str:
            return self._models.add_from(Path(path), name=None, cancellation=cancellation, on_progress=on_progress)

        self._begin(Path(path).name, add)

    def _on_menu(self) -> None:
        button = self.sender()
        if isinstance(button, IconButton):
            menu: QMenu = button.property("menu")
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _on_ended(self, name: str, error: VivavoceError | None) -> None:
        if error is not None:
            self.failed.emit(error)
        elif name == self._wanted:
            self._settings.change(speech_model=name)
        self.read()

    def _on_progressed(self, name: str) -> None:
        bar = self._bars.get(name)
        if bar is not None:
            fraction, left_s = self._work.progress_of(name)
            bar.show_progress(fraction, time_left_text(left_s) if left_s is not None else "")

    def _begin(self, name: str, job: LongJob) -> None:
        self._work.begin(name, job)
        if all(line.name != name for line in self._lines):
            self._lines = (*self._lines, ModelLine(name, name, 0, "", "", is_here=False, is_damaged=False))
        self._show()

    def _named(self) -> str:
        return str(self.sender().property("model"))


def _signed(icon: Icon, role: Role, text: str) -> QWidget:
    container = QWidget()
    layout = QHBoxLayout(container)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE_8)
    layout.addWidget(Sign(icon, role))
    layout.addWidget(Label(text, tone=role if role is Role.WARNING else Role.TEXT), 1)
    return container
