from pathlib import Path

import numpy as np

from app.library.library import Library
from app.meetings.identifiers import MeetingId, MomentId
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.moment import Moment, MomentKind
from app.recording.recovery import recover_recordings
from engine.capture.recording_file import RecordingFile, journal_path
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, Milliseconds, TrackKind
from engine.contract.segments import GapReason
from tests.builders.library import a_job, a_meeting, open_library


def interrupted(library: Library, *lengths_s: float) -> Meeting:
    """A recording whose desktop and recorder are gone."""
    kinds = (TrackKind.MICROPHONE, TrackKind.COMPUTER)
    tracks = tuple(TrackInfo(number, kinds[number]) for number in range(len(lengths_s)))
    meeting = a_meeting(source_path="", source_fingerprint="", status=MeetingStatus.RECORDING, tracks=tracks)
    library.add_recording(meeting, a_job(meeting, is_live=True)).result()
    for number, length_s in enumerate(lengths_s):
        with RecordingFile(SoundFolder(library.meeting_folder(meeting.id)), track=number) as file:
            file.note_start(
                kind=kinds[number], device="Mic", host_api="", rate_hz=SAMPLE_RATE_HZ, started_utc="2026-03-04"
            )
            file.append(np.full(round(length_s * SAMPLE_RATE_HZ), 9, np.int16))
            file.save()
    return meeting


def recovered(library: Library):
    return recover_recordings(library, bookmark_s=30)


def test_an_interrupted_recording_is_whole_and_says_so(tmp_path: Path):
    """Case 14."""
    with_it = open_library(tmp_path)
    meeting = interrupted(with_it, 3.0, 3.02)
    with_it.close()
    library = open_library(tmp_path)
    try:
        (found,) = recovered(library)
        assert (found.meeting_id, found.duration_ms, found.not_restored) == (meeting.id, 3020, ())
        again = library.meeting(meeting.id)
        assert (again.duration_ms, again.is_recovered) == (3020, True)
        assert again.status is not MeetingStatus.RECORDING
        assert SoundFolder(library.meeting_folder(meeting.id)).is_complete(1)
        assert [mark.length_ms for mark in library.track_marks(meeting.id)] == [3000, 3020]
    finally:
        library.close()


def test_it_is_found_again_until_somebody_saw_it(tmp_path: Path):
    """Case 14: recovery is the same after a second crash."""
    library = open_library(tmp_path)
    interrupted(library, 2.0)
    (first,) = recovered(library)
    library.close()
    library = open_library(tmp_path)
    try:
        assert recovered(library) == [first]
        library.set_recovered(first.meeting_id, False).result()
        assert recovered(library) == []
    finally:
        library.close()


def test_a_recording_of_which_nothing_was_saved_is_listed_all_the_same(tmp_path: Path):
    """Case 14: a kill in the first moment."""
    library = open_library(tmp_path)
    try:
        meeting = interrupted(library)
        (found,) = recovered(library)
        assert (found.meeting_id, found.duration_ms) == (meeting.id, 0)
        assert library.meeting(meeting.id).status is not MeetingStatus.RECORDING
    finally:
        library.close()


def test_what_is_missing_from_the_disk_is_said_and_kept(tmp_path: Path):
    library = open_library(tmp_path)
    try:
        meeting = interrupted(library, 2.0)
        path = SoundFolder(library.meeting_folder(meeting.id)).pcm_path(0)
        path.write_bytes(path.read_bytes()[:32_000])
        (found,) = recovered(library)
        assert found.duration_ms == 1000
        assert len(found.not_restored) == 1
        assert library.meeting(meeting.id).notes == found.not_restored
    finally:
        library.close()


def test_gaps_and_marks_that_only_the_journal_knows_come_into_the_library(tmp_path: Path):
    library = open_library(tmp_path)
    try:
        meeting = interrupted(library, 50.0)
        with RecordingFile(SoundFolder(library.meeting_folder(meeting.id)), track=0) as file:
            file.note_gap(16_000, 32_000, GapReason.SOURCE_LOST)
            file.note_mark("", at=640_000)
            file.note_mark("the budget", at=720_000)
        known = Moment(
            MomentId("known"), meeting.id, MomentKind.NOTE, Milliseconds(45_000), Milliseconds(45_000), "the budget"
        )
        library.add_moment(known).result()
        recovered(library)
        gaps = library.transcript(meeting.id).gaps
        assert [(gap.start_ms, gap.end_ms, gap.reason) for gap in gaps if gap.reason is GapReason.SOURCE_LOST] == [
            (1000, 2000, GapReason.SOURCE_LOST)
        ]
        moments = library.moments(meeting.id)
        assert [(each.kind, each.start_ms, each.end_ms) for each in moments] == [
            (MomentKind.BOOKMARK, 10_000, 40_000),
            (MomentKind.NOTE, 45_000, 45_000),
        ]
    finally:
        library.close()


def test_nothing_that_is_sound_is_deleted(tmp_path: Path):
    """Case 14."""
    library = open_library(tmp_path)
    try:
        meeting = interrupted(library, 2.0)
        folder = library.meeting_folder(meeting.id)
        journal_path(SoundFolder(folder), 0).write_bytes(b"rubbish\n{half")
        before = {path.name: path.stat().st_size for path in folder.glob("*.pcm")}
        recovered(library)
        assert {path.name: path.stat().st_size for path in folder.glob("*.pcm")} == before
        assert library.meeting(MeetingId(meeting.id)).duration_ms == 2000
    finally:
        library.close()
