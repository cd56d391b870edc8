"""The lower edge of the export dialog: where to, the question before something is replaced, and what became of it."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ui.style.icons import Icon
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind, LinkButton
from ui.widgets.card import Bar
from ui.widgets.label import ElidedLabel, Label


class ExportFooter(Bar):
    """One row that changes with what happens."""

    change_folder_clicked = Signal()
    cancel_clicked = Signal()
    export_clicked = Signal()
    replace_clicked = Signal()
    keep_both_clicked = Signal()
    back_clicked = Signal()
    show_folder_clicked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._stack = QStackedWidget()
        self._where = _Where()
        self._question = _Question()
        self._busy = _row(Label(self.tr("Writing…"), tone=Role.TEXT2))
        self._result = _Result()
        for page in (self._where, self._question, self._busy, self._result):
            self._stack.addWidget(page)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_12, SPACE_24, SPACE_12)
        layout.addWidget(self._stack)
        self._where.change.clicked.connect(self.change_folder_clicked)
        self._where.cancel.clicked.connect(self.cancel_clicked)
        self._where.export.clicked.connect(self.export_clicked)
        self._question.replace.clicked.connect(self.replace_clicked)
        self._question.keep_both.clicked.connect(self.keep_both_clicked)
        self._question.back.clicked.connect(self.back_clicked)
        self._result.show_folder.clicked.connect(self.show_folder_clicked)
        self._result.done.clicked.connect(self.cancel_clicked)

    @property
    def text(self) -> str:
        """The sentence that is shown now."""
        page = self._stack.currentWidget()
        if page is self._question:
            return self._question.words.text()
        if page is self._result:
            return self._result.words.text
        return self._where.trouble.text()

    @property
    def export_button(self) -> Button:
        """Writes the files."""
        return self._where.export

    @property
    def is_asking(self) -> bool:
        """Whether it asks what to do about files that are there."""
        return self._stack.currentWidget() is self._question

    def show_where(self, folder: Path, *, count: int, reason: str = "", trouble: str = "") -> None:
        """Show the folder and the button; a ``reason`` turns the button off, a ``trouble`` is what went wrong."""
        self._where.folder.set_text(str(folder))
        self._where.trouble.setText(trouble)
        self._where.trouble.setVisible(bool(trouble))
        words = self.tr("Export") if count <= 1 else self.tr("Export {count} files").format(count=count)
        self._where.export.setText(words)
        self._where.export.setAccessibleName(words)
        if reason:
            self._where.export.turn_off(reason)
        else:
            self._where.export.turn_on()
        self._stack.setCurrentWidget(self._where)

    def ask(self, taken: Sequence[str]) -> None:
        """Ask what to do about files that are there already."""
        if len(taken) == 1:
            words = self.tr("“{name}” is in this folder already.").format(name=taken[0])
        else:
            words = self.tr("{count} files of these names are in this folder already.").format(count=len(taken))
        self._question.words.setText(words)
        self._stack.setCurrentWidget(self._question)
        self._question.keep_both.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_busy(self) -> None:
        """Files are being written."""
        self._stack.setCurrentWidget(self._busy)

    def show_result(self, paths: Sequence[Path], *, remark: str = "") -> None:
        """Say what was written, and what else is to be known of it."""
        folder = paths[0].parent.name if paths else ""
        if len(paths) == 1:
            words = self.tr("“{name}” is in “{folder}” now.").format(name=paths[0].name, folder=folder)
        else:
            words = self.tr("{count} files are in “{folder}” now.").format(count=len(paths), folder=folder)
        self._result.words.set_text(f"{words} {remark}".strip())
        self._stack.setCurrentWidget(self._result)
        self._result.done.setFocus(Qt.FocusReason.OtherFocusReason)


class _Where(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.trouble = Label(style=TextStyle.SMALL, tone=Role.DANGER, is_wrapped=True)
        self.folder = ElidedLabel(elide=Qt.TextElideMode.ElideMiddle)
        self.change = LinkButton(self.tr("Change…"))
        self.change.setAccessibleName(self.tr("Change the folder"))
        self.cancel = Button(self.tr("Cancel"))
        self.export = Button(self.tr("Export"), kind=ButtonKind.FILLED, icon=Icon.EXPORT)
        self.trouble.hide()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(SPACE_8)
        outer.addWidget(self.trouble)
        layout = QHBoxLayout()
        outer.addLayout(layout)
        layout.setSpacing(SPACE_12)
        layout.addWidget(Label(self.tr("Saves to"), style=TextStyle.SMALL, tone=Role.TEXT2))
        layout.addWidget(self.folder)
        layout.addWidget(self.change)
        layout.addStretch(1)
        layout.addWidget(self.cancel)
        layout.addWidget(self.export)


class _Question(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.words = Label(is_wrapped=True)
        self.back = Button(self.tr("Back"))
        self.replace = Button(self.tr("Replace"))
        self.keep_both = Button(self.tr("Keep both"), kind=ButtonKind.FILLED)
        self.keep_both.setToolTip(self.tr("The new ones get a number, such as “(2)”"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self.words, 1)
        layout.addSpacing(SPACE_16)
        layout.addWidget(self.back)
        layout.addWidget(self.replace)
        layout.addWidget(self.keep_both)


class _Result(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.words = ElidedLabel()
        self.show_folder = Button(self.tr("Show in folder"), icon=Icon.FOLDER)
        self.done = Button(self.tr("Done"), kind=ButtonKind.FILLED)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.show_folder)
        layout.addWidget(self.done)


def _row(label: Label) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(label, 1)
    return row
