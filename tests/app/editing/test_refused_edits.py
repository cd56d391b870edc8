"""Edits that the disk refuses stay in memory, are shown as unsaved, and are written again."""

import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import pytest

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


def a_saver(library: RefusingLibrary, *, save_after_s: float = 60.0, retry_after_s: float = 0.01) -> EditSaver:
    return EditSaver(
        library=library,
        meeting_id=MeetingId("m"),
        on_changed=lambda: None,
        save_after_s=save_after_s,
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


def test_typing_without_a_pause_does_not_put_off_its_moment():
    library = RefusingLibrary()
    saver = a_saver(library, save_after_s=0.3)
    text = ""
    while not library.taken:
        text += "a"
        saver.put(Write(WriteKind.APPLY, an_edit("1", text)), waits=True)
        time.sleep(0.001)
    assert saver.close()
    assert library.taken[-1][1] == an_edit("1", text)


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


@pytest.mark.skipif(sys.platform != "linux", reason="needs a small file system of its own")
def test_what_is_typed_on_a_full_disk_is_saved_when_there_is_room_again(tmp_path: Path):
    """Case 17."""
    script = f"""
import pathlib, subprocess
small = pathlib.Path({str(tmp_path)!r}) / "small"
small.mkdir()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(small)], check=True)
from app.editing.transcript_editor import TranscriptEditor
from app.editing.wording import RewriteLine
from tests.builders.library import *
heard = Heard()
library = open_library(small / "library", heard)
meeting = a_meeting()
import_meeting(library, meeting, "kept", "as well")
editor = TranscriptEditor(library=library, meeting_id=meeting.id, announcements=heard.announcements, retry_after_s=0.05)
filler = small / "filler"
with filler.open("wb", buffering=0) as file:
    try:
        while True: file.write(bytes(4096))
    except OSError: pass
editor.apply(RewriteLine(editor.document.segments[0].id, "typed " * 30_000))
print(editor.flush(), type(editor.unsaved.error).__name__)
editor.apply(RewriteLine(editor.document.segments[1].id, "and this"))
print(editor.flush(), editor.unsaved.edits)
filler.unlink()
while editor.unsaved is not None: editor.flush()
print([line.text[:8] for line in library.transcript(meeting.id).segments], editor.close())
library.close()
"""
    command = ["unshare", "-rm", sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3])
    if done.returncode and ("unshare" in done.stderr or "mount" in done.stderr):
        pytest.skip("this system lets nobody mount anything")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["False DiskFull", "False 2", "['typed ty', 'and this'] True"]


def test_closing_has_its_time_for_saving_and_stopping_together():
    library = RefusingLibrary()
    library.gate.clear()
    saver = a_saver(library)
    saver.put(Write(WriteKind.APPLY, an_edit("1", "typed")))
    assert not saver.close(within_s=0.05), "somebody holds the library"
    assert [write.edit.id for write in saver.pending] == ["1"]
    assert library.taken == []
    library.gate.set()
    assert saver.flush()
    assert [what for what, _ in library.taken] == ["apply"]
