"""A place that was searched is heard as soon as there is sound, whatever its words still wait for."""

import threading
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.editing.transcript_editor import TranscriptEditor
from app.meetings.identifiers import MeetingId
from tests.builders.reading import MEETING
from tests.fakes.meeting_sound import FakeMeetingSound
from tests.ui.editor.page_stage import House


class SlowHouse(House):
    """Its meetings are read when a test says so."""

    def __init__(self, folder: Path) -> None:
        self.may_read = threading.Event()
        super().__init__(folder)

    def open_editor(self, meeting_id: MeetingId) -> TranscriptEditor:
        assert self.may_read.wait(60)
        return super().open_editor(meeting_id)


def test_a_search_hit_is_heard_before_its_words_are_read_and_plays_on_when_they_are(
    tmp_path: Path, qtbot: QtBot
) -> None:
    house = SlowHouse(tmp_path)
    page = house.page
    try:
        house.add_sample()
        page.open_meeting(MEETING, 156_000)
        qtbot.waitUntil(lambda: house.output.is_playing)
        assert house.output.position_ms == 156_000
        assert page.view.document is None
        house.output.advance(700)
        house.may_read.set()
        qtbot.waitUntil(lambda: page.view.document is not None)
        assert page.view.current_line is not None
        assert page.view.current_line.text.startswith("The stories regarding joseph")
        assert (house.output.is_playing, house.output.position_ms) == (True, 156_700)
    finally:
        house.may_read.set()
        house.close()


def test_without_sound_yet_the_words_stand_at_the_hit_and_it_is_heard_when_there_is(house: House, qtbot: QtBot) -> None:
    house.add_sample()
    house.sound = FakeMeetingSound(path=None)
    house.page.open_meeting(MEETING, 156_000)
    qtbot.waitUntil(lambda: house.page.view.current_line is not None)
    assert (house.output.is_playing, house.page.playback.position_ms) == (False, 156_000)
    house.sound = FakeMeetingSound()
    house.page.feed.read_sound()
    qtbot.waitUntil(lambda: house.output.is_playing)
    assert house.output.position_ms == 156_000
