"""The editor of the open meeting for all parts of its page: they hand it commands and hear what to repaint.

Lives on the window's thread, owned by ``MeetingPage``. What a person wrote is shown at once; whether it is on disk is
said by ``saving``, which changes when ``state_changed`` is said.
"""

from enum import Enum, auto

from PySide6.QtCore import QObject, Signal

from app.announcements import EditingChanged
from app.editing.command import Command
from app.editing.document import Document
from app.editing.transcript_editor import TranscriptEditor
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import TranscriptChange
from engine.contract.errors import VivavoceError
from ui.bridge.announcement_bridge import AnnouncementBridge


class Saving(Enum):
    """Where the edits are."""

    NOTHING = auto()
    """Nobody has edited this meeting."""
    SAVED = auto()
    UNDER_WAY = auto()
    REFUSED = auto()


class MeetingEditor(QObject):
    """Edits one meeting at a time."""

    edited = Signal(object)
    """A ``TranscriptChange`` that the person made, to be shown."""
    turned = Signal(object)
    """The same, for what was undone or done again: where that was is worth a look."""
    state_changed = Signal()
    """Something can be undone now, is saved, or is not."""

    def __init__(self, *, bridge: AnnouncementBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._editor: TranscriptEditor | None = None
        self._meeting_id: MeetingId | None = None
        bridge.editing_changed.connect(self._on_editing_changed)

    @property
    def document(self) -> Document | None:
        """The transcript as it is now; ``None`` while nothing can be edited. Only to be read."""
        return None if self._editor is None else self._editor.document

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return self._editor is not None and self._editor.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone edit to do again."""
        return self._editor is not None and self._editor.can_redo

    @property
    def saving(self) -> Saving:
        """Where the edits are."""
        if self._editor is None:
            return Saving.NOTHING
        unsaved = self._editor.unsaved
        if unsaved is None:
            return Saving.SAVED if self.can_undo or self.can_redo else Saving.NOTHING
        return Saving.UNDER_WAY if unsaved.error is None else Saving.REFUSED

    @property
    def trouble(self) -> VivavoceError | None:
        """Why the disk refused, if it did."""
        unsaved = None if self._editor is None else self._editor.unsaved
        return None if unsaved is None else unsaved.error

    def attach(self, editor: TranscriptEditor) -> None:
        """Edit another meeting."""
        self._editor = editor
        self._meeting_id = editor.document.meeting_id
        self.state_changed.emit()

    def let_go(self) -> None:
        """Edit nothing; whoever made the editor closes it."""
        self._editor = None
        self._meeting_id = None
        self.state_changed.emit()

    def apply(self, command: Command) -> TranscriptChange | None:
        """Do what the person wishes; ``None`` where there was nothing to do."""
        if self._editor is None:
            return None
        return self._say(self._editor.apply(command), is_turned=False)

    def undo(self) -> None:
        """Take back the last edit."""
        if self._editor is not None:
            self._say(self._editor.undo(), is_turned=True)

    def redo(self) -> None:
        """Do again what was undone last."""
        if self._editor is not None:
            self._say(self._editor.redo(), is_turned=True)

    def take(self, change: TranscriptChange) -> TranscriptChange | None:
        """Take in what the library announced; gives what of it is not shown yet."""
        if self._editor is None:
            return change
        news = self._editor.take(change)
        self.state_changed.emit()  # a look for speakers can be undone, too
        return news

    def retry(self) -> None:
        """Try now to save what the disk refused."""
        if self._editor is not None:
            self._editor.retry()

    def flush(self) -> bool:
        """Have everything on disk, for whoever reads it there now. Says whether it is."""
        return self._editor is None or self._editor.unsaved is None or self._editor.flush()

    def set_duration(self, duration_ms: int) -> None:
        """The recording is this long; 0 while it grows."""
        if self._editor is not None:
            self._editor.set_duration(duration_ms)

    def _say(self, change: TranscriptChange | None, *, is_turned: bool) -> TranscriptChange | None:
        if change is not None:
            (self.turned if is_turned else self.edited).emit(change)
        self.state_changed.emit()
        return change

    def _on_editing_changed(self, said: EditingChanged) -> None:
        if said.meeting_id == self._meeting_id:
            self.state_changed.emit()
