"""Not all of this is one voice: the person picks lines that somebody else says, and the rest follows.

Opened by ``SpeakingDesk`` on the window's thread; it writes nothing itself.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.meetings.identifiers import SegmentId
from ui.editor.naming_sheet import CLIP_WIDTH
from ui.editor.sheet import lay_out_sheet, sheet_size
from ui.editor.speaking_reading import Passage, VoiceOfSpeaker
from ui.reading.clock import clock
from ui.style.fonts import scaled
from ui.style.icons import Icon
from ui.style.tokens import SPACE_8, SPACE_12, TextStyle
from ui.widgets.button import Button, ButtonKind, ButtonSize
from ui.widgets.check_box import CheckBox
from ui.widgets.label import ElidedLabel

_WIDTH = 620
_HEIGHT = 560


class SplitSpeakerDialog(QDialog):
    """The dialog. Emits ``accepted``; then ``examples`` and ``name`` are the person's."""

    clip_wanted = Signal(int, int)

    def __init__(self, voice: VoiceOfSpeaker, *, can_hear: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.voice = voice
        self.setWindowTitle(self.tr("Not one voice"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.resize(sheet_size(_WIDTH, _HEIGHT, parent))
        self.boxes: list[CheckBox] = []
        self._passages = voice.passages
        self.field = QLineEdit()
        self.field.setMaxLength(200)
        self.field.setAccessibleName(self.tr("Name of the other speaker"))
        self.field.setPlaceholderText(self.tr("Name of the other speaker, if you know it"))
        self.go_on = Button(self.tr("Split"), kind=ButtonKind.FILLED)
        self.go_on.setDefault(True)
        self.refuse = Button(self.tr("Cancel"))
        rows = QVBoxLayout()
        rows.setSpacing(SPACE_8)
        for passage in voice.passages:
            rows.addLayout(self._row(passage, can_hear=can_hear))
        title = self.tr("Not all of {speaker} is one voice").format(speaker=voice.speaker.name)
        words = self.tr("Tick the lines that somebody else says. A few are enough: the rest is told apart by them.")
        lay_out_sheet(self, title=title, words=words, rows=rows, buttons=(self.refuse, self.go_on), field=self.field)
        self.go_on.clicked.connect(self.accept)
        self.refuse.clicked.connect(self.reject)
        self._on_ticked()

    @property
    def examples(self) -> tuple[SegmentId, ...]:
        """The lines that somebody else says."""
        return tuple(passage.line for passage, box in zip(self._passages, self.boxes, strict=True) if box.isChecked())

    @property
    def name(self) -> str:
        """The other's name; empty if not said."""
        return " ".join(self.field.text().split())

    def _row(self, passage: Passage, *, can_hear: bool) -> QHBoxLayout:
        at = clock(passage.start_ms)
        box = CheckBox(self.tr("Somebody else"))
        box.setAccessibleName(self.tr("Somebody else says at {time}: {text}").format(time=at, text=passage.text))
        box.toggled.connect(self._on_ticked)
        self.boxes.append(box)
        button = Button(at, size=ButtonSize.SMALL, icon=Icon.PLAY, name=self.tr("Hear {time}").format(time=at))
        button.setProperty("stretch", [passage.start_ms, passage.end_ms])
        button.setMinimumWidth(scaled(CLIP_WIDTH))
        button.clicked.connect(self._on_clip)
        if not can_hear:
            button.turn_off(self.tr("There is no sound to listen to."))
        row = QHBoxLayout()
        row.setSpacing(SPACE_12)
        row.addWidget(button)
        row.addWidget(ElidedLabel(passage.text, style=TextStyle.SMALL), 1)
        row.addWidget(box)
        return row

    def _on_clip(self) -> None:
        start_ms, end_ms = self.sender().property("stretch")
        self.clip_wanted.emit(int(start_ms), int(end_ms))

    def _on_ticked(self) -> None:
        count = len(self.examples)
        if not count:
            self.go_on.turn_off(self.tr("Tick at least one line."))
        elif count == len(self.boxes) and count < 12:
            self.go_on.turn_off(
                self.tr("Leave at least one line to {speaker}.").format(speaker=self.voice.speaker.name)
            )
        else:
            self.go_on.turn_on()
