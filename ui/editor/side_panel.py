"""Beside the transcript: what is known about the recording, and the places that are worth a look.

Sections without anything to say are not there.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.editing.glossary_changes import GlossaryChange
from app.editing.review_queue import ReviewPlace
from app.meetings.meeting import MeetingStatus
from app.meetings.moment import MomentKind
from app.meetings.transcript import Gap, Segment, TranscriptChange
from ui.editor.chapter_panel import ChapterPanel
from ui.editor.glossary_list import GlossaryList
from ui.editor.jump_list import JumpEntry, JumpList
from ui.editor.meeting_reading import Glossed, MeetingFacts
from ui.editor.offer_panel import OfferPanel
from ui.editor.review_words import review_entry
from ui.editor.speaker_list import SpeakerList
from ui.editor.speaker_shares import SpeakerShare
from ui.editor.speaking_panel import SpeakingPanel
from ui.editor.version_reading import is_better
from ui.editor.version_words import listed_title, version_detail
from ui.messages.language_names import language_name
from ui.messages.remark_messages import describe_remark
from ui.reading.clock import spoken_length
from ui.reading.moment_list import MomentList
from ui.reading.offer_reading import CourseOffers
from ui.reading.plain_reasons import gap_short, set_aside_short
from ui.reading.reading_document import ReadingDocument
from ui.style.fonts import scaled
from ui.style.theme import current_theme
from ui.style.tokens import (
    PANEL_WIDTH_MAX,
    PANEL_WIDTH_MIN,
    SPACE_4,
    SPACE_8,
    SPACE_16,
    Role,
    TextStyle,
)
from ui.widgets.button import Button, ButtonSize
from ui.widgets.card import Panel, Separator
from ui.widgets.label import ElidedLabel, Label

MOST_REVIEWED = 20
"""More are not listed: the next ones follow as these are done."""


class SidePanel(Panel):
    """Facts, bookmarks and notes, chapters, lines set aside, gaps."""

    line_chosen = Signal(str)
    """Id of a line to go to."""
    gap_chosen = Signal(object)
    review_chosen = Signal(object)
    """A ``ReviewPlace`` to look at."""
    moment_chosen = Signal(object)
    moment_written = Signal(object, str)
    """A ``Moment``, and its new words."""
    moment_removed = Signal(object)
    version_chosen = Signal(object)
    """A ``VersionInfo`` to compare with what is shown."""
    deleted_chosen = Signal(object)
    """A line that was deleted and shall be back."""
    again_clicked = Signal()
    """The recording shall be understood again."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._on_theme_changed()
        current_theme().changed.connect(self._on_theme_changed)
        self._facts = QGridLayout()
        self._facts.setColumnStretch(1, 1)
        self._facts.setHorizontalSpacing(SPACE_16)
        self._facts.setVerticalSpacing(SPACE_4)
        self._notes = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self._is_coming = False
        self._review_list = JumpList(self.tr("Places to review"), most_rows=3)
        self._review_list.setToolTip(self.tr("F8 plays the next one; Enter says that it is right."))
        self._review = _Section(self.tr("To review"), self._review_list)
        self._speaker_list = SpeakerList()
        self._speakers = _Section(self.tr("Speakers"), self._speaker_list)
        self._speaking = SpeakingPanel()
        self._moment_list = MomentList(shows_all=True)
        self._moment_list.setToolTip(self.tr("F2 writes on it, Delete takes it away."))
        self._moments = _Section(self.tr("Notes and bookmarks"), self._moment_list)
        self.chapters = ChapterPanel()
        self._aside_list = JumpList(self.tr("Lines set aside"))
        self._gap_list = JumpList(self.tr("What is missing"))
        self._deleted_list = JumpList(self.tr("Deleted lines"), most_rows=3)
        self._deleted_list.setToolTip(self.tr("A click or Enter brings a line back."))
        self._deleted = _Section(self.tr("Deleted lines"), self._deleted_list)
        self._version_list = JumpList(self.tr("Versions of the transcript"), most_rows=3)
        self._version_list.setToolTip(self.tr("A click or Enter compares a version with what is shown now."))
        self._versions = _Section(self.tr("Versions"), self._version_list)
        self._again = Button(self.tr("Understand again…"), size=ButtonSize.SMALL)
        self._aside = _Section(self.tr("Set aside"), self._aside_list)
        self._gaps = _Section(self.tr("Missing"), self._gap_list)
        self._glossary_list = GlossaryList()
        self._glossary = _Section(self.tr("By the glossary"), self._glossary_list)
        self._offer_panel = OfferPanel()
        self._offers = _Section(self.tr("For the glossary"), self._offer_panel)
        self._arrange()
        self._glossary_list.jumped.connect(self._on_change)
        self._review_list.jumped.connect(self.review_chosen)
        self._moment_list.chosen.connect(self.moment_chosen)
        self._moment_list.written.connect(self.moment_written)
        self._moment_list.removed.connect(self.moment_removed)
        self.chapters.kept_list.chosen.connect(self.moment_chosen)
        self.chapters.kept_list.written.connect(self.moment_written)
        self.chapters.kept_list.removed.connect(self.moment_removed)
        self._aside_list.jumped.connect(self._on_line)
        self._gap_list.jumped.connect(self._on_gap)
        self._version_list.jumped.connect(self.version_chosen)
        self._deleted_list.jumped.connect(self.deleted_chosen)
        self._again.clicked.connect(self.again_clicked)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The facts as they stand there."""
        found: list[tuple[str, str]] = []
        for row in range(self._facts.rowCount()):
            name, value = self._facts.itemAtPosition(row, 0), self._facts.itemAtPosition(row, 1)
            one, two = (None if item is None else item.widget() for item in (name, value))
            if isinstance(one, Label) and isinstance(two, ElidedLabel):
                found.append((one.text(), two.text))
        return found

    @property
    def review(self) -> JumpList:
        """The list of places worth a look."""
        return self._review_list

    @property
    def review_text(self) -> str:
        """How many they are and how long they take; empty where there are none."""
        return "" if self._review.isHidden() else self._review.count_text

    @property
    def speakers(self) -> SpeakerList:
        """Who speaks."""
        return self._speaker_list

    @property
    def speaking(self) -> SpeakingPanel:
        """How they are found and named, and how much they talk."""
        return self._speaking

    @property
    def set_aside(self) -> JumpList:
        """The list of lines set aside."""
        return self._aside_list

    @property
    def gaps(self) -> JumpList:
        """The list of gaps."""
        return self._gap_list

    @property
    def glossary(self) -> GlossaryList:
        """The list of what the glossary changed."""
        return self._glossary_list

    @property
    def offers(self) -> OfferPanel:
        """What the course could learn."""
        return self._offer_panel

    @property
    def versions(self) -> JumpList:
        """The list of versions."""
        return self._version_list

    @property
    def deleted(self) -> JumpList:
        """The list of deleted lines."""
        return self._deleted_list

    @property
    def again(self) -> Button:
        """Understand the recording again."""
        return self._again

    @property
    def moments(self) -> MomentList:
        """The list of bookmarks and notes."""
        return self._moment_list

    def show_facts(self, facts: MeetingFacts) -> None:
        """Show what is known about the recording."""
        self._is_coming = facts.is_unfinished
        marks = [moment for moment in facts.moments if moment.kind is not MomentKind.CHAPTER]
        self._moment_list.show_moments(marks)
        self._moments.show_count(len(marks))
        self.chapters.show_chapters([moment for moment in facts.moments if moment.kind is MomentKind.CHAPTER])
        self._moment_list.updateGeometry()
        self._show_rows(self._rows(facts))
        self._notes.setText("\n".join(map(describe_remark, facts.meeting.notes)))
        self._notes.setVisible(bool(facts.meeting.notes))
        self._show_versions(facts)

    def show_review(
        self, places: Sequence[ReviewPlace], *, count: int, seconds: float, document: ReadingDocument
    ) -> None:
        """Show what is worth a look: the first places, how many there are and how long all of them take."""
        self._review_list.show_entries([review_entry(place, document) for place in places])
        minutes = max(1, round(seconds / 60))
        text = self.tr("%n place(s), about {minutes} min", "", count).format(minutes=minutes)
        self._review.show_count(count, text)

    def show_voices(self, shares: Sequence[SpeakerShare]) -> None:
        """Show who speaks, and how much."""
        self._speaker_list.show_shares(shares)
        self._speakers.show_count(len(shares))

    def show_places(self, document: ReadingDocument) -> None:
        """Show lines set aside and gaps."""
        aside = [
            JumpEntry(line.id, self.tr("“{text}”").format(text=line.text), _reason(line), line.start_ms)
            for line in document.set_aside()
        ]
        gaps = [
            JumpEntry(
                gap, spoken_length(gap.end_ms - gap.start_ms), gap_short(gap, is_coming=self._is_coming), gap.start_ms
            )
            for gap in document.gaps()
        ]
        self._aside_list.show_entries(aside)
        self._aside.show_count(len(aside))
        self._gap_list.show_entries(gaps)
        self._gaps.show_count(len(gaps))

    def show_offers(self, found: CourseOffers) -> None:
        """Show what the course could learn."""
        self._offer_panel.show_offers(found)
        self._offers.show_count(len(found.offered))

    def show_changes(self, glossed: Sequence[Glossed]) -> None:
        """Show what the glossary changed."""
        self._glossary_list.show_changes(glossed)
        self._glossary.show_count(self._glossary_list.count)

    def follow_changes(self, change: TranscriptChange) -> None:
        """Some lines are others now: what the glossary had changed in them may be gone, or back."""
        if self._glossary_list.follow(change):
            self._glossary.show_count(self._glossary_list.count)

    def _arrange(self) -> None:
        inner = QWidget()
        inner.setProperty("plain", True)
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(SPACE_16, SPACE_16, SPACE_16, SPACE_16)
        layout.setSpacing(SPACE_8)
        layout.addWidget(Label(self.tr("Recording"), is_strong=True))
        layout.addLayout(self._facts)
        layout.addWidget(self._notes)
        layout.addWidget(self._review)
        layout.addWidget(self._speakers)
        layout.addWidget(self._speaking)
        layout.addWidget(self._moments)
        layout.addWidget(self.chapters)
        layout.addWidget(self._offers)
        layout.addWidget(self._glossary)
        layout.addWidget(self._aside)
        layout.addWidget(self._gaps)
        layout.addWidget(self._deleted)
        layout.addWidget(self._versions)
        layout.addWidget(self._again, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _show_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        if rows == self.facts:
            return
        while (item := self._facts.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row, (name, value) in enumerate(rows):
            self._facts.addWidget(Label(name, style=TextStyle.SMALL, tone=Role.TEXT2), row, 0)
            words = ElidedLabel(value, style=TextStyle.SMALL, elide=Qt.TextElideMode.ElideMiddle)
            self._facts.addWidget(words, row, 1)

    def _show_versions(self, facts: MeetingFacts) -> None:
        self._version_list.show_entries(
            [
                JumpEntry(
                    info,
                    listed_title(info, is_better=is_better(info, facts.versions)),
                    version_detail(info),
                    None,
                )
                for info in facts.versions
            ]
        )
        has_history = len(facts.versions) > 1 or any(info.edits for info in facts.versions)
        self._versions.show_count(len(facts.versions) if has_history else 0)
        self._deleted_list.show_entries(
            [
                JumpEntry(
                    line, self.tr("“{text}”").format(text=line.text), self.tr("A click brings it back"), line.start_ms
                )
                for line in facts.deleted
            ]
        )
        self._deleted.show_count(len(facts.deleted))
        self._again.setVisible(not facts.is_unfinished and bool(facts.versions))

    def _rows(self, facts: MeetingFacts) -> list[tuple[str, str]]:
        meeting = facts.meeting
        rows: list[tuple[str, str]] = []
        if meeting.duration_ms:
            rows.append((self.tr("Length"), spoken_length(meeting.duration_ms)))
        if meeting.language:
            language = language_name(meeting.language)
            sure = meeting.language_probability
            unsure = sure is not None and sure < 0.8
            words = self.tr("{language}, {percent} % sure")
            text = words.format(language=language, percent=round((sure or 0) * 100)) if unsure else language
            rows.append((self.tr("Language"), text))
        model = meeting.model or (facts.job.options.model if facts.job is not None else "")
        if model:
            rows.append((self.tr("Speech model"), model))
        if meeting.source_path:
            rows.append((self.tr("File"), meeting.source_path.replace("\\", "/").rsplit("/", 1)[-1]))
        if meeting.status is MeetingStatus.PARTIAL:
            rows.append((self.tr("State"), self.tr("stopped before the end")))
        return rows

    def _on_theme_changed(self) -> None:
        self.setMinimumWidth(scaled(PANEL_WIDTH_MIN))
        self.setMaximumWidth(scaled(PANEL_WIDTH_MAX))

    def _on_change(self, key: object) -> None:
        if isinstance(key, GlossaryChange):
            self.line_chosen.emit(key.line)

    def _on_line(self, key: object) -> None:
        self.line_chosen.emit(key)

    def _on_gap(self, key: object) -> None:
        if isinstance(key, Gap):
            self.gap_chosen.emit(key)


class _Section(QWidget):
    """A head with a count, and a list; hidden while there is nothing in it."""

    def __init__(self, title: str, content: QWidget) -> None:
        super().__init__()
        self._count = Label(style=TextStyle.SMALL, tone=Role.TEXT2)
        head = QHBoxLayout()
        head.addWidget(Label(title, is_strong=True), 1)
        head.addWidget(self._count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_8, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(Separator())
        layout.addLayout(head)
        layout.addWidget(content)
        self.hide()

    @property
    def count_text(self) -> str:
        """What is said of how many there are."""
        return self._count.text()

    def show_count(self, count: int, text: str = "") -> None:
        """Say how many, perhaps in words; none hides it."""
        self._count.setText(text or str(count))
        self.setVisible(count > 0)


def _reason(line: Segment) -> str:
    return "" if line.quarantine is None else set_aside_short(line.quarantine)
