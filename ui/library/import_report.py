"""Says what became of imports: which files were refused, and why a job failed as soon as its row knows.

Lives on the window's thread, owned by the library page, which shows what it says.
"""

from PySide6.QtCore import QObject, Signal

from app.announcements import JobEnded
from app.meetings.identifiers import MeetingId
from app.meetings.job import JobState
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.library.import_desk import ImportDesk, ImportOutcome
from ui.library.meeting_list_model import MeetingListModel
from ui.messages.error_messages import describe_error


class ImportReport(QObject):
    """Listens to the import desk and to the jobs."""

    said = Signal(str)
    """Something that needs attention."""
    taken = Signal()
    """Files are coming in."""
    to_choose = Signal(object)
    """What the person has to choose about a file: an ``Asked``."""

    def __init__(
        self, *, import_desk: ImportDesk, model: MeetingListModel, bridge: AnnouncementBridge, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._just_failed: set[MeetingId] = set()
        import_desk.finished.connect(self._on_imported)
        bridge.job_ended.connect(self._on_job_ended)
        model.counts_changed.connect(self._tell_failures)

    def _on_imported(self, outcome: ImportOutcome) -> None:
        if outcome.taken:
            self.taken.emit()
        for asked in outcome.to_choose:
            self.to_choose.emit(asked)
        if not outcome.refused:
            return
        text = describe_error(outcome.refused[0])
        more = len(outcome.refused) - 1
        if more:
            text += " " + self.tr("%n more file(s) could not be read either.", "", more)
        if outcome.taken:
            text += " " + self.tr("%n file(s) are being imported.", "", outcome.taken)
        self.said.emit(text)

    def _on_job_ended(self, said: JobEnded) -> None:
        if said.state is JobState.FAILED:
            self._just_failed.add(said.meeting_id)

    def _tell_failures(self) -> None:
        for meeting_id in list(self._just_failed):
            row = self._model.find(meeting_id)
            if row is not None and row.error is not None:
                self._just_failed.discard(meeting_id)
                text = self.tr("“{title}” could not be finished. {reason}")
                self.said.emit(text.format(title=row.summary.meeting.title, reason=describe_error(row.error)))
