"""The right side of the export dialog: the real files, as they would be written now.

Computed on a background thread shortly after the last change, at most two beside each other; an answer that comes
after another change is dropped.
"""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from app.background import Background
from app.exporting.document import ExportDocument
from app.exporting.preview import preview
from app.exporting.profile import ExportProfile
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.messages.error_messages import describe_error
from ui.style.fonts import fixed_font, font_of, line_height
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_16, SPACE_24, SPACE_32, Role, TextStyle
from ui.widgets.choice import Choice
from ui.widgets.label import Label

_REST_MS = 150
_PAGES = frozenset({"docx"})
"""Formats that are shown as a page, not as the letters of a file."""


@dataclass(frozen=True)
class _Looked:
    """Texts of some formats, as asked for by one change."""

    number: int
    title: str
    texts: dict[str, str]


class ExportPreview(QWidget):
    """Up to two files beside each other."""

    def __init__(self, *, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._document: ExportDocument | None = None
        self._around_ms = 0
        self._profile = ExportProfile()
        self._asked = 0
        self._panes = (_Pane(), _Pane())
        self._empty = Label(self.tr("Tick a kind of file to see what it will look like."), tone=Role.TEXT2)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST_MS)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_16)
        layout.addWidget(self._empty, 1)
        for pane in self._panes:
            layout.addWidget(pane, 1)
            pane.chosen.activated.connect(self._timer.start)
        self._timer.timeout.connect(self._look)
        current_theme().changed.connect(self._timer.start)

    @property
    def texts(self) -> dict[str, str]:
        """What is shown, by format."""
        return {pane.key: pane.text for pane in self._panes if not pane.isHidden()}

    def show_document(self, document: ExportDocument, *, around_ms: int) -> None:
        """Show files of this meeting, around a moment."""
        self._document = document
        self._around_ms = around_ms
        self._look()

    def show_profile(self, profile: ExportProfile) -> None:
        """Show files of this kind soon."""
        self._profile = profile
        first, second = self._panes
        keys = profile.formats
        self._empty.setVisible(not keys)
        first.offer(keys[:1])
        second.offer(keys[1:])
        self._timer.start()

    def _look(self) -> None:
        keys = [pane.key for pane in self._panes if not pane.isHidden() and pane.key]
        if self._document is None or not keys:
            return
        self._asked += 1
        work = partial(_look_at, self._asked, self._document, self._profile, keys, self._around_ms)
        deliver(self._background.run(work), self._on_looked, self._on_failed)

    def _on_looked(self, looked: _Looked) -> None:
        if looked.number != self._asked:
            return
        for pane in self._panes:
            if pane.key in looked.texts:
                pane.show_text(looked.texts[pane.key], looked.title)

    def _on_failed(self, error: VivavoceError) -> None:
        for pane in self._panes:
            pane.show_text(describe_error(error), "")


class _Pane(QFrame):
    """One file: its kind above, its text below."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._keys: tuple[str, ...] = ()
        self._title = Label(is_strong=True)
        self.chosen = Choice(self.tr("File to look at"), is_plain=True)
        self._page = QTextEdit()
        self._page.setReadOnly(True)
        self._page.setAccessibleName(self.tr("Preview"))
        self._page.setUndoRedoEnabled(False)
        self._page.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._page.setPlaceholderText(self.tr("Preparing…"))
        # The sheet for all scroll areas makes them transparent; paper is not.
        self._page.setStyleSheet("QTextEdit { background: palette(base); }")
        self._page.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self.chosen)
        head.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addLayout(head)
        layout.addWidget(self._page, 1)

    @property
    def key(self) -> str:
        """The format that is shown."""
        at = self.chosen.currentIndex()
        return self._keys[at] if 0 <= at < len(self._keys) else ""

    def offer(self, keys: tuple[str, ...]) -> None:
        """Offer these formats; without any it hides."""
        self.setVisible(bool(keys))
        if keys == self._keys:
            return
        before = self.key
        self._keys = keys
        self.chosen.clear()
        self.chosen.addItems([self._name(key) for key in keys])
        self.chosen.setCurrentIndex(keys.index(before) if before in keys else 0)
        self.chosen.setVisible(len(keys) > 1)
        self._title.setVisible(len(keys) <= 1)
        self._title.setMinimumHeight(self.chosen.sizeHint().height())  # or two pages beside each other begin unevenly
        self._title.setText(self._name(keys[0]) if keys else "")

    def show_text(self, text: str, title: str) -> None:
        """Show the file of a meeting of this title, at the place where it was."""
        scrolled = self._page.verticalScrollBar().value()
        self.text = text
        self._page.clear()
        if self.key in _PAGES:
            self._write_page(text, title)
        else:
            self._write_plain(text)
        self._page.verticalScrollBar().setValue(scrolled)

    def _name(self, key: str) -> str:
        return {
            "docx": self.tr("Word"),
            "srt": "SRT",
            "vtt": "VTT",
            "txt": self.tr("Text"),
            "md": "Markdown",
            "csv": "CSV",
            "json": "JSON",
        }.get(key, key)

    def _write_plain(self, text: str) -> None:
        self._page.document().setDocumentMargin(SPACE_4)  # a line of subtitles is not broken where the file does not
        self._page.setLineWrapMode(QTextEdit.LineWrapMode.WidgetWidth)
        self._page.setFont(fixed_font())
        cursor = QTextCursor(self._page.document())
        cursor.insertText(text, _letters(Role.TEXT))

    def _write_page(self, text: str, title: str) -> None:
        """Paragraphs as on paper: the title large, who and when above what was said."""
        self._page.document().setDocumentMargin(SPACE_32)
        self._page.setFont(font_of(TextStyle.BODY))
        cursor = QTextCursor(self._page.document())
        space = QTextBlockFormat()
        space.setBottomMargin(SPACE_8)
        tight = QTextBlockFormat()
        for block in (space, tight):
            block.setLineHeight(line_height(TextStyle.BODY), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        for number, paragraph in enumerate(text.strip("\n").split("\n\n")):
            rows = paragraph.split("\n")
            is_head = number == 0 and rows[0] == title
            for at, row in enumerate(rows):
                is_last = at == len(rows) - 1
                if number or at:
                    cursor.insertBlock()
                cursor.setBlockFormat(space if is_last else tight)
                cursor.insertText(row, _page_letters(at, is_head=is_head, is_last=is_last))


def _look_at(number: int, document: ExportDocument, profile: ExportProfile, keys: list[str], around_ms: int) -> _Looked:
    title = document.meeting.title
    return _Looked(number, title, {key: preview(document, profile, key, around_ms=around_ms) for key in keys})


def _page_letters(row: int, *, is_head: bool, is_last: bool) -> QTextCharFormat:
    if is_head:
        letters = _letters(Role.TEXT if row == 0 else Role.TEXT2)
        letters.setFont(font_of(TextStyle.TITLE if row == 0 else TextStyle.SMALL))
        return letters
    letters = _letters(Role.TEXT)
    letters.setFont(font_of(TextStyle.BODY, strong=not is_last))
    return letters


def _letters(ink: Role) -> QTextCharFormat:
    letters = QTextCharFormat()
    letters.setForeground(colour(ink))
    return letters
