"""Gives speakers other names and merges two of them, from the list and from the margin. Each is an edit of its own.

Lives on the window's thread, owned by ``MeetingPage``. To merge is to write thousands of lines in a long meeting: that
is worked out in the background, and done when it comes.
"""

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.editing.prepared_command import PreparedCommand, prepare
from app.editing.speaking import MergeSpeakers, NameSpeaker
from app.meetings.transcript import Segment, Speaker
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.speaker_list import SpeakerList
from ui.editor.transcript_view import TranscriptView


class SpeakerDesk(QObject):
    """Writes names."""

    merged = Signal(str, str)
    """The name of a speaker who is another one now, and that one's."""

    def __init__(
        self,
        *,
        editor: MeetingEditor,
        view: TranscriptView,
        speakers: SpeakerList,
        background: Background,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._editor = editor
        self._background = background
        self._view = view
        view.speaker_named.connect(self._on_named)
        speakers.named.connect(self._on_named)
        speakers.merged.connect(self._on_merged)
        speakers.chosen.connect(self._on_chosen)

    def _on_named(self, speaker: Speaker, name: str) -> None:
        self._editor.apply(NameSpeaker(speaker.id, name))

    def _on_merged(self, speaker: Speaker, into: Speaker) -> None:
        document = self._editor.document
        if document is not None:
            work = partial(prepare, MergeSpeakers(speaker.id, into.id), document.transcript)
            deliver(self._background.run(work), self._on_prepared, self._on_failed)

    def _on_prepared(self, prepared: PreparedCommand) -> None:
        document, command = self._editor.document, prepared.command
        if document is None or document.meeting_id != prepared.transcript.meeting_id:
            return  # another meeting is open by now
        if isinstance(command, MergeSpeakers):
            speaker, into = document.speaker(command.speaker), document.speaker(command.into)
            if self._editor.apply(prepared) is not None and speaker is not None and into is not None:
                self.merged.emit(speaker.name, into.name)

    def _on_failed(self, _error: VivavoceError) -> None:
        """What is worked out in memory knows no trouble."""

    def _on_chosen(self, speaker: Speaker) -> None:
        """Go to the next line they speak, from the one with the caret on, and round at the end."""
        document = self._view.document
        if document is None:
            return
        line = self._view.current_line
        start = None if line is None else document.index_of(line.id)
        count = len(document)
        for step in range(1, count + 1):
            block = document.block(((-1 if start is None else start) + step) % count)
            if isinstance(block, Segment) and block.speaker_id == speaker.id:
                self._view.go_to_line(block.id)
                return
