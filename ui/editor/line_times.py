"""Typing when a line begins and ends: asks, and has it done. Owned by ``MeetingPage``, on its thread."""

from PySide6.QtCore import QObject, Qt, Signal

from app.editing.line_times import SetLineTimes
from app.meetings.identifiers import SegmentId
from app.meetings.typed_time import exact_time
from ui.editor.line_times_dialog import LineTimesDialog
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.transcript_view import TranscriptView


class LineTimes(QObject):
    """Asks for the times of one line at a time."""

    limited = Signal(str)
    """The words of a line did not let it have the times that were typed."""

    def __init__(self, *, editor: MeetingEditor, view: TranscriptView, parent: QObject) -> None:
        super().__init__(parent)
        self._editor = editor
        self._view = view
        self._dialog: LineTimesDialog | None = None
        view.times_requested.connect(self.ask)

    @property
    def dialog(self) -> LineTimesDialog | None:
        """What is open."""
        return self._dialog

    def ask(self) -> None:
        """Ask for the times of the line with the caret."""
        line, document = self._view.current_line, self._editor.document
        kept = None if line is None or document is None else document.find(line.id)
        if kept is None or document is None or self._dialog is not None:
            return
        self._dialog = LineTimesDialog(kept, length_ms=document.duration_ms, parent=self._view.window())
        self._dialog.finished.connect(self._on_finished)
        self._dialog.accepted.connect(self._on_accepted)
        self._dialog.open()

    def _on_accepted(self) -> None:
        times = None if self._dialog is None else self._dialog.times
        if self._dialog is not None and times is not None:
            self.set_times(self._dialog.line_id, *times)

    def set_times(self, line_id: SegmentId, start_ms: int, end_ms: int) -> None:
        """Let a line begin and end there, as far as its words allow, and say how far that was."""
        self._editor.apply(SetLineTimes(line_id, start_ms, end_ms))
        line = None if self._editor.document is None else self._editor.document.find(line_id)
        if line is not None and (line.start_ms, line.end_ms) != (start_ms, end_ms):
            text = self.tr("The words of this line keep it from {start} to {end}. Move or split them first.")
            self.limited.emit(text.format(start=exact_time(line.start_ms), end=exact_time(line.end_ms)))

    def _on_finished(self) -> None:
        self._dialog = None
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
