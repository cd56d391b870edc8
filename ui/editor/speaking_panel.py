"""Below the list of speakers: how far a look for them is or why it failed, the ways to put it right, and talk time.

Lives on the window's thread, part of ``SidePanel``. ``SpeakingDesk`` fills it and does what is asked here.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.meetings.speaking_facts import MeetingFacts, SpeakerFacts
from app.meetings.transcript import Speaker
from engine.contract.error_report import from_report
from ui.editor.speaking_reading import SpeakingReading
from ui.editor.talk_strip import TalkStrip
from ui.messages.error_messages import describe_error
from ui.reading.clock import clock, spoken_length
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.button import Button, ButtonKind, ButtonSize
from ui.widgets.card import Separator
from ui.widgets.label import Label
from ui.widgets.progress import ProgressLine
from ui.widgets.speaker_square import SpeakerSquare


class SpeakingPanel(QWidget):
    """The part of the side panel."""

    naming_wanted = Signal()
    count_wanted = Signal()
    retry_wanted = Signal()
    """Look for the speakers (again)."""
    cancel_wanted = Signal()
    moment_chosen = Signal(int)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: SpeakingReading | None = None
        self._shown: tuple[MeetingFacts, tuple[Speaker, ...]] | None = None
        self._progress = ProgressLine(self.tr("Finding out who speaks"))
        self._cancel = Button(self.tr("Cancel"), size=ButtonSize.SMALL, name=self.tr("Stop finding out who speaks"))
        self._work = QWidget()
        work = QHBoxLayout(self._work)
        work.setContentsMargins(0, 0, 0, 0)
        work.setSpacing(SPACE_12)
        work.addWidget(self._progress, 1)
        work.addWidget(self._cancel)
        self._words = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self.name = Button(self.tr("Name speakers…"), size=ButtonSize.SMALL)
        self.count = Button(self.tr("How many?…"), size=ButtonSize.SMALL, name=self.tr("How many speakers are there?"))
        self.retry = Button(self.tr("Find speakers"), size=ButtonSize.SMALL)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        buttons.addWidget(self.name)
        buttons.addWidget(self.count)
        buttons.addStretch(1)
        again = QHBoxLayout()
        again.addWidget(self.retry)
        again.addStretch(1)
        self._talk = QWidget()
        self._arrange_talk()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        self._head = QWidget()
        head = QVBoxLayout(self._head)
        head.setContentsMargins(0, SPACE_8, 0, 0)
        head.setSpacing(SPACE_8)
        head.addWidget(Separator())
        head.addWidget(Label(self.tr("Speakers"), is_strong=True))
        layout.addWidget(self._head)
        layout.addWidget(self._words)
        layout.addWidget(self._work)
        layout.addLayout(again)
        layout.addLayout(buttons)
        layout.addWidget(self._talk)
        self.name.clicked.connect(self.naming_wanted)
        self.count.clicked.connect(self.count_wanted)
        self.retry.clicked.connect(self.retry_wanted)
        self._cancel.clicked.connect(self.cancel_wanted)
        self.strip.moment_chosen.connect(self.moment_chosen)
        self.copy.clicked.connect(self._on_copy)
        self.hide()

    @property
    def text(self) -> str:
        """What it says of the look; empty where there is nothing to say."""
        return "" if self.isHidden() or self._words.isHidden() else self._words.text()

    @property
    def is_looking(self) -> bool:
        """Whether a look is shown to be under way."""
        return not self.isHidden() and not self._work.isHidden()

    @property
    def facts_text(self) -> str:
        """The facts as a table of text, as Copy puts it on the clipboard."""
        reading = self._reading
        if reading is None:
            return ""
        by_id = {speaker.id: speaker for speaker in reading.speakers}
        head = [
            self.tr("Speaker"),
            self.tr("Talk time"),
            self.tr("Share"),
            self.tr("Turns"),
            self.tr("Longest turn"),
            self.tr("Questions"),
        ]
        rows = [head, *(_row(by_id[each.speaker_id], each) for each in reading.facts.speakers if each.talk_ms)]
        rows.append([self.tr("Silence"), clock(reading.facts.silence_ms), "", "", "", ""])
        return "\n".join("\t".join(row) for row in rows) + "\n"

    def show_reading(self, reading: SpeakingReading, *, fraction: float | None) -> None:
        """Show what is known, and how far a look is."""
        self._reading = reading
        buttons = (self._cancel, self.count, self.retry, self.name)
        focused = next((button for button in buttons if button.hasFocus()), None)
        run = reading.run
        is_looking = fraction is not None or (run is not None and run.is_waiting)
        self._work.setVisible(is_looking)
        self._progress.show_progress(fraction or 0.0)
        self._words.setText(self._say(reading, is_looking=is_looking, fraction=fraction))
        self._words.setVisible(bool(self._words.text()))
        has_failed = run is not None and run.error is not None and not is_looking
        self.name.setVisible(bool(reading.speakers))
        self.retry.setVisible(reading.has_sound and not is_looking and (has_failed or not reading.speakers))
        self.retry.setText(self.tr("Try again") if has_failed else self.tr("Find speakers"))
        self.retry.setAccessibleName(self.retry.text())
        self.count.setVisible(reading.has_sound and not is_looking)
        self._show_talk(reading)
        if focused is not None and not focused.isVisibleTo(self):  # else Qt gives the keyboard to whatever comes next
            next((button for button in buttons if button.isVisibleTo(self)), self.copy).setFocus()
        self._head.setVisible(not reading.speakers)  # else the list above has one
        self.setVisible(reading.is_spoken and (reading.has_sound or bool(reading.speakers)))

    def forget(self) -> None:
        """Another meeting is opened."""
        self._reading = self._shown = None
        self.hide()

    def _say(self, reading: SpeakingReading, *, is_looking: bool, fraction: float | None) -> str:
        if is_looking:
            return self.tr("Finding out who speaks") if fraction is not None else self.tr("Speakers: waiting in line")
        if reading.run is not None and reading.run.error is not None:
            return describe_error(from_report(reading.run.error))
        suggested = [voice.suggestion for voice in reading.voices if voice.suggestion is not None]
        if suggested:
            names = ", ".join(each.name for each in suggested)
            return self.tr("Sounds like somebody you know: {names}. Name speakers to say so.").format(names=names)
        small = [each for each in reading.facts.speakers if 0 < each.share < 0.02]
        if small and len(reading.speakers) > 2:
            return self.tr(
                "%n speaker(s) hardly say anything. If they are none, say how many there were.", "", len(small)
            )
        return ""

    def _arrange_talk(self) -> None:
        self.strip = TalkStrip()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(SPACE_8)
        self._grid.setVerticalSpacing(SPACE_4)
        self._grid.setColumnStretch(1, 1)
        self._silence = Label(style=TextStyle.SMALL, tone=Role.TEXT2)
        self.copy = Button(
            self.tr("Copy"), kind=ButtonKind.PLAIN, size=ButtonSize.SMALL, name=self.tr("Copy the talk times")
        )
        self.copy.setToolTip(self.tr("Puts the table on the clipboard. Nothing is sent anywhere."))
        head = QHBoxLayout()
        head.addWidget(Label(self.tr("Talk time"), is_strong=True), 1)
        head.addWidget(self.copy)
        layout = QVBoxLayout(self._talk)
        layout.setContentsMargins(0, SPACE_8, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(Separator())
        layout.addLayout(head)
        layout.addWidget(self.strip)
        layout.addLayout(self._grid)
        layout.addWidget(self._silence)

    def _show_talk(self, reading: SpeakingReading) -> None:
        if self._shown == (reading.facts, reading.speakers):
            return
        self._shown = (reading.facts, reading.speakers)
        by_id = {speaker.id: speaker for speaker in reading.speakers}
        speaking = [each for each in reading.facts.speakers if each.talk_ms and each.speaker_id in by_id]
        self._talk.setVisible(bool(speaking))
        self.strip.show_facts(reading.facts, reading.speakers)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        heads = (self.tr("time"), self.tr("turns"), self.tr("longest"), self.tr("asks"))
        for column, head in enumerate(heads, start=2):
            self._grid.addWidget(_figure(head), 0, column)
        for row, each in enumerate(speaking, start=1):
            speaker = by_id[each.speaker_id]
            self._grid.addWidget(SpeakerSquare(speaker.number), row, 0)
            figures = (clock(each.talk_ms), str(each.turns), clock(each.longest_ms), str(each.questions))
            for column, figure in enumerate(figures, start=2):
                label = _figure(figure)
                label.setAccessibleName(f"{speaker.name}, {heads[column - 2]}: {figure}")
                self._grid.addWidget(label, row, column)
        silence = self.tr("Nobody speaks for {length} of {whole}.")
        whole = reading.facts.duration_ms
        self._silence.setText(
            silence.format(length=spoken_length(reading.facts.silence_ms), whole=spoken_length(whole))
        )

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.facts_text)


def _row(speaker: Speaker, facts: SpeakerFacts) -> list[str]:
    return [
        speaker.name,
        clock(facts.talk_ms),
        f"{round(facts.share * 100)} %",
        str(facts.turns),
        clock(facts.longest_ms),
        str(facts.questions),
    ]


def _figure(text: str) -> Label:
    label = Label(text, style=TextStyle.SMALL, tone=Role.TEXT2, is_tabular=True)
    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return label
