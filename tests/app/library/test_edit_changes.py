"""Edits in the library: versions beside them, better passes over them, and what becomes of them in a damaged file."""

import sqlite3
from pathlib import Path

import pytest

from app.announcements import TranscriptChanged
from app.editing.command import Command
from app.editing.document import Document
from app.editing.line_keeping import DeleteLines
from app.editing.speaking import GiveSpeaker, MergeSpeakers, NameSpeaker
from app.editing.transcript_editor import TranscriptEditor
from app.editing.wording import RewriteLine
from app.library.library import Library
from app.meetings.edit import Edit
from app.meetings.errors import MeetingIsRecorded
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.job import JobState
from app.meetings.meeting import Meeting
from app.meetings.merge import speakers_by_time
from app.meetings.transcript import Segment, VersionKind
from engine.contract.audio import SampleIndex
from engine.contract.error_report import to_report
from engine.contract.errors import NoWordsFound
from tests.builders.library import Heard, a_job, a_meeting, a_segment, import_meeting, open_library
from tests.builders.recordings import a_growing_line, begin_recording, grow
from tests.builders.waiting import PATIENCE_S, save


def edit(library: Library, meeting_id: MeetingId, command: Command) -> Edit:
    found = command.apply(Document(library.transcript(meeting_id)))
    assert found is not None
    return library.apply_edit(meeting_id, found).result()


def rerun(library: Library, meeting: Meeting, *lines: Segment, state: JobState = JobState.DONE) -> None:
    job = a_job(meeting, length=SampleIndex(1_920_000))
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    library.commit_segments(job.id, lines, [], finished_to=SampleIndex(960_000), speech=0).result()
    error = to_report(NoWordsFound(1.0)) if state is JobState.FAILED else None
    library.set_job_state(job.id, state, error=error).result()


def texts(library: Library, meeting: Meeting) -> list[str]:
    return [line.text for line in library.transcript(meeting.id).segments]


TEN = [f"sentence number {n}" for n in range(12)]


def test_ten_edits_and_two_names_outlive_a_failed_and_a_successful_pass(library: Library):
    """Case 68."""
    meeting = an_imported(library)
    names = [line.id for line in library.transcript(meeting.id).segments]
    for number in range(8):
        edit(library, meeting.id, RewriteLine(names[number], f"Sentence {number}, corrected."))
    edit(library, meeting.id, GiveSpeaker((names[8],), 1))
    edit(library, meeting.id, GiveSpeaker((names[9],), 2))
    for speaker, name in zip(library.transcript(meeting.id).speakers, ("Ada", "Bob"), strict=True):
        edit(library, meeting.id, NameSpeaker(speaker.id, name))
    edited = library.transcript(meeting.id)

    rerun(library, meeting, a_segment("rubbish", 0, 12_000), state=JobState.FAILED)
    assert library.transcript(meeting.id) == edited

    fresh = [a_segment(f"Better {n}.", n * 1000, n * 1000 + 1000) for n in range(12)]
    rerun(library, meeting, *fresh)
    after = library.transcript(meeting.id)
    assert [line.text for line in after.segments] == [
        *(f"Sentence {n}, corrected." for n in range(8)),
        TEN[8],
        TEN[9],
        "Better 10.",
        "Better 11.",
    ]
    assert [after.name_of(line.speaker_id) for line in after.segments[8:10]] == ["Ada", "Bob"]
    older = library.transcript(meeting.id, edited.version_id)
    assert [line.text for line in older.segments] == [line.text for line in edited.segments]
    as_recognised = library.transcript_before_edits(meeting.id, edited.version_id)
    assert [line.text for line in as_recognised.segments] == TEN
    assert as_recognised.speakers == ()
    assert problems(library) == []


def an_imported(library: Library, *said: str) -> Meeting:
    meeting = a_meeting()
    import_meeting(library, meeting, *(said or TEN))
    return meeting


def problems(library: Library) -> list[str]:
    return [each for each in library.check().problems if "sound" not in each]


def test_the_history_goes_along_to_the_better_pass(library: Library):
    meeting = an_imported(library, "one", "two", "three")
    names = [line.id for line in library.transcript(meeting.id).segments]
    edit(library, meeting.id, RewriteLine(names[0], "One."))
    deleted = edit(library, meeting.id, DeleteLines((names[1],)))
    rerun(library, meeting, *(a_segment(f"better{n}", n * 1000, n * 1000 + 1000) for n in range(3)))

    assert texts(library, meeting) == ["One.", "better2"]  # what was deleted stays deleted
    assert [past.id for past in library.history(meeting.id)][-1] == deleted.id
    for past in reversed(library.history(meeting.id)):
        assert library.undo_edit(meeting.id, past.id).result() is not None
    assert texts(library, meeting) == ["one", "two", "better2"]
    assert problems(library) == []


def test_an_edit_of_a_line_that_a_better_pass_has_just_replaced_is_not_lost(library: Library, heard: Heard):
    meeting = an_imported(library, "one", "two")
    editor = TranscriptEditor(
        library=library, meeting_id=meeting.id, announcements=heard.announcements, save_after_s=60.0
    )
    editor.apply(RewriteLine(editor.document.segments[0].id, "One."))
    rerun(library, meeting, a_segment("won", 0, 1000), a_segment("too", 1000, 2000))
    assert texts(library, meeting) == ["won", "too"]
    heard_by_now = [each.change for each in heard.of(TranscriptChanged)]
    save(editor)
    for change in (*heard_by_now, *(each.change for each in heard.of(TranscriptChanged)[len(heard_by_now) :])):
        editor.take(change)
    assert texts(library, meeting) == ["One.", "too"]
    assert editor.document.segments == library.transcript(meeting.id).segments
    assert len(library.search("too")) == 1
    assert library.search("won") == []
    editor.undo()
    assert editor.close(within_s=PATIENCE_S)
    assert texts(library, meeting) == ["one", "too"]
    assert problems(library) == []


def test_versions_are_listed_and_one_is_brought_back(library: Library, heard: Heard):
    meeting = an_imported(library, "one", "two")
    first = library.transcript(meeting.id)
    edit(library, meeting.id, RewriteLine(first.segments[0].id, "One."))
    rerun(library, meeting, a_segment("better", 1000, 2000))
    now, before = library.versions(meeting.id)
    assert (now.is_current, now.edits, before.edits, before.id) == (True, 1, 1, first.version_id)
    heard.all.clear()

    fresh = library.restore_version(meeting.id, first.version_id).result()
    assert texts(library, meeting) == ["One.", "two"]
    change = heard.of(TranscriptChanged)[0].change
    assert change.shown == fresh
    assert library.versions(meeting.id)[0].kind is VersionKind.RESTORED
    library.restore_version(meeting.id, first.version_id, before_edits=True).result()
    assert texts(library, meeting) == ["one", "two"]
    assert [line.text for line in library.transcript(meeting.id, now.id).segments] == ["One.", "better"]
    assert len(library.search("two")) == 1
    assert problems(library) == []


def test_no_version_is_brought_back_while_lines_still_grow(library: Library):
    job = begin_recording(library)
    grow(library, job, a_growing_line(3))
    with pytest.raises(MeetingIsRecorded):
        library.restore_version(job.meeting_id, library.versions(job.meeting_id)[0].id).result()


def test_an_edit_told_twice_is_done_once_and_so_is_its_undoing(library: Library):
    meeting = an_imported(library, "one")
    wished = RewriteLine(library.transcript(meeting.id).segments[0].id, "two").apply(
        Document(library.transcript(meeting.id))
    )
    assert wished is not None
    for _ in range(2):
        library.apply_edit(meeting.id, wished).result()
    assert len(library.history(meeting.id)) == 1
    assert library.undo_edit(meeting.id, wished.id).result() is not None
    assert library.undo_edit(meeting.id, wished.id).result() is None
    assert library.redo_edit(meeting.id, wished.id).result() is not None
    assert library.redo_edit(meeting.id, wished.id).result() is None
    assert texts(library, meeting) == ["two"]


def test_edits_come_through_a_backup_and_a_repair(library: Library, tmp_path: Path):
    """Case 23."""
    meeting = an_imported(library, "one", "two", "three")
    names = [line.id for line in library.transcript(meeting.id).segments]
    edit(library, meeting.id, RewriteLine(names[0], "One."))
    edit(library, meeting.id, DeleteLines((names[1],)))
    archive = library.backup(tmp_path / "kept.zip")
    library.close()
    path = library.folder / "library.db"
    with sqlite3.connect(path) as bare:
        (page,) = bare.execute("SELECT rootpage FROM sqlite_master WHERE name = 'segments_by_speaker'").fetchone()
    bare.close()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    Library.restore(archive, tmp_path / "elsewhere")

    for folder in (tmp_path / "library", tmp_path / "elsewhere"):
        opened = open_library(folder)
        assert texts(opened, meeting) == ["One.", "three"]
        for past in reversed(opened.history(meeting.id)):
            opened.undo_edit(meeting.id, past.id).result()
        assert texts(opened, meeting) == ["one", "two", "three"]
        assert problems(opened) == []
        opened.close()


def test_a_check_tells_of_edits_that_cannot_be_read(library: Library):
    meeting = an_imported(library, "one")
    edit(library, meeting.id, RewriteLine(library.transcript(meeting.id).segments[0].id, "two"))
    with sqlite3.connect(library.folder / "library.db") as bare:
        bare.execute("UPDATE edits SET inverse = '{'")
    bare.close()
    assert any("cannot be undone" in each for each in library.check().problems)


def test_named_speakers_speak_on_in_a_better_pass_that_names_nobody(library: Library):
    """Case 68."""
    meeting = an_imported(library, "one", "two", "three")
    names = [line.id for line in library.transcript(meeting.id).segments]
    edit(library, meeting.id, GiveSpeaker(tuple(names[:2]), 1))
    edit(library, meeting.id, NameSpeaker(library.transcript(meeting.id).speakers[0].id, "Ada"))
    rerun(library, meeting, a_segment("long before", 2200, 3000), a_segment("nobody", 40_000, 41_000))
    after = library.transcript(meeting.id)
    assert [(line.text, after.name_of(line.speaker_id)) for line in after.segments] == [
        ("one", "Ada"),
        ("two", "Ada"),
        ("long before", ""),
        ("nobody", ""),
    ]
    for past in reversed(library.history(meeting.id)):
        library.undo_edit(meeting.id, past.id).result()
    rerun(library, meeting, a_segment("all of it", 0, 1000))
    assert texts(library, meeting) == ["all of it"]


def test_a_machine_line_of_a_better_pass_is_spoken_by_who_spoke_then():
    old = [
        a_segment("a", 0, 1000, speaker_id=SpeakerId("ada")),
        a_segment("b", 1000, 1400, speaker_id=SpeakerId("bob")),
    ]
    fresh = [a_segment("x", 0, 1200), a_segment("y", 1300, 4000), a_segment("z", 0, 900, track=1)]
    assert speakers_by_time(old, fresh) == {fresh[0].id: SpeakerId("ada")}


def test_a_merge_of_speakers_is_undone_after_a_restart_and_done_again(library: Library):
    """Case 57."""
    meeting = an_imported(library)
    names = [line.id for line in library.transcript(meeting.id).segments]
    edit(library, meeting.id, GiveSpeaker(tuple(names[:3]), 1, "Ada"))
    edit(library, meeting.id, GiveSpeaker(tuple(names[3:5]), 2, "Bob"))
    before = library.transcript(meeting.id)
    ada, bob = before.speakers
    merged = edit(library, meeting.id, MergeSpeakers(bob.id, ada.id))
    together = library.transcript(meeting.id)
    assert together.speakers == (ada,)
    assert [line.speaker_id for line in together.segments[:6]] == [ada.id] * 5 + [None]
    library.undo_edit(meeting.id, merged.id).result()
    assert library.transcript(meeting.id) == before
    library.redo_edit(meeting.id, merged.id).result()
    assert library.transcript(meeting.id) == together
