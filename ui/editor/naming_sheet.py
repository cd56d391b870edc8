"""The sheet on which speakers get their names: three clips of each to hear, a field to type or pick a name in.

Opened by ``SpeakingDesk`` on the window's thread; it writes nothing itself. A voice that sounds like a remembered one
is said with its certainty, and is written only when the person takes it. Two speakers with the same name become one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.meetings.identifiers import SpeakerId
from ui.editor.sheet import lay_out_sheet, sheet_size
from ui.editor.speaking_reading import HeardClip, SpeakingReading, VoiceOfSpeaker
from ui.reading.clock import clock
from ui.style.fonts import scaled
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.button import Button, ButtonKind, ButtonSize
from ui.widgets.card import Separator
from ui.widgets.check_box import CheckBox
from ui.widgets.label import ElidedLabel, Label
from ui.widgets.speaker_square import SpeakerSquare

_WIDTH = 640
_HEIGHT = 620
_MOST_LETTERS = 200
CLIP_WIDTH = 100
"""Of a button with a time, so that the words beside them stand below each other."""


@dataclass(frozen=True)
class Naming:
    """What the person said of one speaker."""

    speaker_id: SpeakerId
    name: str
    """Empty where it is to stay as it is."""
    is_remembered: bool
    """Whether the voice is to be known again."""


class NamingSheet(QDialog):
    """The sheet. Emits ``accepted`` with ``namings`` for all speakers."""

    clip_wanted = Signal(int, int)
    """From and to, in milliseconds: to be heard once."""
    split_wanted = Signal(object)
    """The ``VoiceOfSpeaker`` of whom not all is one voice."""

    def __init__(self, reading: SpeakingReading, *, can_hear: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Name speakers"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.resize(sheet_size(_WIDTH, _HEIGHT, parent))
        self.done_button = Button(self.tr("Done"), kind=ButtonKind.FILLED)
        self.done_button.setDefault(True)
        self.refuse = Button(self.tr("Cancel"))
        self.rows = [
            NameRow(voice, reading.known_names, can_hear=can_hear) for voice in reading.voices if voice.passages
        ]
        rows = QVBoxLayout()
        rows.setSpacing(SPACE_12)
        for number, row in enumerate(self.rows):
            if number:
                rows.addWidget(Separator())
            rows.addWidget(row)
            row.clip_wanted.connect(self.clip_wanted)
            row.split_wanted.connect(self.split_wanted)
        words = self.tr("Listen, type a name or pick one. Two with the same name become one.")
        if not can_hear:
            words = self.tr("There is no sound to listen to. Two with the same name become one.")
        lay_out_sheet(
            self, title=self.tr("Name speakers"), words=words, rows=rows, buttons=(self.refuse, self.done_button)
        )
        self.done_button.clicked.connect(self.accept)
        self.refuse.clicked.connect(self.reject)
        if self.rows:
            self.rows[0].field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter in a field is the end of that name and not of the sheet: the next field, at last the button."""
        fields: list[QWidget] = [row.field for row in self.rows]
        focused = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and focused in fields:
            [*fields, self.done_button][fields.index(focused) + 1].setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)

    @property
    def namings(self) -> list[Naming]:
        """What was said of each speaker."""
        return [row.naming for row in self.rows]


class NameRow(QWidget):
    """One speaker."""

    clip_wanted = Signal(int, int)
    split_wanted = Signal(object)

    def __init__(
        self, voice: VoiceOfSpeaker, known_names: Sequence[str], *, can_hear: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._voice = voice
        speaker = voice.speaker
        self.field = QLineEdit(speaker.name)
        self.field.setMaxLength(_MOST_LETTERS)
        self.field.setAccessibleName(self.tr("Name of {speaker}").format(speaker=speaker.name))
        self.field.selectAll()
        completer = QCompleter(list(known_names), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.field.setCompleter(completer)
        self.split = Button(
            self.tr("Not one voice?"),
            kind=ButtonKind.PLAIN,
            size=ButtonSize.SMALL,
            name=self.tr("Not all of {speaker} is one voice").format(speaker=speaker.name),
        )
        self.split.setToolTip(self.tr("Pick lines that somebody else says; the rest follows."))
        self.split.setVisible(len(voice.passages) > 1)
        top = QHBoxLayout()
        top.setSpacing(SPACE_12)
        top.addWidget(SpeakerSquare(speaker.number))
        top.addWidget(self.field, 1)
        top.addWidget(self.split)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_4, 0, SPACE_4)
        layout.setSpacing(SPACE_8)
        layout.addLayout(top)
        self.take: Button | None = self._add_suggestion(layout)
        self.clips: list[Button] = []
        for number, clip in enumerate(voice.clips, start=1):
            layout.addLayout(self._clip(clip, number, can_hear=can_hear))
        self.remember = CheckBox(self.tr("Know this voice again"))
        self.remember.setToolTip(self.tr("Kept on this computer, for this course; Settings, Speakers forgets it."))
        self.remember.setVisible(voice.can_be_remembered)
        layout.addWidget(self.remember)
        self.split.clicked.connect(self._on_split)

    @property
    def naming(self) -> Naming:
        """What was said."""
        name = " ".join(self.field.text().split())
        is_new = bool(name) and name != self._voice.speaker.name
        is_remembered = not self.remember.isHidden() and self.remember.isChecked() and bool(name)
        return Naming(self._voice.speaker.id, name if is_new else "", is_remembered)

    @property
    def name(self) -> str:
        """The name in the field."""
        return " ".join(self.field.text().split())

    def _add_suggestion(self, layout: QVBoxLayout) -> Button | None:
        suggestion = self._voice.suggestion
        if suggestion is None:
            return None
        percent = min(99, round(suggestion.certainty * 100))  # nobody is certain
        words = self.tr("Sounds like {name}, {percent} % sure").format(name=suggestion.name, percent=percent)
        take = Button(self.tr("Take it"), size=ButtonSize.SMALL, name=f"{words}: {self.tr('Take it')}")
        row = QHBoxLayout()
        row.setSpacing(SPACE_12)
        row.addWidget(Label(words, style=TextStyle.SMALL, tone=Role.TEXT2))
        row.addWidget(take)
        row.addStretch(1)
        layout.addLayout(row)
        take.clicked.connect(self._on_take)
        return take

    def _clip(self, clip: HeardClip, number: int, *, can_hear: bool) -> QHBoxLayout:
        name = self.tr("Hear {speaker}, clip {number}").format(speaker=self._voice.speaker.name, number=number)
        button = Button(clock(clip.start_ms), size=ButtonSize.SMALL, icon=Icon.PLAY, name=name)
        button.setProperty("stretch", [clip.start_ms, clip.end_ms])
        button.setMinimumWidth(scaled(CLIP_WIDTH))
        button.clicked.connect(self._on_clip)
        if not can_hear:
            button.turn_off(self.tr("There is no sound to listen to."))
        self.clips.append(button)
        row = QHBoxLayout()
        row.setSpacing(SPACE_12)
        row.addWidget(button)
        row.addWidget(ElidedLabel(clip.text, style=TextStyle.SMALL, tone=Role.TEXT2), 1)
        return row

    def _on_clip(self) -> None:
        start_ms, end_ms = self.sender().property("stretch")
        self.clip_wanted.emit(int(start_ms), int(end_ms))

    def _on_take(self) -> None:
        if self._voice.suggestion is not None:
            self.field.setText(self._voice.suggestion.name)
            self.field.setFocus()

    def _on_split(self) -> None:
        self.split_wanted.emit(self._voice)
