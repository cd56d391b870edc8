"""Editors are made once, closed when they saved, and kept while the disk refuses."""

from pathlib import Path

from app.announcements import Announcements
from app.editing.transcript_editor import TranscriptEditor
from app.editing.wording import ReplaceText
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from engine.contract.errors import DiskFull
from tests.builders.reading import MEETING, a_line, sample_lecture
from tests.builders.waiting import save
from tests.fakes.stubborn_library import StubbornLibrary
from ui.editor.editor_shelf import EditorShelf


class Shelf:
    """A shelf over a library with one meeting of one line."""

    def __init__(self, folder: Path) -> None:
        self.announcements = Announcements()
        self.library = Library.open(folder, announcements=self.announcements)
        self.stubborn = StubbornLibrary(self.library)
        self.opened = 0
        self.library.add_transcript(sample_lecture()[0], [a_line(0, "one")], [], []).result()
        self.shelf = EditorShelf(self.open)

    def open(self, meeting_id: MeetingId) -> TranscriptEditor:
        self.opened += 1
        return TranscriptEditor(library=self.stubborn, meeting_id=meeting_id, announcements=self.announcements)

    def close(self) -> None:
        self.shelf.close()
        self.library.close()


def test_a_meeting_that_was_left_is_saved_and_read_again(tmp_path: Path) -> None:
    made = Shelf(tmp_path)
    made.shelf.want(MEETING)
    made.shelf.open(MEETING).apply(ReplaceText(a_line(0).id, 3, 3, " more"))
    made.shelf.want(None)
    made.shelf.give_back(MEETING)
    assert made.library.transcript(MEETING).segments[0].text == "one more"
    made.shelf.open(MEETING)
    assert made.opened == 2
    made.close()


def test_a_meeting_that_is_open_again_by_then_keeps_its_editor(tmp_path: Path) -> None:
    made = Shelf(tmp_path)
    first = made.shelf.open(MEETING)
    made.shelf.want(MEETING)
    made.shelf.give_back(MEETING)
    assert made.shelf.open(MEETING) is first
    made.close()


def test_an_editor_that_cannot_save_is_kept_with_what_was_written(tmp_path: Path) -> None:
    made = Shelf(tmp_path)
    made.stubborn.refuses = DiskFull("here")
    first = made.shelf.open(MEETING)
    first.apply(ReplaceText(a_line(0).id, 3, 3, " more"))
    made.shelf.give_back(MEETING)
    assert made.shelf.has_unsaved
    assert made.shelf.open(MEETING) is first
    made.stubborn.refuses = None
    save(made.shelf)
    assert not made.shelf.has_unsaved
    assert made.shelf.close()
    made.library.close()
