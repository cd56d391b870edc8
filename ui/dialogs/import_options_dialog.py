"""How one recording is to be understood: languages, speech model, how many speak, which track, which channel.

Opened by the library page when a person asks for it (“Understand again…”), or when a file holds more than one audio
track or two channels with different sound; on the window's thread. What the file holds is handed in: the dialog reads
nothing. The usual answers come from the settings.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QDialog, QGridLayout, QVBoxLayout, QWidget

from app.settings.settings import Settings
from engine.contract.channel import Channel
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from ui.dialogs.speaker_count_field import SpeakerCountField
from ui.messages.language_names import language_name, language_names
from ui.style.fonts import scaled
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind
from ui.widgets.button_row import button_row
from ui.widgets.check_box import CheckBox, RadioButton
from ui.widgets.choice import Choice
from ui.widgets.label import ElidedLabel, Label

_WIDTH = 560
_INDENT = 28


class AudioTrack(Protocol):
    """One audio stream of a file, as far as a person needs it to choose."""

    @property
    def number(self) -> int:
        """Its number in the file."""
        ...

    @property
    def language(self) -> str:
        """As the file says, perhaps empty; a code of three letters as a rule."""
        ...

    @property
    def title(self) -> str:
        """As the file says, perhaps empty."""
        ...

    @property
    def channels(self) -> int:
        """1 is mono."""
        ...

    @property
    def is_default(self) -> bool:
        """Whether a player would take it."""
        ...

    @property
    def has_two_sides(self) -> bool:
        """Whether left and right were found to hold different sound."""
        ...


class ImportOptionsDialog(QDialog):
    """The dialog. Emits ``accepted`` when the person goes on; then what it holds is theirs."""

    def __init__(
        self,
        file_name: str,
        *,
        settings: Settings,
        speech_models: Sequence[tuple[str, str]],
        audio_tracks: Sequence[AudioTrack] = (),
        speakers: SpeakerCount = ANY_COUNT,
        is_again: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """``speech_models``: those on this computer, by name and title. ``is_again``: it is in the library already."""
        super().__init__(parent)
        self._base = settings.recognition_options()
        self._tracks = audio_tracks
        self.setWindowTitle(self.tr("Understand again") if is_again else self.tr("Import"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(scaled(_WIDTH))
        self.first_language = Choice(self.tr("Language"))
        self.second_language = Choice(self.tr("Second language"))
        self.per_segment = CheckBox(self.tr("The language changes within the recording"))
        self.model = Choice(self.tr("Speech model"))
        self.people = SpeakerCountField(speakers)
        self.track_buttons = QButtonGroup(self)
        self.all_tracks = RadioButton(self.tr("All of them, each with its own people"))
        self.channels = Choice(self.tr("Channels"))
        self.go_on = Button(
            self.tr("Understand") if is_again else self.tr("Import"),
            kind=ButtonKind.FILLED,
            icon=None if is_again else Icon.IMPORT,
        )
        self.refuse = Button(self.tr("Cancel"))
        self._fill(speech_models)
        self._arrange(file_name)
        self._show_second()
        self.first_language.currentIndexChanged.connect(self._show_second)
        self.second_language.currentIndexChanged.connect(self._show_second)
        self.go_on.clicked.connect(self.accept)
        self.refuse.clicked.connect(self.reject)

    @property
    def options(self) -> RecognitionOptions:
        """How it is to be recognised."""
        chosen = [str(self.first_language.chosen or ""), str(self.second_language.chosen or "")]
        languages = tuple(dict.fromkeys(code for code in chosen if code)) if chosen[0] else ()
        return replace(
            self._base,
            languages=languages,
            language_per_segment=len(languages) != 1 and self.per_segment.isChecked(),
            model=str(self.model.chosen or self._base.model),
        )

    @property
    def speakers(self) -> SpeakerCount:
        """How many people speak."""
        return self.people.count

    @property
    def audio_stream(self) -> int | None:
        """Number of the chosen audio track; ``None`` is the file's default."""
        number = self.track_buttons.checkedId()
        return None if number < 0 else number

    @property
    def channel(self) -> Channel:
        """What of the channels and tracks is to be understood."""
        if self.all_tracks.isChecked():
            return Channel.APART
        return Channel(self.channels.chosen or Channel.MIX)

    def _fill(self, speech_models: Sequence[tuple[str, str]]) -> None:
        self.first_language.offer("", self.tr("Find out by itself"))
        self.second_language.offer("", self.tr("None"))
        for code, name in language_names().items():
            self.first_language.offer(code, name)
            self.second_language.offer(code, name)
        wanted = self._base.languages
        if 1 <= len(wanted) <= 2:
            self.first_language.choose(wanted[0])
            self.second_language.choose(wanted[1] if len(wanted) == 2 else "")
        self.per_segment.setChecked(self._base.language_per_segment)
        self.channels.offer(Channel.MIX, self.tr("Left and right together"))
        self.channels.offer(Channel.LEFT, self.tr("Left only"))
        self.channels.offer(Channel.RIGHT, self.tr("Right only"))
        self.channels.offer(Channel.APART, self.tr("Both, each with its own people"))
        for name, title in speech_models:
            self.model.offer(name, title)
        self.model.choose(self._base.model)

    def _arrange(self, file_name: str) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(SPACE_24)
        form.setVerticalSpacing(SPACE_12)
        form.setColumnStretch(1, 1)
        self._second_label = Label(self.tr("Second language"))
        self._people_label = Label(self.tr("People who speak"))
        self._people_label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for row, label, choice in (
            (0, Label(self.tr("Language")), self.first_language),
            (1, self._second_label, self.second_language),
            (3, Label(self.tr("Speech model")), self.model),
            (4, self._people_label, self.people),
        ):
            form.addWidget(label, row, 0)
            form.addWidget(choice, row, 1)
        form.addWidget(self.per_segment, 2, 1)
        is_stereo = any(track.channels == 2 for track in self._tracks)
        for column, widget in enumerate((Label(self.tr("Channels")), self.channels)):
            form.addWidget(widget, 5, column)
            widget.setVisible(is_stereo)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_20)
        layout.setSpacing(SPACE_12)
        layout.addWidget(Label(self.windowTitle(), style=TextStyle.TITLE))
        layout.addWidget(ElidedLabel(file_name, tone=Role.TEXT2, elide=Qt.TextElideMode.ElideMiddle))
        layout.addSpacing(SPACE_8)
        if len(self._tracks) > 1:
            self._add_tracks(layout)
        elif any(track.has_two_sides for track in self._tracks):
            layout.addWidget(Label(self.tr("Its left and right channel are not the same. Which one?"), is_strong=True))
        layout.addLayout(form)
        layout.addSpacing(SPACE_12)
        layout.addLayout(button_row(self.refuse, self.go_on))

    def _add_tracks(self, layout: QVBoxLayout) -> None:
        layout.addWidget(Label(self.tr("This file has several audio tracks. Which one?"), is_strong=True))
        default = next((track for track in self._tracks if track.is_default), self._tracks[0])
        for position, track in enumerate(self._tracks, 1):
            button = RadioButton(track.title or self.tr("Track {number}").format(number=position))
            self.track_buttons.addButton(button, track.number)
            button.setChecked(track is default)
            layout.addWidget(button)
            remark = self._describe(track)
            button.setAccessibleDescription(remark)
            below = Label(remark, style=TextStyle.SMALL, tone=Role.TEXT2)
            below.setContentsMargins(scaled(_INDENT), 0, 0, 0)
            layout.addSpacing(-SPACE_12)
            layout.addWidget(below)
        self.track_buttons.addButton(self.all_tracks)  # Qt's own number for it is below 0: no track
        layout.addWidget(self.all_tracks)
        layout.addSpacing(SPACE_4)

    def _describe(self, track: AudioTrack) -> str:
        channels = {1: self.tr("mono"), 2: self.tr("stereo")}
        parts = [
            language_name(_SHORT_CODES.get(track.language, track.language)) if track.language else "",
            channels.get(track.channels, self.tr("{count} channels").format(count=track.channels)),
            self.tr("the file's default") if track.is_default else "",
        ]
        return ", ".join(part for part in parts if part)

    def _show_second(self) -> None:
        """A second language makes sense beside a first one; a change of language only if there is more than one."""
        has_first = bool(self.first_language.chosen)
        self._second_label.setVisible(has_first)
        self.second_language.setVisible(has_first)
        is_single = has_first and not self.second_language.chosen
        self.per_segment.setEnabled(not is_single)
        self.per_segment.setToolTip(self.tr("Only one language is chosen.") if is_single else "")


_SHORT_CODES = {
    "ara": "ar",
    "chi": "zh",
    "cmn": "zh",
    "deu": "de",
    "eng": "en",
    "fra": "fr",
    "fre": "fr",
    "ger": "de",
    "ita": "it",
    "jpn": "ja",
    "kor": "ko",
    "nld": "nl",
    "dut": "nl",
    "por": "pt",
    "rus": "ru",
    "spa": "es",
    "zho": "zh",
}
"""Codes that containers write, as Whisper writes them."""
