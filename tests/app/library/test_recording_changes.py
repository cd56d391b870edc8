"""A recording in the library: there from its first second, whatever becomes of anybody."""

from collections.abc import Generator
from pathlib import Path

import pytest

from app.announcements import MeetingAdded, MeetingUpdated
from app.library.library import Library
from app.meetings.coverage import TrackMark
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from engine.contract.audio import Milliseconds, TrackKind
from tests.builders.library import Heard, open_library
from tests.builders.recordings import a_growing_line, a_recorded_meeting, begin_recording, end_recording, grow


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def library(tmp_path: Path, heard: Heard) -> Generator[Library]:
    library = open_library(tmp_path / "library", heard)
    yield library
    library.close()


def test_a_recording_is_there_from_its_first_second(library: Library, heard: Heard):
    """Case 14."""
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)

    assert library.meeting(meeting.id) == meeting
    assert heard.all == [MeetingAdded(meeting.id)]
    assert (job.state, job.is_live) == (JobState.RUNNING, True)
    assert library.live_job(meeting.id) == job == library.last_job(meeting.id)
    assert library.jobs(unfinished=True) == []
    assert library.unfinished_live_jobs() == [job]
    assert library.recordings_to_recover() == [meeting]
    assert library.track_marks(meeting.id) == [
        TrackMark(0, TrackKind.MICROPHONE, Milliseconds(0), 0),
        TrackMark(1, TrackKind.COMPUTER, Milliseconds(0), 0),
    ]


def test_it_is_ready_when_it_has_ended_and_is_understood(library: Library, heard: Heard):
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    grow(library, job, a_growing_line(4))
    library.set_recorded(meeting.id, {0: 1000, 1: 900}).result()  # behind what was heard: no bound while it lasts
    grow(library, job, a_growing_line(3, start_ms=2000))
    assert library.summary(meeting.id).meeting.duration_ms == 1000

    end_recording(library, meeting.id, 4000)
    assert library.meeting(meeting.id).status is MeetingStatus.WORKING
    library.set_job_state(job.id, JobState.DONE).result()

    assert library.meeting(meeting.id).status is MeetingStatus.READY
    assert library.meeting(meeting.id).model == job.options.model
    assert library.summary(meeting.id).words == 7
    assert library.recordings_to_recover() == []
    assert heard.all[-1] == MeetingUpdated(meeting.id)


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED, JobState.WAITING, JobState.CANCELLED])
def test_it_is_being_recorded_whatever_becomes_of_its_job(library: Library, state: JobState):
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    library.set_job_state(job.id, state).result()
    assert library.meeting(meeting.id).status is MeetingStatus.RECORDING


def test_opening_leaves_an_interrupted_recording_to_be_recovered(tmp_path: Path):
    """Case 14."""
    library = open_library(tmp_path)
    meeting = a_recorded_meeting()
    job = begin_recording(library, meeting)
    grow(library, job, a_growing_line(4))
    library.close()

    for _ in range(2):  # twice killed
        library = open_library(tmp_path)
        assert library.recordings_to_recover() == [meeting]
        assert library.jobs(unfinished=True) == []
        live = library.live_job(meeting.id)
        assert live is not None
        assert (live.id, live.state) == (job.id, JobState.WAITING)
        assert library.track_marks(meeting.id)[0].settled_to == 32_000
        library.close()

    library = open_library(tmp_path)
    end_recording(library, meeting.id, 5000, is_recovered=True, notes=["The last half second is missing."])
    found = library.meeting(meeting.id)
    assert (found.is_recovered, found.status, found.notes) == (
        True,
        MeetingStatus.WAITING,
        ("The last half second is missing.",),
    )
    library.set_recovered(meeting.id, False).result()
    assert not library.meeting(meeting.id).is_recovered
    library.close()
