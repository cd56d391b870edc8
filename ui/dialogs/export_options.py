"""The left side of the export dialog: which files, what is in them, and what one should know before."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.exporting.profile import ExportProfile, Layout
from app.meetings.chinese import ChineseScript
from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Speaker
from ui.style.fonts import is_large, scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour
from ui.style.tokens import ICON, SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.card import Panel, Separator
from ui.widgets.check_box import CheckBox, words_left
from ui.widgets.choice import Choice
from ui.widgets.label import Label

_WIDTH = 360
_DOCUMENTS = frozenset({"docx", "md"})


class ExportOptions(Panel):
    """Check boxes and choices that make an ``ExportProfile``."""

    changed = Signal()
    people_changed = Signal()
    """Other speakers are left out."""

    def __init__(self, *, profile: ExportProfile, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._start = profile
        # Large words stand on several lines, so that the preview keeps its room.
        self.setFixedWidth(round(scaled(_WIDTH) * (0.62 if is_large() else 1.0)))
        self.formats: dict[str, CheckBox] = {}
        self.people: dict[SpeakerId, CheckBox] = {}
        self.speakers = CheckBox(self.tr("Speaker names"))
        self.times = CheckBox(self.tr("Times"))
        self.marks = CheckBox(self.tr("Chapters, bookmarks and notes"))
        self.gaps = CheckBox(self.tr("Say where something is missing"))
        self.layout_choice = Choice(self.tr("Layout of documents"))
        self.script = Choice(self.tr("Chinese characters"))
        self._layout_row = _labelled(self.tr("Layout"), self.layout_choice)
        self._script_row = _labelled(self.tr("Chinese characters"), self.script)
        self._notes = _Notes(self.tr("Please note"))
        inner = QWidget()
        inner.setProperty("plain", True)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(SPACE_24, SPACE_16, SPACE_20, SPACE_16)
        self._column.setSpacing(SPACE_8)
        self._add_formats()
        self._column.addSpacing(SPACE_4)
        self._column.addWidget(Separator())
        self._add_contents()
        self._add_people()
        self._column.addWidget(self._notes)
        self._column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self._script_row.hide()
        self._on_changed()

    @property
    def profile(self) -> ExportProfile:
        """What is chosen now."""
        # Qt gives an enumeration back as its plain string.
        layout, script = Layout(str(self.layout_choice.chosen)), ChineseScript(str(self.script.chosen))
        return replace(
            self._start,
            formats=tuple(key for key, box in self.formats.items() if box.isChecked()),
            speakers=self.speakers.isChecked(),
            times=self.times.isChecked(),
            marks=self.marks.isChecked(),
            gaps=self.gaps.isChecked(),
            layout=layout,
            chinese=script,
        )

    @property
    def hidden(self) -> tuple[SpeakerId, ...]:
        """The speakers that are neither to be named nor heard."""
        return tuple(speaker_id for speaker_id, box in self.people.items() if box.isChecked())

    def choose(self, profile: ExportProfile) -> None:
        """Begin with another profile: that of the meeting's course."""
        self._start = profile
        self.blockSignals(True)
        for key, box in self.formats.items():
            box.setChecked(key in profile.formats)
        self.speakers.setChecked(profile.speakers)
        self.times.setChecked(profile.times)
        self.marks.setChecked(profile.marks)
        self.gaps.setChecked(profile.gaps)
        self.layout_choice.choose(profile.layout)
        self.script.choose(profile.chinese)
        self.blockSignals(False)
        self._on_changed()

    def show_people(self, speakers: Sequence[Speaker]) -> None:
        """Offer to leave speakers out."""
        for speaker in speakers:
            box = CheckBox(speaker.name)
            box.setAccessibleName(self.tr("Make {name} unrecognisable").format(name=speaker.name))
            box.toggled.connect(self._on_people)
            self.people[speaker.id] = box
            self._people.addWidget(box)
        self._people_part.setVisible(bool(speakers))

    @property
    def notes(self) -> list[str]:
        """What one should know before."""
        return self._notes.texts

    @property
    def offers_chinese(self) -> bool:
        """Whether the choice of Chinese characters is there."""
        return not self._script_row.isHidden()

    def show_facts(self, *, has_chinese: bool, set_aside: int, gaps: int, marks: int = 0) -> None:
        """Fit the choices to the meeting, and say what stays out."""
        self._script_row.setVisible(has_chinese)
        notes: list[tuple[Icon, str]] = []
        if set_aside == 1:
            notes.append((Icon.SET_ASIDE, self.tr("1 line was set aside and stays out.")))
        elif set_aside:
            words = self.tr("{count} lines were set aside and stay out.")
            notes.append((Icon.SET_ASIDE, words.format(count=set_aside)))
        if gaps == 1:
            notes.append((Icon.WARNING, self.tr("Something is missing at 1 place.")))
        elif gaps:
            notes.append((Icon.WARNING, self.tr("Something is missing at {count} places.").format(count=gaps)))
        self._notes.show_notes(notes)
        self.gaps.setVisible(gaps > 0)
        self.marks.setVisible(marks > 0)

    def _add_formats(self) -> None:
        self._column.addWidget(Label(self.tr("Files"), is_strong=True))
        subtitles = self.tr("Up to {latin} characters a line, {cjk} in Chinese").format(
            latin=self._start.line_width_latin, cjk=self._start.line_width_cjk
        )
        for key, title, remark in (
            ("docx", self.tr("Word document, .docx"), self.tr("For reading, printing and handing out")),
            ("srt", self.tr("Subtitles, .srt"), subtitles),
            ("vtt", self.tr("Web subtitles, .vtt"), ""),
            ("txt", self.tr("Plain text, .txt"), ""),
            ("md", self.tr("Markdown, .md"), ""),
            ("csv", self.tr("Spreadsheet, .csv"), ""),
            ("json", self.tr("JSON, .json"), self.tr("Everything, also to import again")),
        ):
            box = CheckBox(title)
            box.setChecked(key in self._start.formats)
            box.toggled.connect(self._on_changed)
            self.formats[key] = box
            self._column.addWidget(box)
            if remark:
                box.setAccessibleDescription(remark)
                below = Label(remark, style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
                below.setContentsMargins(words_left(), 0, 0, 0)
                self._column.addSpacing(-SPACE_8)
                self._column.addWidget(below)

    def _add_contents(self) -> None:
        self._column.addWidget(Label(self.tr("In the files"), is_strong=True))
        for box, is_on in (
            (self.speakers, self._start.speakers),
            (self.times, self._start.times),
            (self.marks, self._start.marks),
            (self.gaps, self._start.gaps),
        ):
            box.setChecked(is_on)
            box.toggled.connect(self._on_changed)
            self._column.addWidget(box)
        self.layout_choice.offer(Layout.PARAGRAPHS, self.tr("Paragraphs"))
        self.layout_choice.offer(Layout.TABLE, self.tr("Table"))
        self.layout_choice.choose(self._start.layout)
        self.script.offer(ChineseScript.AS_SPOKEN, self.tr("As recognised"))
        self.script.offer(ChineseScript.SIMPLIFIED, "简体")
        self.script.offer(ChineseScript.TRADITIONAL_TW, "繁體（台灣）")
        self.script.offer(ChineseScript.TRADITIONAL_HK, "繁體（香港）")
        self.script.choose(self._start.chinese)
        for choice, row in ((self.layout_choice, self._layout_row), (self.script, self._script_row)):
            choice.currentIndexChanged.connect(self._on_changed)
            self._column.addWidget(row)

    def _add_people(self) -> None:
        self._people_part = QWidget()
        self._people = QVBoxLayout(self._people_part)
        self._people.setContentsMargins(0, SPACE_4, 0, 0)
        self._people.setSpacing(SPACE_8)
        self._people.addWidget(Separator())
        self._people.addWidget(Label(self.tr("Make speakers unrecognisable"), is_strong=True, is_wrapped=True))
        self._people.addWidget(
            Label(
                self.tr("Neither named nor heard: names become “Student 1”, and the sound comes along, silent there."),
                style=TextStyle.SMALL,
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        self._people_part.hide()
        self._column.addWidget(self._people_part)

    def _on_people(self) -> None:
        self.people_changed.emit()

    def _on_changed(self) -> None:
        ticked = {key for key, box in self.formats.items() if box.isChecked()}
        self._layout_row.setVisible(bool(ticked & _DOCUMENTS))
        only_json = ticked == {"json"}
        for box in (self.speakers, self.times, self.marks, self.gaps):
            box.setEnabled(not only_json)
            box.setToolTip(self.tr("A JSON file always holds everything.") if only_json else "")
        self.changed.emit()


class _Notes(QWidget):
    """A head and sentences with icons; hidden while there are none."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(SPACE_4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_4, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(Separator())
        layout.addWidget(Label(title, is_strong=True))
        layout.addLayout(self._rows)
        self.hide()

    def show_notes(self, notes: list[tuple[Icon, str]]) -> None:
        self.texts = [text for _, text in notes]
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for icon, text in notes:
            self._rows.addWidget(_Note(icon, text))
        self.setVisible(bool(notes))


class _Note(QWidget):
    def __init__(self, icon: Icon, text: str) -> None:
        super().__init__()
        self._icon = icon
        layout = QHBoxLayout(self)
        layout.setContentsMargins(scaled(ICON) + SPACE_8, 0, 0, 0)
        layout.addWidget(Label(text, style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True))

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_icon(QPainter(self), self._icon, QRect(0, 2, scaled(ICON), scaled(ICON)), colour(Role.TEXT2))


def _labelled(text: str, choice: Choice) -> QWidget:
    row = QWidget()
    layout = QBoxLayout(QBoxLayout.Direction.TopToBottom if is_large() else QBoxLayout.Direction.LeftToRight, row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE_4 if is_large() else SPACE_12)
    layout.addWidget(Label(text, is_wrapped=is_large()))
    layout.addStretch(0 if is_large() else 1)
    layout.addWidget(choice)
    return row
