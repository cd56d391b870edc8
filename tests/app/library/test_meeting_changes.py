"""Meetings in the library: named as a person wrote, told of later, deleted without a trace, brought from elsewhere."""

import dataclasses
import os
from pathlib import Path

import pytest

from app.announcements import MeetingAdded, MeetingRemoved
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import SpeakerId, VersionId, new_id
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import Gap, GapState, Speaker, VersionKind, Word
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.segments import GapReason
from tests.builders.library import (
    MINUTE,
    MINUTE_MS,
    Heard,
    a_job,
    a_meeting,
    a_segment,
    import_meeting,
    open_library,
)


def test_decoding_may_be_reported_twice(library: Library):
    meeting = a_meeting()
    job = a_job(meeting)
    library.add_import(meeting, job).result()
    gap = Gap(0, Milliseconds(10), Milliseconds(20), GapReason.DAMAGED_MEDIA, GapState.LOST)
    for _ in range(2):
        library.set_media(
            meeting.id, duration_ms=MINUTE_MS, gaps=[gap], notes=["Repaired."], job_id=job.id, length=MINUTE
        ).result()
    library.set_language(meeting.id, "zh", 0.93).result()

    after = library.meeting(meeting.id)
    assert (after.duration_ms, after.notes, after.language) == (MINUTE_MS, ("Repaired.",), "zh")
    assert after.language_probability == pytest.approx(0.93)
    assert library.transcript(meeting.id).gaps == (gap,)
    assert library.job(job.id).length == MINUTE


def test_a_file_that_is_read_as_several_tracks_has_them(library: Library):
    """Case 37."""
    meeting = a_meeting()
    job = a_job(meeting)
    library.add_import(meeting, job).result()
    for _ in range(2):
        library.set_media(
            meeting.id, duration_ms=MINUTE_MS, gaps=[], notes=[], job_id=job.id, length=MINUTE, tracks=3
        ).result()
    assert [(track.number, track.kind) for track in library.meeting(meeting.id).tracks] == [
        (number, TrackKind.FILE) for number in range(3)
    ]


def test_a_title_is_kept_as_it_was_written(library: Library):
    """Case 80."""
    for title in ("😀" * 64, "a/b", "12:30 review?", "CON", "trailing. ", "line\nbreak", "-i", "..", "", "n" * 260):
        meeting = a_meeting(title)
        library.add_import(meeting, a_job(meeting)).result()
        assert library.meeting(meeting.id).title == title
        assert library.meeting_folder(meeting.id).name == meeting.id


def test_the_path_of_a_file_whose_name_is_not_text_is_kept(library: Library):
    """Case 80."""
    path = os.fsdecode(b"/music/caf\xe9.wav")
    meeting = a_meeting("caf\udce9", source_path=path)

    library.add_import(meeting, a_job(meeting)).result()

    assert library.meeting(meeting.id).source_path == path
    assert library.meeting(meeting.id).title == "caf\ufffd"


def test_a_deleted_meeting_is_gone_with_its_sound(library: Library, heard: Heard):
    meeting, other = a_meeting(), a_meeting("stays")
    import_meeting(library, meeting, "forget this canary")
    import_meeting(library, other, "remember this canary")
    folder = library.meeting_folder(meeting.id)
    (folder / "track0.pcm").write_bytes(b"\0" * 100)

    library.delete_meeting(meeting.id).result()

    assert not folder.exists()
    assert [summary.meeting.id for summary in library.meetings()] == [other.id]
    assert [hit.meeting_id for hit in library.search("canary")] == [other.id]
    assert len(library.jobs()) == 1
    assert heard.all[-1] == MeetingRemoved(meeting.id)
    assert library.check().problems == ("The folder of “stays” holds no sound.",)


def test_nothing_of_a_deleted_meeting_is_left_on_disk(tmp_path: Path):
    with_secret = a_meeting("CANARY111")
    library = open_library(tmp_path)
    import_meeting(library, a_meeting("stays"), "harmless")
    library.close()
    library = open_library(tmp_path)
    import_meeting(library, with_secret, "the secret is Canary222")
    library.backup(tmp_path / "elsewhere.zip")
    (tmp_path / "elsewhere.zip").unlink()
    library.delete_meeting(with_secret.id).result()
    library.close()

    for path in tmp_path.rglob("*"):
        if path.is_file():
            content = path.read_bytes().lower()
            assert b"canary111" not in content, path
            assert b"canary222" not in content, path


def test_what_arrives_for_a_meeting_deleted_meanwhile_is_said_so(library: Library):
    meeting = a_meeting()
    job = import_meeting(library, meeting, "x", state=JobState.RUNNING)
    library.delete_meeting(meeting.id).result()

    for late in (
        library.commit_segments(job.id, [a_segment()], [], finished_to=MINUTE, speech=0),
        library.set_language(meeting.id, "en", 1.0),
        library.add_note(meeting.id, "late"),
        library.start_job(a_job(meeting)),
        library.new_version(meeting.id, VersionKind.RECOGNISED),
    ):
        with pytest.raises(MeetingNotFound):
            late.result()
    library.set_job_state(job.id, JobState.DONE).result()

    assert not library.meeting_folder(meeting.id).exists()


def test_fingerprint_and_remarks_may_come_later(library: Library):
    meeting = a_meeting(source_fingerprint="")
    library.add_import(meeting, a_job(meeting)).result()

    library.set_fingerprint(meeting.id, "c" * 64).result()
    library.add_note(meeting.id, "The processor is used.").result()
    library.add_note(meeting.id, "The processor is used.").result()

    assert [each.id for each in library.find_by_fingerprint("c" * 64)] == [meeting.id]
    assert library.meeting(meeting.id).notes == ("The processor is used.",)


def test_a_transcript_from_elsewhere_is_a_meeting_of_its_own(library: Library, heard: Heard):
    meeting = a_meeting("from a file", status=MeetingStatus.READY, duration_ms=MINUTE_MS)
    speaker = Speaker(SpeakerId(new_id()), 1, "Ada")
    line = a_segment("welcome", speaker_id=speaker.id)

    version = library.add_transcript(meeting, [line], [speaker], []).result()

    transcript = library.transcript(meeting.id)
    assert (transcript.version_id, transcript.segments, transcript.speakers) == (version, (line,), (speaker,))
    assert library.summary(meeting.id).speakers == ("Ada",)
    assert library.search("welcome")[0].speaker == "Ada"
    assert heard.all[0] == MeetingAdded(meeting.id)


def test_a_transcript_for_a_meeting_that_is_here_stands_beside_the_old_one(library: Library):
    """Case 68."""
    meeting = a_meeting()
    import_meeting(library, meeting, "recognised")
    before = library.transcript(meeting.id)
    speaker = Speaker(SpeakerId(new_id()), 1, "Ada")
    word = Word(Milliseconds(0), Milliseconds(9), "x", None, speaker.id)
    lines = [dataclasses.replace(before.segments[0], text="imported", speaker_id=speaker.id, words=(word,))]

    library.add_transcript(meeting, lines, [speaker], []).result()
    library.add_transcript(meeting, lines, [speaker], []).result()

    after = library.transcript(meeting.id)
    assert [line.text for line in after.segments] == ["imported"]
    assert after.segments[0].id != before.segments[0].id
    assert after.segments[0].speaker_id == after.speakers[0].id == after.segments[0].words[0].speaker_id
    assert library.transcript(meeting.id, before.version_id) == before
    assert library.check().problems == (f"The folder of “{meeting.title}” holds no sound.",)
    with pytest.raises(MeetingNotFound):
        library.transcript(meeting.id, VersionId("nobody"))
