"""Settings, Speakers: whether they are looked for, and the voices that the person wants to be known again.

Lives on the window's thread; voices are read in the background and forgotten on the library's own.
"""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.background import Background
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import CourseId
from app.meetings.voice import RememberedVoice, VoiceId
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.messages.error_messages import describe_error
from ui.reading.clock import spoken_length
from ui.settings.settings_area import SettingsArea
from ui.style.tokens import SPACE_8, SPACE_20, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.check_box import CheckBox
from ui.widgets.label import ElidedLabel, Label
from ui.widgets.message_bar import MessageBar, MessageKind
from ui.widgets.question import Question


@dataclass(frozen=True)
class _Reading:
    courses: tuple[Course, ...]
    allowed: frozenset[CourseId]
    voices: tuple[RememberedVoice, ...]


class SpeakersArea(SettingsArea):
    """On and off, permissions, forgetting."""

    def __init__(
        self, *, library: Library, settings: SettingsStore, background: Background, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Speakers"), parent=parent)
        self._library = library
        self._settings = settings
        self._background = background
        self._reading: _Reading | None = None
        now = settings.current
        self.message = MessageBar()
        self.blocks.addWidget(self.message)
        self.finds = CheckBox(self.tr("Find out who speaks after each recording and import"))
        self.finds.setChecked(now.finds_speakers)
        card = self.add_card()
        card.addWidget(self.finds)
        card.addWidget(
            _small(self.tr("It runs after the text and never holds it up. Names that you gave are never overwritten."))
        )
        self.remembers = CheckBox(self.tr("Remember voices where I ask for it"))
        self.remembers.setChecked(now.remembers_voices)
        voices = self.add_card(self.tr("Voices"))
        voices.addWidget(self.remembers)
        voices.addWidget(
            _small(
                self.tr(
                    "A voice is remembered only for the people that you tick when you name them, and only in the "
                    "courses below and in meetings without a course. It stays on this computer. Who sounds like "
                    "somebody is suggested with how sure that is; nothing is written by itself."
                )
            )
        )
        self._courses = QVBoxLayout()
        self._courses.setSpacing(SPACE_8)
        voices.addLayout(self._courses)
        self.course_boxes: list[CheckBox] = []
        self._list = QGridLayout()
        self._list.setHorizontalSpacing(SPACE_20)
        self._list.setVerticalSpacing(SPACE_8)
        self._list.setColumnStretch(0, 1)
        self.forget_buttons: list[Button] = []
        kept = self.add_card(self.tr("Remembered voices"))
        self._nobody = Label(self.tr("No voice is remembered."), tone=Role.TEXT2)
        kept.addWidget(self._nobody)
        kept.addLayout(self._list)
        kept.addWidget(
            _small(
                self.tr(
                    "Forgetting removes a voice for good. Vivavoce's own safety copies are made anew without it, at "
                    "the latest at the next start; a backup that you keep elsewhere still holds it."
                )
            )
        )
        self.forget_all = Button(self.tr("Forget all voices…"))
        row = QHBoxLayout()
        row.addWidget(self.forget_all)
        row.addStretch(1)
        kept.addLayout(row)
        self.blocks.addStretch(1)
        self.finds.toggled.connect(self._on_finds)
        self.remembers.toggled.connect(self._on_remembers)
        self.forget_all.clicked.connect(self._on_forget_all)
        self.message.acted.connect(self._on_forget_all)

    def read(self) -> None:
        """Read courses and voices; called each time the page is shown."""
        deliver(self._background.run(partial(_read, self._library)), self._on_read, self._on_failed)

    def _on_read(self, reading: _Reading) -> None:
        self._reading = reading
        self._show_courses(reading)
        self._show_voices(reading)

    def _show_courses(self, reading: _Reading) -> None:
        for box in self.course_boxes:
            self._courses.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.course_boxes = []
        for course in reading.courses:
            box = CheckBox(self.tr("In the course “{title}”").format(title=course.title))
            box.setChecked(course.id in reading.allowed)
            self._allow(box, is_on=self.remembers.isChecked())
            box.setProperty("course", course.id)
            box.toggled.connect(self._on_course)
            self._courses.addWidget(box)
            self.course_boxes.append(box)

    def _show_voices(self, reading: _Reading) -> None:
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        titles = {course.id: course.title for course in reading.courses}
        self.forget_buttons = []
        for row, voice in enumerate(reading.voices):
            course = titles.get(voice.course_id, "") if voice.course_id is not None else self.tr("without a course")
            self._list.addWidget(ElidedLabel(voice.name), row, 0)
            self._list.addWidget(Label(course, tone=Role.TEXT2, style=TextStyle.SMALL), row, 1)
            length = self.tr("from {length} of speech").format(length=spoken_length(voice.speech_ms))
            self._list.addWidget(Label(length, tone=Role.TEXT2, style=TextStyle.SMALL), row, 2)
            name = self.tr("Forget the voice of {name}").format(name=voice.name)
            button = Button(self.tr("Forget"), size=ButtonSize.SMALL, name=name)
            button.setProperty("voice", voice.id)
            button.clicked.connect(self._on_forget)
            self._list.addWidget(button, row, 3)
            self.forget_buttons.append(button)
        self._nobody.setVisible(not reading.voices)
        self.forget_all.setVisible(bool(reading.voices) or bool(reading.allowed))

    def _on_finds(self, is_on: bool) -> None:
        self._settings.change(finds_speakers=is_on)

    def _on_remembers(self, is_on: bool) -> None:
        self._settings.change(remembers_voices=is_on)
        for box in self.course_boxes:
            self._allow(box, is_on=is_on)
        if not is_on and self._reading is not None and self._reading.voices:
            self.message.say(
                self.tr("Voices that are remembered already stay until you forget them."),
                action=self.tr("Forget all voices…"),
            )

    def _allow(self, box: CheckBox, *, is_on: bool) -> None:
        box.setEnabled(is_on)
        box.setToolTip("" if is_on else self.tr("Voices are not remembered at all."))

    def _on_course(self, is_on: bool) -> None:
        course_id = CourseId(self.sender().property("course"))
        deliver(self._library.allow_voices(course_id, allowed=is_on), self._on_written, self._on_failed)

    def _on_forget(self) -> None:
        voice_id = VoiceId(self.sender().property("voice"))
        deliver(self._library.forget_voice(voice_id), self._on_written, self._on_failed)

    def _on_forget_all(self) -> None:
        question = Question(
            self.tr("Forget all voices?"),
            self.tr("Nobody is known by their voice any more. Names in your meetings stay."),
            action=self.tr("Forget all"),
            parent=self,
        )
        question.accepted.connect(self._on_forget_all_agreed)
        question.open()

    def _on_forget_all_agreed(self) -> None:
        deliver(self._library.forget_all_voices(), self._on_written, self._on_failed)

    def _on_written(self, _none: None) -> None:
        self.read()

    def _on_failed(self, error: VivavoceError) -> None:
        self.message.say(describe_error(error), MessageKind.WARNING)


def _read(library: Library) -> _Reading:
    return _Reading(tuple(library.courses()), library.voice_courses(), tuple(library.voices()))


def _small(text: str) -> Label:
    label = Label(text, style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
    label.setAlignment(Qt.AlignmentFlag.AlignLeft)
    return label
