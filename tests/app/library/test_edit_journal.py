"""What a person made of a transcript outlives the database, beside the sound."""

import json
from pathlib import Path

import pytest

from app.editing.command import Command
from app.editing.document import Document
from app.editing.line_keeping import AcceptLines, DeleteLines, RestoreLines
from app.editing.speaking import GiveSpeaker, MergeSpeakers, NameSpeaker
from app.editing.wording import RewriteLine
from app.library.edit_journal import JOURNAL, EditJournal, HumanWork, read_journal
from app.library.library import Library
from app.meetings.edit import Edit
from app.meetings.identifiers import MeetingId
from app.meetings.job import JobState
from app.meetings.meeting import Meeting
from app.meetings.transcript import SegmentOrigin, VersionKind
from engine.contract.audio import SampleIndex
from engine.contract.segments import QuarantineReason
from tests.builders.edits import an_edited_meeting
from tests.builders.library import a_job, a_segment, open_library


def edit(library: Library, meeting_id: MeetingId, command: Command) -> Edit:
    found = command.apply(Document(library.transcript(meeting_id)))
    assert found is not None
    return library.apply_edit(meeting_id, found).result()


def worked_on(library: Library) -> Meeting:
    """A meeting with a line corrected, one given to a new speaker, one accepted, one deleted."""
    meeting, said = an_edited_meeting(library)
    aside = next(line for line in said if line.quarantine is not None)
    edit(library, meeting.id, RewriteLine(said[0].id, "so the determinant is nought"))
    edit(library, meeting.id, GiveSpeaker((said[2].id,), 5, "Cleo"))
    edit(library, meeting.id, AcceptLines((aside.id,)))
    edit(library, meeting.id, DeleteLines((said[1].id,)))
    return meeting


def journal_of(library: Library, meeting: Meeting) -> HumanWork:
    return read_journal(library.meeting_folder(meeting.id))


def test_a_lost_database_gives_the_work_of_a_person_back_and_recognition_comes_around_it(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = worked_on(library)
    (library.meeting_folder(meeting.id) / "sound.wav").write_bytes(b"RIFF")
    before = library.transcript(meeting.id)
    library.close()
    for place in tmp_path.rglob("library*.db*"):
        place.unlink()

    again = open_library(tmp_path)
    found = again.transcript(meeting.id)
    assert [(line.id, line.text) for line in found.segments] == [
        (line.id, line.text)
        for line in before.segments
        if line.origin is SegmentOrigin.EDITED or line.text == before.segments[2].text
    ]
    assert {line.origin for line in found.segments} == {SegmentOrigin.EDITED}
    assert found.name_of(found.segments[1].speaker_id) == "Cleo"
    (gone,) = again.deleted_lines(meeting.id)
    assert edit(again, meeting.id, RestoreLines((gone,))).after[0].text == gone.text
    edit(again, meeting.id, DeleteLines((gone.id,)))

    job = a_job(again.meeting(meeting.id), length=SampleIndex(1_920_000))
    again.start_rerun(job, VersionKind.RECOGNISED).result()
    fresh = [a_segment(f"heard again {n}", n * 1000, n * 1000 + 900) for n in range(6)]
    again.commit_segments(job.id, fresh, [], finished_to=SampleIndex(960_000), speech=0).result()
    again.set_job_state(job.id, JobState.DONE).result()
    texts = [line.text for line in again.transcript(meeting.id).segments]
    assert texts[0] == "so the determinant is nought"
    assert "heard again 0" not in texts
    assert "heard again 1" not in texts  # it was deleted there
    assert "heard again 5" in texts
    again.close()


def test_what_was_undone_is_not_in_the_journal(tmp_path: Path):
    library = open_library(tmp_path)
    meeting, said = an_edited_meeting(library)
    first = edit(library, meeting.id, RewriteLine(said[0].id, "other words"))
    second = edit(library, meeting.id, DeleteLines((said[1].id,)))
    assert [line.text for line in journal_of(library, meeting).lines] == ["other words"]
    assert [line.id for line in journal_of(library, meeting).deleted] == [said[1].id]
    library.undo_edit(meeting.id, second.id).result()
    library.undo_edit(meeting.id, first.id).result()
    assert journal_of(library, meeting) == HumanWork()
    library.redo_edit(meeting.id, first.id).result()
    assert [line.text for line in journal_of(library, meeting).lines] == ["other words"]
    library.close()


def test_a_restored_version_begins_the_journal_anew(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = worked_on(library)
    (version,) = library.versions(meeting.id)
    library.restore_version(meeting.id, version.id, before_edits=True).result()
    assert journal_of(library, meeting).lines == ()
    library.restore_version(meeting.id, version.id).result()
    work = journal_of(library, meeting)
    assert {line.id for line in work.lines} <= {line.id for line in library.transcript(meeting.id).segments}
    assert any(line.text == "so the determinant is nought" for line in work.lines)
    library.close()


def test_names_and_merges_are_in_it_and_a_merge_writes_no_words(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = worked_on(library)
    ada, bob, cleo = library.transcript(meeting.id).speakers
    edit(library, meeting.id, NameSpeaker(cleo.id, "Cleopatra"))
    assert [each.name for each in journal_of(library, meeting).speakers if each.id == cleo.id] == ["Cleopatra"]
    lines = len(journal_of(library, meeting).lines)
    edit(library, meeting.id, MergeSpeakers(bob.id, ada.id))
    assert len(journal_of(library, meeting).lines) == lines
    library.close()


def test_a_long_journal_is_written_anew_without_what_was_changed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.library.edit_journal._LONG_BYTES", 4000)
    library = open_library(tmp_path)
    meeting, said = an_edited_meeting(library)
    for number in range(60):
        edit(library, meeting.id, RewriteLine(said[0].id, f"other words {number}"))
    place = library.meeting_folder(meeting.id) / JOURNAL
    assert place.stat().st_size < 5000
    assert [line.text for line in journal_of(library, meeting).lines] == ["other words 59"]
    library.close()


def test_nonsense_in_it_is_passed_over(tmp_path: Path):
    line = a_segment("mine", 0, 1000, origin=SegmentOrigin.EDITED, quarantine=QuarantineReason.BY_HAND)
    EditJournal(tmp_path).begin(HumanWork((line,)))
    with (tmp_path / JOURNAL).open("ab") as file:
        file.write(b'{"put": 3}\n[]\n\xff\xfe\n{"put": [[1, 2]], "drop": []}\n{"put": [')
    assert read_journal(tmp_path).lines == (line,)
    assert read_journal(tmp_path / "nowhere") == HumanWork()
    assert json.loads((tmp_path / JOURNAL).read_bytes().splitlines()[0])["put"]
