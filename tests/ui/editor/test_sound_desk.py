"""Sound and text of an open meeting together."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.meetings.meeting import TrackInfo
from engine.contract.audio import TrackKind
from tests.builders.reading import sample_lecture
from tests.ui.editor.page_stage import House, open_sample
from ui.editor.meeting_page import MeetingPage
from ui.reading.text_selection import TextPlace, TextSelection


@pytest.fixture
def page(house: House, qtbot: QtBot) -> MeetingPage:
    house.add_sample()
    return open_sample(house, qtbot)


def select_words(page: MeetingPage, first: str, last: str) -> tuple[int, int]:
    """Select from one word to another of the second line; gives when they are spoken."""
    assert page.view.document is not None
    line = page.view.document.lines()[1]
    start, stop = line.text.index(first), line.text.index(last) + len(last)
    page.view.select(TextSelection(caret=TextPlace(line.id, stop), anchor=TextPlace(line.id, start)))
    words = [word for word in line.words if word.text.strip() in (first, last)]
    return words[0].start_ms, words[-1].end_ms


def test_a_key_repeats_exactly_the_selected_words_and_lets_go_again(page: MeetingPage, house: House) -> None:
    stretch = select_words(page, "afraid", "surely")
    QTest.keyClick(page.view, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    assert page.playback.loop == stretch
    assert page.sound_map.marks.loop == stretch
    assert (page.bar.loop_button.isChecked(), house.output.is_playing) == (True, True)
    QTest.keyClick(page.view, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    assert page.playback.loop is None
    assert not page.bar.loop_button.isChecked()


def test_the_button_does_the_same(page: MeetingPage) -> None:
    stretch = select_words(page, "afraid", "surely")
    QTest.mouseClick(page.bar.loop_button, Qt.MouseButton.LeftButton)
    assert page.playback.loop == stretch
    assert page.bar.loop_button.isChecked()


def test_without_a_selection_the_line_that_is_heard_is_repeated(page: MeetingPage) -> None:
    assert page.view.document is not None
    line = page.view.document.lines()[2]
    page.playback.seek(line.start_ms + 10)
    QTest.mouseClick(page.bar.loop_button, Qt.MouseButton.LeftButton)
    assert page.playback.loop == (line.start_ms, line.end_ms)


def test_a_key_plays_the_selection_once(page: MeetingPage, house: House, qtbot: QtBot) -> None:
    stretch = select_words(page, "afraid", "surely")
    QTest.keyClick(page.view, Qt.Key.Key_K, Qt.KeyboardModifier.AltModifier)
    assert house.output.position_ms == stretch[0]
    house.output.advance(stretch[1] - stretch[0] + 40)
    qtbot.waitUntil(lambda: not page.playback.is_playing)
    assert page.playback.position_ms == stretch[1]


def test_lines_of_two_tracks_carry_the_signs_of_where_they_were_heard(house: House, qtbot: QtBot) -> None:
    meeting, transcript = sample_lecture()
    tracks = (TrackInfo(0, TrackKind.MICROPHONE), TrackInfo(1, TrackKind.COMPUTER))
    unnamed = (replace(line, speaker_id=None) for line in transcript.segments)  # beside a name there is no sign
    lines = tuple(replace(line, track=number // 3 % 2) for number, line in enumerate(unnamed))
    house.add(replace(meeting, tracks=tracks), replace(transcript, segments=lines))
    page = open_sample(house, qtbot)
    two = page.view.grab().toImage()
    page.view.show_tracks({0: TrackKind.MICROPHONE})
    assert page.view.grab().toImage() != two


def test_a_stretch_selected_in_the_sound_is_heard_until_something_is_selected_in_the_text(page: MeetingPage) -> None:
    select_words(page, "afraid", "surely")
    page.sound_map.select((1000, 3000))
    QTest.mouseClick(page.bar.loop_button, Qt.MouseButton.LeftButton)
    assert page.playback.loop == (1000, 3000)
    QTest.mouseClick(page.bar.loop_button, Qt.MouseButton.LeftButton)
    stretch = select_words(page, "afraid", "surely")
    assert page.sound_map.stretch is None
    QTest.mouseClick(page.bar.loop_button, Qt.MouseButton.LeftButton)
    assert page.playback.loop == stretch
