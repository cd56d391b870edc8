"""The editor of a transcript: what a person sees is what is on disk a moment later, and everything can be undone."""

from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.announcements import EditingChanged, TranscriptChanged
from app.editing.command import Command
from app.editing.document import Document
from app.editing.line_keeping import DeleteLines, RestoreLines
from app.editing.speaking import GiveSpeaker, NameSpeaker
from app.editing.splitting import SplitLine
from app.editing.transcript_editor import TranscriptEditor
from app.editing.wording import ReplaceText, RewriteLine
from app.library.library import Library
from app.meetings.edit import EditKind
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.transcript import SegmentOrigin, Transcript
from tests.builders.edits import Wish, an_edited_meeting, command_of, wishes
from tests.builders.library import Heard, open_library


class Desk:
    """An editor whose announcements are taken in as the window does it."""

    def __init__(self, library: Library, heard: Heard, meeting_id: MeetingId) -> None:
        self.library, self.heard, self.meeting_id = library, heard, meeting_id
        self.now = 0.0
        self._seen = len(heard.all)
        self.editor = TranscriptEditor(
            library=library,
            meeting_id=meeting_id,
            announcements=heard.announcements,
            clock=lambda: self.now,
            save_after_s=60.0,
        )

    def do(self, wish: Command | str) -> object:
        if isinstance(wish, str):
            return self.editor.undo() if wish == "undo" else self.editor.redo()
        return self.editor.apply(wish)

    def settle(self) -> None:
        """Save, and hear what the library says."""
        assert any(self.editor.flush() for _ in range(20))  # a busy disk may take longer than one waits
        new, self._seen = self.heard.all[self._seen :], len(self.heard.all)
        for each in new:
            if isinstance(each, TranscriptChanged):
                self.editor.take(each.change)

    def assert_stored(self) -> Transcript:
        stored = self.library.transcript(self.meeting_id)
        assert self.editor.document.segments == stored.segments
        assert self.editor.document.speakers == stored.speakers
        return stored

    def assert_same(self) -> None:
        stored = self.assert_stored()
        summary = self.library.summary(self.meeting_id)
        assert summary.segments == len(stored.segments)
        assert summary.words == sum(line.word_count for line in stored.segments)
        assert summary.quarantined == sum(line.quarantine is not None for line in stored.segments)


@pytest.fixture
def desk(library: Library, heard: Heard) -> Generator[Desk]:
    meeting, _ = an_edited_meeting(library)
    desk = Desk(library, heard, meeting.id)
    yield desk
    desk.editor.close()


def assert_undone_is_as_before(document: Document, command: Command) -> None:
    edit = command.apply(document)
    if edit is not None:
        tried = Document(document.transcript, duration_ms=document.duration_ms)
        tried.apply(edit)
        tried.apply(edit.inverse)
        assert tried.transcript == document.transcript


@pytest.mark.slow
@pytest.mark.timeout(900)  # each edit of each sequence is written to the disk and read back
@settings(
    max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(sequence=st.lists(wishes, min_size=1, max_size=8))
def test_the_library_is_the_document_after_each_edit_and_undoing_all_gives_what_was(
    library: Library, heard: Heard, sequence: list[Wish]
):
    heard.all.clear()
    meeting, _ = an_edited_meeting(library)
    desk = Desk(library, heard, meeting.id)
    try:
        first = library.transcript(meeting.id)
        for wish in sequence:
            command = command_of(wish, desk.editor.document)
            if not isinstance(command, str):
                assert_undone_is_as_before(desk.editor.document, command)
            if desk.do(command) is not None:
                desk.settle()
                desk.assert_stored()
            desk.now += wish.length / 4
        desk.assert_same()
        last = library.transcript(meeting.id)
        steps = 0
        while desk.do("undo"):
            steps += 1
        desk.settle()
        desk.assert_same()
        assert library.transcript(meeting.id) == first
        for _ in range(steps):
            desk.do("redo")
        desk.settle()
        assert library.transcript(meeting.id) == last
    finally:
        desk.editor.close()


def first_line(desk: Desk) -> SegmentId:
    return desk.editor.document.segments[0].id


def test_an_edit_is_a_persons_line_is_found_and_can_be_undone_after_a_restart(
    desk: Desk, library: Library, heard: Heard, tmp_path: Path
):
    name = first_line(desk)
    desk.do(ReplaceText(name, 3, 18, "eigenvalue"))
    desk.settle()
    (changed,) = heard.of(TranscriptChanged)[-1:]
    assert [line.text for line in changed.change.updated] == ["so eigenvalue is zero"]
    assert changed.change.updated[0].origin is SegmentOrigin.EDITED
    assert len(library.search("eigenvalue")) == 1
    assert library.search("determinant") == []
    desk.editor.close()
    library.close()

    reopened = open_library(tmp_path / "library", heard)
    again = Desk(reopened, heard, desk.meeting_id)
    assert [past.kind for past in reopened.history(desk.meeting_id)] == [EditKind.TYPE]
    again.do("undo")
    again.settle()
    again.assert_same()
    assert again.editor.document.segments[0].text == "so the determinant is zero"
    assert again.editor.document.segments[0].origin is SegmentOrigin.RECOGNISED
    assert again.editor.can_redo
    assert len(reopened.search("determinant")) == 1
    assert reopened.check().problems == ()
    again.editor.close()
    reopened.close()


def test_typing_without_a_pause_is_one_edit_and_a_pause_or_another_line_ends_it(desk: Desk, library: Library):
    one, two = (line.id for line in desk.editor.document.segments[:2])
    for letter in "abc":
        desk.do(ReplaceText(one, 0, 0, letter))
        desk.now += 0.3
    desk.settle()
    desk.do(ReplaceText(one, 0, 0, "d"))  # saved meanwhile, and still the same edit
    desk.now += 5
    desk.do(ReplaceText(one, 0, 0, "e"))
    desk.do(ReplaceText(two, 0, 0, "f"))
    desk.settle()
    assert len(library.history(desk.meeting_id)) == 3
    for expected in ("I mean, nine", "dcbaso the", "so the"):
        desk.do("undo")
        texts = [line.text for line in desk.editor.document.segments[:2]]
        assert any(text.startswith(expected) for text in texts)
    desk.settle()
    desk.assert_same()
    assert [past.is_undone for past in library.history(desk.meeting_id)] == [True] * 3


def test_a_new_edit_forgets_what_was_undone(desk: Desk, library: Library):
    name = first_line(desk)
    desk.do(RewriteLine(name, "one"))
    desk.do("undo")
    desk.do(RewriteLine(name, "two"))
    desk.settle()
    assert not desk.editor.can_redo
    assert len(library.history(desk.meeting_id)) == 1
    assert library.check().problems == ()


def test_a_named_speaker_is_announced_and_a_new_one_goes_when_undone(desk: Desk, heard: Heard, library: Library):
    name = first_line(desk)
    desk.do(GiveSpeaker((name,), 7))
    desk.settle()
    speaker = desk.editor.document.speakers[-1]
    assert (speaker.number, speaker.name) == (7, "Speaker 7")
    desk.do(NameSpeaker(speaker.id, "Zoë"))
    desk.settle()
    assert heard.of(TranscriptChanged)[-1].change.speakers == desk.editor.document.speakers
    assert "Zoë" in library.summary(desk.meeting_id).speakers
    desk.do("undo")
    desk.do("undo")
    desk.settle()
    desk.assert_same()
    assert len(library.summary(desk.meeting_id).speakers) == 2


def test_a_deleted_line_can_be_brought_back_whatever_was_done_since(desk: Desk, library: Library):
    name = first_line(desk)
    desk.do(DeleteLines((name,)))
    desk.do(RewriteLine(desk.editor.document.segments[0].id, "later"))
    desk.settle()
    (deleted,) = library.deleted_lines(desk.meeting_id)
    assert deleted.text == "so the determinant is zero"
    desk.do(RestoreLines((deleted,)))
    desk.settle()
    desk.assert_same()
    assert desk.editor.document.segments[0].words == deleted.words
    assert library.deleted_lines(desk.meeting_id) == []
    for _ in range(3):
        desk.do("undo")
    desk.settle()
    desk.assert_same()
    assert library.check().problems == ()


def test_unsaved_edits_are_announced_until_they_are_on_disk(desk: Desk, heard: Heard):
    heard.all.clear()
    desk.do(RewriteLine(first_line(desk), "typed"))
    unsaved = desk.editor.unsaved
    assert unsaved is not None
    assert (unsaved.edits, unsaved.error) == (1, None)
    desk.settle()
    assert desk.editor.unsaved is None
    assert len(heard.of(EditingChanged)) >= 2


def test_a_split_line_begins_where_its_word_is_spoken(desk: Desk):
    name = first_line(desk)
    words = desk.editor.document.segments[0].words
    change = desk.editor.apply(SplitLine(name, 7))
    assert change is not None
    (second,) = change.added
    assert (second.text, second.start_ms) == ("determinant is zero", words[2].start_ms)
    assert second.words == words[2:]
    assert change.updated[0].words == words[:2]
    assert change.updated[0].end_ms == words[1].end_ms
