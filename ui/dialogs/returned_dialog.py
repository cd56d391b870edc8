"""Shows what is in a file of subtitles or a transcript before it becomes a version of a meeting's transcript.

Opened by ``ui/dialogs/returned_desk.py``, on the window's thread. An old text file may be read in several ways: the one
that was guessed is shown with its words, and another can be chosen.
"""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.exporting.returned_transcript import ReturnedTranscript
from ui.dialogs.form_dialog import FormDialog
from ui.reading.clock import clock
from ui.style.fonts import font_of, line_height
from ui.style.tokens import SPACE_16, TextStyle
from ui.widgets.choice import Choice

_SHOWN = 40
"""Lines that are shown; the others look like these."""
_ROWS = 8
"""So many are seen at once."""


class ReturnedDialog(FormDialog):
    """The dialog; ``returned`` is what would be taken."""

    encoding_chosen = Signal(str)
    """The file is to be read in another way."""

    def __init__(self, file_name: str, returned: ReturnedTranscript, *, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Take “{name}” into “{title}”?").format(name=file_name, title=returned.meeting.title),
            "",
            action=self.tr("Take it in"),
            parent=parent,
        )
        self.returned = returned
        self.encoding = Choice(self.tr("Written in"))
        self.preview = QPlainTextEdit()
        self.preview.setReadOnly(True)
        self.preview.setFont(font_of(TextStyle.BODY))
        self.preview.setTabChangesFocus(True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.preview.setFixedHeight(_ROWS * line_height(TextStyle.BODY) + SPACE_16)
        decoded = returned.decoded
        if decoded is not None and decoded.choices:
            for name in (decoded.encoding, *decoded.choices):
                self.encoding.offer(name, self._name_of(name))
            self.add_row(self.tr("Written in"), self.encoding)
            self.encoding.activated.connect(self._on_encoding)
        self.add_row(self.tr("What is in it"), self.preview, is_tall=True)
        self.show_returned(returned)
        self.go_on.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_returned(self, returned: ReturnedTranscript) -> None:
        """Show what was read, perhaps in another way."""
        self.returned = returned
        self.say(self.tr("%n line(s). They become a new version; what is shown now is kept.", "", len(returned.lines)))
        self.preview.setPlainText("\n".join(_rows(returned)))

    def _name_of(self, encoding: str) -> str:
        """What people call it, with the name that programs have for it."""
        names = {
            "cp1252": self.tr("Western European"),
            "cp1250": self.tr("Central European"),
            "cp1251": self.tr("Cyrillic"),
            "cp1253": self.tr("Greek"),
            "cp1254": self.tr("Turkish"),
            "cp1255": self.tr("Hebrew"),
            "cp1256": self.tr("Arabic"),
            "gb18030": "简体中文",
            "big5": "繁體中文",
            "shift_jis": "日本語",
            "euc_kr": "한국어",
        }
        return f"{names[encoding]} ({encoding})" if encoding in names else encoding

    def _on_encoding(self) -> None:
        self.encoding_chosen.emit(str(self.encoding.chosen))


def _rows(returned: ReturnedTranscript) -> Iterable[str]:
    names = {speaker.id: speaker.name for speaker in returned.speakers}
    for line in returned.lines[:_SHOWN]:
        name = names.get(line.speaker_id, "") if line.speaker_id is not None else ""
        yield "  ".join(part for part in (clock(line.start_ms), name, line.text) if part)
