"""Where the transcript stands in the page, and what stands there while there is none: each state drawn on purpose."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.meetings.meeting import MeetingStatus
from ui.editor.meeting_reading import MeetingFacts
from ui.editor.transcript_view import TranscriptView
from ui.style.fonts import scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour
from ui.style.tokens import ICON_LARGE, SPACE_8, SPACE_24, SPACE_32, Role, TextStyle
from ui.widgets.button import Button
from ui.widgets.label import Label

_PATIENCE_MS = 300
"""A wait that is longer than this shows itself."""


class TranscriptPlace(QStackedWidget):
    """The transcript, or a sentence in its place."""

    back_clicked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("bar", True)  # the surface colour, also beneath the scroll bar
        self.view = TranscriptView()
        self._note = _Note()
        self.addWidget(self.view)
        self.addWidget(self._note)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE_MS)
        self._timer.timeout.connect(self._on_patience_over)
        self._note.acted.connect(self.back_clicked)

    @property
    def text(self) -> str:
        """The sentence in place of the transcript; empty while that is shown."""
        return self._note.text if self.currentWidget() is self._note else ""

    def wait(self) -> None:
        """A meeting is being read."""
        self._note.say("", "")
        self.setCurrentWidget(self._note)
        self._timer.start()

    def fail(self, sentence: str) -> None:
        """It could not be read."""
        self._timer.stop()
        self._note.say(sentence, "", icon=Icon.WARNING, action=self.tr("Back to the library"))
        self.setCurrentWidget(self._note)

    def show_state(self, facts: MeetingFacts, *, is_empty: bool) -> None:
        """Show the transcript, or why it is empty."""
        self._timer.stop()
        if not is_empty:
            self.setCurrentWidget(self.view)
            return
        match facts.meeting.status:
            case MeetingStatus.WAITING | MeetingStatus.WORKING | MeetingStatus.RECORDING:
                head, more = self.tr("Nothing to read yet"), self.tr("The first lines appear here while it works.")
            case MeetingStatus.READY:
                head = self.tr("No speech was found")
                more = self.tr("The recording can be heard, but nobody was heard speaking in it.")
            case MeetingStatus.PARTIAL | MeetingStatus.FAILED:
                head, more = self.tr("Nothing to read"), self.tr("It stopped before the first words.")
        self._note.say(head, more, icon=Icon.DOCUMENT)
        self.setCurrentWidget(self._note)

    def _on_patience_over(self) -> None:
        self._note.say(self.tr("Opening…"), "")


class _Note(QWidget):
    """A head and a sentence in the middle."""

    acted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._icon: Icon | None = None
        self._head = Label(is_strong=True, is_wrapped=True)
        self._more = Label(style=TextStyle.BODY, tone=Role.TEXT2, is_wrapped=True)
        self._button = Button()
        for label in (self._head, self._more):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_32, SPACE_32, SPACE_32, SPACE_32)
        layout.setSpacing(SPACE_8)
        layout.addStretch(2)
        layout.addSpacing(scaled(ICON_LARGE) + SPACE_8)
        layout.addWidget(self._head)
        layout.addWidget(self._more)
        layout.addSpacing(SPACE_8)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self._button.clicked.connect(self.acted)

    @property
    def text(self) -> str:
        """What it says."""
        return " ".join(part for part in (self._head.text(), self._more.text()) if part)

    def say(self, head: str, more: str, *, icon: Icon | None = None, action: str = "") -> None:
        """Say something else."""
        self._icon = icon
        self._head.setText(head)
        self._more.setText(more)
        self._button.setText(action)
        self._button.setAccessibleName(action)
        self._button.setVisible(bool(action))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), colour(Role.SURFACE))
        if self._icon is not None:
            side = scaled(ICON_LARGE)
            place = self._head.geometry().adjusted(0, -side - SPACE_24, 0, 0)
            place.setHeight(side)
            draw_icon(painter, self._icon, place, colour(Role.TEXT2))
