"""What is read of a meeting, and in which order."""

from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId
from app.meetings.transcript import Transcript
from tests.builders.reading import MEETING, a_long_transcript, sample_lecture
from tests.ui.editor.page_stage import House
from tests.ui.editor.test_typing import a_meeting
from ui.editor.meeting_feed import MeetingFeed
from ui.editor.meeting_reading import LONG, PAGE, MeetingReading, PageReading


class Readings:
    """A feed of its own, and what it said."""

    def __init__(self, house: House) -> None:
        self.feed = MeetingFeed(
            library=house.library,
            settings=house.settings,
            bridge=house.bridge,
            background=house.background,
            open_sound=lambda _meeting_id: house.sound,
            shelf=None,
            parent=house.page,
        )
        self.pages: list[PageReading] = []
        self.wholes: list[MeetingReading] = []
        self.whole_before_page = 0
        """How many whole transcripts had been read when the page came."""
        self.measured_before_words = 0
        """How often the loudness had been measured when the words came."""
        self.transcripts = 0
        read = house.library.transcript

        def counted(meeting_id: MeetingId) -> Transcript:
            self.transcripts += 1
            return read(meeting_id)

        house.library.transcript = counted  # type: ignore[method-assign,assignment] # counts what is read
        self.feed.page_read.connect(self._on_page)
        self.feed.meeting_read.connect(self._on_whole)
        self._sound = house.sound

    def _on_page(self, reading: PageReading) -> None:
        self.whole_before_page = self.transcripts
        self.pages.append(reading)

    def _on_whole(self, reading: MeetingReading) -> None:
        self.measured_before_words = self._sound.measured
        self.wholes.append(reading)


def test_of_a_long_meeting_a_page_is_read_before_anything_else_of_it(house: House, qtbot: QtBot) -> None:
    house.add(a_meeting(), a_long_transcript(4 * LONG))
    said = Readings(house)
    said.feed.open(MEETING)
    qtbot.waitUntil(lambda: bool(said.wholes), timeout=20_000)
    assert [reading.document.line_count for reading in said.pages] == [PAGE]
    assert said.whole_before_page == 0
    assert said.wholes[0].document.line_count == 4 * LONG
    assert said.wholes[0].document.lines()[:PAGE] == said.pages[0].document.lines()


def test_the_page_is_the_one_with_the_moment_that_was_asked_for(house: House, qtbot: QtBot) -> None:
    transcript = a_long_transcript(2 * LONG)
    house.add(a_meeting(), transcript)
    said = Readings(house)
    for wanted in (transcript.segments[LONG], transcript.segments[-1]):
        said.feed.open(MEETING, wanted.start_ms)
        qtbot.waitUntil(lambda: bool(said.wholes), timeout=20_000)
        page = said.pages[-1].document
        assert page.line_count == PAGE
        assert page.segment(wanted.id) == wanted
        said.wholes.clear()
        said.feed.forget()


def test_a_short_meeting_is_read_at_once(house: House, qtbot: QtBot) -> None:
    house.add(*sample_lecture())
    said = Readings(house)
    said.feed.open(MEETING)
    qtbot.waitUntil(lambda: bool(said.wholes))
    assert said.pages == []
    assert said.transcripts == 1


def test_loudness_that_has_to_be_measured_waits_for_the_words(house: House, qtbot: QtBot) -> None:
    house.add(a_meeting(), a_long_transcript(4 * LONG))
    house.sound.is_measured = False
    said = Readings(house)
    with qtbot.waitSignal(said.feed.loudness_read, timeout=20_000):
        said.feed.open(MEETING)
    assert len(said.wholes) == 1
    assert said.measured_before_words == 0
    assert house.sound.measured == 1


def test_nothing_is_measured_of_a_meeting_that_was_left(house: House, qtbot: QtBot) -> None:
    house.add(a_meeting(), a_long_transcript(2 * LONG))
    house.sound.is_measured = False
    said = Readings(house)
    with qtbot.waitSignal(said.feed.sound_read):
        said.feed.open(MEETING)
    said.feed.forget()
    house.background.close()
    qtbot.wait(50)
    assert house.sound.measured == 0


def test_of_a_long_meeting_what_takes_a_walk_through_all_lines_comes_after_them(house: House, qtbot: QtBot) -> None:
    house.add(a_meeting(), a_long_transcript(2 * LONG))
    said = Readings(house)
    said.feed.open(MEETING)
    qtbot.waitUntil(lambda: bool(said.wholes), timeout=20_000)
    assert said.wholes[0].about is None
