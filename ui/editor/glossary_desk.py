"""Takes back what the glossary changed where a person asks for it. Owned by ``MeetingPage``, on the window's thread."""

from PySide6.QtCore import QObject

from app.editing.glossary_changes import GlossaryChange, KeepHeard
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.side_panel import SidePanel
from ui.editor.transcript_view import TranscriptView


class GlossaryDesk(QObject):
    """Between the list beside the transcript and the editor."""

    def __init__(self, *, editor: MeetingEditor, view: TranscriptView, panel: SidePanel, parent: QObject) -> None:
        super().__init__(parent)
        self._editor = editor
        self._view = view
        self._panel = panel
        panel.glossary.undone.connect(self._on_undone)
        editor.turned.connect(self._on_turned)

    def _on_undone(self, change: GlossaryChange) -> None:
        self._editor.apply(KeepHeard(change))
        self._show()

    def _on_turned(self, _change: object) -> None:
        """The taking back may have been taken back."""
        self._show()

    def _show(self) -> None:
        if self._view.document is not None:
            self._panel.show_changes(self._view.document)
