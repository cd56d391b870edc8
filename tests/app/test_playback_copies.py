from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.announcements import MeetingUpdated
from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.playback_copies import PlaybackCopies
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from tests.builders.library import Heard, a_job, a_meeting, open_library
from tests.builders.waiting import wait_until


class Desk:
    def __init__(self, folder: Path) -> None:
        self.heard = Heard()
        self.library: Library = open_library(folder, self.heard)
        self.background = Background()
        self.copies = PlaybackCopies(
            library=self.library, background=self.background, announcements=self.heard.announcements
        )

    def recorded(self) -> MeetingId:
        meeting = a_meeting(source_path="")
        self.library.add_recording(meeting, a_job(meeting, is_live=True)).result()
        with RecordingFile(SoundFolder(self.library.meeting_folder(meeting.id)), track=0) as file:
            file.append(np.full(16_000, 500, np.int16))
            file.finish()
        return meeting.id

    def copy_of(self, meeting_id: MeetingId) -> Path | None:
        return SoundFolder(self.library.meeting_folder(meeting_id)).playback_path()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.copies.close()
    desk.background.close()
    desk.library.close()


def test_a_recording_gets_its_copy_and_that_is_told(desk: Desk):
    meeting_id = desk.recorded()
    desk.heard.all.clear()
    desk.copies.write(meeting_id, 1)
    wait_until(lambda: MeetingUpdated(meeting_id) in desk.heard.all, "it was told")
    assert desk.copy_of(meeting_id) is not None


def test_a_copy_that_is_missing_is_made_when_somebody_opens_the_meeting(desk: Desk):
    meeting_id = desk.recorded()
    desk.copies.write_missing(meeting_id)
    wait_until(lambda: desk.copy_of(meeting_id) is not None, "it was made")


def test_a_recording_under_way_gets_no_copy(desk: Desk):
    meeting_id = desk.recorded()
    with RecordingFile(SoundFolder(desk.library.meeting_folder(meeting_id)), track=0):
        desk.copies.write_missing(meeting_id)
    desk.background.close()
    assert desk.copy_of(meeting_id) is None


def test_after_the_end_nothing_is_begun(desk: Desk):
    meeting_id = desk.recorded()
    desk.copies.close()
    desk.copies.write(meeting_id, 1)
    desk.background.close()
    assert desk.copy_of(meeting_id) is None
