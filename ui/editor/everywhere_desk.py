"""Finds and replaces in many meetings, a moment at a time: it can be watched and stopped. On the window's thread.

Looking and writing is done in the background. A meeting that somebody edits in this window is changed through its
editor, so that what it shows and what it can undo are right; all others by the library. One that cannot be changed
does not keep the others from it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.editing.everywhere import replace_in
from app.editing.finding import FoundPlace, Wanted
from app.editing.replacing import ReplacePlaces
from app.library.library import Library
from app.meetings.chinese import ChineseScript
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import CourseId, MeetingId
from app.meetings.meeting import Meeting
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.editor.editor_shelf import EditorShelf
from ui.editor.everywhere_reading import Slice, look_through, meetings_to_search
from ui.editor.meeting_editor import MeetingEditor

MOST_PLACES = 5_000
"""More are not listed: nobody looks at them, and they can be found again when these are replaced."""
T = TypeVar("T")
_Job = tuple[MeetingId, tuple[FoundPlace, ...]]


@dataclass(frozen=True, slots=True)
class Replaced:
    """What became of a replacement."""

    places: int
    meetings: int
    failed: tuple[VivavoceError, ...] = ()
    is_stopped: bool = False


class EverywhereDesk(QObject):
    """Looks or replaces, one at a time."""

    found = Signal(object)
    """``EverywhereMeeting`` after ``EverywhereMeeting``, as a tuple."""
    looked = Signal(int, int)
    """So many meetings of so many were looked through."""
    look_ended = Signal(bool)
    """Whether all was looked through; else it was stopped, or there is too much to list."""
    replacing = Signal(int, int)
    """So many meetings of so many are done."""
    replaced = Signal(object)
    """``Replaced``."""
    failed = Signal(object)
    """A ``VivavoceError``: it cannot be looked at all."""

    def __init__(
        self,
        *,
        library: Library,
        background: Background,
        editor: MeetingEditor,
        shelf: EditorShelf,
        script: Callable[[], ChineseScript],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._background = background
        self._editor = editor
        self._shelf = shelf
        self._script = script
        self._wanted = Wanted("")
        self._run = 0
        """Answers to an earlier question are dropped."""
        self._meetings: list[Meeting] = []
        self._looked_through = self._places = 0
        self._jobs: deque[_Job] = deque()
        self._text = ""
        self._done = Replaced(0, 0)
        self._of = 0
        self._is_stopping = False

    @property
    def is_replacing(self) -> bool:
        """Whether it writes now."""
        return self._of > 0

    def look_for(self, wanted: Wanted, course_id: CourseId | None) -> None:
        """Look for this in all meetings, or those of a course. What is being looked for is forgotten."""
        self._run += 1
        self._wanted = wanted
        self._meetings, self._looked_through, self._places = [], 0, 0
        if not wanted.text.strip():
            self.look_ended.emit(True)
            return
        self.looked.emit(0, 0)
        work = partial(_numbered, self._run, partial(meetings_to_search, self._library, course_id))
        deliver(self._background.run(work), self._on_meetings, self._on_failed)

    def replace(self, jobs: Sequence[_Job], text: str) -> None:
        """Replace these places, meeting by meeting."""
        if self.is_replacing or not jobs:
            return
        self._run += 1
        self._jobs, self._text, self._of = deque(jobs), text, len(jobs)
        self._done, self._is_stopping = Replaced(0, 0), False
        self._next_job()

    def stop(self) -> None:
        """Stop looking, or replacing after the meeting that is being written."""
        if self.is_replacing:
            self._is_stopping = True
        elif self._meetings:
            self._run += 1
            self._meetings = []
            self.look_ended.emit(False)

    def forget(self) -> None:
        """Nobody looks any more. What is being replaced stops."""
        self._run += 1
        self._meetings = []
        self._is_stopping = True

    # Looking

    def _on_meetings(self, answer: "tuple[int, list[Meeting]]") -> None:
        run, meetings = answer
        if run == self._run:
            self._meetings = meetings
            self._look_on()

    def _look_on(self) -> None:
        rest = self._meetings[self._looked_through :]
        self.looked.emit(self._looked_through, len(self._meetings))
        if not rest or self._places >= MOST_PLACES:
            self._meetings = []
            self.look_ended.emit(not rest)
            return
        document = self._editor.document
        if document is not None and all(meeting.id != document.meeting_id for meeting in rest):
            document = None
        work = partial(
            look_through,
            self._library,
            rest,
            self._wanted,
            script=self._script(),
            opened=None if document is None else document.transcript,
        )
        deliver(self._background.run(partial(_numbered, self._run, work)), self._on_slice, self._on_failed)

    def _on_slice(self, answer: tuple[int, Slice]) -> None:
        run, found = answer
        if run != self._run:
            return
        self._looked_through += found.looked_through
        self._places += sum(len(each.places) for each in found.found)
        if found.found:
            self.found.emit(found.found)
        self._look_on()

    def _on_failed(self, error: VivavoceError) -> None:
        self._meetings = []
        self.failed.emit(error)

    # Replacing

    def _next_job(self) -> None:
        self.replacing.emit(self._of - len(self._jobs), self._of)
        if not self._jobs or self._is_stopping:
            done = Replaced(self._done.places, self._done.meetings, self._done.failed, bool(self._jobs))
            self._jobs.clear()
            self._of = 0
            self.replaced.emit(done)
            return
        meeting_id, places = self._jobs[0]
        document = self._editor.document
        if document is not None and document.meeting_id == meeting_id:
            is_done = self._editor.apply(ReplacePlaces(places, self._text)) is not None
            self._on_replaced(len(places) if is_done else 0)
            return
        work = partial(_replace, self._library, self._shelf, meeting_id, places, self._text)
        deliver(self._background.run(work), self._on_written, self._on_not_written)

    def _on_written(self, places: int | None) -> None:
        if places is None:  # an editor has it open that is not on screen: it waits for its disk
            meeting_id, wanted = self._jobs[0]
            change = self._shelf.apply(meeting_id, ReplacePlaces(wanted, self._text))
            places = 0 if change is None else len(wanted)
        self._on_replaced(places)

    def _on_replaced(self, places: int) -> None:
        done = self._done
        self._done = Replaced(done.places + places, done.meetings + (places > 0), done.failed)
        self._jobs.popleft()
        self._next_job()

    def _on_not_written(self, error: VivavoceError) -> None:
        done = self._done
        self._done = Replaced(done.places, done.meetings, (*done.failed, error))
        self._jobs.popleft()
        self._next_job()


def _numbered(run: int, work: Callable[[], T]) -> tuple[int, T]:
    return run, work()


def _replace(
    library: Library, shelf: EditorShelf, meeting_id: MeetingId, places: tuple[FoundPlace, ...], text: str
) -> int | None:
    """How many places were replaced; ``None`` if an editor has the meeting."""
    count = 0

    def write() -> None:
        nonlocal count
        try:
            written = replace_in(library, meeting_id, places, text)
        except MeetingNotFound:  # deleted since it was found
            return
        if written is not None:
            written.result()
            count = len(places)

    return count if shelf.run_unless_open(meeting_id, write) else None
