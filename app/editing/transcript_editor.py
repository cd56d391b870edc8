"""The editor of one transcript: commands in, edits to the library, undo without end, what others change taken in.

Made by the composition for each meeting that is opened for editing, closed by whoever opened it. All methods are of one
thread, the window's: what other threads commit comes to it as announcements, which it hands to ``take``. Saving is
done by ``EditSaver`` on its own thread, and no method but ``flush`` and ``close`` waits for the disk.

What a person sees is the document here, from the moment of the keystroke. The library follows, an edit at a time, and
announces each; such an echo is known here and nothing to show. Lines that come from a recording or a better pass are
taken in, except for those that an edit on its way to disk speaks of: the library looks at both and says what became of
them. Undo reads the history of the library, so it goes as far back after a restart as before it.
"""

import time
from collections.abc import Callable
from typing import Protocol

from app.announcements import Announcements, EditingChanged
from app.editing.command import Command
from app.editing.document import Document
from app.editing.edit_saver import CLOSE_S, EditLibrary, EditSaver, Unsaved, Write, WriteKind
from app.meetings.edit import Edit, EditId, EditKind, PastEdit
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import Segment, Transcript, TranscriptChange

PAUSE_S = 1.0
"""Typing that goes on within this belongs to one edit, which is undone at once."""


class EditedLibrary(EditLibrary, Protocol):
    """The library, as far as an editor knows it."""

    def meeting(self, meeting_id: MeetingId) -> Meeting:
        """One meeting."""
        ...

    def transcript(self, meeting_id: MeetingId) -> Transcript:
        """The transcript that is shown."""
        ...

    def history(self, meeting_id: MeetingId) -> list[PastEdit]:
        """Its edits, oldest first, undone ones last."""
        ...

    def edit(self, edit_id: EditId) -> Edit | None:
        """One of them with its lines."""
        ...


class TranscriptEditor:
    """Edits one transcript."""

    def __init__(
        self,
        *,
        library: EditedLibrary,
        meeting_id: MeetingId,
        announcements: Announcements,
        clock: Callable[[], float] = time.monotonic,
        save_after_s: float = 0.5,
        retry_after_s: float = 2.0,
    ) -> None:
        """Read the transcript and its history. Raises ``MeetingNotFound``."""
        self._library = library
        self._meeting_id = meeting_id
        self._clock = clock
        self._done: list[EditId] = []
        self._undone: list[EditId] = []
        self._fresh: dict[EditId, Edit] = {}
        """Edits that are not on disk as they are now; of all others the library has the lines."""
        self._ours: dict[SegmentId, Segment | None] = {}
        """Lines as the last edit left them, until the library has announced just that."""
        self._typing: Edit | None = None
        self._typed_at = 0.0
        self._is_stale = False
        self._document = self._read()
        self._saver = EditSaver(
            library=library,
            meeting_id=meeting_id,
            on_changed=lambda: announcements.announce(EditingChanged(meeting_id)),
            save_after_s=save_after_s,
            retry_after_s=retry_after_s,
        )

    @property
    def document(self) -> Document:
        """The transcript as it is now, saved or not. Only to be read."""
        return self._document

    @property
    def unsaved(self) -> Unsaved | None:
        """What is not on disk, and why; ``None`` when all is. ``EditingChanged`` is announced when this changes."""
        return self._saver.unsaved

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone edit to do again."""
        return bool(self._undone)

    def apply(self, command: Command) -> TranscriptChange | None:
        """Do what a person wishes, and give what is to be repainted; ``None`` where there was nothing to do."""
        self._settle()
        edit = command.apply(self._document)
        if edit is None:
            return None
        self._change(edit)
        now = self._clock()
        kept = self._typing if self._goes_on(edit, now) else None
        whole = edit if kept is None else kept.then(edit)
        if kept is None:
            self._done.append(whole.id)
            self._undone.clear()
        is_typed = edit.kind is EditKind.TYPE
        self._typing, self._typed_at = (whole if is_typed else None), now
        self._fresh[whole.id] = whole
        self._saver.put(Write(WriteKind.APPLY, whole), waits=is_typed)
        return self._told(edit)

    def undo(self) -> TranscriptChange | None:
        """Take back the last edit that is in effect."""
        return self._turn(self._done, self._undone, WriteKind.UNDO)

    def redo(self) -> TranscriptChange | None:
        """Do again what was undone last."""
        return self._turn(self._undone, self._done, WriteKind.REDO)

    def take(self, change: TranscriptChange) -> TranscriptChange | None:
        """Take in what the library announced; gives what of it the window does not show yet.

        A change with ``shown`` set is another version: everything is to be painted anew from ``document``.
        """
        if change.meeting_id != self._meeting_id:
            return None
        self._settle()
        if change.shown is not None and change.shown != self._document.version_id:
            self._begin_anew()
            return change
        if change.by is not None and change.by not in (*self._done, *self._undone):
            waiting = {write.edit.id for write in self._saver.pending}
            at = next((place for place, name in enumerate(self._done) if name in waiting), len(self._done))
            self._done.insert(at, EditId(change.by))  # in the library it comes before what is not there yet
            self._undone.clear()
            self._typing = None
        lines = [line for line in (*change.added, *change.updated) if self._is_news(line.id, line)]
        added = tuple(line for line in lines if self._document.find(line.id) is None)
        updated = tuple(line for line in lines if self._document.find(line.id) not in (None, line))
        gone = [name for name in change.removed if self._is_news(name, None)]
        removed = tuple(name for name in gone if self._document.find(name) is not None)
        self._document.put((*added, *updated))
        self._document.drop(removed)
        speakers = None if self._names_speakers() else change.speakers
        if speakers == self._document.speakers:
            speakers = None
        if speakers is not None:
            self._document.set_speakers(speakers)
        self._document.gaps += change.gaps
        news = TranscriptChange(self._meeting_id, added, updated, removed, change.gaps, speakers)
        return None if news == TranscriptChange(self._meeting_id) else news

    def retry(self) -> None:
        """Try now to save what the disk refused."""
        self._saver.retry()

    def flush(self) -> bool:
        """Save everything now, waiting for it, and say whether it is saved."""
        is_saved = self._saver.flush()
        self._settle()
        return is_saved

    def set_duration(self, duration_ms: int) -> None:
        """The recording is this long now; 0 while it grows."""
        self._document.duration_ms = duration_ms

    def close(self, *, within_s: float = CLOSE_S) -> bool:
        """Save what is left and stop, within moments. Says whether all is saved. Twice is harmless."""
        return self._saver.close(within_s=within_s)

    def _turn(self, source: list[EditId], target: list[EditId], kind: WriteKind) -> TranscriptChange | None:
        self._settle()
        self._typing = None
        if not source:
            return None
        edit = self._fresh.get(source[-1]) or self._library.edit(source[-1])
        if edit is None:  # the history is another one by now; the window is about to hear why
            self._begin_anew()
            return None
        target.append(source.pop())
        step = edit.inverse if kind is WriteKind.UNDO else edit
        self._change(step)
        self._saver.put(Write(kind, step))
        return self._told(step)

    def _goes_on(self, edit: Edit, now: float) -> bool:
        """Whether an edit is the typing of a moment ago, going on."""
        return (
            self._typing is not None
            and edit.kind is EditKind.TYPE
            and edit.touched == self._typing.touched
            and now - self._typed_at < PAUSE_S
        )

    def _change(self, edit: Edit) -> None:
        self._document.apply(edit)
        self._ours |= {line.id: line for line in edit.after} | dict.fromkeys(edit.removed)

    def _told(self, edit: Edit) -> TranscriptChange:
        names_speakers = edit.speakers_before or edit.speakers_after
        return edit.to_change(self._meeting_id, speakers=self._document.speakers if names_speakers else None)

    def _is_news(self, name: SegmentId, line: Segment | None) -> bool:
        """Whether a line is from elsewhere. The echo of the last edit ends the waiting for it."""
        if name not in self._ours:
            return True
        if self._ours[name] == line:
            del self._ours[name]
        return False

    def _names_speakers(self) -> bool:
        return any(write.edit.speakers_before or write.edit.speakers_after for write in self._saver.pending)

    def _settle(self) -> None:
        """Learn what became of edits that are on disk now."""
        saved = self._saver.take_saved()
        if saved:
            waiting = {write.edit.id for write in self._saver.pending}
            for each in saved:
                if each.edit is None and each.write.kind is not WriteKind.APPLY:
                    self._is_stale = True
                elif each.edit is not None:
                    self._correct(each.write.edit, each.edit)
                if each.write.edit.id not in waiting:
                    self._fresh.pop(each.write.edit.id, None)
        if self._is_stale and not self._saver.pending:
            self._begin_anew()

    def _correct(self, wished: Edit, done: Edit) -> None:
        """Where the library had to write a line otherwise, the document follows, unless it has gone on since."""
        there = {line.id: line for line in done.after}
        for line in wished.after:
            actual = there.get(line.id)
            if actual is not None and actual != line and self._document.find(line.id) == line:
                self._document.put([actual])
                if line.id in self._ours:
                    self._ours[line.id] = actual

    def _begin_anew(self) -> None:
        """Read everything again, with what is not saved yet on top."""
        self._is_stale = False
        self._typing = None
        self._ours.clear()
        self._document = self._read()
        for write in self._saver.pending:
            self._change(write.edit)
            if write.kind is WriteKind.APPLY and write.edit.id not in self._done:
                self._done.append(write.edit.id)

    def _read(self) -> Document:
        meeting = self._library.meeting(self._meeting_id)
        transcript = self._library.transcript(self._meeting_id)
        history = self._library.history(self._meeting_id)
        self._done = [past.id for past in history if not past.is_undone]
        self._undone = [past.id for past in reversed(history) if past.is_undone]
        is_bounded = meeting.status is not MeetingStatus.RECORDING
        return Document(transcript, duration_ms=meeting.duration_ms if is_bounded else 0)
