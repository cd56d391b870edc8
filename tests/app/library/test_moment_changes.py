"""Bookmarks and notes: kept, changed, taken away, inside their meeting, and never lost with the database."""

import dataclasses
from pathlib import Path

import pytest

from app.announcements import MomentsChanged
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId, MomentId, new_id
from app.meetings.meeting import MeetingStatus
from app.meetings.moment import Moment, MomentKind
from engine.contract.audio import Milliseconds
from tests.builders.library import Heard, open_library
from tests.builders.recordings import a_recorded_meeting, begin_recording, end_recording


def moment(meeting_id: MeetingId, start: int, end: int, text: str = "", kind: MomentKind = MomentKind.NOTE) -> Moment:
    return Moment(MomentId(new_id()), meeting_id, kind, Milliseconds(start), Milliseconds(end), text)


def test_moments_come_back_by_time(library: Library, heard: Heard):
    job = begin_recording(library)
    note = moment(job.meeting_id, 5000, 5000, "ask about 预算 😀")
    mark = moment(job.meeting_id, 0, 4000, kind=MomentKind.BOOKMARK)
    heard.all.clear()
    for each in (note, mark, note):
        library.add_moment(each).result()

    assert library.moments(job.meeting_id) == [mark, note]
    assert heard.all == [MomentsChanged(job.meeting_id)] * 3

    changed = dataclasses.replace(note, text="asked")
    library.change_moment(changed).result()
    library.remove_moment(mark.id).result()
    library.remove_moment(mark.id).result()
    assert library.moments(job.meeting_id) == [changed]

    library.delete_meeting(job.meeting_id).result()
    assert library.moments(job.meeting_id) == []
    with pytest.raises(MeetingNotFound):
        library.add_moment(note).result()


def test_moments_stay_within_their_meeting(library: Library):
    job = begin_recording(library)
    library.add_moment(moment(job.meeting_id, 1000, 61_000, "heard a moment before the end was saved")).result()
    end_recording(library, job.meeting_id, 60_000)
    library.add_moment(moment(job.meeting_id, 90_000, 90_000)).result()
    assert [(each.start_ms, each.end_ms) for each in library.moments(job.meeting_id)] == [
        (1000, 60_000),
        (60_000, 60_000),
    ]
    assert [each for each in library.check().problems if "sound" not in each] == []


def test_a_lost_database_costs_no_moment_and_an_interrupted_recording_stays_one(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = a_recorded_meeting()
    begin_recording(library, meeting)
    note = moment(meeting.id, 5000, 5000, "ask")
    library.add_moment(note).result()
    library.close()
    for path in [*tmp_path.glob("library.db*"), *tmp_path.glob("backups/*")]:
        path.unlink()

    library = open_library(tmp_path)
    assert library.moments(meeting.id) == [note]
    assert [each.id for each in library.recordings_to_recover()] == [meeting.id]
    assert library.live_job(meeting.id) is None
    end_recording(library, meeting.id, 6000, is_recovered=True)
    assert library.meeting(meeting.id).status is MeetingStatus.PARTIAL
    library.close()
