import pytest
from pytestqt.qtbot import QtBot

from app.meetings.transcript import Gap, GapState
from engine.contract.audio import Milliseconds
from engine.contract.segments import GapReason
from ui.editor.sound_map import SoundMap
from ui.editor.sound_marks import SoundMarks
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


def test_a_gap_of_one_track_does_not_hide_the_sound_of_the_other() -> None:
    microphone = Gap(0, Milliseconds(0), Milliseconds(60_000), GapReason.SOURCE_LOST, GapState.LOST)
    computer = Gap(1, Milliseconds(0), Milliseconds(30_000), GapReason.SLEPT, GapState.LOST)
    short = Gap(0, Milliseconds(1000), Milliseconds(2000), GapReason.SLEPT, GapState.LOST)
    two = frozenset({0, 1})
    assert SoundMarks(gaps=[microphone], tracks=two).is_heard_beside(microphone)
    assert SoundMarks(gaps=[microphone, computer], tracks=two).is_heard_beside(microphone)
    assert not SoundMarks(gaps=[short, computer], tracks=two).is_heard_beside(short)
    assert not SoundMarks(gaps=[microphone], tracks=frozenset({0})).is_heard_beside(microphone)
