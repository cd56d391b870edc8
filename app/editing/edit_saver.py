"""Edits on their way to the library: one after the other, again and again where the disk refuses.

A thread of its own waits for the library, so that nobody who types does. What is not on disk yet stays here, and
``unsaved`` says so. Typing is held back for a moment, because the next letter usually follows: what is written then is
the same edit, grown.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from app.meetings.edit import Edit, EditId
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId
from engine.contract.errors import VivavoceError

CLOSE_S = 3.0
"""A session that ends gives a program little more."""


class EditLibrary(Protocol):
    """Where edits are kept."""

    def apply_edit(self, meeting_id: MeetingId, edit: Edit) -> "Future[Edit]":
        """Do an edit and write it down."""
        ...

    def undo_edit(self, meeting_id: MeetingId, edit_id: EditId) -> "Future[Edit | None]":
        """Take one back."""
        ...

    def redo_edit(self, meeting_id: MeetingId, edit_id: EditId) -> "Future[Edit | None]":
        """Do one again."""
        ...


class WriteKind(Enum):
    """What is to be done with an edit."""

    APPLY = auto()
    UNDO = auto()
    REDO = auto()


@dataclass(frozen=True, slots=True)
class Write:
    """One step towards the disk."""

    kind: WriteKind
    edit: Edit
    """For ``UNDO`` already turned round: in every case after is what shall be there."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A step that is on disk."""

    write: Write
    edit: Edit | None
    """As it really is there; ``None`` where the library had nothing to turn round."""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """What is not on disk yet."""

    edits: int
    error: VivavoceError | None = None
    """Why the last try failed; ``None`` while it is only on its way."""


class EditSaver:
    """Owns the thread that saves. ``close`` tries once more and joins it."""

    def __init__(
        self,
        *,
        library: EditLibrary,
        meeting_id: MeetingId,
        on_changed: Callable[[], None],
        save_after_s: float = 0.5,
        retry_after_s: float = 2.0,
    ) -> None:
        self._library = library
        self._meeting_id = meeting_id
        self._on_changed = on_changed
        self._save_after_s = save_after_s
        self._retry_after_s = retry_after_s
        self._pending: deque[tuple[Write, float]] = deque()
        """With the moment it is due."""
        self._saved: deque[Saved] = deque()
        self._is_writing = False
        self._tries = 0
        self._error: VivavoceError | None = None
        self._not_before = 0.0
        self._is_closing = False
        self._wake = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="edit-saver", daemon=True)
        self._thread.start()

    @property
    def unsaved(self) -> Unsaved | None:
        """What is not on disk yet; ``None`` when everything is."""
        with self._wake:
            names = {write.edit.id for write, _ in self._pending}
            return Unsaved(len(names), self._error) if names else None

    @property
    def pending(self) -> list[Write]:
        """All steps that are not on disk, in their order."""
        with self._wake:
            return [write for write, _ in self._pending]

    def put(self, write: Write, *, waits: bool = False) -> None:
        """Save a step; with ``waits`` after a moment, unless something else is to be saved before."""
        with self._wake:
            due = time.monotonic() + (self._save_after_s if waits else 0.0)
            last = self._pending[-1] if self._pending else None
            is_being_written = self._is_writing and len(self._pending) == 1
            if last is not None and not is_being_written and _is_grown_from(write, last[0]):
                self._pending.pop()
                due = min(due, last[1])
            self._pending.append((write, due))
            self._wake.notify_all()
        self._on_changed()

    def take_saved(self) -> list[Saved]:
        """What came to be on disk since this was asked last."""
        found: list[Saved] = []
        while self._saved:
            found.append(self._saved.popleft())
        return found

    def retry(self) -> None:
        """Try again now."""
        with self._wake:
            self._hurry()

    def flush(self, *, timeout_s: float = 3.0) -> bool:
        """Save everything now, and say whether it is saved; a disk that refuses is asked once."""
        with self._wake:
            self._hurry()
            before = self._tries
            self._wake.wait_for(lambda: not self._pending or self._tries > before, timeout_s)
            return not self._pending

    def close(self, *, within_s: float = CLOSE_S) -> bool:
        """Save what is left if the disk takes it, and stop the thread. Says whether all is saved. Twice is harmless.

        A library that somebody holds must not keep a window from closing: saving and stopping have that time together.
        """
        until_s = time.monotonic() + within_s
        is_saved = self.flush(timeout_s=within_s)
        with self._wake:
            self._is_closing = True
            self._wake.notify_all()
        self._thread.join(timeout=max(0.0, until_s - time.monotonic()))
        return is_saved

    def _hurry(self) -> None:
        self._not_before = 0.0
        self._pending = deque((write, 0.0) for write, _ in self._pending)
        self._wake.notify_all()

    def _run(self) -> None:
        while (write := self._next()) is not None:
            try:
                saved = Saved(write, self._save(write))
            except MeetingNotFound:
                self._give_up()
            except VivavoceError as error:
                self._refused(error)
            except Exception as error:
                self._refused(None, pause_s=threading.TIMEOUT_MAX)  # a bug does not go away by trying on
                threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, self._thread)))
            else:
                self._done(saved)
            self._on_changed()

    def _next(self) -> Write | None:
        with self._wake:
            while not self._is_closing:
                if self._pending:
                    now = time.monotonic()
                    # A step behind typing that is held back ends its waiting: they are saved in their order.
                    due = max(self._not_before, min(due for _, due in self._pending))
                    if due <= now:
                        self._is_writing = True
                        return self._pending[0][0]
                    self._wake.wait(min(due - now, threading.TIMEOUT_MAX))
                else:
                    self._wake.wait()
            return None

    def _save(self, write: Write) -> Edit | None:
        if write.kind is WriteKind.APPLY:
            return self._library.apply_edit(self._meeting_id, write.edit).result()
        turn = self._library.undo_edit if write.kind is WriteKind.UNDO else self._library.redo_edit
        return turn(self._meeting_id, write.edit.id).result()

    def _done(self, saved: Saved) -> None:
        with self._wake:
            self._is_writing = False
            self._error = None
            self._pending.popleft()
            self._saved.append(saved)
            self._wake.notify_all()

    def _refused(self, error: VivavoceError | None, *, pause_s: float | None = None) -> None:
        with self._wake:
            self._is_writing = False
            self._error = error
            self._tries += 1
            self._not_before = time.monotonic() + (self._retry_after_s if pause_s is None else pause_s)
            self._wake.notify_all()

    def _give_up(self) -> None:
        """The meeting was deleted, and its edits with it."""
        with self._wake:
            self._is_writing = False
            self._pending.clear()
            self._wake.notify_all()


def _is_grown_from(write: Write, earlier: Write) -> bool:
    return write.kind is earlier.kind is WriteKind.APPLY and write.edit.id == earlier.edit.id
