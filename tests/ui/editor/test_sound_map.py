import pytest
from pytestqt.qtbot import QtBot

from ui.editor.sound_map import SoundMap
from ui.editor.time_window import USUAL_MS

HOUR = 3_600_000


@pytest.fixture
def sound_map(qtbot: QtBot) -> SoundMap:
    made = SoundMap()
    qtbot.addWidget(made)
    made.resize(1000, 200)
    made.show_length(HOUR)
    return made


def start_of(sound_map: SoundMap) -> float:
    return sound_map.waveform.window_of_time.start_ms


def test_the_detail_goes_where_one_goes(sound_map: SoundMap) -> None:
    sound_map.show_position(HOUR // 2)
    assert start_of(sound_map) == HOUR // 2 - USUAL_MS / 2


def test_while_it_plays_the_detail_turns_its_pages(sound_map: SoundMap) -> None:
    for moment in range(0, USUAL_MS, 1000):
        sound_map.show_position(moment)
    assert start_of(sound_map) > 0
    assert sound_map.waveform.window_of_time.holds(USUAL_MS)


def test_whoever_looks_elsewhere_is_left_there_until_they_go_to_a_place(sound_map: SoundMap) -> None:
    sound_map.waveform.window_requested.emit(sound_map.waveform.window_of_time.moved_to(HOUR // 2))
    sound_map.show_position(1000)
    assert start_of(sound_map) == HOUR // 2
    sound_map.show_position(60_000)
    assert start_of(sound_map) == 0


def test_another_meeting_begins_anew(sound_map: SoundMap) -> None:
    sound_map.show_hits([1, 2, 3])
    sound_map.show_position(HOUR // 2)
    sound_map.clear()
    assert sound_map.length_ms == 0
    assert sound_map.marks.hits == ()
    sound_map.show_length(10_000)
    assert sound_map.waveform.window_of_time.span_ms == 10_000
