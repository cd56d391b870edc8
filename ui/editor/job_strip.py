"""Over the transcript while its job is not done: how far it is and Cancel, or why it stopped and how to go on."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.announcements import JobProgressAnnounced
from app.meetings.meeting import MeetingStatus
from engine.contract.audio import to_milliseconds
from engine.contract.error_report import from_report
from engine.contract.messages import Stage
from ui.editor.meeting_reading import MeetingFacts
from ui.messages.error_messages import describe_error
from ui.reading.clock import clock
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.card import Bar
from ui.widgets.label import Label
from ui.widgets.message_bar import MessageBar, MessageKind
from ui.widgets.progress import ProgressLine, time_left_text


class JobStrip(Bar):
    """Hidden when there is nothing to say."""

    cancel_clicked = Signal()
    go_on_clicked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._is_stopping = False
        self._work = QWidget()
        self._words = Label(style=TextStyle.SMALL, tone=Role.TEXT2)
        self._progress = ProgressLine(self.tr("Progress of this recording"))
        self._cancel = Button(self.tr("Cancel"), size=ButtonSize.SMALL)
        self._message = MessageBar()
        row = QHBoxLayout(self._work)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_12)
        row.addWidget(self._words)
        row.addWidget(self._progress, 1)
        row.addWidget(self._cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_8, SPACE_24, SPACE_8)
        layout.addWidget(self._work)
        layout.addWidget(self._message)
        self._cancel.clicked.connect(self._on_cancel)
        self._message.acted.connect(self.go_on_clicked)
        self._message.dismissed.connect(self.hide)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while hidden."""
        if self.isHidden():
            return ""
        return self._message.text if self._work.isHidden() else self._words.text()

    @property
    def cancel_button(self) -> Button:
        """Stops the job."""
        return self._cancel

    def show_facts(self, facts: MeetingFacts) -> None:
        """Show where the meeting's job stands."""
        match facts.meeting.status:
            case MeetingStatus.WAITING:
                self._show_work(self.tr("Waiting in line"), has_progress=False)
            case MeetingStatus.WORKING:
                if self.isHidden() or self._work.isHidden() or self._progress.isHidden():
                    self._show_work(self.tr("Starting…"), has_progress=True)
            case MeetingStatus.PARTIAL:
                self._say_stopped(facts)
            case MeetingStatus.FAILED:
                self._say_failed(facts)
            case MeetingStatus.READY | MeetingStatus.RECORDING:  # the recording page shows what is being recorded
                self._is_stopping = False
                self.hide()

    def show_progress(self, progress: JobProgressAnnounced) -> None:
        """Show how far the job is."""
        if self._is_stopping:
            return
        self._show_work(self._stage(progress), has_progress=True)
        left = "" if progress.seconds_left is None else time_left_text(progress.seconds_left)
        self._progress.show_progress(progress.fraction, left)

    def forget(self) -> None:
        """Another meeting is opened."""
        self._is_stopping = False
        self._progress.show_progress(0.0)
        self.hide()

    def _stage(self, progress: JobProgressAnnounced) -> str:
        match progress.stage:
            case Stage.READING:
                return self.tr("Reading the sound")
            case Stage.LOADING:
                return self.tr("Getting the speech model ready")
            case Stage.RECOGNISING if progress.worker:
                return self.tr("{worker} understands the speech").format(worker=progress.worker)
            case Stage.RECOGNISING if progress.missed_worker:
                text = self.tr("{worker} does not answer, this computer goes on")
                return text.format(worker=progress.missed_worker)
            case Stage.RECOGNISING:
                return self.tr("Understanding the speech")
            case Stage.SPEAKERS:
                return self.tr("Finding out who speaks")

    def _show_work(self, words: str, *, has_progress: bool) -> None:
        self._words.setText(words)
        self._progress.setVisible(has_progress)
        self._message.hide()
        self._work.show()
        if not self._is_stopping:
            self._cancel.turn_on()
        self.show()

    def _say_stopped(self, facts: MeetingFacts) -> None:
        job = facts.job
        reached = 0 if job is None else to_milliseconds(job.finished_to)
        text = self.tr("Stopped at {reached} of {length}. The sound is whole, and what was understood so far is kept.")
        self._say(
            text.format(reached=clock(reached), length=clock(facts.meeting.duration_ms)),
            MessageKind.WARNING,
            self.tr("Continue"),
        )

    def _say_failed(self, facts: MeetingFacts) -> None:
        error = None if facts.job is None or facts.job.error is None else from_report(facts.job.error)
        text = self.tr("This recording could not be understood.") if error is None else describe_error(error)
        self._say(text, MessageKind.DANGER, self.tr("Try again"))

    def _say(self, text: str, kind: MessageKind, action: str) -> None:
        self._is_stopping = False
        self._work.hide()
        self._message.say(text, kind, action=action)
        self.show()

    def _on_cancel(self) -> None:
        self._is_stopping = True
        self._words.setText(self.tr("Stopping…"))
        self._cancel.turn_off(self.tr("It stops within a moment; what was understood so far is kept."))
        self.cancel_clicked.emit()
