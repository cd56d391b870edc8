"""The editors of the meetings that were opened, until all they wrote is on disk. Safe on every thread.

An editor is made and closed on background threads, because both read and wait; in between it belongs to the window's
thread. One whose disk refuses stays here and goes on trying after its meeting was left: whoever opens that meeting
again finds it as it was.
"""

import threading
import time
from collections.abc import Callable

from app.editing.command import Command
from app.editing.edit_saver import CLOSE_S
from app.editing.transcript_editor import TranscriptEditor
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import TranscriptChange

OpenEditor = Callable[[MeetingId], TranscriptEditor]
"""Makes the editor of a meeting. Raises ``MeetingNotFound``."""


class EditorShelf:
    """Makes each editor once, and closes it when it is done."""

    def __init__(self, open_editor: OpenEditor) -> None:
        self._open_editor = open_editor
        self._lock = threading.Lock()
        self._editors: dict[MeetingId, TranscriptEditor] = {}
        self._wanted: MeetingId | None = None
        self._is_closed = False

    @property
    def has_unsaved(self) -> bool:
        """Whether anything that was written is not on disk."""
        with self._lock:
            return any(editor.unsaved is not None for editor in self._editors.values())

    def want(self, meeting_id: MeetingId | None) -> None:
        """Say which meeting is open, before its editor is asked for; ``None`` when it was left."""
        self._wanted = meeting_id

    def open(self, meeting_id: MeetingId) -> TranscriptEditor:
        """The editor of a meeting, read if there is none yet. Raises ``MeetingNotFound``."""
        with self._lock:
            found = self._editors.get(meeting_id)
            if found is None:
                found = self._open_editor(meeting_id)
                if self._is_closed:
                    found.close()
                else:
                    self._editors[meeting_id] = found
            return found

    def give_back(self, meeting_id: MeetingId) -> None:
        """Save and close the editor of a meeting that was left; one that cannot save is kept."""
        with self._lock:
            found = self._editors.get(meeting_id)
            if found is None or self._wanted == meeting_id or not found.flush():
                return
            found.close()
            del self._editors[meeting_id]

    def run_unless_open(self, meeting_id: MeetingId, work: Callable[[], None]) -> bool:
        """Do something to a meeting while nobody can open its editor; says whether it was done: else somebody has."""
        with self._lock:
            if meeting_id in self._editors:
                return False
            work()
            return True

    def apply(self, meeting_id: MeetingId, command: Command) -> TranscriptChange | None:
        """Have a meeting edited by its editor, if it has one still, on the window's thread."""
        with self._lock:
            found = self._editors.get(meeting_id)
            return None if found is None else found.apply(command)

    def flush(self) -> bool:
        """Save everything now. Says whether all is saved."""
        with self._lock:
            saved = [editor.unsaved is None or editor.flush() for editor in self._editors.values()]
            return all(saved)

    def close(self) -> bool:
        """Save and close all, within the time that one has. Says whether everything is saved."""
        with self._lock:
            self._is_closed = True
            until_s = time.monotonic() + CLOSE_S
            for editor in self._editors.values():
                editor.retry()  # all at once
            saved = [editor.close(within_s=max(0.0, until_s - time.monotonic())) for editor in self._editors.values()]
            self._editors.clear()
            return all(saved)
