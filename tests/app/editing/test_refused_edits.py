"""Edits that the disk refuses stay in memory, are shown as unsaved, and are written again."""

import threading
from concurrent.futures import Future
from typing import TypeVar

from app.editing.edit_saver import EditSaver, Write, WriteKind
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId
from engine.contract.errors import DiskFull, VivavoceError
from tests.builders.library import a_segment

T = TypeVar("T")


class RefusingLibrary:
    """Takes an edit or says what is wrong; remembers what it took."""

    def __init__(self) -> None:
        self.refuses: VivavoceError | None = None
        self.taken: list[tuple[str, Edit | EditId]] = []
        self.gate = threading.Event()
        self.gate.set()

    def apply_edit(self, meeting_id: MeetingId, edit: Edit) -> "Future[Edit]":
        return self._answer("apply", edit, edit)

    def undo_edit(self, meeting_id: MeetingId, edit_id: EditId) -> "Future[Edit | None]":
        return self._answer("undo", edit_id, None)

    def redo_edit(self, meeting_id: MeetingId, edit_id: EditId) -> "Future[Edit | None]":
        return self._answer("redo", edit_id, None)

    def _answer(self, what: str, edit: Edit | EditId, result: T) -> "Future[T]":
        self.gate.wait(timeout=10)
        future: Future[T] = Future()
        if self.refuses is not None:
            future.set_exception(self.refuses)
        else:
            self.taken.append((what, edit))
            future.set_result(result)
        return future


def an_edit(name: str, text: str) -> Edit:
    line = a_segment("before", id="line")
    return Edit(EditId(name), EditKind.TYPE, (line,), (a_segment(text, id="line"),))


def a_saver(library: RefusingLibrary, *, retry_after_s: float = 0.01) -> EditSaver:
    return EditSaver(
        library=library,
        meeting_id=MeetingId("m"),
        on_changed=lambda: None,
        save_after_s=60.0,
        retry_after_s=retry_after_s,
    )


def test_what_a_full_disk_refused_is_written_again_by_itself():
    library = RefusingLibrary()
    library.refuses = DiskFull("/home/ada")
    saver = a_saver(library)
    saver.put(Write(WriteKind.APPLY, an_edit("1", "typed")))
    assert not saver.flush()
    unsaved = saver.unsaved
    assert unsaved is not None
    assert unsaved.edits == 1
    assert isinstance(unsaved.error, DiskFull)

    library.refuses = None
    assert saver.flush()
    assert saver.unsaved is None
    assert [what for what, _ in library.taken] == ["apply"]
    assert saver.close()


def test_edits_reach_a_disk_that_refused_in_the_order_they_were_made():
    library = RefusingLibrary()
    library.refuses = DiskFull("/home/ada")
    saver = a_saver(library, retry_after_s=3600)
    saver.put(Write(WriteKind.APPLY, an_edit("1", "one")))
    assert not saver.flush()
    saver.put(Write(WriteKind.APPLY, an_edit("2", "two")))
    saver.put(Write(WriteKind.UNDO, an_edit("2", "two").inverse))
    library.refuses = None
    saver.retry()
    assert saver.close()
    assert [what for what, _ in library.taken] == ["apply", "apply", "undo"]


def test_typing_that_goes_on_is_written_as_it_stands_when_its_moment_has_come():
    library = RefusingLibrary()
    saver = a_saver(library)
    for text in ("a", "ab", "abc"):
        saver.put(Write(WriteKind.APPLY, an_edit("1", text)), waits=True)
    assert len(saver.pending) == 1
    assert saver.flush()
    (taken,) = library.taken
    assert taken[1] == an_edit("1", "abc")
    saver.close()


def test_typing_while_the_edit_is_being_written_is_written_behind_it():
    library = RefusingLibrary()
    library.gate.clear()
    saver = a_saver(library)
    saver.put(Write(WriteKind.APPLY, an_edit("1", "a")))
    saver.put(Write(WriteKind.APPLY, an_edit("1", "ab")), waits=True)
    library.gate.set()
    assert saver.close()
    assert library.taken[-1][1] == an_edit("1", "ab")


def test_edits_of_a_deleted_meeting_are_given_up():
    library = RefusingLibrary()
    library.refuses = MeetingNotFound("m")
    saver = a_saver(library)
    saver.put(Write(WriteKind.APPLY, an_edit("1", "typed")))
    assert saver.flush()
    assert saver.close()


def test_closing_says_what_could_not_be_saved():
    library = RefusingLibrary()
    library.refuses = DiskFull("/home/ada")
    saver = a_saver(library)
    saver.put(Write(WriteKind.APPLY, an_edit("1", "typed")))
    assert not saver.close()
    assert not saver.close()
    assert saver.unsaved is not None
