"""What the window does for a recording, whichever page is seen: shows it, is loud when it fails, asks before it ends.

Lives on the window's thread, owned by the main window. The library and the recording page do not know each other; what
one has to show of the other passes through here.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.meetings.identifiers import MeetingId
from app.recording.status import RecordingStatus
from ui.live.lost_sources import LostSources
from ui.live.recording_desk import RecordingDesk
from ui.live.recording_pulse import RecordingPulse
from ui.live.recording_words import failure_words, hint_words, no_words_now, sentences, understanding_failure_words
from ui.live.track_watch import TrackHint
from ui.widgets.message_bar import MessageKind
from ui.widgets.question import Question

if TYPE_CHECKING:
    from ui.live.recordings import Recordings


class RecordingWatch(QObject):
    """Watches the recording for the whole window."""

    shown = Signal(object)
    """A ``RecordingStatus``, or ``None``: for whoever shows it in a row or a button."""
    said = Signal(str, MessageKind)
    """Something is wrong, in plain words."""
    alarm_changed = Signal()
    """``alarm`` is another one, or over."""
    recovered_changed = Signal(object)
    """The interrupted recordings that were found."""

    def __init__(
        self, *, recordings: "Recordings", desk: RecordingDesk, pulse: RecordingPulse, window: QWidget
    ) -> None:
        super().__init__(window)
        self._recordings = recordings
        self._desk = desk
        self._pulse = pulse
        self._window = window
        self._alarm = ""
        self._lost = LostSources()
        self._trouble = ""
        self._question: Question | None = None
        self._may_end = False
        pulse.beat.connect(self._on_beat)
        pulse.changed.connect(self._on_changed)

    @property
    def alarm(self) -> str:
        """What is wrong with the recording now."""
        return self._alarm

    @property
    def question(self) -> Question | None:
        """What is asked before a recording ends, while it is asked."""
        return self._question

    def begin(self) -> None:
        """Show what there is: called once, when the window is seen."""
        self.recovered_changed.emit(self._recordings.recovered)
        self._pulse.begin()

    def see(self, meeting_id: MeetingId) -> None:
        """The person knows that this meeting was interrupted."""
        self._recordings.dismiss_recovered(meeting_id)
        self.recovered_changed.emit(self._recordings.recovered)

    def may_close(self) -> bool:
        """Whether the window may close now; if not, the person is asked, and the window closed if they agree."""
        if self._may_end or not self._desk.is_recording:
            return True
        if self._question is None:
            self._ask()
        return False

    def _ask(self) -> None:
        question = Question(
            self.tr("A recording is running"),
            self.tr("Closing the window ends it. What was recorded is saved; missing words are written down later."),
            action=self.tr("Stop and close"),
            parent=self._window,
        )
        question.refuse.setText(self.tr("Keep recording"))
        question.refuse.setAccessibleName(self.tr("Keep recording"))
        question.accepted.connect(self._on_agreed)
        question.finished.connect(self._on_answered)
        self._question = question
        question.open()

    def _on_agreed(self) -> None:
        self._may_end = True
        self._desk.stop()
        self._window.close()

    def _on_answered(self, _result: int) -> None:
        self._question = None

    def _on_beat(self, status: RecordingStatus | None) -> None:
        self._look(status)  # that a source stays away is announced by nobody
        self.shown.emit(status)

    def _look(self, status: RecordingStatus | None) -> None:
        lost = [hint_words(TrackHint.LOST, track) for track in self._lost.look(status)]
        alarm = "" if status is None else failure_words(status) or sentences(*(part for each in lost for part in each))
        if alarm != self._alarm:
            self._alarm = alarm
            if alarm:
                QApplication.beep()
                QApplication.alert(self._window)
                self.said.emit(alarm, MessageKind.DANGER)
            self.alarm_changed.emit()

    def _on_changed(self, status: RecordingStatus | None) -> None:
        self._look(status)
        trouble = "" if status is None else understanding_failure_words(status)
        if trouble != self._trouble:
            self._trouble = trouble
            if trouble:
                self.said.emit(no_words_now(), MessageKind.WARNING)


def is_session_ending() -> bool:
    """Whether the person logs out: then nothing is asked."""
    application = QApplication.instance()
    return isinstance(application, QApplication) and application.isSavingSession()  # pyright: ignore[reportUnknownMemberType] - missing in the stubs
