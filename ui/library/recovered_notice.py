"""At the start: recordings that were interrupted and found again, and what one can do with each.

Lives on the window's thread, above the list. What was found also stands on its own shelf until the person has seen to
it, so a notice that is put away loses nothing.
"""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.meetings.identifiers import MeetingId
from app.recording.status import RecoveredMeeting
from ui.messages.remark_messages import describe_remark
from ui.reading.clock import spoken_length
from ui.style.tokens import SPACE_8
from ui.widgets.message_bar import MessageBar, MessageKind

_MOST = 2
"""More stand on the shelf alone."""


class RecoveredNotice(QWidget):
    """One message for each meeting that was found."""

    continue_requested = Signal(object)
    open_requested = Signal(object, object)
    """A meeting's id, and ``None`` for its beginning."""
    dismissed = Signal(object)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: dict[MeetingId, MessageBar] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_8)
        self._rows = layout
        self.hide()

    @property
    def texts(self) -> list[str]:
        """What is said."""
        return [bar.text for bar in self._bars.values() if bar.text]

    def bar(self, meeting_id: MeetingId) -> MessageBar:
        """The message about a meeting."""
        return self._bars[meeting_id]

    def show_recovered(self, found: Sequence[RecoveredMeeting]) -> None:
        """Say these."""
        for bar in self._bars.values():
            self._rows.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
        self._bars.clear()
        for meeting in found[:_MOST]:
            bar = MessageBar()
            bar.setProperty("meeting", meeting.meeting_id)
            bar.acted.connect(self._on_acted)
            bar.other_acted.connect(self._on_other_acted)
            bar.dismissed.connect(self._on_dismissed)
            self._rows.addWidget(bar)
            self._bars[meeting.meeting_id] = bar
            kind = MessageKind.WARNING if meeting.not_restored else MessageKind.INFO
            bar.say(self._words(meeting), kind, action=self.tr("Continue recording"), other=self.tr("Open"))
        self.setVisible(bool(self._bars))

    def _words(self, meeting: RecoveredMeeting) -> str:
        text = self.tr("{length} of “{title}” were found after an interruption.")
        words = [text.format(length=spoken_length(meeting.duration_ms), title=meeting.title)]
        words += [describe_remark(remark) for remark in meeting.not_restored]
        return " ".join(words).replace("。 ", "。")

    def _on_acted(self) -> None:
        self.continue_requested.emit(self._meeting_of_sender())

    def _on_other_acted(self) -> None:
        meeting_id = self._meeting_of_sender()
        self.dismissed.emit(meeting_id)
        self.open_requested.emit(meeting_id, None)

    def _on_dismissed(self) -> None:
        self.dismissed.emit(self._meeting_of_sender())

    def _meeting_of_sender(self) -> MeetingId:
        return MeetingId(self.sender().property("meeting"))
